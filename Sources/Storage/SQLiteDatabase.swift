@preconcurrency import Dispatch
import GRDB

/// SQLite in one file, for one machine: many readers and one writer, every commit on the disk before it is acknowledged.
package final class SQLiteDatabase: Database {
    package let dialect = Dialect.sqlite
    private let pool: DatabasePool
    private let queue = Shared(Queue())

    /// Writes that wait for the one writer; they share a commit, since the disk is what takes time.
    private struct Queue {
        var jobs: [any SQLiteJob] = []
        var isDraining = false
    }

    private static let batchMax = 256
    private static let hintPause: DispatchTimeInterval = .milliseconds(100)

    package init(path: String, busyTimeout: Double = 5) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.maximumReaderCount = 4
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // The pool sets NORMAL itself once it is open, which may lose the last commits with the power.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
                    throw StorageError.other("SQLite does not keep synchronous = FULL.")
                }
            }
        } catch {
            throw StorageError(sqlite: error)
        }
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        do {
            return try await pool.read { database in try body(SQLiteConnection(database: database)) }
        } catch {
            throw StorageError.mapped(error)
        }
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            let mustDrain = queue.update { queue in
                queue.jobs.append(Job(body: body, continuation: continuation))
                defer { queue.isDraining = true }
                return !queue.isDraining
            }
            if mustDrain { drain() }
        }
    }

    private func drain() {
        pool.asyncWriteWithoutTransaction { database in
            let jobs = self.queue.update { queue in
                let jobs = Array(queue.jobs.prefix(Self.batchMax))
                queue.jobs.removeFirst(jobs.count)
                if jobs.isEmpty { queue.isDraining = false }
                return jobs
            }
            guard !jobs.isEmpty else { return }
            self.commit(jobs, database)
            self.drain()
        }
    }

    /// Runs the jobs in one transaction; one that fails is undone alone, and nobody is told before the commit.
    private func commit(_ jobs: [any SQLiteJob], _ database: GRDB.Database) {
        var outcomes: [@Sendable () -> Void] = []
        do {
            try database.inTransaction(.immediate) {
                outcomes = jobs.map { $0.run(database) }
                return .commit
            }
            outcomes.forEach { $0() }
        } catch {
            for job in jobs { job.fail(StorageError(sqlite: error)) }
        }
    }

    private struct Job<R: Sendable>: SQLiteJob {
        let body: @Sendable (any Connection) throws -> R
        let continuation: CheckedContinuation<R, any Error>

        func run(_ database: GRDB.Database) -> @Sendable () -> Void {
            var result: Result<R, any Error> = .failure(StorageError.other("The job has not run."))
            do {
                try database.inSavepoint {
                    result = .success(try body(SQLiteConnection(database: database)))
                    return .commit
                }
            } catch {
                result = .failure(StorageError.mapped(error))
            }
            let outcome = result
            return { continuation.resume(with: outcome) }
        }

        func fail(_ error: StorageError) { continuation.resume(throwing: error) }
    }

    package func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "vitrina.sqlite.hints"))
            let seen = Shared(Int64?.none)
            // The number is one connection's own, so it has one to itself.
            let connection = try? DatabaseQueue(path: pool.path)
            timer.setEventHandler {
                // It changes when another connection has committed; asking costs a look at shared memory.
                guard
                    let version = try? connection?.unsafeRead({ try Int64.fetchOne($0, sql: "PRAGMA data_version") })
                else { return }
                let isNew = seen.update { seen in
                    defer { seen = version }
                    return seen != version
                }
                if isNew { continuation.yield() }
            }
            timer.schedule(deadline: .now() + Self.hintPause, repeating: Self.hintPause)
            continuation.onTermination = { _ in timer.cancel() }
            timer.resume()
        }
    }

    package func close() async throws {
        try pool.close()
    }
}

private protocol SQLiteJob: Sendable {
    /// Answers what tells the caller, once the commit is on the disk.
    func run(_ database: GRDB.Database) -> @Sendable () -> Void
    func fail(_ error: StorageError)
}
