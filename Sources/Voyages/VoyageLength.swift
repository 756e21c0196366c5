/// A range of days that people choose; each cruise is in one of them.
package enum VoyageLength: UInt8, Sendable, CaseIterable {
    case upTo3, from4To8, from9To12, over12

    package init(days: Int32) {
        self = Self.allCases.first { $0.daysMax.map { days <= $0 } ?? true } ?? .over12
    }

    package var daysMin: Int32 {
        switch self {
        case .upTo3: 1
        case .from4To8: 4
        case .from9To12: 9
        case .over12: 13
        }
    }

    /// Nil if it has no end.
    package var daysMax: Int32? {
        switch self {
        case .upTo3: 3
        case .from4To8: 8
        case .from9To12: 12
        case .over12: nil
        }
    }
}
