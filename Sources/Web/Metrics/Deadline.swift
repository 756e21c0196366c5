import Storage

/// A bound on the time that a probe waits for the database.
enum Deadline {
    /// Runs `body`; throws `.unreachable` if it takes longer, as a database does that has gone away.
    ///
    /// The transactions of `body` give up by then, too: the group waits for them, and they cannot be cancelled.
    static func run<R: Sendable>(
        _ time: Duration,
        _ body: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        try await withThrowingTaskGroup(of: R.self) { group in
            group.addTask { try await CallEnd.run(within: time) { try await body() } }
            group.addTask {
                try await Task.sleep(for: time)
                throw StorageError.unreachable("It has not answered in time.", mayBeKept: false)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
