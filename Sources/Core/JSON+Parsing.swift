import FoundationEssentials

extension JSON {
    /// Parses one JSON text (RFC 8259), strictly.
    ///
    /// Duplicate keys, nesting deeper than `Limits.jsonDepthMax` and invalid UTF-8 are refused. Every stored body is
    /// parsed here, so the parser is written by hand: Foundation's decoder takes ten times as long.
    package init(parsing bytes: some Collection<UInt8>) throws(Problem) {
        let bytes = Array(bytes)
        // Most bodies are ASCII, which needs no copy to be known as valid.
        let isValid = bytes.withUnsafeBufferPointer { bytes in
            bytes.reduce(0 as UInt8) { $0 | $1 } < 0x80 || String(validating: bytes, as: UTF8.self) != nil
        }
        guard isValid else {
            throw Self.malformed(Localized("это не UTF-8", "it is not UTF-8"), at: 0)
        }
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }

    package init(parsing text: String) throws(Problem) {
        var parser = JSONParser(bytes: Array(text.utf8))
        self = try parser.document()
    }

    fileprivate static func malformed(_ what: Localized, at offset: Int) -> Problem {
        Problem(
            .malformed,
            Localized(
                "Это не JSON: \(what.ru), байт \(offset).",
                "This is not JSON: \(what.en) at byte \(offset)."
            )
        )
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var index = 0
    var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(Problem) -> JSON {
        let json = try value()
        skipSpace()
        guard index == bytes.count else { throw unexpected() }
        return json
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func unexpected() -> Problem {
        JSON.malformed(
            index < bytes.count
                ? Localized("лишний или неверный символ", "an unexpected character")
                : Localized("текст оборван", "the text ends too early"),
            at: index
        )
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(Problem) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(Problem) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(Problem) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case _: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(Problem) -> JSON
    ) throws(Problem) -> JSON {
        guard depth < Limits.jsonDepthMax else {
            throw JSON.malformed(
                Localized("слишком глубокая вложенность", "it is nested too deeply"),
                at: index
            )
        }
        depth += 1
        index += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func word(_ word: StaticString, _ json: JSON) throws(Problem) -> JSON {
        let length = word.utf8CodeUnitCount
        guard bytes[index...].prefix(length).elementsEqual(word.withUTF8Buffer { Array($0) }) else {
            throw unexpected()
        }
        index += length
        return json
    }

    private mutating func object() throws(Problem) -> JSON {
        var members: [String: JSON] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        // It grows once less, and takes no more memory if there are two.
        members.reserveCapacity(2)
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw unexpected() }
            let start = index
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            guard members.updateValue(try value(), forKey: name) == nil else {
                throw JSON.malformed(
                    Localized(
                        "ключ «\(name.prefix(40))» повторяется",
                        "the key \(name.prefix(40)) is given twice"
                    ),
                    at: start
                )
            }
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func array() throws(Problem) -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func string() throws(Problem) -> String {
        index += 1
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            index += 1
        }
        if take(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }

        var text = Array(bytes[start..<index])
        while let byte = next, byte >= 0x20 {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escaped().utf8
            case _: text.append(byte)
            }
        }
        throw unexpected()
    }

    private mutating func escaped() throws(Problem) -> String {
        guard let byte = next else { throw unexpected() }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(try scalar())
        case _: throw unexpected()
        }
    }

    /// The scalar after `\u`; a surrogate pair makes one.
    private mutating func scalar() throws(Problem) -> UnicodeScalar {
        let first = try hex()
        if let scalar = UnicodeScalar(first) { return scalar }
        guard 0xD800..<0xDC00 ~= first, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw unexpected()
        }
        let second = try hex()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = UnicodeScalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw unexpected() }
        return scalar
    }

    private mutating func hex() throws(Problem) -> UInt32 {
        let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
        else {
            throw unexpected()
        }
        index += 4
        return number
    }

    private mutating func number() throws(Problem) -> JSON {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard text.utf8.count <= 60, let decimal = Decimal(string: text), decimal.isFinite else {
            throw JSON.malformed(Localized("слишком большое число", "a number that is too large"), at: start)
        }
        return JSON(decimal)
    }

    private mutating func digits() throws(Problem) {
        let start = index
        while let byte = next, 48...57 ~= byte { index += 1 }
        guard index > start else { throw unexpected() }
    }
}

extension JSON {
    /// The number as `.integer` if it is whole and fits.
    package init(_ number: Decimal) {
        if number.isWhole, let integer = number.wholePart {
            self = .integer(integer)
        } else {
            self = .decimal(number)
        }
    }
}
