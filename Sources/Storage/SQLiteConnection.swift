/// A connection of SQLite inside one transaction.
struct SQLiteConnection: Connection {
    let dialect = Dialect.sqlite
    private let link: SQLiteLink

    init(_ link: SQLiteLink) {
        self.link = link
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try run(sql.text) { try $0.rows(sql.keepableValues()) }
    }

    func rows(each statements: [SQL]) throws -> [[Row]] { try statements.map(rows) }

    func forEach(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        link.timer?.expectLong()
        try link.statement(sql.text).forEach(sql.keepableValues(), body)
    }

    func send(_ sql: SQL) throws {
        try run(sql.text) { try $0.run(sql.keepableValues()) }
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
        try run(sql.text) { statement in
            for row in rows { try statement.run(SQL.keepable(row, count: columns.count)) }
        }
    }

    func script(_ text: String) throws {
        guard let timer = link.timer else { return try link.script(text) }
        try timer.measure(text) { try link.script(text) }
    }

    /// Runs a statement, and measures it if slow ones are reported.
    private func run<R>(_ text: String, _ body: (SQLiteStatement) throws -> R) throws -> R {
        guard let timer = link.timer else { return try body(link.statement(text)) }
        return try timer.measure(text) { try body(link.statement(text)) }
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R { try link.savepoint(body) }

    /// Does nothing: other processes notice the version of the file.
    func notify() {}

    /// SQLite has one write at a time: every visible write has ended, and no other has begun.
    func writeProgress() -> WriteProgress { WriteProgress(ended: 0, begun: 0) }
}
