/// The kinds of transport of threads and stations (timetable.md, section 4).
package enum TransportKind: UInt8, Sendable, CaseIterable {
    case plane, train, suburban, bus, water, helicopter, sea

    /// The word of the API.
    package var name: String {
        switch self {
        case .plane: "plane"
        case .train: "train"
        case .suburban: "suburban"
        case .bus: "bus"
        case .water: "water"
        case .helicopter: "helicopter"
        case .sea: "sea"
        }
    }

    package var isRailway: Bool {
        switch self {
        case .train, .suburban: true
        case .plane, .bus, .water, .helicopter, .sea: false
        }
    }

    package init?(name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
