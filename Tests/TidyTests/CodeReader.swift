/// Removes comments and the text of strings, so that a rule about code checks only code.
///
/// Interpolations are code again, so a stack is needed. The only supported regex literal is `#/…/#`.
struct CodeReader {
    private enum Place: Hashable {
        case code(parentheses: Int)
        case string(quotes: Int, pounds: Int)
        case regex
        case lineComment
        case blockComment
    }

    private static let quote = UInt8(ascii: "\"")
    private static let pound = UInt8(ascii: "#")
    private static let newline = UInt8(ascii: "\n")
    /// The bytes that may begin or end a comment or a string; no other byte changes the state.
    private static let signs = Set("\"#/*()\\\n".utf8)

    private let text: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    private var places: [Place] = [.code(parentheses: 0)]

    private init(_ text: String) {
        self.text = Array(text.utf8)
    }

    static func code(of text: String) -> String {
        var reader = CodeReader(text)
        while reader.index < reader.text.count { reader.step() }
        return String(decoding: reader.result, as: UTF8.self)
    }

    private mutating func step() {
        guard Self.signs.contains(text[index]) else { return pass() }
        switch places.last {
        case .code(let parentheses): stepInCode(parentheses)
        case .string(let quotes, let pounds): stepInString(quotes, pounds)
        case .regex:
            if starts("/#") { leave(2) } else { blank(1) }
        case .lineComment:
            if text[index] == Self.newline { places.removeLast() }
            blank(1)
        case .blockComment:
            if starts("/*") {
                enter(.blockComment, 2)
            } else if starts("*/") {
                leave(2)
            } else {
                blank(1)
            }
        case nil: index = text.count
        }
    }

    private mutating func pass() {
        if case .code = places.last {
            result.append(text[index])
            index += 1
        } else {
            blank(1)
        }
    }

    private mutating func stepInCode(_ parentheses: Int) {
        if starts("//") {
            enter(.lineComment, 2)
        } else if starts("/*") {
            enter(.blockComment, 2)
        } else if starts("#/") {
            enter(.regex, 2)
        } else if let string = stringStart() {
            enter(.string(quotes: string.quotes, pounds: string.pounds), string.quotes + string.pounds)
        } else if text[index] == UInt8(ascii: ")"), parentheses == 0, places.count > 1 {
            leave(1)
        } else {
            let change =
                switch text[index] {
                case UInt8(ascii: "("): 1
                case UInt8(ascii: ")"): -1
                default: 0
                }
            places[places.count - 1] = .code(parentheses: parentheses + change)
            result.append(text[index])
            index += 1
        }
    }

    private mutating func stepInString(_ quotes: Int, _ pounds: Int) {
        let escape = "\\" + String(repeating: "#", count: pounds)
        let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: pounds)
        if starts(escape + "(") {
            enter(.code(parentheses: 0), pounds + 2)
        } else if starts(escape) {
            blank(pounds + 2)
        } else if starts(end) {
            leave(quotes + pounds)
        } else {
            blank(1)
        }
    }

    /// The quotes and pounds that open a string here.
    private func stringStart() -> (quotes: Int, pounds: Int)? {
        let pounds = text[index...].prefix { $0 == Self.pound }.count
        let quotes = text[(index + pounds)...].prefix { $0 == Self.quote }.count
        guard quotes > 0 else { return nil }
        // Two quotes are an empty string; three or more open a string of several lines.
        return (quotes < 3 ? 1 : 3, pounds)
    }

    private func starts(_ word: String) -> Bool {
        text[index...].starts(with: word.utf8)
    }

    private mutating func enter(_ place: Place, _ count: Int) {
        places.append(place)
        blank(count)
    }

    private mutating func leave(_ count: Int) {
        places.removeLast()
        blank(count)
    }

    private mutating func blank(_ count: Int) {
        let end = min(index + count, text.count)
        for place in index..<end {
            result.append(text[place] == Self.newline ? Self.newline : UInt8(ascii: " "))
        }
        index = end
    }
}
