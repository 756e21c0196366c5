/// A durable database: SQLite on one machine, PostgreSQL for many servers.
package protocol Database: Sendable {
    var dialect: Dialect { get }

    /// Runs `body` on one consistent snapshot of the database.
    func read<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Runs `body` as one transaction, which is committed when `body` returns and rolled back when it throws.
    ///
    /// `body` may run more than once (a lost connection, a serialization failure), so it must have no effect but SQL.
    func write<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Throws `.detached` if writes from now on would be lost; does not query the server.
    func requireAttached() throws(StorageError)

    /// Hints that another process may have written; a hint may be missing or spurious.
    func hints() -> AsyncStream<Void>

    /// The present state of its connections; does not query the server.
    var statistics: DatabaseStatistics { get }

    /// Looks at the read replica, if there is one, unless that was done within a second; `statistics` has the result.
    func lookAtReplica() async

    /// Waits for running work and closes every connection.
    func close() async throws
}

extension Database {
    package func requireAttached() throws(StorageError) {}

    package var statistics: DatabaseStatistics { DatabaseStatistics() }

    package func lookAtReplica() async {}

    /// Performs a write that may be skipped, such as the time of a token's last use.
    ///
    /// If the database accepts no writes at the moment, the caller continues with the data that it has read.
    package func writeIfPossible(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        do {
            try await write(body)
        } catch StorageError.readOnly, StorageError.detached, StorageError.busy, StorageError.unreachable,
            StorageError.outdated, StorageError.full
        {
        }
    }

    /// Runs `body`, and closes the database afterwards.
    ///
    /// Throws what `body` throws, which is more important than a failure to close.
    package func closing<R>(after body: () async throws -> R) async throws -> R {
        let result: R
        do {
            result = try await body()
        } catch {
            try? await close()
            throw error
        }
        try await close()
        return result
    }
}

/// A connection inside one `read` or `write`; it must not be used after it.
package protocol Connection {
    var dialect: Dialect { get }

    func rows(_ sql: SQL) throws -> [Row]

    /// The rows of each statement; PostgreSQL answers all of them in one round trip.
    func rows(each statements: [SQL]) throws -> [[Row]]

    /// Calls `body` with each row of a long answer, which is never in memory as a whole.
    ///
    /// `body` runs no statement of its own.
    func forEach(_ sql: SQL, _ body: (Row) throws -> Void) throws

    /// The number of changed rows.
    @discardableResult func execute(_ sql: SQL) throws -> Int

    /// Runs a statement whose answer is not needed: PostgreSQL gets it together with the next one.
    ///
    /// A failure is thrown by this call or by a later one of the transaction, at the latest by its end; so this is not for
    /// statements whose failure the caller handles.
    func send(_ sql: SQL) throws

    /// Inserts rows, whose values stand in the order of `columns`; `ending` follows, such as `ON CONFLICT … DO NOTHING`.
    ///
    /// PostgreSQL takes a thousand rows by one statement, so `ending` may not write one row twice.
    func insert(_ rows: [[Value]], into table: String, _ columns: [String], _ ending: SQL) throws

    /// Runs several statements without values, such as a migration.
    func script(_ text: String) throws

    /// Rolls back the changes of `body` if it throws, and leaves the transaction usable.
    func savepoint<R>(_ body: () throws -> R) throws -> R

    /// Has the other servers notified soon after this transaction has been committed.
    func notify()

    /// The progress of all writes, as seen by this transaction.
    func writeProgress() throws -> WriteProgress
}

extension Connection {
    /// The end of a SELECT that locks its rows until the transaction ends, such as `FOR UPDATE`.
    ///
    /// Empty on SQLite, which has one write at a time.
    package func locking(_ clause: SQL) -> SQL {
        switch dialect {
        case .sqlite: ""
        case .postgres: clause
        }
    }
}

/// Numbers of writes, which are assigned in the order in which they begin and not in which they end.
///
/// The number of a row (an identity) is assigned while its transaction runs, so a lower one may appear after a higher
/// one. A number that is missing while `begun` is b appears before `ended` is b, or never.
package struct WriteProgress: Sendable, Hashable {
    /// Every write below this number has ended.
    package let ended: Int64
    /// No write from this number on has begun.
    package let begun: Int64

    package init(ended: Int64, begun: Int64) {
        self.ended = ended
        self.begun = begun
    }
}

package enum Dialect: String, Sendable, CaseIterable {
    case sqlite, postgres
}
