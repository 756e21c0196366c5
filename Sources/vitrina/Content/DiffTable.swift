import Core

/// A table of the differences between two versions.
struct DiffTable {
    /// The number of unchanged words that are shown around a change.
    private static let context = 30

    private let diff: JSON
    private let session: Session

    init(_ diff: JSON, session: Session) {
        self.diff = diff
        self.session = session
    }

    var table: Table {
        let changes = diff["changes"]?.array ?? []
        let columns = [
            Table.Column(Localized("ПОЛЕ", "FIELD")),
            Table.Column(side("from"), isFlexible: true),
            Table.Column(side("to"), isFlexible: true),
        ]
        let rows = changes.map { change in
            let name = [change["field"], change["language"]].compactMap { $0?.string }.joined(separator: ".")
            if let words = change["words"]?.array {
                return [name, marked(words, without: "added"), marked(words, without: "removed")]
            }
            return [name, shown(change["before"]), shown(change["after"])]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func side(_ name: String) -> String {
        switch diff[name]?["side"]?.string {
        case "draft"?: session.text(Localized("ЧЕРНОВИК", "DRAFT"))
        case "live"?: session.text(Localized("ОПУБЛИКОВАНО", "LIVE"))
        case let version?: session.text(Localized("ВЕРСИЯ \(version)", "VERSION \(version)"))
        case nil: ""
        }
    }

    /// One side of a text; parts that the other side does not have are in `[-…-]` or `{+…+}`.
    private func marked(_ words: [JSON], without hidden: String) -> String {
        words.map { part in
            let text = part["text"]?.string ?? ""
            switch part["kind"]?.string {
            case hidden?: return ""
            case "removed"?: return "[-\(text)-]"
            case "added"?: return "{+\(text)+}"
            case _: return shortened(text)
            }
        }.joined()
    }

    private func shortened(_ text: String) -> String {
        guard text.count > 3 * Self.context else { return text }
        return "\(text.prefix(Self.context)) … \(text.suffix(Self.context))"
    }

    private func shown(_ value: JSON?) -> String {
        if case .array(let elements) = value { return elements.map { shown($0) }.joined(separator: ", ") }
        let title = value?.string.flatMap { diff["titles"]?[$0]?.string }
        return title ?? session.shown(value)
    }
}
