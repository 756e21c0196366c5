/// The role of an HTML element in a rich text.
enum RichTextElement {
    case mark(RichTextPiece.Mark)
    case link
    case heading(RichTextPiece.Leaf)
    /// An element that ends a paragraph before and after it.
    case block
    case list(RichTextPiece.Container)
    case entry
    case quotation
    case lineBreak
    case rule
    /// An element whose text is separated from that of its neighbours.
    case cell
    /// An element that is dropped while its contents are kept.
    case other

    /// Nil for an element that is dropped with its contents, because they are not text for people.
    init?(_ name: String) {
        // A prefix means nothing in HTML, so the name without it decides.
        switch name.split(separator: ":").last ?? "" {
        case "strong", "b": self = .mark(.strong)
        case "em", "i": self = .mark(.em)
        case "u", "ins": self = .mark(.u)
        case "s", "strike", "del": self = .mark(.s)
        case "a": self = .link
        case "h1", "h2": self = .heading(.h2)
        case "h3": self = .heading(.h3)
        case "h4": self = .heading(.h4)
        case "ul", "menu", "dir": self = .list(.ul)
        case "ol": self = .list(.ol)
        case "li": self = .entry
        case "blockquote": self = .quotation
        case "br": self = .lineBreak
        case "hr": self = .rule
        case "td", "th": self = .cell
        case "p", "div", "address", "article", "aside", "body", "caption", "center", "dd", "details", "dl",
            "dt",
            "fieldset", "figcaption", "figure", "footer", "form", "h5", "h6", "header", "hgroup", "legend",
            "listing", "main", "nav", "option", "pre", "search", "section", "summary", "table", "tbody",
            "tfoot",
            "thead", "tr":
            self = .block
        case "script", "style", "iframe", "object", "applet", "template", "noscript", "noembed", "noframes",
            "frameset", "textarea", "title", "svg", "math", "select", "datalist", "audio", "video", "canvas",
            "xml":
            return nil
        default: self = .other
        }
    }

    /// The address in its normalized form; nil if it does not lead to a page, an e-mail address or a telephone.
    static func address(_ href: [UInt8]) -> [UInt8]? {
        var address = withoutControls(href)
        address = Array(address.drop { $0 == UInt8(ascii: " ") })
        while address.last == UInt8(ascii: " ") { address.removeLast() }
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = String(decoding: address[..<colon], as: UTF8.self).lowercased()
        let rest = address[(colon + 1)...]
        switch scheme {
        case "http", "https":
            // Without both slashes a browser resolves the rest as a path of the current page.
            guard rest.starts(with: "//".utf8),
                rest.dropFirst(2).first.map({ !"/\\".utf8.contains($0) }) == true
            else { return nil }
        case "mailto", "tel": guard !rest.isEmpty else { return nil }
        default: return nil
        }
        let kept =
            Array((scheme + ":").utf8) + rest.flatMap { $0 == UInt8(ascii: " ") ? Array("%20".utf8) : [$0] }
        return kept.count <= Limits.urlLengthMax ? kept : nil
    }

    /// Removes C0, DEL and C1 (in UTF-8: C2 80 to C2 9F), which browsers drop from addresses or misread.
    static func withoutControls(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case 0..<0x20, 0x7F: break
            case 0x80...0x9F where result.last == 0xC2: result.removeLast()
            default: result.append(byte)
            }
        }
        return result
    }
}
