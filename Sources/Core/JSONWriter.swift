import FoundationEssentials

/// Writes JSON directly into bytes.
///
/// Responses to apps are written with it: Foundation's encoder takes nine times as long.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Returns the bytes written so far and empties the buffer; the JSON continues after them.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        try nested(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
        try nested(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func integer(_ number: Int64) { raw(String(number)) }
    package mutating func bool(_ bool: Bool) { raw(bool ? "true" : "false") }
    package mutating func null() { raw("null") }

    package mutating func value(_ json: JSON) {
        switch json {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let number): integer(number)
        case .decimal(let number): raw(number.isFinite ? "\(number)" : "null")
        case .string(let text): string(text)
        case .array(let elements):
            array { for element in elements { $0.value(element) } }
        case .object(let members):
            object {
                for (name, member) in members.sorted(by: { $0.key < $1.key }) { $0.member(name, member) }
            }
        }
    }

    package mutating func member(_ name: String, _ value: JSON) {
        key(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: String, _ value: Int64) {
        key(name)
        integer(value)
    }

    /// The shortest digits that identify the number; null for one that is not finite.
    package mutating func member(_ name: String, _ value: Double) {
        key(name)
        raw(value.isFinite ? "\(value)" : "null")
    }

    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// `json` is one value that is already encoded.
    package mutating func member(_ name: String, json: [UInt8]) {
        key(name)
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func nested(
        _ open: UInt8,
        _ close: UInt8,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(open)
        needsComma = false
        try body(&self)
        bytes.append(close)
        needsComma = true
    }

    /// RFC 8259 §7.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() where Self.isEscaped(byte) {
            bytes.append(contentsOf: text[start..<index])
            start = index + 1
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: Array("\\\"".utf8))
            case UInt8(ascii: "\\"): bytes.append(contentsOf: Array("\\\\".utf8))
            case UInt8(ascii: "\n"): bytes.append(contentsOf: Array("\\n".utf8))
            case _:
                let hex = String(byte, radix: 16)
                bytes.append(contentsOf: Array("\\u00\(hex.count == 1 ? "0" : "")\(hex)".utf8))
            }
        }
        bytes.append(contentsOf: text[start...])
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
