import Storage

/// Planned work that runs when it is due.
package protocol DueWork: Sendable {
    /// Does all due work; any number of servers may call it concurrently.
    func carryOut() async throws -> DueReport
}

/// The result of one round of due work.
package struct DueReport: Sendable {
    package var done = 0
    /// Work that failed and is not retried, as sentences.
    package var failures: [String] = []
    /// Work that a database fault has prevented, which is retried in the next round.
    package var held: [String] = []
    /// The time when the next work is due; nil if there is none.
    package var next: Timestamp?

    package init() {}
}

extension Error {
    /// True if the database is busy, full or unreachable, which affects all due work.
    package var concernsAll: Bool {
        switch self as any Error {
        case StorageError.busy, StorageError.unreachable, StorageError.readOnly, StorageError.detached,
            StorageError.outdated, StorageError.full:
            true
        case is CancellationError: true
        case _: false
        }
    }
}
