/// The kinds of stations (timetable.md, section 4); `unspecified` is the empty word.
package enum StationKind: UInt8, Sendable, CaseIterable {
    case station, platform, stop, checkpoint, post, crossing, overtakingPoint, trainStation, airport,
        busStation
    case busStop, unknown, port, portPoint, wharf, riverPort, marineStation, unspecified

    /// The word of the API.
    package var name: String {
        switch self {
        case .station: "station"
        case .platform: "platform"
        case .stop: "stop"
        case .checkpoint: "checkpoint"
        case .post: "post"
        case .crossing: "crossing"
        case .overtakingPoint: "overtaking_point"
        case .trainStation: "train_station"
        case .airport: "airport"
        case .busStation: "bus_station"
        case .busStop: "bus_stop"
        case .unknown: "unknown"
        case .port: "port"
        case .portPoint: "port_point"
        case .wharf: "wharf"
        case .riverPort: "river_port"
        case .marineStation: "marine_station"
        case .unspecified: ""
        }
    }

    package init?(name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// True if passengers go on from here to the other stations of a settlement.
    var isHub: Bool {
        switch self {
        case .station, .trainStation, .airport, .busStation, .port, .riverPort, .marineStation: true
        case .platform, .stop, .checkpoint, .post, .crossing, .overtakingPoint, .busStop, .unknown,
            .portPoint,
            .wharf, .unspecified:
            false
        }
    }
}
