import Storage

/// What is planned, and done when its time has come.
package protocol DueWork: Sendable {
    /// Does all that is due; any number of servers may do it at once.
    func carryOut() async throws -> DueReport
}

/// What one round of due work has done.
package struct DueReport: Sendable {
    package var done = 0
    /// What could not be done and is not tried again, in words.
    package var failures: [String] = []
    /// What the database has refused for reasons of its own, and is tried again in the next round.
    package var held: [String] = []
    /// When something is due next; nil where nothing waits.
    package var next: Timestamp?

    package init() {}
}

extension Error {
    /// The database is busy or away, which concerns whatever is due.
    package var concernsAll: Bool {
        switch self as any Error {
        case StorageError.busy, StorageError.unreachable, StorageError.readOnly, StorageError.detached: true
        case is CancellationError: true
        case _: false
        }
    }
}
