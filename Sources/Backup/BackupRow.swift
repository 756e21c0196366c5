import Core
import Storage

/// The line of a row in a backup: its values, each with a tag for its kind, and tabs between them.
///
/// `~` is null, `t` and `f` are booleans, `i12` is an integer, `d1.5` a number, `@12` a time in microseconds since 1970,
/// `x00ff` are bytes, and `s…` is a text with `\t`, `\n`, `\r` and `\\` for the characters that end values and lines.
enum BackupRow {
    private static let tab = UInt8(ascii: "\t")
    private static let newline = UInt8(ascii: "\n")
    private static let escape = UInt8(ascii: "\\")

    /// Appends the first `count` values of a row, and the end of its line.
    static func append(_ row: Row, count: Int, to bytes: inout [UInt8]) {
        append((0..<count).map { row[$0] }, to: &bytes)
    }

    /// Appends the values, and the end of their line.
    static func append(_ values: [Value], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(tab) }
            append(value, to: &bytes)
        }
        bytes.append(newline)
    }

    private static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(UInt8(ascii: "~"))
        case .bool(let bool): bytes.append(UInt8(ascii: bool ? "t" : "f"))
        case .integer(let integer): append("i", String(integer), to: &bytes)
        case .double(let double): append("d", double.description, to: &bytes)
        case .timestamp(let time): append("@", String(time.microseconds), to: &bytes)
        case .bytes(let blob): append("x", Hex.encode(blob), to: &bytes)
        case .text(let text):
            bytes.append(UInt8(ascii: "s"))
            for byte in text.utf8 {
                if let letter = letter(of: byte) {
                    bytes.append(escape)
                    bytes.append(letter)
                } else {
                    bytes.append(byte)
                }
            }
        }
    }

    private static func append(_ tag: Unicode.Scalar, _ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: tag))
        bytes.append(contentsOf: text.utf8)
    }

    private static func letter(of byte: UInt8) -> UInt8? {
        switch byte {
        case tab: UInt8(ascii: "t")
        case newline: UInt8(ascii: "n")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        case escape: escape
        case _: nil
        }
    }

    /// The values of a line without its end; nil if it is not one of `append`.
    static func values(of line: ArraySlice<UInt8>) -> [Value]? {
        var values: [Value] = []
        for part in line.split(separator: tab, omittingEmptySubsequences: false) {
            guard let value = value(of: part) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func value(of part: ArraySlice<UInt8>) -> Value? {
        let rest = part.dropFirst()
        let text = { String(validating: rest, as: UTF8.self) }
        switch part.first {
        case UInt8(ascii: "~"): return rest.isEmpty ? .null : nil
        case UInt8(ascii: "t"): return rest.isEmpty ? .bool(true) : nil
        case UInt8(ascii: "f"): return rest.isEmpty ? .bool(false) : nil
        case UInt8(ascii: "i"): return text().flatMap { Int64($0) }.map { .integer($0) }
        case UInt8(ascii: "d"): return text().flatMap { Double($0) }.map { .double($0) }
        case UInt8(ascii: "@"):
            return text().flatMap { Int64($0) }.flatMap { Timestamp(microseconds: $0) }.map { .timestamp($0) }
        case UInt8(ascii: "x"): return text().flatMap { Hex.decode($0) }.map { .bytes($0) }
        case UInt8(ascii: "s"): return unescaped(rest).map { .text($0) }
        case _: return nil
        }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(escape) else { return String(validating: bytes, as: UTF8.self) }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                guard
                    let original = [tab, newline, UInt8(ascii: "\r"), escape].first(where: {
                        letter(of: $0) == byte
                    })
                else { return nil }
                plain.append(original)
                isEscaped = false
            } else if byte == escape {
                isEscaped = true
            } else {
                plain.append(byte)
            }
        }
        return isEscaped ? nil : String(validating: plain, as: UTF8.self)
    }
}
