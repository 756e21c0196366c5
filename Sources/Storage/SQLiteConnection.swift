import Foundation
import GRDB
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
            let columns = Row.Columns(statement.columnNames)
            let indexes = columns.names.indices
            var rows: [Row] = []
            let cursor = try GRDB.Row.fetchCursor(statement, arguments: sql.sqliteArguments())
            while let row = try cursor.next() {
                rows.append(Row(columns: columns, values: indexes.map { Value(sqlite: row[$0]) }))
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

    fileprivate init(sqlite value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let integer): self = .integer(integer)
        case .double(let double): self = .double(double)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes([UInt8](data))
        }
    }
}
