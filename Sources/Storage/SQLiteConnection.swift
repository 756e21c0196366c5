import Foundation
import GRDB

/// A GRDB connection inside one transaction.
struct SQLiteConnection: Connection {
    /// GRDB keeps every statement that was prepared; beyond this many all are let go.
    static let statementsMax = 512

    let dialect = Dialect.sqlite
    private let connection: GRDB.Database
    private let statements = StatementCount()

    /// Runs `body` on the connection and lets statements go when there are many.
    static func run<R>(
        on connection: GRDB.Database, _ body: (any Connection) throws -> R
    ) throws -> R {
        try body(SQLiteConnection(connection: connection))
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try mappingErrors {
            let statement = try connection.cachedStatement(sql: sql.text)
            let cursor = try GRDB.Row.fetchCursor(statement, arguments: sql.sqliteArguments())
            var rows: [Row] = []
            var columns: Row.Columns?
            while let row = try cursor.next() {
                // Not the statement's own names: they are from before another process changed the table.
                let names = columns ?? Row.Columns(Array(row.columnNames))
                columns = names
                rows.append(Row(columns: names, values: row.databaseValues.map(Value.init(sqlite:))))
            }
            return rows
        }
    }
}
