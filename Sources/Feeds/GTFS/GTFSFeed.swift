/// A whole GTFS Schedule feed in memory, checked: every index is valid and every time is known.
///
/// Rows keep the order of their files; what refers to a row holds its index. It is compact: 10 million stop
/// times take 130 MB. Two feeds are equal where they say the same. A feed that is made elsewhere must be sound
/// in the same way before it is written or hashed: services with a weekly pattern come first, dates are sorted.
package struct GTFSFeed: Sendable, Hashable {
    package var agencies: [Agency] = []
    /// Stops of every location type, stations and entrances among them.
    package var stops: [Stop] = []
    package var routes: [Route] = []
    package var services: [Service] = []
    package var trips: [Trip] = []
    /// The stop times of all trips, in their order; `Trip.stopTimes` has the range of each trip.
    package var stopTimes = StopTimes()
    package var frequencies: [Frequency] = []
    package var transfers: [Transfer] = []
    package var fares: [Fare] = []
    package var fareRules: [FareRule] = []
    package var info: Info?

    package init() {}

    /// The stop times of a trip, in order; fewer than two where the trip cannot be used.
    package func stopTimes(of trip: Trip) -> [StopTime] {
        trip.stopTimes.map { stopTimes[Int($0)] }
    }
}

extension GTFSFeed {
    /// A row of `agency.txt`.
    package struct Agency: Sendable, Hashable {
        /// Empty if the feed has one agency without an id.
        package var id = ""
        package var name = ""
        package var url = ""
        /// The zone of all times in the feed: an IANA name such as `Europe/Moscow`.
        package var timeZone = ""
        package var language = ""
        package var phone = ""
        package var fareURL = ""
        package var email = ""

        package init() {}
    }

    /// A row of `routes.txt`.
    package struct Route: Sendable, Hashable {
        package var id = ""
        package var agency: Int32 = 0
        package var shortName = ""
        package var longName = ""
        package var about = ""
        /// 0 to 12, or an extended type such as 102 (long-distance rail).
        package var type: Int32 = 3
        package var url = ""
        /// 0xRRGGBB.
        package var color: UInt32?
        package var textColor: UInt32?
        package var sortOrder: Int32?

        package init() {}
    }

    /// A row of `trips.txt`.
    package struct Trip: Sendable, Hashable {
        package var id = ""
        package var route: Int32 = 0
        package var service: Int32 = 0
        package var headsign = ""
        package var shortName = ""
        /// 0 or 1.
        package var direction: Int8?
        package var block = ""
        /// Indices into `GTFSFeed.stopTimes`.
        package var stopTimes: Range<Int32> = 0..<0

        package init() {}
    }

    /// A row of `frequencies.txt`: the trip runs every `headway` seconds from `start` until before `end`.
    package struct Frequency: Sendable, Hashable {
        package var trip: Int32 = 0
        /// Seconds of the service day.
        package var start: Int32 = 0
        package var end: Int32 = 0
        package var headway: Int32 = 0
        /// The trips leave at these times exactly, not about so often.
        package var isExact = false

        package init() {}
    }

    /// A row of `feed_info.txt`.
    package struct Info: Sendable, Hashable {
        package var publisherName = ""
        package var publisherURL = ""
        package var language = ""
        package var defaultLanguage = ""
        package var start: FeedDate?
        package var end: FeedDate?
        package var version = ""
        package var contactEmail = ""
        package var contactURL = ""

        package init() {}
    }
}
