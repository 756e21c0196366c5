import Core
import Web

/// The line-by-line difference of two JSON values, formatted for reading.
struct FlagCodeDiff: Sendable {
    /// The equal lines shown around a change; the others are left out.
    private static let contextMax = 3
    /// Longer values are shown as a whole.
    private static let (linesMax, sizeMax) = (2_000, 64 << 10)

    enum Kind: Sendable { case same, removed, added, left }

    struct Line: Sendable {
        let kind: Kind
        let text: String
    }

    let lines: [Line]

    /// Nil if one of them is not an object or array; a missing value is an empty text.
    init?(from before: String, to after: String) {
        guard let old = Self.written(before), let new = Self.written(after),
            old.count + new.count <= Self.linesMax, !old.isEmpty || !new.isEmpty
        else { return nil }
        lines = Self.withoutFar(Self.difference(from: old, to: new))
    }

    private static func written(_ text: String) -> [String]? {
        guard !text.isEmpty else { return [] }
        guard text.utf8.count <= sizeMax, text.first == "{" || text.first == "[",
            let json = try? JSON(parsing: Array(text.utf8))
        else { return nil }
        return json.lines
    }

    private static func difference(from old: [String], to new: [String]) -> [Line] {
        var (isRemoved, isAdded) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): isRemoved.insert(offset)
            case .insert(let offset, _, _): isAdded.insert(offset)
            }
        }
        var lines: [Line] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if isRemoved.contains(oldIndex) {
                lines.append(Line(kind: .removed, text: old[oldIndex]))
                oldIndex += 1
            } else if isAdded.contains(newIndex) {
                lines.append(Line(kind: .added, text: new[newIndex]))
                newIndex += 1
            } else {
                lines.append(Line(kind: .same, text: new[newIndex]))
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
        return lines
    }

    /// Replaces lines that are far from every change by one mark.
    private static func withoutFar(_ lines: [Line]) -> [Line] {
        let changed = lines.indices.filter { lines[$0].kind != .same }
        let isNear = changed.reduce(into: Set<Int>()) { near, index in
            near.formUnion((index - contextMax)...(index + contextMax))
        }
        return lines.indices.reduce(into: [Line]()) { kept, index in
            if isNear.contains(index) {
                kept.append(lines[index])
            } else if kept.last?.kind != .left {
                kept.append(Line(kind: .left, text: "…"))
            }
        }
    }

    var json: JSON {
        .array(
            lines.map { line in
                [
                    "text": .string(line.text), "is_del": .bool(line.kind == .removed),
                    "is_ins": .bool(line.kind == .added),
                ]
            }
        )
    }
}

extension JSON {
    /// Longer arrays and objects have a line for each element.
    private static let lineLengthMax = 60

    /// Formatted for reading: indent of two spaces, sorted members, short values in one line.
    var lines: [String] { lines(named: "", lengthMax: 0) }

    private func lines(named name: String, lengthMax: Int = JSON.lineLengthMax) -> [String] {
        let whole = name + spaced
        if whole.utf8.count <= lengthMax { return [whole] }
        let (open, close, parts): (String, String, [[String]])
        switch self {
        case .object(let members):
            (open, close) = ("{", "}")
            parts = members.sorted { $0.key < $1.key }.map { name, member in
                member.lines(named: JSON.string(name).text + ": ")
            }
        case .array(let elements):
            (open, close) = ("[", "]")
            parts = elements.map { $0.lines(named: "") }
        case .null, .bool, .integer, .decimal, .string: return [whole]
        }
        guard !parts.isEmpty else { return [whole] }
        let inner = parts.enumerated().flatMap { place, lines in
            let last = lines.count - 1
            let comma = place == parts.count - 1 ? "" : ","
            return lines.enumerated().map { "  \($1)" + ($0 == last ? comma : "") }
        }
        return [name + open] + inner + [close]
    }

    /// On one line, with a space after each sign.
    private var spaced: String {
        switch self {
        case .object(let members):
            let parts = members.sorted { $0.key < $1.key }.map {
                "\(JSON.string($0).text): \($1.spaced)"
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .array(let elements): return "[" + elements.map { $0.spaced }.joined(separator: ", ") + "]"
        case .null, .bool, .integer, .decimal, .string: return text
        }
    }
}
