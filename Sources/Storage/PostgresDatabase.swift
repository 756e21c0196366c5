import Dispatch

/// PostgreSQL, shared by as many servers as there are, through a pool of connections.
package final class PostgresDatabase: Database {
    package let dialect = Dialect.postgres
    private let settings: PostgresSettings
    private let pool = Shared(Pool())
    private let timers = DispatchQueue(label: "vitrina.postgres.pool")

    private struct Pool {
        var idle: [PostgresSession] = []
        var count = 0
        var isClosed = false
        var waiters: [(id: UInt64, continuation: CheckedContinuation<PostgresSession, any Error>)] = []
        var nextWaiter: UInt64 = 0
    }

    /// `url` is anything libpq takes; with a `schema`, everything happens in it, and it is made where it is missing.
    package init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await run("BEGIN", body)
    }

    private func run<R: Sendable>(
        _ begin: String,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let session = try await take()
        defer { give(session) }
        return try await session.transaction(begin, body)
    }

    package func hints() -> AsyncStream<Void> {
        let listener = PostgresListener(settings)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.onTermination = { _ in listener.stop() }
            listener.start { continuation.yield() }
        }
    }

    package func close() async throws {
        let (sessions, waiters) = pool.update { pool in
            pool.isClosed = true
            defer { (pool.idle, pool.waiters) = ([], []) }
            return (pool.idle, pool.waiters)
        }
        for waiter in waiters { waiter.continuation.resume(throwing: Self.closed) }
        for session in sessions { await session.close() }
    }

    private static let closed = StorageError.unreachable("the pool is closed", mayBeKept: false)

    // MARK: The pool

    private func take() async throws -> PostgresSession {
        try await withCheckedThrowingContinuation { continuation in
            let (outcome, waiter) = pool.update { pool -> (Result<PostgresSession, any Error>?, UInt64) in
                if pool.isClosed { return (.failure(Self.closed), 0) }
                if let session = pool.idle.popLast() { return (.success(session), 0) }
                if pool.count < settings.sessions {
                    pool.count += 1
                    return (.success(PostgresSession(settings)), 0)
                }
                pool.nextWaiter += 1
                pool.waiters.append((pool.nextWaiter, continuation))
                return (nil, pool.nextWaiter)
            }
            if let outcome { return continuation.resume(with: outcome) }
            timers.asyncAfter(deadline: .now() + settings.waitMax) { self.giveUp(waiter) }
        }
    }

    private func giveUp(_ id: UInt64) {
        let waiter = pool.update { pool in
            pool.waiters.firstIndex { $0.id == id }.map { pool.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: StorageError.busy("every connection is taken"))
    }

    private func give(_ session: PostgresSession) {
        let waiter = pool.update { pool in
            if pool.waiters.isEmpty {
                pool.idle.append(session)
                return nil as CheckedContinuation<PostgresSession, any Error>?
            }
            return pool.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: session)
    }
}

/// How to reach PostgreSQL, and how long anything may take.
package struct PostgresSettings: Sendable {
    package var url: String
    package var schema: String?
    /// Connections that this process holds at most.
    package var sessions = 8
    /// Seconds that a caller waits for a connection.
    package var waitMax = 10.0
    /// Seconds after which a transaction that loses its connection is no longer tried again.
    package var retryMax = 15.0

    package init(
        url: String,
        schema: String? = nil,
        sessions: Int = 8,
        waitMax: Double = 10,
        retryMax: Double = 15
    ) {
        self.url = url
        self.schema = schema
        self.sessions = sessions
        self.waitMax = waitMax
        self.retryMax = retryMax
    }

    /// Where servers of one schema tell each other that they have written.
    var channel: String { "vitrina_\(schema ?? "public")" }
}
