import CLibSQLite

/// One open connection of SQLite; used by one thread at a time.
final class SQLiteLink {
    enum Mode {
        case write, read

        fileprivate var flags: Int32 {
            switch self {
            case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .read: SQLITE_OPEN_READONLY
            }
        }
    }

    /// True if the library took its settings, which it does once and before the first connection.
    private static let isLibrarySet = vitrina_sqlite_count_no_bytes() == SQLITE_OK
    /// The number of statements that stay prepared.
    private static let keptMax = 512

    private let handle: OpaquePointer
    private var kept: [String: SQLiteStatement] = [:]
    /// Nil if slow statements are not reported.
    let timer: StatementTimer?

    /// Opens the file, and runs `setup`, such as pragmas.
    ///
    /// A statement waits for another process for `busyTimeout`, and fails as `.busy` then.
    init(
        path: String,
        _ mode: Mode,
        busyTimeout: Duration,
        slow: SlowStatements? = nil,
        setup: String = ""
    ) throws(StorageError) {
        timer = slow.map { StatementTimer($0, .sqlite) }
        guard Self.isLibrarySet else { throw .other("SQLite does not take its settings.") }
        var opened: OpaquePointer?
        // Without SQLite's own mutex, because only one thread at a time calls it.
        let code = sqlite3_open_v2(path, &opened, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw StorageError(sqlite: code, "There is no memory for a connection.") }
        handle = opened
        // From here on `deinit` closes the connection.
        guard code == SQLITE_OK else { throw failure() }
        sqlite3_extended_result_codes(handle, 1)
        waitForOthers(busyTimeout)
        guard vitrina_sqlite_refuse_quoted_texts(handle) == SQLITE_OK,
            SQLiteFunctions.add(to: handle) == SQLITE_OK
        else { throw failure() }
        try script("PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;" + setup)
    }

    deinit {
        // A statement must not outlive its connection.
        kept = [:]
        sqlite3_close_v2(handle)
    }

    /// Sets the time for which a statement waits for another process.
    func waitForOthers(_ time: Duration) {
        sqlite3_busy_timeout(handle, Int32(clamping: Int64(time / .milliseconds(1))))
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that this connection has changed.
    var changes: Int64 { sqlite3_total_changes64(handle) }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` has changed.
    var lastChanges: Int { Int(clamping: sqlite3_changes64(handle)) }

    /// The statement, prepared; most of them stay so.
    func statement(_ text: String) throws(StorageError) -> SQLiteStatement {
        if let statement = kept[text] { return statement }
        let mustKeep = kept.count < Self.keptMax
        var prepared: OpaquePointer?
        var isWhole = true
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var rest: UnsafePointer<CChar>?
                let flags = mustKeep ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
                let length = Int32(clamping: bytes.count)
                let code = sqlite3_prepare_v3(handle, bytes.baseAddress, length, flags, &prepared, &rest)
                if let rest, let start = bytes.baseAddress {
                    isWhole = bytes.dropFirst(rest - start).allSatisfy { $0 <= 0x20 }
                }
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure() }
        guard let prepared else { throw .other("SQLite: This is no statement: \(text)") }
        let statement = SQLiteStatement(prepared)
        guard isWhole else { throw .other("SQLite: This is more than one statement: \(text)") }
        if mustKeep { kept[text] = statement }
        return statement
    }

    /// Runs a statement without values and without an answer.
    func run(_ text: String) throws(StorageError) {
        try statement(text).run()
    }

    /// Runs several statements without values.
    func script(_ text: String) throws(StorageError) {
        guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs `body` as one transaction, which is rolled back if it throws.
    func transaction<R>(_ begin: String, _ body: () throws -> R) throws -> R {
        timer?.begin(begin)
        defer { timer?.end() }
        try run(begin)
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some failures have ended the transaction; if this one fails, so does the next transaction.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Rolls back the changes of `body` if it throws; within a transaction.
    func savepoint<R>(_ body: () throws -> R) throws -> R {
        try run("SAVEPOINT vitrina")
        do {
            let result = try body()
            try run("RELEASE vitrina")
            return result
        } catch {
            if isInTransaction {
                try run("ROLLBACK TO vitrina")
                try run("RELEASE vitrina")
            }
            throw error
        }
    }

    /// Makes the running statement fail; the only call that another thread may make.
    func interrupt() {
        sqlite3_interrupt(handle)
    }

    private func failure() -> StorageError {
        StorageError(sqlite: sqlite3_extended_errcode(handle), String(cString: sqlite3_errmsg(handle)))
    }
}
