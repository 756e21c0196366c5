import Core

/// Renders templates.
struct TemplateWriter {
    let templates: [String: Template]
    private(set) var text = ""
    /// The contexts in which names are looked up, outermost first.
    private var values: [JSON]

    init(_ templates: [String: Template], _ context: JSON) {
        self.templates = templates
        values = [context]
    }

    mutating func write(_ name: String) {
        // The template exists: that was checked where its name is written.
        if let template = templates[name] { write(template.parts) }
    }

    private mutating func write(_ parts: [Template.Part]) {
        for part in parts {
            switch part {
            case .text(let text): self.text += text
            case .value(let path): escape(Self.text(of: value(at: path)))
            case .html(let path): text += Self.text(of: value(at: path))
            case .section(let path, let parts): section(value(at: path), parts)
            case .otherwise(let path, let parts):
                if Self.isEmpty(value(at: path)) { write(parts) }
            case .partial(let name): write(name)
            case .named(let path): write(value(at: path)?.string ?? "")
            }
        }
    }

    private mutating func section(_ value: JSON?, _ parts: [Template.Part]) {
        guard let value, !Self.isEmpty(value) else { return }
        switch value {
        case .array(let elements):
            for element in elements { write(parts, in: element) }
        case .bool: write(parts)
        case .null, .integer, .decimal, .string, .object: write(parts, in: value)
        }
    }

    private mutating func write(_ parts: [Template.Part], in value: JSON) {
        values.append(value)
        write(parts)
        values.removeLast()
    }

    /// The first part of a path is looked up in all contexts, and the rest within it.
    private func value(at path: Template.Path) -> JSON? {
        guard let first = path.first else { return values.last }
        for value in values.reversed() {
            guard case .object(let members) = value, let found = members[first] else { continue }
            return path.dropFirst().reduce(found as JSON?) { $0?[$1] }
        }
        return nil
    }

    /// True for null and for an empty text, so that a section shows neither.
    private static func isEmpty(_ value: JSON?) -> Bool {
        switch value {
        case nil, .null: true
        case .bool(let bool): !bool
        case .string(let string): string.isEmpty
        case .array(let elements): elements.isEmpty
        case .integer, .decimal, .object: false
        }
    }

    private static func text(of value: JSON?) -> String {
        switch value {
        case .string(let string): string
        case .integer(let integer): String(integer)
        case .bool(let bool): String(bool)
        case .decimal(let decimal): "\(decimal)"
        case nil, .null, .array, .object: ""
        }
    }

    private mutating func escape(_ value: String) {
        guard value.utf8.contains(where: { Self.escaped($0) != nil }) else { return text += value }
        for character in value.unicodeScalars {
            if character.isASCII, let escaped = Self.escaped(UInt8(character.value)) {
                text += escaped
            } else {
                text.unicodeScalars.append(character)
            }
        }
    }

    private static func escaped(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case _: nil
        }
    }
}
