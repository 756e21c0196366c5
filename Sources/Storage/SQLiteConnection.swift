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

    func rows(each statements: [SQL]) throws -> [[Row]] { try statements.map(rows) }

    func send(_ sql: SQL) throws { _ = try execute(sql) }

    func execute(_ sql: SQL) throws -> Int {
        try mappingErrors {
            let statement = try statements.statement(sql.text, on: connection)
            let before = connection.totalChangesCount
            try statement.execute(arguments: sql.sqliteArguments())
            // After a statement that changes no row, SQLite still returns the previous count.
            return connection.totalChangesCount == before ? 0 : connection.changesCount
        }
    }

    func insert(_ rows: [[Value]], into table: String, _ columns: [String], _ ending: SQL) throws {
        let places = repeatElement("\(Value.null)" as SQL, count: columns.count).joined(separator: ", ")
        let sql: SQL = "INSERT INTO \(name: table) (\(SQL.names(columns))) VALUES (\(places)) \(ending)"
        try mappingErrors {
            let statement = try statements.statement(sql.text, on: connection)
            for row in rows {
                let values = try SQL.keepable(row, count: columns.count)
                try statement.execute(arguments: StatementArguments(values.map(\.sqlite)))
            }
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

    /// Does nothing: other processes notice the version of the file.
    func notify() {}

    /// SQLite has one write at a time: every visible write has ended, and no other has begun.
    func writeProgress() -> WriteProgress { WriteProgress(ended: 0, begun: 0) }

    private func mappingErrors<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw StorageError.mapped(sqlite: error)
        }
    }
}

/// Decides which statements stay prepared, because GRDB would keep all of them.
final class SQLiteStatements: Sendable {
    /// The number of statements that each connection keeps prepared.
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
    /// In order, because SQLite numbers `$1`, `$2`, … in order of occurrence.
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

/// The current row according to SQLite itself; GRDB caches the columns that it saw first.
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

    /// The bytes of a text too, because the database is in UTF-8; valid until the next row.
    private func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(self, index)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(self, index)))
    }
}
