import GRDB
import Synchronization

/// Group commit: writes that wait for one commit share the next transaction, and with it one disk sync.
///
/// Each caller's part runs in its own savepoint, so that it fails alone. No call returns before the commit.
final class SQLiteWriteQueue: Sendable {
    /// The number of callers that share one transaction.
    static let batchMax = 256

    /// One call of `write`.
    private struct Job: Sendable {
        /// Runs the body; the returned closure passes the result to the caller.
        let run: @Sendable (GRDB.Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isDraining = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let file: SQLiteFile
    private let statements: SQLiteStatements
    private let state = Mutex(State())

    init(pool: DatabasePool, file: SQLiteFile, statements: SQLiteStatements) {
        self.pool = pool
        self.file = file
        self.statements = statements
    }

    func run<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { caller in
            let job = Job(
                run: { [statements] connection in
                    let result = try body(SQLiteConnection(connection, statements: statements))
                    return { caller.resume(returning: result) }
                },
                fail: { caller.resume(throwing: $0) }
            )
            add(job)
        }
    }

    /// Refuses new jobs, and waits for those already accepted.
    func close() async throws {
        try await withCheckedThrowingContinuation { caller in
            let last = Job(
                run: { _ in { caller.resume() } },
                fail: { _ in caller.resume() }
            )
            add(last, thenClose: true)
        }
    }

    private func add(_ job: Job, thenClose: Bool = false) {
        let (isRefused, mustDrain) = state.withLock { state in
            if state.isClosed { return (true, false) }
            state.isClosed = thenClose
            state.jobs.append(job)
            defer { state.isDraining = true }
            return (false, !state.isDraining)
        }
        if isRefused { job.fail(StorageError.unreachable("It is closed.", mayBeKept: false)) }
        if mustDrain { pool.asyncWriteWithoutTransaction(drain) }
    }

    private func drain(_ connection: GRDB.Database) {
        while let batch = nextBatch() {
            keep(batch, on: connection)
        }
    }

    /// Returns nil and ends this drain if no job waits.
    private func nextBatch() -> [Job]? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.jobs.prefix(Self.batchMax))
            state.jobs.removeFirst(batch.count)
            return batch
        }
    }

    private func keep(_ batch: [Job], on connection: GRDB.Database) {
        var answers: [@Sendable () -> Void] = []
        do {
            try file.check()
            try connection.inTransaction(.immediate) {
                answers = try batch.map { job in
                    try batch.count == 1 ? job.run(connection) : runAlone(job, on: connection)
                }
                // The file may have been moved meanwhile: nothing may be reported as committed that is lost.
                try file.check()
                return .commit
            }
        } catch let error where batch.count > 1 && !error.isForAll {
            // One job may have failed the commit for all: a deferred constraint is checked only then.
            for job in batch { keep([job], on: connection) }
            return
        } catch {
            answers = batch.map { job in { job.fail(StorageError.mapped(sqlite: error)) } }
        }
        for answer in answers { answer() }
    }

    /// Returns the job's own failure as its result; throws if the failure has rolled back the whole transaction.
    private func runAlone(_ job: Job, on connection: GRDB.Database) throws -> @Sendable () -> Void {
        do {
            return try connection.savepoint { try job.run(connection) }
        } catch let error where connection.isInsideTransaction {
            return { job.fail(StorageError.mapped(sqlite: error)) }
        }
    }
}

extension Error {
    /// True if each job would fail alike: the file is gone, or another process held it beyond the time-out.
    fileprivate var isForAll: Bool {
        switch StorageError.mapped(sqlite: self) {
        case StorageError.busy, StorageError.detached: true
        case _: false
        }
    }
}
