extension GTFSFeed {
    /// `location_type` of `stops.txt`.
    package enum LocationType: Int8, Sendable, CaseIterable {
        /// A stop, or a platform where it has a parent station.
        case stop = 0
        case station = 1
        /// An entrance or exit of a station.
        case entrance = 2
        /// A node of the paths through a station.
        case node = 3
        /// A place to board at a platform.
        case boardingArea = 4

        /// Trips may stop at it.
        package var isServed: Bool { self == .stop || self == .boardingArea }

        /// The location type that its parent must have; a station has none.
        var parent: LocationType? {
            switch self {
            case .stop, .entrance, .node: .station
            case .station: nil
            case .boardingArea: .stop
            }
        }

        var needsParent: Bool { self == .entrance || self == .node || self == .boardingArea }
    }

    /// A row of `stops.txt`.
    package struct Stop: Sendable, Hashable {
        package var id = ""
        package var code = ""
        package var name = ""
        package var about = ""
        /// Degrees; nil only where a node or boarding area has no place of its own.
        package var latitude: Double?
        package var longitude: Double?
        package var zone = ""
        package var url = ""
        package var type = LocationType.stop
        /// The index of `parent_station`.
        package var parent: Int32?
        /// The index of the station that it belongs to, by all parents; its own where it has none.
        package var station: Int32 = 0
        /// An IANA name; empty stands for that of the station or the agency.
        package var timeZone = ""
        package var platform = ""

        package init() {}
    }

    /// A row of `transfers.txt`.
    package struct Transfer: Sendable, Hashable {
        package var fromStop: Int32?
        package var toStop: Int32?
        package var fromRoute: Int32?
        package var toRoute: Int32?
        package var fromTrip: Int32?
        package var toTrip: Int32?
        /// 0 recommended, 1 timed, 2 takes time, 3 impossible, 4 stay seated, 5 get off and on.
        package var type: Int8 = 0
        /// Seconds.
        package var minimumTime: Int32?

        package init() {}
    }
}
