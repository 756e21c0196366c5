import Dispatch

/// A PostgreSQL database, which any number of servers can share.
package final class PostgresDatabase: Database {
    package let dialect = Dialect.postgres
    let settings: PostgresSettings
    private let pool: SessionPool<PostgresSession>
    private let replica: PostgresReplica?
    private let hintStreams = HintStreams()

    /// Opens nothing yet: connections are opened when they are needed, and reopened when they were lost.
    package init(_ settings: PostgresSettings) {
        self.settings = settings
        let notices = PostgresNotices()
        pool = SessionPool((0..<settings.sessions).map { _ in PostgresSession(settings, notices) })
        replica = settings.replica.map { PostgresReplica($0, of: settings) }
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        if Lane.mayLag, let replica, let answer = try await replica.read(near: self, body) { return answer }
        return try await transaction(.read, body)
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await transaction(.write, body)
    }

    package func hints() -> AsyncStream<Void> {
        hintStreams.stream { [settings] hint in
            let listener = PostgresListener(settings, heard: hint)
            // A queue of its own, whose thread it blocks.
            DispatchQueue(label: "vitrina.postgres.listener").async(execute: listener.run)
            return { listener.stop() }
        }
    }

    package var statistics: DatabaseStatistics {
        let own = pool.statistics(of: settings.isReplica ? "replica" : "transactions")
        let others = replica?.database.statistics.pools ?? []
        return DatabaseStatistics(pools: [own] + others, replica: replica?.statistics)
    }

    package func lookAtReplica() async { await replica?.look(beside: self) }

    package func close() async throws {
        hintStreams.finish()
        await pool.close()
        try await replica?.database.close()
    }

    /// Runs the transaction, and retries it if nothing of it was committed and it may succeed.
    private func transaction<R: Sendable>(
        _ mode: PostgresSession.Mode,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let call = settings.call(in: .current)
        let deadline = call.bounded(.now + settings.retryMax)
        var losses = Pauses(first: .milliseconds(20), longest: .seconds(1))
        var conflicts = Pauses(first: .milliseconds(5), longest: .milliseconds(500))
        while true {
            switch try await attempt(mode, call, body) {
            case .done(let result): return result
            case .failed(let error): throw error
            case .lost(let error):
                // The first retry is immediate: the connection may have been lost long ago.
                let pause = losses.count == 0 ? .zero : losses.next()
                losses.count += 1
                guard ContinuousClock.now + pause < deadline else { throw error }
                try await Task.sleep(for: pause)
            case .conflict(let error):
                conflicts.count += 1
                guard conflicts.count < PostgresSettings.conflictsMax else { throw error }
                try await Task.sleep(for: conflicts.next())
            }
        }
    }

    /// Runs the transaction once.
    func attempt<R: Sendable>(
        _ mode: PostgresSession.Mode,
        _ call: PostgresCall,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> PostgresSession.Outcome<R> {
        let patience = call.lane.waitMax(usually: settings.waitMax)
        let session = try await pool.borrow(for: call.lane, until: call.bounded(.now + patience))
        let outcome = await session.run(mode, call, body)
        var fault: StorageError?
        if case .lost(let error) = outcome { fault = error }
        pool.giveBack(session, of: call.lane, fault: fault)
        return outcome
    }
}

/// Pauses with exponential backoff and jitter, so that callers that failed together do not collide again.
struct Pauses {
    var count = 0
    private var pause: Duration
    private let longest: Duration

    init(first: Duration, longest: Duration) {
        pause = first
        self.longest = longest
    }

    mutating func next() -> Duration {
        defer { pause = min(pause * 2, longest) }
        return pause * Double.random(in: 0.5...1)
    }
}
