/// How a PostgreSQL server is reached, and every bound on waiting for it.
package struct PostgresSettings: Sendable {
    /// A URL or a list of `keyword=value`, as libpq reads it; several hosts may be named.
    package var url: String
    /// The schema that holds the tables, created when it is missing; nil leaves it to the server's `search_path`.
    package var schema: String?
    /// The most transactions at once.
    package var sessions: Int
    /// How long a transaction waits for one of the sessions before it is `.busy`.
    package var waitMax: Duration
    /// How long a transaction is tried again while the server cannot be reached.
    package var retryMax: Duration
    /// The server ends a statement after this time.
    package var statementTimeout: Duration = .seconds(30)
    /// The same for the statements of a migration.
    package var scriptTimeout: Duration = .seconds(1800)
    /// The server ends a statement that waits so long for a lock.
    package var lockTimeout: Duration = .seconds(10)

    /// What an answer may take beyond the server's own time-out before the connection counts as lost.
    static let grace: Duration = .seconds(5)
    /// How often a transaction is run again that the server could not order among the others.
    static let conflictsMax = 10
    /// The statements that each session keeps prepared.
    static let statementsMax = 256

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

    /// What the servers of one schema call to each other on.
    var channel: String { schema.map { "vitrina_\($0)" } ?? "vitrina" }

    /// Those before `dbname` give way to the address, those after it do not.
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

    /// What each new connection is told.
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
            // What was acknowledged is kept, whatever the server's own setting.
            + " SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'"
    }
}

extension Duration {
    /// In milliseconds, as PostgreSQL reads a time-out.
    var postgres: String { "\(Int64(self / .milliseconds(1)))ms" }
}
