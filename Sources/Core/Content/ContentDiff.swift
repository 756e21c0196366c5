import Storage

/// The differences between two bodies of one entry, field by field.
package struct ContentDiff: Sendable {
    /// One side of the comparison.
    package enum Side: Sendable, Hashable {
        case version(Int64)
        /// The working copy.
        case draft
        /// The published body.
        case live

        /// Parses `3`, `draft` or `live`.
        package init?(_ text: String) {
            switch text {
            case "draft": self = .draft
            case "live": self = .live
            case _:
                guard let version = Int64(text), version > 0 else { return nil }
                self = .version(version)
            }
        }

        package var name: String {
            switch self {
            case .version(let version): String(version)
            case .draft: "draft"
            case .live: "live"
            }
        }
    }

    package struct Change: Sendable {
        package let name: String
        package let title: Localized
        /// The language of a text that is stored per language.
        package let language: String?
        package let before: JSON?
        package let after: JSON?
        /// A word-by-word difference, if both are texts.
        package let text: TextDiff?
        /// A row-by-row difference, if both are tables.
        package var rows: TableDiff?
    }

    package let from: (side: Side, entry: HistoryEntry?)
    package let to: (side: Side, entry: HistoryEntry?)
    /// In the order of the form.
    package let changes: [Change]
    /// Titles of the entries that the changes refer to, by id.
    package let titles: [String: String]
}

extension ContentType {
    package func changes(from before: Body, to after: Body) -> [ContentDiff.Change] {
        var changes = fields.flatMap { self.changes(of: $0, before[$0.name], after[$0.name]) }
        if case .between(let from, _, let until, _) = window {
            for (name, title) in zip(Self.windowNames, [from, until]) where before[name] != after[name] {
                changes.append(
                    ContentDiff.Change(
                        name: name,
                        title: title,
                        language: nil,
                        before: before[name],
                        after: after[name],
                        text: nil
                    )
                )
            }
        }
        return changes
    }

    private func changes(of field: Field, _ before: JSON?, _ after: JSON?) -> [ContentDiff.Change] {
        guard before != after else { return [] }
        func change(_ language: String?, _ before: JSON?, _ after: JSON?, isText: Bool) -> ContentDiff.Change
        {
            ContentDiff.Change(
                name: field.name,
                title: field.title,
                language: language,
                before: before,
                after: after,
                text: isText ? TextDiff(from: before?.string ?? "", to: after?.string ?? "") : nil
            )
        }
        guard field.isPerLanguage else {
            let isText = if case .text = field.kind { true } else { false }
            var change = change(nil, before, after, isText: isText)
            if !field.columns.isEmpty {
                change.rows = TableDiff(from: before?.array ?? [], to: after?.array ?? [])
            }
            return [change]
        }
        let (old, new) = (before?.object ?? [:], after?.object ?? [:])
        return Language.allCases.map(\.rawValue).filter { old[$0] != new[$0] }
            .map { change($0, old[$0], new[$0], isText: true) }
    }
}

extension ContentDiff {
    package func json(in language: Language) -> JSON {
        [
            "from": Self.json(from),
            "to": Self.json(to),
            "changes": .array(changes.map { $0.json(in: language) }),
            "titles": .object(titles.mapValues { .string($0) }),
        ]
    }

    private static func json(_ end: (side: Side, entry: HistoryEntry?)) -> JSON {
        [
            "side": .string(end.side.name),
            "version": end.entry.map { .integer($0.version) } ?? .null,
            "at": JSON(end.entry?.at.description),
            "by": JSON(end.entry?.author),
            "note": JSON(end.entry?.note),
        ]
    }
}

extension ContentDiff.Change {
    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "field": .string(name),
            "title": .string(title[language]),
            "language": JSON(self.language),
            "before": before ?? .null,
            "after": after ?? .null,
            "words": text?.json ?? .null,
        ]
        members["rows"] = rows.map { .array($0.changes.map(\.json)) }
        return .object(members)
    }
}

extension ContentDiff {
    /// A difference as the admin API answers it.
    package struct Answer: Sendable {
        package let from: Side
        package let to: Side
        package let changes: [Change]
        package let titles: [String: String]
    }
}

extension ContentDiff.Answer: JSONReadable {
    /// One side, of which only the name is read.
    private struct End: JSONReadable {
        let side: ContentDiff.Side

        init(json: JSON) throws(Fault) { side = try json.get("side") }
    }

    package init(json: JSON) throws(Fault) {
        from = try json.get("from", as: End.self).side
        to = try json.get("to", as: End.self).side
        changes = try json.get("changes")
        titles = try json.get("titles")
    }
}

extension ContentDiff.Side: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let side = ContentDiff.Side(try String(json: json)) else {
            throw Fault("#", "должно быть версией, draft или live", "must be a version, draft or live")
        }
        self = side
    }
}

extension ContentDiff.Change: JSONReadable {
    package init(json: JSON) throws(Fault) {
        name = try json.get("field")
        title = try json.get("title")
        language = try json.get("language")
        before = try json.get("before")
        after = try json.get("after")
        text = try json.get("words")
        rows = try json.get("rows")
    }
}
