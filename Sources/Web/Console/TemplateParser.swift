/// Parses a `Template`.
struct TemplateParser {
    fileprivate struct Tag {
        /// The sign after the opening braces; a space for a plain value.
        let sign: Character
        let name: String
    }

    /// An open section with the parts parsed so far.
    fileprivate struct Level {
        let tag: Tag?
        var parts: [Template.Part] = []
    }

    /// There is one text more than tags, since a text precedes and follows each.
    private var texts: [String] = []
    private var tags: [Tag] = []

    static func parse(_ text: String) throws(Templates.Fault) -> Template {
        var parser = TemplateParser()
        try parser.take(text)
        parser.dropLinesOfTags()
        return Template(parts: try parser.parts())
    }

    private mutating func take(_ text: String) throws(Templates.Fault) {
        var rest = text[...]
        while let (before, after) = rest.halves(at: "{") {
            guard let (inner, following) = after.halves(at: "}") else {
                throw Templates.Fault(description: "{{ without }}: \(after.prefix(40))")
            }
            let tag = try Self.tag(inner)
            rest = following
            if tag.sign == "{" {
                guard rest.utf8.first == UInt8(ascii: "}") else {
                    throw Templates.Fault(description: "{{{ without }}}: \(tag.name)")
                }
                rest.removeFirst()
            }
            texts.append(String(before))
            tags.append(tag)
        }
        texts.append(String(rest))
    }

    private static func tag(_ text: Substring) throws(Templates.Fault) -> Tag {
        let text = text.trimmingBlanks
        var sign = text.first.map { "#^/>{".contains($0) ? $0 : " " } ?? " "
        var name = sign == " " ? text : text.dropFirst().trimmingBlanks
        if sign == ">", name.hasPrefix("*") {
            sign = "*"
            name.removeFirst()
        }
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && !"{}#^/>&!=<$%()*\"'".utf8.contains($0) })
        else {
            throw Templates.Fault(description: "not a tag: {{\(text)}}")
        }
        return Tag(sign: sign, name: String(name))
    }

    /// Removes the line break after a tag that is alone on its line.
    private mutating func dropLinesOfTags() {
        let alone = tags.indices.filter { index in
            guard "#^/>*".contains(tags[index].sign) else { return false }
            let before = texts[index].lastLine
            let after = texts[index + 1].firstLine
            let begins = before.isWhole || index == 0
            let ends = after.isWhole || index == tags.count - 1
            return begins && ends && before.line.isBlank && after.line.isBlank
        }
        for index in alone {
            texts[index] = String(texts[index][..<texts[index].lastLine.line.startIndex])
            let after = texts[index + 1].firstLine
            let line = texts[index + 1][after.line.endIndex...]
            texts[index + 1] = String(after.isWhole ? line.dropFirst() : line)
        }
    }

    private func parts() throws(Templates.Fault) -> [Template.Part] {
        var levels = [Level(tag: nil)]
        for (text, tag) in zip(texts, tags) {
            levels.append(.text(text))
            let path = tag.name == "." ? [] : tag.name.split(separator: ".").map { String($0) }
            switch tag.sign {
            case "#", "^": levels.append(Level(tag: tag))
            case "/":
                guard let level = levels.popLast(), let begun = level.tag, begun.name == tag.name else {
                    throw Templates.Fault(description: "{{/\(tag.name)}} ends what is not begun")
                }
                levels.append(begun.sign == "#" ? .section(path, level.parts) : .otherwise(path, level.parts))
            case ">": levels.append(.partial(tag.name))
            case "*": levels.append(.named(path))
            case "{": levels.append(.html(path))
            case _: levels.append(.value(path))
            }
        }
        if let open = levels.last?.tag { throw Templates.Fault(description: "{{#\(open.name)}} has no end") }
        levels.append(.text(texts.last ?? ""))
        return levels[0].parts
    }
}

extension [TemplateParser.Level] {
    fileprivate mutating func append(_ part: Template.Part) {
        if case .text("") = part { return }
        self[count - 1].parts.append(part)
    }
}

// By bytes: all templates are parsed at the start of the program.
extension String {
    /// The text after the last line break; `isWhole` is true if there is one.
    fileprivate var lastLine: (line: Substring, isWhole: Bool) {
        guard let index = utf8.lastIndex(of: UInt8(ascii: "\n")) else { return (self[...], false) }
        return (self[utf8.index(after: index)...], true)
    }

    /// The text before the first line break; `isWhole` is true if there is one.
    fileprivate var firstLine: (line: Substring, isWhole: Bool) {
        guard let index = utf8.firstIndex(of: UInt8(ascii: "\n")) else { return (self[...], false) }
        return (self[..<index], true)
    }
}

extension Substring {
    /// The texts before and after the first occurrence of an ASCII character that is doubled, as in `{{`.
    func halves(at mark: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        let byte = UInt8(ascii: mark)
        var rest = utf8[...]
        while let first = rest.firstIndex(of: byte) {
            let second = utf8.index(after: first)
            guard second < endIndex else { return nil }
            if utf8[second] == byte { return (self[..<first], self[utf8.index(after: second)...]) }
            rest = utf8[second...]
        }
        return nil
    }

    fileprivate var isBlank: Bool { utf8.allSatisfy(\.isBlank) }

    fileprivate var trimmingBlanks: Substring {
        guard let first = utf8.firstIndex(where: { !$0.isBlank }),
            let last = utf8.lastIndex(where: { !$0.isBlank })
        else { return self[endIndex...] }
        return Substring(utf8[first...last])
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
