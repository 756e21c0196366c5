import CLibPQ

/// The object identifiers of PostgreSQL's own types, which never change (`pg_type.dat`).
enum PostgresType {
    static let bool: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let float4: Oid = 700
    static let float8: Oid = 701
    static let timestamp: Oid = 1184
    /// The server infers the type from the context: a text can be a `jsonb`, a `uuid`, a `date`.
    static let open: Oid = 0
}

extension Value {
    var postgresType: Oid {
        switch self {
        case .null, .text: PostgresType.open
        case .bool: PostgresType.bool
        case .integer: PostgresType.int8
        case .double: PostgresType.float8
        case .bytes: PostgresType.bytes
        case .timestamp: PostgresType.timestamp
        }
    }

    var postgresText: String? {
        switch self {
        case .null: nil
        case .bool(let bool): bool ? "t" : "f"
        case .integer(let integer): String(integer)
        case .double(let double): double.isInfinite ? (double < 0 ? "-Infinity" : "Infinity") : String(double)
        case .text(let text): text
        case .bytes(let bytes): "\\x" + hex(bytes)
        case .timestamp(let timestamp): timestamp.description
        }
    }

    /// An array as PostgreSQL reads it (section 8.15.2).
    static func text(postgresArray values: [Value]) -> Value {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (index, value) in values.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            guard let element = value.postgresText else {
                text += "NULL".utf8
                continue
            }
            text.append(UInt8(ascii: "\""))
            for byte in element.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    text.append(UInt8(ascii: "\\"))
                }
                text.append(byte)
            }
            text.append(UInt8(ascii: "\""))
        }
        text.append(UInt8(ascii: "}"))
        return .text(String(decoding: text, as: UTF8.self))
    }

    /// The value that PostgreSQL sent for a column of that type; an unknown type stays text.
    init(postgres bytes: UnsafeBufferPointer<UInt8>, type: Oid) {
        let text = String(decoding: bytes, as: UTF8.self)
        let value: Value? =
            switch type {
            case PostgresType.bool: .bool(text == "t")
            case PostgresType.int2, PostgresType.int4, PostgresType.int8: Int64(text).map(Value.integer)
            case PostgresType.float4, PostgresType.float8: Double(text).map(Value.double)
            case PostgresType.bytes: unhex(bytes.dropFirst(2)).map(Value.bytes)
            case PostgresType.timestamp: Timestamp(text).map(Value.timestamp)
            default: nil
            }
        self = value ?? .text(text)
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
        for (index, byte) in bytes.enumerated() {
            text[index * 2] = digits[Int(byte >> 4)]
            text[index * 2 + 1] = digits[Int(byte & 15)]
        }
        return bytes.count * 2
    }
}

private func unhex(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
        let nibble: UInt8
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = digit - UInt8(ascii: "a") + 10
        default: return nil
        }
        if let first = high {
            bytes.append(first << 4 | nibble)
            high = nil
        } else {
            high = nibble
        }
    }
    return bytes
}
