import Core

/// The difference between two versions of a table, for people: each row that differs, on both sides.
struct HistoryRows {
    let field: Field
    let names: FormNames
    let time: HumanTime

    func json(of change: ContentDiff.Change, _ rows: TableDiff) -> JSON {
        let summary = rows.summary[time.language]
        return [
            "title": .string("\(field.label(time.language)): \(summary)"), "words": true,
            "before": side(change.before, rows.changes.map { ($0, $0.before) }, isBefore: true),
            "after": side(change.after, rows.changes.map { ($0, $0.after) }, isBefore: false),
        ]
    }

    /// The rows of one side, each on its line with its number.
    private func side(
        _ table: JSON?,
        _ changes: [(change: TableDiff.Change, index: Int?)],
        isBefore: Bool
    ) -> JSON {
        let rows = table?.array ?? []
        let lines = changes.compactMap { change, index -> [JSON]? in
            guard let index, rows.indices.contains(index) else { return nil }
            let text = names.row(FormRow(rows[index]), of: field.columns, time)
            let isMark = change.kind != .moved
            return [
                part("\(index + 1). "),
                part(text, isDeleted: isBefore && isMark, isInserted: !isBefore && isMark), part("\n"),
            ]
        }
        return .array(lines.flatMap { $0 })
    }

    private func part(_ text: String, isDeleted: Bool = false, isInserted: Bool = false) -> JSON {
        ["text": .string(text), "is_del": .bool(isDeleted), "is_ins": .bool(isInserted)]
    }
}
