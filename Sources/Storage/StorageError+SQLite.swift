import CLibSQLite

extension StorageError {
    /// The error for an extended result code of SQLite and its message.
    init(sqlite code: Int32, _ message: String) {
        switch (code & 0xFF, code >> 8) {
        case (SQLITE_CONSTRAINT, Self.foreignKey): self = .reference(message)
        case (SQLITE_CONSTRAINT, Self.primaryKey), (SQLITE_CONSTRAINT, Self.rowID),
            (SQLITE_CONSTRAINT, Self.uniqueValue):
            self = .unique(Self.afterColon(message))
        case (SQLITE_CONSTRAINT, _): self = .constraint(Self.afterColon(message))
        case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): self = .busy(message)
        case (SQLITE_READONLY, _): self = .readOnly(message)
        case (SQLITE_CORRUPT, _): self = .damaged(message)
        case (SQLITE_FULL, _), (SQLITE_IOERR, Self.sharedMemorySize): self = .full(message)
        case (SQLITE_CANTOPEN, _), (SQLITE_IOERR, _), (SQLITE_NOTADB, _), (SQLITE_PERM, _):
            self = .unreachable(message, mayBeKept: false)
        case _: self = .other("SQLite: \(message)")
        }
    }

    /// The upper bits of `SQLITE_CONSTRAINT_…`, which are macros that Swift does not see (sqlite.org/rescode.html).
    private static let foreignKey: Int32 = 3
    private static let primaryKey: Int32 = 6
    private static let uniqueValue: Int32 = 8
    /// Of `SQLITE_IOERR`: the file of the shared memory cannot grow.
    private static let sharedMemorySize: Int32 = 19
    private static let rowID: Int32 = 10

    /// `UNIQUE constraint failed: contents.slug` becomes `contents.slug`.
    private static func afterColon(_ message: String) -> String {
        guard let colon = message.firstRange(of: "failed: ") else { return message }
        return String(message[colon.upperBound...])
    }
}
