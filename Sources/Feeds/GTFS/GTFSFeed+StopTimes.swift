extension GTFSFeed {
    /// A stop of a trip.
    package struct StopTime: Sendable, Hashable {
        /// `pickup_type` and `drop_off_type`.
        package enum Boarding: UInt8, Sendable, CaseIterable {
            case regular, none, byPhone, byDriver
        }

        /// The index of the stop.
        package var stop: Int32
        /// Seconds since the start of the service day; more than 86,400 on the days after.
        package var arrival: Int32
        package var departure: Int32
        package var pickup = Boarding.regular
        package var dropOff = Boarding.regular
        /// The times are estimates: of a stop that is no timepoint, or has no time in the feed.
        package var isApproximate = false

        package init(stop: Int32, arrival: Int32, departure: Int32) {
            (self.stop, self.arrival, self.departure) = (stop, arrival, departure)
        }

        /// In one byte, as `StopTimes` keeps it.
        var flags: UInt8 { pickup.rawValue | dropOff.rawValue << 2 | (isApproximate ? 1 << 4 : 0) }
    }

    /// The stop times of all trips, one array for each column: 13 bytes each.
    package struct StopTimes: Sendable, Hashable {
        package internal(set) var stops: [Int32] = []
        package internal(set) var arrivals: [Int32] = []
        package internal(set) var departures: [Int32] = []
        var flags: [UInt8] = []

        package init() {}

        package var count: Int { stops.count }

        /// The index must be below `count`, as those of `Trip.stopTimes` are.
        package subscript(index: Int) -> StopTime {
            var time = StopTime(stop: stops[index], arrival: arrivals[index], departure: departures[index])
            let flags = flags[index]
            time.pickup = StopTime.Boarding(rawValue: flags & 3) ?? .regular
            time.dropOff = StopTime.Boarding(rawValue: flags >> 2 & 3) ?? .regular
            time.isApproximate = flags >> 4 & 1 == 1
            return time
        }

        package mutating func append(_ time: StopTime) {
            stops.append(time.stop)
            arrivals.append(time.arrival)
            departures.append(time.departure)
            flags.append(time.flags)
        }
    }
}
