/// The safe subset of HTML that editors write and apps show.
///
/// The result is built from the text and the few known elements, and never copied from the input. So no parser trick
/// can carry markup through: every `<` of a text is escaped, and the only attribute that survives is an address whose
/// scheme was checked.
package enum RichText {
    /// The same text in its normalized form; sanitizing it again changes nothing.
    package static func sanitized(_ html: String) -> String {
        var writer = RichTextWriter()
        for piece in pieces(of: html) { writer.write(piece) }
        return writer.html
    }

    /// The same text in parts: a paragraph, a heading or a whole list each.
    package static func blocks(_ html: String) -> [String] {
        var (blocks, depth, writer) = ([String](), 0, RichTextWriter())
        for piece in pieces(of: html) {
            writer.write(piece)
            switch piece {
            case .open: depth += 1
            case .close: depth -= 1
            case .leaf, .rule: break
            }
            guard depth == 0 else { continue }
            blocks.append(writer.html)
            writer = RichTextWriter()
        }
        return blocks
    }

    /// The text without markup, one line for each block.
    package static func plain(_ html: String) -> String {
        let lines = pieces(of: html).compactMap { piece -> [UInt8]? in
            guard case .leaf(_, let runs) = piece else { return nil }
            return runs.flatMap { run in
                switch run {
                case .text(let bytes, _): bytes
                case .lineBreak: [UInt8(ascii: "\n")]
                }
            }
        }
        return String(decoding: Array(lines.joined(separator: "\n".utf8)), as: UTF8.self)
    }

    static func pieces(of html: String) -> [RichTextPiece] {
        let bytes = cleaned(html.utf8.prefix(Limits.bodySizeMax))
        return RichTextParser.pieces(of: hasTags(bytes) ? bytes : paragraphs(bytes))
    }

    /// Removes bytes that no document may hold; a parser in C would take U+0000 for the end.
    private static func cleaned(_ html: some Sequence<UInt8>) -> [UInt8] {
        let tab = UInt8(ascii: "\t")
        let newline = UInt8(ascii: "\n")
        return html.compactMap { byte in
            switch byte {
            case 0x0C, 0x0D: newline
            case 0..<0x20 where byte != tab && byte != newline: nil
            case 0x7F: nil
            default: byte
            }
        }
    }

    private static func hasTags(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { pair in
            switch pair {
            case (UInt8(ascii: "<"), UInt8(ascii: "a")...UInt8(ascii: "z")),
                (UInt8(ascii: "<"), UInt8(ascii: "A")...UInt8(ascii: "Z")),
                (UInt8(ascii: "<"), UInt8(ascii: "/")), (UInt8(ascii: "<"), UInt8(ascii: "!")),
                (UInt8(ascii: "<"), UInt8(ascii: "?")):
                true
            default: false
            }
        }
    }

    /// Plain text as people type it: a blank line ends a paragraph, any other line break is kept.
    private static func paragraphs(_ text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let blank: (ArraySlice<UInt8>) -> Bool = { line in
            line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
        return Array(
            lines.split(whereSeparator: blank)
                .map { Array("<p>".utf8) + $0.joined(separator: "<br>".utf8) + Array("</p>".utf8) }
                .joined()
        )
    }
}

/// One block or container of a rich text.
enum RichTextPiece: Equatable {
    enum Container: String {
        case ul, ol, li, blockquote
    }

    enum Leaf: String {
        case p, h2, h3, h4
        /// Text that is directly in a list item.
        case bare

        var isHeading: Bool { self == .h2 || self == .h3 || self == .h4 }
    }

    enum Mark: String, CaseIterable {
        case strong, em, u, s
    }

    struct Style: Equatable {
        var link: [UInt8]?
        /// The number of open elements of each mark, in the order of `Mark.allCases`.
        var depths = [Int](repeating: 0, count: Mark.allCases.count)

        var marks: [Mark] { zip(Mark.allCases, depths).compactMap { $1 > 0 ? $0 : nil } }

        static func == (left: Style, right: Style) -> Bool {
            left.link == right.link && zip(left.depths, right.depths).allSatisfy { ($0 > 0) == ($1 > 0) }
        }
    }

    enum Run: Equatable {
        case text([UInt8], Style)
        case lineBreak
    }

    case open(Container)
    case close(Container)
    case leaf(Leaf, [Run])
    case rule
}

/// Writes pieces as HTML.
private struct RichTextWriter {
    private enum Tag: Equatable {
        case link([UInt8])
        case mark(RichTextPiece.Mark)
    }

    private var bytes: [UInt8] = []

    var html: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ piece: RichTextPiece) {
        switch piece {
        case .open(let container): add("<\(container.rawValue)>")
        case .close(let container): add("</\(container.rawValue)>")
        case .leaf(.bare, let runs): write(runs)
        case .leaf(let leaf, let runs):
            add("<\(leaf.rawValue)>")
            write(runs)
            add("</\(leaf.rawValue)>")
        case .rule: add("<hr>")
        }
    }

    /// Closes and opens only the tags that differ from one run to the next.
    private mutating func write(_ runs: [RichTextPiece.Run]) {
        var stack: [Tag] = []
        for run in runs {
            switch run {
            case .lineBreak: add("<br>")
            case .text(let text, let style):
                let tags = (style.link.map { [Tag.link($0)] } ?? []) + style.marks.map(Tag.mark)
                let shared = zip(stack, tags).prefix { $0 == $1 }.count
                while stack.count > shared { close(stack.removeLast()) }
                for tag in tags[shared...] { open(tag) }
                stack = tags
                escape(text)
            }
        }
        while let tag = stack.popLast() { close(tag) }
    }

    private mutating func open(_ tag: Tag) {
        switch tag {
        case .link(let address):
            add("<a href=\"")
            escape(address)
            add("\" rel=\"noopener nofollow\">")
        case .mark(let mark): add("<\(mark.rawValue)>")
        }
    }

    private mutating func close(_ tag: Tag) {
        switch tag {
        case .link: add("</a>")
        case .mark(let mark): add("</\(mark.rawValue)>")
        }
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func escape(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): add("&amp;")
            case UInt8(ascii: "<"): add("&lt;")
            case UInt8(ascii: ">"): add("&gt;")
            case UInt8(ascii: "\""): add("&quot;")
            default: bytes.append(byte)
            }
        }
    }
}
