/// A document as it is set on paper: a title for the file, and blocks one below another.
package struct PrintedDocument: Sendable {
    package enum Block: Sendable {
        /// From 1, the greatest, to 3.
        case heading(String, level: Int)
        /// Text of Pango's markup, made by `markup` alone.
        case paragraph(String)
        /// An item of a list, at its depth from 0, with its sign.
        case item(String, depth: Int, sign: String)
        /// The widths are shares of the whole; cells are plain text.
        case table(header: [String], rows: [[String]], widths: [Double])
        case rule
    }

    package let title: String
    /// Of the file, as RFC 3339.
    package let madeAt: String
    package let blocks: [Block]

    package init(title: String, madeAt: String, blocks: [Block]) {
        (self.title, self.madeAt, self.blocks) = (title, madeAt, blocks)
    }

    /// Plain text as markup; control characters, which XML has no place for, are left out.
    package static func markup(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: break
            case _ where 0xFFFE...0xFFFF ~= scalar.value: break
            case _: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension PrintedDocument {
    /// The blocks of a rich text.
    ///
    /// `fill` replaces the places of each text; `insert` may give blocks in place of a whole paragraph.
    package static func blocks(
        _ html: String,
        fill: (String) -> String,
        insert: (_ paragraph: String) -> [Block]?
    ) -> [Block] {
        var (blocks, lists) = ([Block](), [(isNumbered: Bool, count: Int)]())
        for piece in RichText.pieces(of: html) {
            switch piece {
            case .open(.ul): lists.append((false, 0))
            case .open(.ol): lists.append((true, 0))
            case .close(.ul), .close(.ol): _ = lists.popLast()
            case .open(.li):
                guard let last = lists.indices.last else { continue }
                lists[last].count += 1
            case .open(.blockquote), .close(.li), .close(.blockquote): break
            case .rule: blocks.append(.rule)
            case .leaf(let leaf, let runs):
                let plain = text(of: runs)
                if let inserted = insert(plain) {
                    blocks += inserted
                } else if let list = lists.last {
                    let sign = list.isNumbered ? "\(list.count)." : "•"
                    blocks.append(.item(markup(of: runs, fill), depth: lists.count - 1, sign: sign))
                } else {
                    blocks.append(block(leaf, runs, fill(plain), markup(of: runs, fill)))
                }
            }
        }
        return blocks
    }

    private static func block(
        _ leaf: RichTextPiece.Leaf,
        _ runs: [RichTextPiece.Run],
        _ plain: String,
        _ markup: String
    ) -> Block {
        switch leaf {
        case .h2: .heading(plain, level: 1)
        case .h3: .heading(plain, level: 2)
        case .h4: .heading(plain, level: 3)
        case .p, .bare: .paragraph(markup)
        }
    }

    private static func text(of runs: [RichTextPiece.Run]) -> String {
        runs.map { run in
            switch run {
            case .text(let bytes, _): String(decoding: bytes, as: UTF8.self)
            case .lineBreak: "\n"
            }
        }.joined()
    }

    private static func markup(of runs: [RichTextPiece.Run], _ fill: (String) -> String) -> String {
        runs.map { run in
            switch run {
            case .lineBreak: return "\n"
            case .text(let bytes, let style):
                let text = markup(fill(String(decoding: bytes, as: UTF8.self)))
                return style.marks.reduce(text) { inner, mark in
                    let name =
                        switch mark {
                        case .strong: "b"
                        case .em: "i"
                        case .u: "u"
                        case .s: "s"
                        }
                    return "<\(name)>\(inner)</\(name)>"
                }
            }
        }.joined()
    }
}
