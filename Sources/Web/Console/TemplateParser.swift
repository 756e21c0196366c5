import Foundation

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
        let pieces = text.components(separatedBy: "{{")
        texts.append(pieces[0])
        for piece in pieces.dropFirst() {
            let halves = piece.components(separatedBy: "}}")
            guard halves.count > 1 else {
                throw Templates.Fault(description: "{{ without }}: \(piece.prefix(40))")
            }
            var rest = halves.dropFirst().joined(separator: "}}")
            let tag = try Self.tag(halves[0])
            if tag.sign == "{" {
                guard rest.hasPrefix("}") else {
                    throw Templates.Fault(description: "{{{ without }}}: \(tag.name)")
                }
                rest.removeFirst()
            }
            tags.append(tag)
            texts.append(rest)
        }
    }

    private static func tag(_ text: String) throws(Templates.Fault) -> Tag {
        let text = text.trimmingCharacters(in: .whitespaces)
        var sign = text.first.map { "#^/>{".contains($0) ? $0 : " " } ?? " "
        var name = (sign == " " ? text : String(text.dropFirst())).trimmingCharacters(in: .whitespaces)
        if sign == ">", name.hasPrefix("*") {
            sign = "*"
            name.removeFirst()
        }
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && !"{}#^/>&!=<$%()*\"'".utf8.contains($0) })
        else {
            throw Templates.Fault(description: "not a tag: {{\(text)}}")
        }
        return Tag(sign: sign, name: name)
    }

    /// Removes the line break after a tag that is alone on its line.
    private mutating func dropLinesOfTags() {
        let alone = tags.indices.filter { index in
            guard "#^/>*".contains(tags[index].sign) else { return false }
            let before = texts[index].lastLine
            let after = texts[index + 1].firstLine
            let begins = before.isWhole || index == 0
            let ends = after.isWhole || index == tags.count - 1
            return begins && ends && before.line.allSatisfy(\.isWhitespace)
                && after.line.allSatisfy(\.isWhitespace)
        }
        for index in alone {
            texts[index] = String(texts[index].dropLast(texts[index].lastLine.line.count))
            let after = texts[index + 1].firstLine
            texts[index + 1] = String(texts[index + 1].dropFirst(after.line.count + (after.isWhole ? 1 : 0)))
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

extension String {
    /// The text after the last line break; `isWhole` is true if there is one.
    fileprivate var lastLine: (line: Substring, isWhole: Bool) {
        guard let index = lastIndex(where: \.isNewline) else { return (self[...], false) }
        return (self[self.index(after: index)...], true)
    }

    /// The text before the first line break; `isWhole` is true if there is one.
    fileprivate var firstLine: (line: Substring, isWhole: Bool) {
        guard let index = firstIndex(where: \.isNewline) else { return (self[...], false) }
        return (self[..<index], true)
    }
}
