import GRDB

extension StorageError {
    /// An error of SQLite as a `StorageError`, and any other unchanged.
    static func mapped(sqlite error: any Error) -> any Error {
        (error as? DatabaseError).map(StorageError.init(sqlite:)) ?? error
    }

    init(sqlite error: DatabaseError) {
        let message = error.message ?? "SQLite \(error.extendedResultCode)"
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            self = .unique(Self.afterColon(message))
        case .SQLITE_CONSTRAINT_FOREIGNKEY: self = .reference(message)
        case .SQLITE_CONSTRAINT: self = .constraint(Self.afterColon(message))
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(message)
        // GRDB reports MISUSE for a closed connection.
        case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_MISUSE, .SQLITE_NOTADB, .SQLITE_PERM,
            .SQLITE_READONLY:
            self = .unreachable(message, mayBeKept: false)
        default: self = .other("SQLite: \(message)")
        }
    }

    /// `UNIQUE constraint failed: contents.slug` becomes `contents.slug`.
    private static func afterColon(_ message: String) -> String {
        guard let colon = message.firstRange(of: "failed: ") else { return message }
        return String(message[colon.upperBound...])
    }
}
