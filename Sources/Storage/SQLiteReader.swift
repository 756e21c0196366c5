import Dispatch
import Synchronization

/// A connection for reads with the queue on which its calls block, so that no thread of Swift's tasks does.
///
/// The connection is opened when it is needed, and used on the queue only.
final class SQLiteReader: PooledSession, @unchecked Sendable {
    private struct Runs {
        var last: UInt64 = 0
        var isRunning = false
        var isCancelled = false
    }

    private let queue = DispatchQueue(label: "vitrina.sqlite.reader")
    private let path: String
    private let busyTimeout: Duration
    private let slow: SlowStatements?
    private var link: SQLiteLink?
    private let runs = Mutex(Runs())

    init(path: String, busyTimeout: Duration, slow: SlowStatements? = nil) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.slow = slow
    }

    /// Runs `body` on one snapshot of the database; a cancelled task ends it.
    func run<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await runAlone { link in
            try link.transaction("BEGIN") { try body(SQLiteConnection(link)) }
        }
    }

    /// Runs `body` outside of a transaction.
    func runAlone<R: Sendable>(_ body: @escaping @Sendable (SQLiteLink) throws -> R) async throws -> R {
        let id = runs.withLock { runs in
            runs.last += 1
            runs.isCancelled = false
            return runs.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                queue.async { caller.resume(with: Result { try self.perform(body) }) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    func close() async {
        await withCheckedContinuation { caller in
            queue.async {
                self.link = nil
                caller.resume()
            }
        }
    }

    private func perform<R>(_ body: (SQLiteLink) throws -> R) throws -> R {
        let link = try link ?? SQLiteLink(path: path, .read, busyTimeout: busyTimeout, slow: slow)
        self.link = link
        let isCancelled = runs.withLock { runs in
            runs.isRunning = !runs.isCancelled
            return runs.isCancelled
        }
        guard !isCancelled else { throw CancellationError() }
        let result = Result { try body(link) }
        let wasCancelled = runs.withLock { runs in
            runs.isRunning = false
            return runs.isCancelled
        }
        if wasCancelled, case .failure = result { throw CancellationError() }
        return try result.get()
    }

    private func cancel(_ id: UInt64) {
        runs.withLock { runs in
            guard runs.last == id else { return }
            runs.isCancelled = true
            // The connection stays while this lock says that it runs.
            if runs.isRunning { link?.interrupt() }
        }
    }
}
