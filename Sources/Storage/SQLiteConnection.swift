/// A connection of SQLite inside one transaction.
struct SQLiteConnection: Connection {
    let dialect = Dialect.sqlite
    private let link: SQLiteLink

    init(_ link: SQLiteLink) {
        self.link = link
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try link.statement(sql.text).rows(sql.keepableValues())
    }

    func rows(each statements: [SQL]) throws -> [[Row]] { try statements.map(rows) }

    func send(_ sql: SQL) throws {
        try link.statement(sql.text).run(sql.keepableValues())
    }

    func execute(_ sql: SQL) throws -> Int {
        let before = link.changes
        try send(sql)
        // After a statement that changes no row, SQLite still returns the previous count.
        return link.changes == before ? 0 : link.lastChanges
    }

    func insert(_ rows: [[Value]], into table: String, _ columns: [String], _ ending: SQL) throws {
        let places = repeatElement("\(Value.null)" as SQL, count: columns.count).joined(separator: ", ")
        let sql: SQL = "INSERT INTO \(name: table) (\(SQL.names(columns))) VALUES (\(places)) \(ending)"
        let statement = try link.statement(sql.text)
        for row in rows { try statement.run(SQL.keepable(row, count: columns.count)) }
    }

    func script(_ text: String) throws { try link.script(text) }

    func savepoint<R>(_ body: () throws -> R) throws -> R { try link.savepoint(body) }

    /// Does nothing: other processes notice the version of the file.
    func notify() {}

    /// SQLite has one write at a time: every visible write has ended, and no other has begun.
    func writeProgress() -> WriteProgress { WriteProgress(ended: 0, begun: 0) }
}
