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
            let statement = try bound(sql)
            var columns = Row.Columns([])
            var rows: [Row] = []
            let cursor = try GRDB.Row.fetchCursor(statement)
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
            let statement = try bound(sql)
            let before = connection.totalChangesCount
            try statement.execute()
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
                try statement.bind(SQL.keepable(row, count: columns.count))
                try statement.execute()
            }
        }
    }

    func script(_ text: String) throws {
        try mappingErrors { try connection.execute(sql: text) }
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        try mappingErrors {
            try connection.savepoint(body)
        }
    }

    /// Does nothing: other processes notice the version of the file.
    func notify() {}

    /// SQLite has one write at a time: every visible write has ended, and no other has begun.
    func writeProgress() -> WriteProgress { WriteProgress(ended: 0, begun: 0) }

    /// The prepared statement with its values, in order, because SQLite numbers `$1`, `$2`, … in order of occurrence.
    private func bound(_ sql: SQL) throws -> Statement {
        let statement = try statements.statement(sql.text, on: connection)
        try statement.bind(sql.keepableValues())
        return statement
    }

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

extension GRDB.Database {
    /// Rolls back the changes of `body` if it throws; within a transaction.
    ///
    /// As `inSavepoint`, which prepares its statements each time.
    func savepoint<R>(_ body: () throws -> R) throws -> R {
        try cachedStatement(sql: "SAVEPOINT vitrina").execute()
        do {
            let result = try body()
            try cachedStatement(sql: "RELEASE vitrina").execute()
            return result
        } catch {
            // Some errors have ended the whole transaction.
            if isInsideTransaction {
                try cachedStatement(sql: "ROLLBACK TO vitrina").execute()
                try cachedStatement(sql: "RELEASE vitrina").execute()
            }
            throw error
        }
    }
}

extension Statement {
    /// Sets the values of the parameters.
    ///
    /// GRDB's own arguments pass each value through four generic sequences, which took a twentieth of a write.
    fileprivate func bind(_ values: [Value]) throws {
        guard sqlite3_bind_parameter_count(sqliteStatement) == values.count else {
            throw StorageError.other("A statement got \(values.count) values.")
        }
        // Returns the failure of the run before, which was reported then.
        _ = sqlite3_reset(sqliteStatement)
        // Otherwise GRDB refuses to run the statement, because its own arguments do not fit the parameters.
        setUncheckedArguments([])
        for (index, value) in zip(Int32(1)..., values) {
            let code = value.sqlite.bind(to: sqliteStatement, at: index)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
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
