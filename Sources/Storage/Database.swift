/// A database that keeps what it acknowledged: SQLite on one machine, PostgreSQL for many servers.
package protocol Database: Sendable {
    var dialect: Dialect { get }

    /// Runs `body` on one consistent view of the database.
    func read<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Runs `body` as one transaction, which is kept when `body` returns and undone when it throws.
    ///
    /// `body` may run more than once (a lost connection, a serialization failure), so it must have no effect but SQL.
    func write<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R

    /// Throws `.detached` where what is written from now on would be lost; asks no server.
    func requireAttached() throws(StorageError)

    /// Hints that another process may have written; one may be missing, and one may come for nothing.
    func hints() -> AsyncStream<Void>

    /// Waits for what runs and closes every connection.
    func close() async throws
}

extension Database {
    package func requireAttached() throws(StorageError) {}

    /// A write that may be left out, such as the time of a token's last use: where the database takes none just now, what
    /// the caller has read is answered all the same.
    package func writeIfPossible(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        do {
            try await write(body)
        } catch StorageError.readOnly, StorageError.detached, StorageError.busy, StorageError.unreachable {
        }
    }
}

/// A connection inside one `read` or `write`; never kept beyond it.
package protocol Connection {
    var dialect: Dialect { get }

    func rows(_ sql: SQL) throws -> [Row]

    /// The number of rows that were changed.
    @discardableResult func execute(_ sql: SQL) throws -> Int

    /// Runs several statements without values, as a migration holds them.
    func script(_ text: String) throws

    /// Undoes what `body` did when it throws, and leaves the transaction usable.
    func savepoint<R>(_ body: () throws -> R) throws -> R

    /// Tells the other servers, once this transaction is kept, that there is something to look at.
    func notify() throws

    /// How far the writes of everybody are, as this transaction sees it.
    func writeProgress() throws -> WriteProgress
}

/// Numbers of writes, which are given in the order in which they begin and not in that in which they end.
///
/// A number of a row (an identity) is given while its transaction runs, so a lower one may appear after a higher one.
/// One that is missing while `begun` is b appears before `ended` is b, or never.
package struct WriteProgress: Sendable, Hashable {
    /// Every write below this number had ended.
    package let ended: Int64
    /// No write from this number on had begun.
    package let begun: Int64

    package init(ended: Int64, begun: Int64) {
        self.ended = ended
        self.begun = begun
    }
}

package enum Dialect: String, Sendable, CaseIterable {
    case sqlite, postgres
}
