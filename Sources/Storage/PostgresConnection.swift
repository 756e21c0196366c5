/// A session's connection inside one transaction.
struct PostgresConnection: Connection {
    let dialect = Dialect.postgres
    let link: PostgresLink
    let settings: PostgresSettings

    func rows(_ sql: SQL) throws -> [Row] {
        try link.prepared(sql).rows
    }

    func rows(each statements: [SQL]) throws -> [[Row]] {
        for sql in statements { try link.send(sql) }
        return try link.settle().suffix(statements.count).map(\.rows)
    }

    func forEach(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        link.timer?.expectLong()
        _ = try execute("DECLARE long_answer NO SCROLL CURSOR FOR \(sql)")
        var rows: [Row]
        repeat {
            // Not prepared: the same text has other columns next time.
            let result = try link.query("FETCH \(PostgresSettings.rowsPerFetch) FROM long_answer")
            rows = result.rows(Row.Columns(result.columnNames))
            for row in rows { try body(row) }
        } while rows.count == PostgresSettings.rowsPerFetch
        try link.query("CLOSE long_answer")
    }

    func execute(_ sql: SQL) throws -> Int {
        try link.prepared(sql).result.changedRows
    }

    func send(_ sql: SQL) throws {
        try link.send(sql)
        if link.unread.count >= PostgresSettings.unreadMax { try link.settle() }
    }

    /// Each column is sent as an array, so that a statement is planned, and its rules are read, once for many rows.
    func insert(_ rows: [[Value]], into table: String, _ columns: [String], _ ending: SQL) throws {
        guard !rows.isEmpty else { return }
        let types = try link.columnTypes(of: table)
        let max = PostgresSettings.rowsPerInsert
        for start in stride(from: 0, to: rows.count, by: max) {
            let part = try rows[start..<min(start + max, rows.count)].map { row in
                try SQL.keepable(row, count: columns.count)
            }
            let arrays = try columns.enumerated().map { index, column -> SQL in
                guard let type = types[column] else {
                    throw StorageError.other("The table \(table) has no column \(column).")
                }
                let array = Value.text(postgresArray: part.map { $0[index] })
                return "CAST(\(array) AS \(name: type)[])"
            }
            _ = try execute(
                """
                INSERT INTO \(name: table) (\(SQL.names(columns)))
                SELECT * FROM unnest(\(arrays.joined(separator: ", "))) \(ending)
                """
            )
        }
    }

    func script(_ text: String) throws {
        try link.query("SET LOCAL statement_timeout = '\(settings.scriptTimeout.postgres)'")
        try link.query(text, timeout: settings.scriptTimeout)
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        // A failure of an earlier statement does not belong to this savepoint.
        try link.settle()
        try link.send(text: "SAVEPOINT part")
        do {
            let result = try body()
            // Waits, so that everything of `body` has succeeded.
            try link.send(text: "RELEASE SAVEPOINT part")
            try link.settle()
            return result
        } catch {
            _ = try? link.settle()
            // If this fails too, the connection is lost, and `error` or the next statement reports so.
            _ = try? link.query("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part")
            throw error
        }
    }

    func notify() { link.isNoticed = true }

    func writeProgress() throws -> WriteProgress {
        // The end of a snapshot (xmax) follows the last write that has ended, and one that runs may have a later number;
        // the age of a number counts from the next one that will be given.
        let rows = try rows(
            """
            SELECT CAST(CAST(pg_snapshot_xmin(s) AS text) AS bigint) AS ended,
                CAST(CAST(pg_snapshot_xmin(s) AS text) AS bigint) + age(CAST(pg_snapshot_xmin(s) AS xid)) AS begun
            FROM pg_current_snapshot() AS s
            """
        )
        guard let row = rows.first else { throw StorageError.other("there is no snapshot") }
        return WriteProgress(ended: try row.get("ended"), begun: try row.get("begun"))
    }
}
