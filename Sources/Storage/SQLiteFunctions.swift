import CLibSQLite

/// Functions that statements may call, and that PostgreSQL has itself or from a migration.
enum SQLiteFunctions {
    private typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Returns a code of SQLite.
    static func add(to connection: OpaquePointer) -> Int32 {
        let code = add("lower", lower, to: connection)
        return code == SQLITE_OK ? add("day_of", day, to: connection) : code
    }

    private static func add(_ name: String, _ function: Function, to connection: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        return sqlite3_create_function_v2(connection, name, 1, flags, nil, function, nil, nil, nil)
    }

    /// `lower` of every letter, as PostgreSQL has it; that of SQLite knows Latin letters alone.
    private static let lower: Function = { context, _, values in
        guard let value = values?.pointee, sqlite3_value_type(value) == SQLITE_TEXT else {
            return sqlite3_result_null(context)
        }
        let start = sqlite3_value_blob(value)
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        answer(String(decoding: bytes, as: UTF8.self).lowercased(), to: context)
    }

    /// `day_of`: the day of a moment in UTC, `2026-11-25`.
    private static let day: Function = { context, _, values in
        guard let value = values?.pointee, sqlite3_value_type(value) == SQLITE_INTEGER,
            let moment = Timestamp(microseconds: sqlite3_value_int64(value))
        else { return sqlite3_result_null(context) }
        answer(String(moment.description.prefix(10)), to: context)
    }

    private static func answer(_ text: String, to context: OpaquePointer?) {
        text.withCString { start in
            sqlite3_result_text64(
                context,
                start,
                UInt64(text.utf8.count),
                vitrina_sqlite_copied(),
                UInt8(SQLITE_UTF8)
            )
        }
    }
}
