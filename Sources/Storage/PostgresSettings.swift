/// The configuration of a PostgreSQL server, with every bound on waiting for it.
package struct PostgresSettings: Sendable {
    /// A URL or a list of `keyword=value`, as libpq reads it; several hosts may be named.
    package var url: String
    /// The schema of the tables, created if it is missing; nil leaves it to the server's `search_path`.
    package var schema: String?
    /// The maximum number of concurrent transactions.
    package var sessions: Int
    /// The time for which a transaction waits for a session before it fails as `.busy`.
    package var waitMax: Duration
    /// The time for which a transaction is retried while the server cannot be reached.
    package var retryMax: Duration
    /// The time after which the server cancels a statement.
    package var statementTimeout: Duration = .seconds(30)
    /// The same limit for the statements of a migration.
    package var scriptTimeout: Duration = .seconds(1800)
    /// The time after which the server cancels a statement that waits for a lock.
    package var lockTimeout: Duration = .seconds(10)

    /// The time beyond the server's own time-out after which the connection counts as lost.
    static let grace: Duration = .seconds(5)
    /// The number of retries of a transaction after serialization failures.
    static let conflictsMax = 10
    /// The number of statements that each session keeps prepared.
    static let statementsMax = 256

    /// The number of commands of which a transaction leaves the answers unread.
    static let unreadMax = 64
    /// The number of rows that one statement inserts.
    static let rowsPerInsert = 1000

    package init(
        url: String,
        schema: String? = nil,
        sessions: Int = 8,
        waitMax: Duration = .seconds(10),
        retryMax: Duration = .seconds(15)
    ) {
        self.url = url
        self.schema = schema
        self.sessions = sessions
        self.waitMax = waitMax
        self.retryMax = retryMax
    }

    /// The channel on which the servers of one schema notify one another.
    var channel: String { schema.map { "vitrina_\($0)" } ?? "vitrina" }

    /// Parameters before `dbname` are overridden by the URL, those after it are not.
    var parameters: [(String, String)] {
        [
            ("connect_timeout", "5"),
            ("keepalives", "1"),
            ("keepalives_idle", "15"),
            ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
            ("application_name", "vitrina"),
            ("dbname", url),
            ("client_encoding", "UTF8"),
        ]
    }

    /// The settings applied to each new connection.
    var greeting: String {
        let settings = [
            ("timezone", "UTC"),
            ("datestyle", "ISO"),
            ("bytea_output", "hex"),
            ("extra_float_digits", "1"),
            ("standard_conforming_strings", "on"),
            ("statement_timeout", statementTimeout.postgres),
            ("lock_timeout", lockTimeout.postgres),
            ("idle_in_transaction_session_timeout", statementTimeout.postgres),
        ]
        return settings.map { "SET \($0) = '\($1)';" }.joined()
            + (schema.map { ("SET search_path = \(name: $0);" as SQL).text } ?? "")
            // Acknowledged transactions are durable, whatever the server's own setting.
            + " SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'"
    }
}

extension Duration {
    /// In milliseconds, the unit in which PostgreSQL reads a time-out.
    var postgres: String { "\(Int64(self / .milliseconds(1)))ms" }
}
