import Core

/// Parses what Firebase's SDK for iOS sends in place of JSON (remote-config.md section 2).
///
/// Keys have no quotes, and texts are in single quotes without any escapes.
///
/// Strict JSON is parsed as such. The time is linear in the length of the text, and the depth is bounded.
package struct LenientJSON {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static func parse(_ bytes: [UInt8]) throws(Problem) -> JSON {
        do throws(Problem) {
            return try JSON(parsing: bytes)
        } catch {
            var reader = LenientJSON(bytes)
            guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil else {
                throw error
            }
            let json = try reader.value()
            reader.skipSpace()
            guard reader.index == bytes.count else { throw reader.unexpected() }
            return json
        }
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func unexpected() -> Problem {
        Problem(
            .malformed,
            Localized("Тело не разобрать, байт \(index).", "The body cannot be read, byte \(index).")
        )
    }

    private mutating func skipSpace() {
        index = end(ofSpaceFrom: index)
    }

    private func end(ofSpaceFrom start: Int) -> Int {
        var index = start
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        index += 1
        return true
    }

    // MARK: Values

    private mutating func value() throws(Problem) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(Problem) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(Problem) in try reader.array() }
        case UInt8(ascii: "'"): return .string(try unescaped())
        case UInt8(ascii: "\""): return .string(try escaped())
        case _: return try bare()
        }
    }

    private mutating func nested(
        _ body: (inout LenientJSON) throws(Problem) -> JSON
    ) throws(Problem) -> JSON {
        guard depth < Limits.jsonDepthMax else { throw unexpected() }
        depth += 1
        index += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func object() throws(Problem) -> JSON {
        var members: [String: JSON] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            let name = try key()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            members[name] = try value()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func array() throws(Problem) -> JSON {
        var elements: [JSON] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func key() throws(Problem) -> String {
        skipSpace()
        switch next {
        case UInt8(ascii: "'"): return try unescaped()
        case UInt8(ascii: "\""): return try escaped()
        case _:
            let start = index
            while let byte = next, Self.isOfName(byte) { index += 1 }
            guard index > start else { throw unexpected() }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
    }

    // MARK: Texts

    /// A text in double quotes is strict JSON.
    private mutating func escaped() throws(Problem) -> String {
        let start = index
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else {
            index = bytes.count
            throw unexpected()
        }
        index += 1
        guard let text = try JSON(parsing: bytes[start..<index]).string else { throw unexpected() }
        return text
    }

    /// A text in single quotes ends at the first quote after which the object or array continues.
    private mutating func unescaped() throws(Problem) -> String {
        let start = index + 1
        index = start
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "'"), isEnd(index) {
                return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
            }
        }
        throw unexpected()
    }

    /// True if the characters after a quote can follow a complete text.
    private func isEnd(_ index: Int) -> Bool {
        let index = end(ofSpaceFrom: index)
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): return true
        case UInt8(ascii: ","): return isMember(end(ofSpaceFrom: index + 1))
        case _: return false
        }
    }

    /// True if the next member or element begins here, which distinguishes a separator from a comma within a text.
    private func isMember(_ start: Int) -> Bool {
        guard start < bytes.count else { return false }
        if !Self.isOfName(bytes[start]) { return Self.isStart(bytes[start]) }
        var index = start
        while index < bytes.count, index - start <= Limits.flagSignalKeyLengthMax, Self.isOfName(bytes[index])
        {
            index += 1
        }
        index = end(ofSpaceFrom: index)
        return index < bytes.count && bytes[index] == UInt8(ascii: ":")
    }

    /// A number, a JSON literal, or a text without quotes.
    private mutating func bare() throws(Problem) -> JSON {
        let start = index
        while let byte = next, !Self.isEnd(ofBare: byte) { index += 1 }
        var end = index
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > start else { throw unexpected() }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        // A failure to parse costs more than the text, and there may be a hundred thousand of them.
        guard Self.canBegin(literal: bytes[start]) else { return .string(text) }
        return (try? JSON(parsing: text)) ?? .string(text)
    }

    /// True for what begins a text, an object or an array.
    private static func isStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): true
        case _: false
        }
    }

    private static func isEnd(ofBare byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), 0x0A: true
        case _: isStart(byte)
        }
    }

    /// True for the first byte of a number, `true`, `false` or `null`.
    private static func canBegin(literal byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
        case _: false
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
    }
}
