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
            return [change(nil, before, after, isText: isText)]
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
        let words = text.map { text -> JSON in
            .array(text.parts.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] })
        }
        return [
            "field": .string(name),
            "title": .string(title[language]),
            "language": JSON(self.language),
            "before": before ?? .null,
            "after": after ?? .null,
            "words": words ?? .null,
        ]
    }
}
