import CLibSQLite

/// A prepared statement of a connection.
final class SQLiteStatement {
    private let handle: OpaquePointer
    /// The columns of the answer, and how often SQLite had prepared the statement again when they were read.
    private var columns: (known: Row.Columns, preparations: Int32)?

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end.
    ///
    /// The values are those of `$1`, `$2`, …, in this order, because SQLite numbers them as they occur.
    func run(_ values: [Value] = []) throws(StorageError) {
        try bind(values)
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// Runs the statement and returns its rows.
    func rows(_ values: [Value]) throws(StorageError) -> [Row] {
        try bind(values)
        defer { sqlite3_reset(handle) }
        var rows: [Row] = []
        guard try step() else { return rows }
        // Not before: SQLite prepares again at the first row if another process has migrated.
        let columns = currentColumns()
        repeat {
            rows.append(Row(columns: columns, values: columns.names.indices.map(value)))
        } while try step()
        return rows
    }

    /// Runs the statement, and calls `body` with each of its rows.
    func forEach(_ values: [Value], _ body: (Row) throws -> Void) throws {
        try bind(values)
        defer { sqlite3_reset(handle) }
        guard try step() else { return }
        let columns = currentColumns()
        repeat {
            try body(Row(columns: columns, values: columns.names.indices.map(value)))
        } while try step()
    }

    private func bind(_ values: [Value]) throws(StorageError) {
        guard Int(sqlite3_bind_parameter_count(handle)) == values.count else {
            throw .other("A statement got \(values.count) values.")
        }
        for (index, value) in zip(Int32(1)..., values) {
            guard value.bind(to: handle, at: index) == SQLITE_OK else { throw failure() }
        }
    }

    /// Returns false at the end.
    private func step() throws(StorageError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case _: throw failure()
        }
    }

    private func failure() -> StorageError {
        let connection = sqlite3_db_handle(handle)
        return StorageError(
            sqlite: sqlite3_extended_errcode(connection),
            String(cString: sqlite3_errmsg(connection))
        )
    }

    private func currentColumns() -> Row.Columns {
        let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, columns.preparations == preparations { return columns.known }
        let names = (0..<sqlite3_column_count(handle)).map { index in
            sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
        }
        let known = Row.Columns(names)
        columns = (known, preparations)
        return known
    }

    private func value(_ index: Int) -> Value {
        let index = Int32(index)
        return switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: .double(sqlite3_column_double(handle, index))
        case SQLITE_TEXT: .text(String(decoding: bytes(index), as: UTF8.self))
        case SQLITE_BLOB: .bytes([UInt8](bytes(index)))
        case _: .null
        }
    }

    /// The bytes of a text too, because the database is in UTF-8; valid until the next row.
    private func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, index)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
    }
}

extension Value {
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .bool(let bool): sqlite3_bind_int(statement, index, bool ? 1 : 0)
        case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
        case .double(let double): sqlite3_bind_double(statement, index, double)
        case .text(let text): text.bind(to: statement, at: index)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { bytes in
                // A blob without bytes has no address, which would be NULL.
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(
                        statement,
                        index,
                        bytes.baseAddress,
                        UInt64(bytes.count),
                        vitrina_sqlite_copied()
                    )
            }
        case .timestamp(let timestamp): sqlite3_bind_int64(statement, index, timestamp.microseconds)
        }
    }
}

extension String {
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // An empty text, too, has an address; without one it would be NULL.
        withCString { start in
            let length = UInt64(utf8.count)
            return sqlite3_bind_text64(
                statement,
                index,
                start,
                length,
                vitrina_sqlite_copied(),
                UInt8(SQLITE_UTF8)
            )
        }
    }
}
