/// Reads a JSON text (RFC 8259) value by value from pieces of a file, in bounded memory.
///
/// Methods throw a `FeedFault` with the JSON pointer and line where the text cannot be read further.
struct JSONScanner {
    private enum Step {
        case key(String)
        case index(Int)
    }

    private static let depthMax = 64
    /// Members of one object.
    private static let membersMax = 100
    private static let quote = UInt8(ascii: "\"")

    let file: String
    /// The line of the next byte, from 1.
    private(set) var line = 1
    private let source: any FeedFile
    private let progress: FeedProgress
    /// Bytes of one string.
    private let stringSizeMax: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var path: [Step] = []

    init(file: String, source: any FeedFile, progress: FeedProgress, stringSizeMax: Int) throws {
        self.file = file
        self.source = source
        self.progress = progress
        self.stringSizeMax = stringSizeMax
        if try peek() == 0xEF { for _ in 0..<3 { try skipByte() } }
    }

    /// The JSON pointer (RFC 6901) of the value that is being read, as a fragment.
    var pointer: String {
        path.reduce("#") { pointer, step in
            switch step {
            case .key(let name):
                pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
            case .index(let index): pointer + "/\(index)"
            }
        }
    }

    func fault(_ reason: FeedFault.Reason, _ value: String = "") -> FeedFault {
        FeedFault(reason, file: file, line: line, field: pointer, value: value)
    }

    // MARK: Bytes

    /// Nil at the end of the file.
    private mutating func peek() throws -> UInt8? {
        while position >= buffer.count {
            buffer.removeAll(keepingCapacity: true)
            position = 0
            guard try source.read(into: &buffer) else { return nil }
            try progress.advance(by: buffer.count)
        }
        return buffer[position]
    }

    private mutating func skipByte() throws {
        if try peek() == 0x0A { line &+= 1 }
        position &+= 1
    }

    private mutating func take() throws -> UInt8 {
        guard let byte = try peek() else { throw fault(.incomplete) }
        if byte == 0x0A { line &+= 1 }
        position &+= 1
        return byte
    }

    /// The first byte of what follows, behind spaces; nil at the end of the file.
    mutating func next() throws -> UInt8? {
        while let byte = try peek(), byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { try skipByte() }
        return try peek()
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard try next() != nil else { throw fault(.incomplete) }
        guard try take() == byte else { throw fault(.badJSON) }
    }

    /// Takes the byte that comes next if it is this one.
    private mutating func takes(_ byte: UInt8) throws -> Bool {
        guard try next() == byte else { return false }
        position &+= 1
        return true
    }

    /// A fault where something follows the value.
    mutating func finish() throws {
        guard try next() == nil else { throw fault(.badJSON) }
    }

    // MARK: Values

    /// Calls the closure for each member of an object; the closure reads its value.
    mutating func object(_ member: (inout JSONScanner, _ name: String) throws -> Void) throws {
        try expect(UInt8(ascii: "{"))
        guard path.count < Self.depthMax else { throw fault(.nestedTooDeep) }
        if try takes(UInt8(ascii: "}")) { return }
        var names: [String] = []
        while true {
            guard try next() == Self.quote else { throw fault(.badJSON) }
            let name = try string()
            path.append(.key(name))
            // A list is faster than a set for as many members as objects of this form have.
            guard names.count < Self.membersMax else { throw fault(.badJSON) }
            guard !names.contains(name) else { throw fault(.duplicateKey) }
            names.append(name)
            try expect(UInt8(ascii: ":"))
            try member(&self, name)
            path.removeLast()
            if try takes(UInt8(ascii: "}")) { return }
            try expect(UInt8(ascii: ","))
        }
    }

    /// Calls the closure for each element of an array; the closure reads it.
    mutating func array(_ element: (inout JSONScanner, _ index: Int) throws -> Void) throws {
        try expect(UInt8(ascii: "["))
        guard path.count < Self.depthMax else { throw fault(.nestedTooDeep) }
        if try takes(UInt8(ascii: "]")) { return }
        var index = 0
        while true {
            path.append(.index(index))
            try element(&self, index)
            path.removeLast()
            index &+= 1
            if try takes(UInt8(ascii: "]")) { return }
            try expect(UInt8(ascii: ","))
        }
    }

    mutating func string() throws -> String {
        try expect(Self.quote)
        var text = plainBytes()
        while true {
            let byte = try take()
            if byte == Self.quote { break }
            guard byte >= 0x20, text.count < stringSizeMax else { throw fault(.badJSON) }
            if byte == UInt8(ascii: "\\") {
                text.append(contentsOf: try escaped().utf8)
            } else {
                text.append(byte)
            }
        }
        guard let string = String(validating: text, as: UTF8.self) else { throw fault(.badEncoding) }
        return string
    }

    /// Takes what the buffer has of a string before a quote, an escape or a control character.
    private mutating func plainBytes() -> [UInt8] {
        let start = position
        while position < buffer.count {
            let byte = buffer[position]
            if byte < 0x20 || byte == Self.quote || byte == UInt8(ascii: "\\") { break }
            position &+= 1
        }
        return Array(buffer[start..<position])
    }

    private mutating func escaped() throws -> String {
        switch try take() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(try scalar())
        case _: throw fault(.badJSON)
        }
    }

    /// After `\u`: one scalar, of a pair of surrogates where the first is one.
    private mutating func scalar() throws -> UnicodeScalar {
        let first = try hex()
        if let scalar = UnicodeScalar(first) { return scalar }
        guard 0xD800..<0xDC00 ~= first, try take() == UInt8(ascii: "\\"), try take() == UInt8(ascii: "u")
        else { throw fault(.badJSON) }
        let second = try hex()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = UnicodeScalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw fault(.badJSON) }
        return scalar
    }

    private mutating func hex() throws -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            let byte = try take()
            guard byte < 0x80, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw fault(.badJSON)
            }
            number = number << 4 | UInt32(digit)
        }
        return number
    }

    /// A number, `true`, `false` or `null`, as it stands there.
    mutating func word() throws -> String {
        guard try next() != nil else { throw fault(.incomplete) }
        var bytes: [UInt8] = []
        while let byte = try peek(), Self.isWordByte(byte) {
            guard bytes.count < 60 else { throw fault(.badJSON) }
            bytes.append(byte)
            position &+= 1
        }
        let word = String(decoding: bytes, as: UTF8.self)
        let isNumber = word.first.map { $0 == "-" || $0.isNumber } ?? false
        guard ["true", "false", "null"].contains(word) || isNumber && CellValue.decimal(bytes[...]) != nil
        else { throw fault(.badJSON, word) }
        return word
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        48...57 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }

    /// Reads a value of any kind and forgets it.
    mutating func skip() throws {
        switch try next() {
        case UInt8(ascii: "{"): try object { scanner, _ in try scanner.skip() }
        case UInt8(ascii: "["): try array { scanner, _ in try scanner.skip() }
        case Self.quote: _ = try string()
        case _: _ = try word()
        }
    }
}
