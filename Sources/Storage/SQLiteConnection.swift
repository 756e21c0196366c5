import Foundation
import GRDB

/// GRDB's connection within one transaction.
struct SQLiteConnection: Connection {
    let database: GRDB.Database
    let dialect = Dialect.sqlite

    func rows(_ sql: SQL) throws -> [Row] {
        try mapped {
            let statement = try database.cachedStatement(sql: sql.text)
            try statement.setArguments(Self.arguments(sql))
            let columns = Row.Columns(statement.columnNames)
            let count = statement.columnCount
            var rows: [Row] = []
            let cursor = try GRDB.Row.fetchCursor(statement)
            while let row = try cursor.next() {
                rows.append(Row(columns: columns, values: (0..<count).map { Value(row, $0) }))
            }
            return rows
        }
    }

    func execute(_ sql: SQL) throws -> Int {
        try mapped {
            let statement = try database.cachedStatement(sql: sql.text)
            try statement.setArguments(Self.arguments(sql))
            try statement.execute()
            return database.changesCount
        }
    }

    func script(_ text: String) throws {
        try mapped { try database.execute(sql: text) }
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        var result: R?
        try mapped {
            try database.inSavepoint {
                result = try body()
                return .commit
            }
        }
        guard let result else { throw StorageError.other("The savepoint has not run.") }
        return result
    }

    func notify() throws {}

    private func mapped<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw StorageError.mapped(error)
        }
    }

    private static func arguments(_ sql: SQL) throws(StorageError) -> StatementArguments {
        var arguments: [DatabaseValue] = []
        for value in sql.values {
            switch value {
            case .null: arguments.append(.null)
            case .bool(let bool): arguments.append(bool.databaseValue)
            case .integer(let integer): arguments.append(integer.databaseValue)
            case .double(let double): arguments.append(double.databaseValue)
            case .text(let text):
                guard !text.utf8.contains(0) else { throw .text }
                arguments.append(text.databaseValue)
            case .bytes(let bytes): arguments.append(Data(bytes).databaseValue)
            case .timestamp(let timestamp): arguments.append(timestamp.microseconds.databaseValue)
            }
        }
        return StatementArguments(arguments)
    }
}

extension Value {
    fileprivate init(_ row: GRDB.Row, _ index: Int) {
        let cell: DatabaseValue = row[index]
        self =
            switch cell.storage {
            case .null: .null
            case .int64(let integer): .integer(integer)
            case .double(let double): .double(double)
            case .string(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
    }
}

extension StorageError {
    /// A failure of SQLite in our words; what a caller has thrown itself stays as it is.
    static func mapped(_ error: any Error) -> any Error {
        error is DatabaseError ? StorageError(sqlite: error) : error
    }

    init(sqlite error: any Error) {
        guard let error = error as? DatabaseError else {
            self = (error as? StorageError) ?? .other("\(error)")
            return
        }
        let message = error.message ?? "\(error.resultCode)"
        self =
            switch (error.resultCode, error.extendedResultCode) {
            case (_, .SQLITE_CONSTRAINT_UNIQUE), (_, .SQLITE_CONSTRAINT_PRIMARYKEY): .unique(message)
            case (_, .SQLITE_CONSTRAINT_FOREIGNKEY): .reference(message)
            case (.SQLITE_CONSTRAINT, _): .constraint(message)
            case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _): .busy(message)
            case (.SQLITE_CANTOPEN, _), (.SQLITE_IOERR, _), (.SQLITE_FULL, _), (.SQLITE_READONLY, _):
                .unreachable(message, mayBeKept: false)
            case (_, _): .other(message)
            }
    }
}
