import Feeds
import Transit

/// The stations of a GTFS feed: stops without a parent, at which or at whose platforms trips stop.
struct GTFSPlaces: Sendable {
    /// Stops of the feed, in its order.
    let roots: [Int32]
    /// For each stop of the feed the index among `roots`; -1 if no trip stops there.
    private let indices: [Int32]
    /// For each stop of the feed that is a root, one bit for each kind of transport.
    private let kinds: [UInt8]

    init(_ feed: GTFSFeed) {
        var kinds = [UInt8](repeating: 0, count: feed.stops.count)
        for trip in feed.trips {
            let kind = TransportKind(routeType: feed.routes[Int(trip.route)].type)
            for index in trip.stopTimes {
                let stop = feed.stopTimes.stops[Int(index)]
                kinds[Int(feed.stops[Int(stop)].station)] |= 1 << kind.rawValue
            }
        }
        roots = feed.stops.indices.filter { kinds[$0] != 0 }.map { Int32($0) }
        var indices = [Int32](repeating: -1, count: feed.stops.count)
        for (index, root) in roots.enumerated() { indices[Int(root)] = Int32(index) }
        for (index, stop) in feed.stops.enumerated() { indices[index] = indices[Int(stop.station)] }
        (self.kinds, self.indices) = (kinds, indices)
    }

    /// The index of the station that a stop belongs to; nil if no trip stops there.
    func station(of stop: Int32) -> Int? {
        let index = indices[Int(stop)]
        return index < 0 ? nil : Int(index)
    }

    /// The first in the order of the kinds, which is that of their distance.
    func transport(of root: Int32) -> TransportKind {
        TransportKind.allCases.first { kinds[Int(root)] & (1 << $0.rawValue) != 0 } ?? .bus
    }
}

extension TransportKind {
    /// The kind of a `route_type`, of the reference or of its extended types (HVT).
    init(routeType: Int32) {
        self =
            switch routeType {
            case 1, 12, 109, 300..<500, 600..<700: .suburban
            case 2, 100..<200: .train
            case 4, 1_000..<1_100: .water
            case 1_105: .helicopter
            case 1_100..<1_200: .plane
            case 1_200..<1_300: .sea
            case _: .bus
            }
    }

    /// The `route_type` of the reference, or of its extended types.
    var routeType: Int32 {
        switch self {
        case .plane: 1_100
        case .helicopter: 1_105
        case .train: 2
        case .suburban: 109
        case .bus: 3
        case .water: 4
        case .sea: 1_200
        }
    }
}
