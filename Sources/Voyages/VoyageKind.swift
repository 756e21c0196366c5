/// The waters of a cruise.
package enum VoyageKind: UInt8, Sendable, CaseIterable {
    case river, sea

    /// The name in content and on the wire.
    package var name: String {
        switch self {
        case .river: "river"
        case .sea: "sea"
        }
    }

    package init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
