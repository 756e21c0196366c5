import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A GRDB connection inside one transaction.
struct SQLiteConnection: Connection {
    let dialect = Dialect.sqlite
    private let connection: GRDB.Database
    private let statements: SQLiteStatements

    init(_ connection: GRDB.Database, statements: SQLiteStatements) {
        self.connection = connection
        self.statements = statements
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try mappingErrors {
            let statement = try statements.statement(sql.text, on: connection)
            var columns = Row.Columns([])
            var rows: [Row] = []
            let cursor = try GRDB.Row.fetchCursor(statement, arguments: sql.sqliteArguments())
            while try cursor.next() != nil {
                // Not before: SQLite prepares again at the first row if another process has migrated.
                if rows.isEmpty { columns = Row.Columns(statement.sqliteStatement.columnNames) }
                let values = columns.names.indices.map { statement.sqliteStatement.value($0) }
                rows.append(Row(columns: columns, values: values))
            }
            return rows
        }
    }

    func execute(_ sql: SQL) throws -> Int {
        try mappingErrors {
            let statement = try statements.statement(sql.text, on: connection)
            let before = connection.totalChangesCount
            try statement.execute(arguments: sql.sqliteArguments())
            // SQLite goes on telling the last count after a statement that changes no row.
            return connection.totalChangesCount == before ? 0 : connection.changesCount
        }
    }

    func script(_ text: String) throws {
        try mappingErrors { try connection.execute(sql: text) }
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        try mappingErrors {
            var result: R?
            try connection.inSavepoint {
                result = try body()
                return .commit
            }
            guard let result else { throw StorageError.other("A savepoint was kept without its result.") }
            return result
        }
    }

    /// Does nothing: other processes see the file's version change.
    func notify() {}

    /// One write at a time: what is seen has ended, and nothing else has begun.
    func writeProgress() -> WriteProgress { WriteProgress(ended: 0, begun: 0) }

    private func mappingErrors<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw StorageError.mapped(sqlite: error)
        }
    }
}

/// Decides which statements stay prepared, as GRDB would keep all that it has seen.
final class SQLiteStatements: Sendable {
    /// The most statements that each connection keeps prepared.
    static let keptMax = 512

    private let kept = Mutex<Set<String>>([])

    func statement(_ text: String, on connection: GRDB.Database) throws -> Statement {
        let isKept = kept.withLock { kept in
            if kept.contains(text) { return true }
            guard kept.count < Self.keptMax else { return false }
            kept.insert(text)
            return true
        }
        return try isKept ? connection.cachedStatement(sql: text) : connection.makeStatement(sql: text)
    }
}

extension SQL {
    /// In order, as SQLite counts `$1`, `$2`, … in the order in which they stand.
    fileprivate func sqliteArguments() throws(StorageError) -> StatementArguments {
        try StatementArguments(keepableValues().map(\.sqlite))
    }
}

extension Value {
    fileprivate var sqlite: DatabaseValue {
        switch self {
        case .null: .null
        case .bool(let bool): bool.databaseValue
        case .integer(let integer): integer.databaseValue
        case .double(let double): double.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        case .timestamp(let timestamp): timestamp.microseconds.databaseValue
        }
    }
}

/// What SQLite itself knows of the row at hand; GRDB goes on with the columns that it saw at first.
extension SQLiteStatement {
    fileprivate var columnNames: [String] {
        (0..<sqlite3_column_count(self)).map { index in
            sqlite3_column_name(self, index).map { String(cString: $0) } ?? ""
        }
    }

    fileprivate func value(_ index: Int) -> Value {
        let index = Int32(index)
        return switch sqlite3_column_type(self, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(self, index))
        case SQLITE_FLOAT: .double(sqlite3_column_double(self, index))
        case SQLITE_TEXT: .text(String(decoding: bytes(index), as: UTF8.self))
        case SQLITE_BLOB: .bytes([UInt8](bytes(index)))
        case _: .null
        }
    }

    /// Of a text too, as the database is in UTF-8; valid until the next row.
    private func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(self, index)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(self, index)))
    }
}
