import CLibPQ
import Foundation

/// A session within one transaction.
struct PostgresConnection: Connection {
    let session: PostgresSession
    let channel: String
    let dialect = Dialect.postgres

    func rows(_ sql: SQL) throws -> [Row] {
        try session.query(sql).rows
    }

    func execute(_ sql: SQL) throws -> Int {
        try session.query(sql).changed
    }

    func script(_ text: String) throws {
        try session.run(text)
    }

    func savepoint<R>(_ body: () throws -> R) throws -> R {
        try session.run("SAVEPOINT s")
        do {
            let result = try body()
            try session.run("RELEASE SAVEPOINT s")
            return result
        } catch {
            try session.run("ROLLBACK TO SAVEPOINT s; RELEASE SAVEPOINT s")
            throw error
        }
    }

    func notify() throws {
        _ = try rows("SELECT pg_notify(\(channel), '')::text AS sent")
    }
}

/// An answer of libpq, freed with this value.
struct PostgresResult: ~Copyable {
    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement has changed.
    var changed: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    var rows: [Row] {
        let width = PQnfields(result)
        let columns = Row.Columns((0..<width).map { String(cString: PQfname(result, $0)) })
        let types = (0..<width).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            Row(columns: columns, values: (0..<width).map { cell(row, $0, types[Int($0)]) })
        }
    }

    private func cell(_ row: Int32, _ column: Int32, _ type: Oid) -> Value {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
            return .null
        }
        let length = Int(PQgetlength(result, row, column))
        let text = start.withMemoryRebound(to: UInt8.self, capacity: length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
        }
        // The numbers of types are fixed in pg_type.dat of PostgreSQL.
        switch type {
        case 16: return .bool(text == "t")
        case 20, 21, 23: return Int64(text).map { .integer($0) } ?? .text(text)
        case 700, 701: return Double(text).map { .double($0) } ?? .text(text)
        case 17: return .bytes(Self.bytes(hex: text.utf8.dropFirst(2)))
        case 1184: return Timestamp(text).map { .timestamp($0) } ?? .text(text)
        case _: return .text(text)
        }
    }

    private static func bytes(hex: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(hex.count / 2)
        var high: UInt8?
        for digit in hex {
            let number = digit < 58 ? digit &- 48 : digit &- 87
            if let first = high {
                bytes.append(first << 4 | number)
                high = nil
            } else {
                high = number
            }
        }
        return bytes
    }
}

extension Value {
    /// The text that libpq sends; nil for NULL.
    var parameter: String? {
        get throws(StorageError) {
            switch self {
            case .null: return nil
            case .bool(let bool): return bool ? "t" : "f"
            case .integer(let integer): return String(integer)
            case .double(let double): return String(double)
            case .text(let text):
                guard !text.utf8.contains(0) else { throw .text }
                return text
            case .bytes(let bytes):
                let digits = Array("0123456789abcdef".utf8)
                let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
                return "\\x" + String(decoding: hex, as: UTF8.self)
            case .timestamp(let timestamp): return timestamp.description
            }
        }
    }
}

extension StorageError {
    /// The fault that a SQLSTATE stands for (PostgreSQL, appendix A).
    init(sqlState state: String?, _ result: OpaquePointer?, message: String, isLost: Bool) {
        let field = { (code: Character) in
            code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map { String(cString: $0) }
        }
        let what = [field("n"), field("D"), field("M")].compactMap { $0 }.joined(separator: ": ")
        self =
            switch state {
            case "23505": .unique(what)
            case "23503": .reference(what)
            case let state? where state.hasPrefix("23"): .constraint(what)
            case "40001", "40P01", "55P03", "57014": .busy(what)
            case "57P01", "57P02", "57P03", "53300": .unreachable(what, mayBeKept: false)
            case let state? where state.hasPrefix("08"): .unreachable(what, mayBeKept: false)
            case _: isLost ? .unreachable(message, mayBeKept: false) : .other(what.isEmpty ? message : what)
            }
    }
}
