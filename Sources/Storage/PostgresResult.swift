import CLibPQ

/// A result of libpq.
final class PostgresResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var columnNames: [String] {
        (0..<PQnfields(result)).map { column in PQfname(result, column).map { String(cString: $0) } ?? "" }
    }

    func rows(_ columns: Row.Columns) -> [Row] {
        let types = (0..<PQnfields(result)).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            Row(
                columns: columns,
                values: types.enumerated().map { value(row: row, column: Int32($0), type: $1) }
            )
        }
    }

    private func value(row: Int32, column: Int32, type: Oid) -> Value {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
            return .null
        }
        let count = Int(PQgetlength(result, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) {
            Value(postgres: UnsafeBufferPointer(start: $0, count: count), type: type)
        }
    }

    /// The number of rows that a statement changed; PostgreSQL also counts the rows of a SELECT.
    var changedRows: Int {
        guard !command.hasPrefix("SELECT") else { return 0 }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The command tag, such as `COMMIT`.
    var command: String {
        PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    var isCopy: Bool {
        let status = PQresultStatus(result)
        return status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
    }

    /// Nil on success.
    var failure: PostgresFailure? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        default:
            PostgresFailure(
                state: field("C") ?? "",
                message: field("M") ?? PQresultErrorMessage(result).map { String(cString: $0) } ?? "",
                detail: field("D"),
                table: field("t"),
                constraint: field("n")
            )
        }
    }

    /// A field of an error by its letter in the protocol; libpq's constants are the same letters.
    private func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }
}
