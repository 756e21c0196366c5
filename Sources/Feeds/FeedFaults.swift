/// The faults of a feed: all are counted, the first ones are kept, errors before warnings.
package struct FeedFaults: Sendable, Hashable {
    private let keptMax: Int
    package private(set) var errorCount = 0
    package private(set) var warningCount = 0
    /// In the order in which they were found.
    package private(set) var errors: [FeedFault] = []
    /// In the order in which they were found.
    package private(set) var warnings: [FeedFault] = []

    package init(keptMax: Int = FeedLimits().faultsMax) {
        self.keptMax = max(keptMax, 1)
    }

    /// The number of faults that were counted and not kept.
    package var restCount: Int { errorCount + warningCount - errors.count - warnings.count }

    /// Errors first.
    package var kept: [FeedFault] { errors + warnings }

    package mutating func add(_ fault: FeedFault) {
        let isFull = errors.count + warnings.count >= keptMax
        switch fault.severity {
        case .error:
            errorCount += 1
            // An error tells more than a warning does.
            if isFull, !warnings.isEmpty { warnings.removeLast() }
            if errors.count + warnings.count < keptMax { errors.append(fault) }
        case .warning:
            warningCount += 1
            if !isFull { warnings.append(fault) }
        }
    }

    /// Adds what another part found, with its count of faults that were not kept.
    package mutating func add(_ other: FeedFaults) {
        for fault in other.errors { add(fault) }
        for fault in other.warnings { add(fault) }
        errorCount += other.errorCount - other.errors.count
        warningCount += other.warningCount - other.warnings.count
    }
}
