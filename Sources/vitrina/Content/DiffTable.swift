import Core

/// A table of the differences between two versions.
struct DiffTable {
    /// The number of unchanged words that are shown around a change.
    private static let context = 30

    private let diff: ContentDiff.Answer
    private let session: Session

    init(_ diff: ContentDiff.Answer, session: Session) {
        self.diff = diff
        self.session = session
    }

    var table: Table {
        let columns = [
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(title(of: diff.from), isFlexible: true),
            Table.Column(title(of: diff.to), isFlexible: true),
        ]
        let rows = diff.changes.map { change in
            let name = [change.name, change.language].compactMap { $0 }.joined(separator: ".")
            if let words = change.text?.parts {
                return [name, marked(words, without: .added), marked(words, without: .removed)]
            }
            if let rows = change.rows?.changes {
                let before = lines(change.before, rows.compactMap(\.before))
                return [name, before, lines(change.after, rows.compactMap(\.after))]
            }
            return [name, shown(change.before), shown(change.after)]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func title(of side: ContentDiff.Side) -> String {
        switch side {
        case .draft: session.text(Localized("ЧЕРНОВИК", "DRAFT"))
        case .live: session.text(Localized("ОПУБЛИКОВАНО", "LIVE"))
        case .version(let version): session.text(Localized("ВЕРСИЯ \(version)", "VERSION \(version)"))
        }
    }

    /// One side of a text; parts that the other side does not have are in `[-…-]` or `{+…+}`.
    private func marked(_ words: [TextDiff.Part], without hidden: TextDiff.Kind) -> String {
        words.filter { $0.kind != hidden }.map { part in
            switch part.kind {
            case .removed: "[-\(part.text)-]"
            case .added: "{+\(part.text)+}"
            case .same: shortened(part.text)
            }
        }.joined()
    }

    /// One side of a table: the rows that differ, each with its number.
    private func lines(_ table: JSON?, _ indexes: [Int]) -> String {
        let table = table?.array ?? []
        return indexes.filter(table.indices.contains).map { index in
            let cells = (table[index].object ?? [:]).sorted { $0.key < $1.key }
            let text = cells.map { "\($0.key)=\(shown($0.value))" }.joined(separator: " ")
            return "\(index + 1): \(text)"
        }.joined(separator: "; ")
    }

    private func shortened(_ text: String) -> String {
        guard text.count > 3 * Self.context else { return text }
        return "\(text.prefix(Self.context)) … \(text.suffix(Self.context))"
    }

    private func shown(_ value: JSON?) -> String {
        if case .array(let elements) = value { return elements.map { shown($0) }.joined(separator: ", ") }
        let title = value?.string.flatMap { diff.titles[$0] }
        return title ?? session.shown(value)
    }
}
