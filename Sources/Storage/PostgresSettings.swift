/// The configuration of a PostgreSQL server, with every bound on waiting for it.
package struct PostgresSettings: Sendable {
    /// A URL or a list of `keyword=value`, as libpq reads it; several hosts may be named.
    ///
    /// Of several hosts the one that takes writes is used, and another, for reads alone, while none does; unless the
    /// address says otherwise by `target_session_attrs`.
    package var url: String
    /// The address of a hot standby of the same server, which answers reports; nil if there is none.
    package var replica: String?
    /// The age that what the standby shows may have, so that it is used.
    package var replicaLagMax: Duration = .seconds(10)
    /// True for the connections to that standby.
    var isReplica = false
    /// The schema of the tables, created if it is missing; nil leaves it to the server's `search_path`.
    package var schema: String?
    /// The maximum number of concurrent transactions.
    package var sessions: Int
    /// The time for which a transaction waits for a session before it fails as `.busy`.
    package var waitMax: Duration
    /// The time for which a transaction is retried while the server cannot be reached.
    package var retryMax: Duration
    /// The time after which the server cancels a statement of long work or of a service.
    package var statementTimeout: Duration = .seconds(30)
    /// The same limit for a statement of a request of an app.
    package var appStatementTimeout: Duration = .seconds(4)
    /// The same limit for a statement of a call of staff.
    package var staffStatementTimeout: Duration = .seconds(15)
    /// The same limit for the statements of a migration.
    package var scriptTimeout: Duration = .seconds(1800)
    /// The time that each transaction of an app's request takes at most, with every wait and retry.
    package var appCallMax: Duration = .seconds(5)
    /// The time after which the server cancels a statement that waits for a lock.
    package var lockTimeout: Duration = .seconds(10)
    /// True to keep nothing in a connection beyond a transaction, as is done anyway where a pooler is found.
    package var isShared = false
    /// Nil if slow statements are not reported.
    package var slow: SlowStatements?

    /// The time beyond the server's own time-out after which the connection counts as lost.
    static let grace: Duration = .seconds(5)
    /// The time after which a connection to a host that takes no writes is replaced, if several are named; and one to a
    /// read replica, which may have become the primary.
    static let secondChoiceMax: Duration = .seconds(30)
    /// The number of retries of a transaction after serialization failures.
    static let conflictsMax = 10
    /// The number of statements that each session keeps prepared.
    static let statementsMax = 256

    /// The number of commands of which a transaction leaves the answers unread.
    static let unreadMax = 64
    /// The number of rows of a long answer that are fetched at once.
    static let rowsPerFetch = 1000
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

    /// The bounds of a call that begins now.
    func call(in lane: Lane) -> PostgresCall {
        let limit = CallEnd.current
        let own: ContinuousClock.Instant? = lane == .app ? ContinuousClock.now + appCallMax : nil
        let usual = statementTimeout(in: limit == nil ? lane : .app)
        return PostgresCall(
            lane: lane,
            statementTimeout: StatementTime.current.map { max($0, usual) } ?? usual,
            end: [limit, own].compactMap { $0 }.min()
        )
    }

    /// A new connection has that of apps, whose statements are the most; it keeps another until the next change.
    func statementTimeout(in lane: Lane) -> Duration {
        switch lane {
        case .app: min(appStatementTimeout, statementTimeout)
        case .staff: min(staffStatementTimeout, statementTimeout)
        case .heavy, .background: statementTimeout
        }
    }

    /// Parameters before `dbname` are overridden by the URL, those after it are not.
    var parameters: [(String, String)] {
        let target: [(String, String)] = isReplica ? [("target_session_attrs", "prefer-standby")] : []
        return target + [
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
        let own = values(statementTimeout: statementTimeout(in: .app))
        return own.map { "SET \($0.name) = '\($0.value)';" }.joined()
            + (schema.map { ("SET search_path = \(name: $0);" as SQL).text } ?? "")
            // Acknowledged transactions are durable, whatever the server's own setting.
            + " SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'"
    }

    /// The same settings for one transaction, whose connection others use before and after it.
    ///
    /// One statement, which travels with `BEGIN`. What an administrator keeps from changes is told to PostgreSQL here: a
    /// pooler may report it as it was long ago.
    func greeting(of mode: PostgresSession.Mode, within limit: Duration) -> String {
        var calls = values(statementTimeout: limit).map { ($0.name, "'\($0.value)'") }
        if let schema {
            let path = ("\(name: schema)" as SQL).text.replacing("'", with: "''")
            calls.append(("search_path", "'\(path)'"))
        }
        calls.append(
            (
                "synchronous_commit",
                "CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
                    + " ELSE current_setting('synchronous_commit') END"
            )
        )
        if mode == .write {
            calls.append(("transaction_read_only", "current_setting('default_transaction_read_only')"))
        }
        return "SELECT " + calls.map { "set_config('\($0.0)', \($0.1), true)" }.joined(separator: ", ")
    }

    private func values(statementTimeout limit: Duration) -> [(name: String, value: String)] {
        [
            ("timezone", "UTC"),
            ("datestyle", "ISO"),
            ("bytea_output", "hex"),
            ("extra_float_digits", "1"),
            ("standard_conforming_strings", "on"),
            ("statement_timeout", limit.postgres),
            ("lock_timeout", lockTimeout.postgres),
            ("idle_in_transaction_session_timeout", statementTimeout.postgres),
        ]
    }
}

extension Duration {
    /// In milliseconds, the unit in which PostgreSQL reads a time-out.
    var postgres: String { "\(Int64(self / .milliseconds(1)))ms" }
}
