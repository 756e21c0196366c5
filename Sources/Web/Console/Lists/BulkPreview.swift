import Core
import Storage

/// The first of the selected entries, with a field's value now and after a change.
struct BulkPreview {
    /// The number of entries in the preview of a bulk change.
    private static let bulkShownMax = 8

    let json: JSON

    init(dialog: BulkDialog, name: String, change: BulkDialog.Change?, context: ConsoleContext) async throws {
        let page = dialog.page
        let (type, contents) = (page.type, try page.console.contents(context))
        let (entries, total) = try await Self.entries(dialog, contents)
        let before = entries.map(\.fields)
        let after = before.map { body -> JSON? in
            switch change {
            case .value(let value)?: value
            case .days(let days)?: type.shifted(body, by: [name: days])[name] ?? body[name]
            case nil: nil
            }
        }
        let titles = try await Self.titles(in: before.map { $0[name] } + after, contents)
        let cell = ListCell(time: page.console.time(context), titles: titles)
        let field = type.field(name) ?? Field(name, .timestamp, type.title)
        var rows: [JSON] = []
        for (index, entry) in entries.enumerated() {
            rows.append([
                "ask_entry": .string(type.title(of: entry.fields)),
                "ask_before": .string(Self.words(cell.cell(of: field, before[index][name]))),
                "ask_after": change == nil
                    ? .null : .string(Self.words(cell.cell(of: field, after[index]))),
            ])
        }
        let rest = total - rows.count
        let more = Localized("и\u{A0}ещё\u{A0}\(rest)", "and \(rest) more")[context.language]
        json = [
            "ask_rows": .array(rows), "has_rows": .bool(!rows.isEmpty), "has_after": .bool(change != nil),
            "ask_rest": .string(rest > 0 ? more : ""), "ask_count": .integer(Int64(total)),
        ]
    }

    private static func entries(
        _ dialog: BulkDialog,
        _ contents: ContentStore
    ) async throws -> ([Content], Int) {
        let (chosen, type) = (dialog.chosen, dialog.page.type)
        if chosen.isAll {
            let page = try await contents.list(ContentQuery(chosen.address.query, of: type), of: type)
            return (Array(page.elements.prefix(Self.bulkShownMax)), Int(clamping: page.total ?? 0))
        }
        var entries: [Content] = []
        for id in chosen.ids.sorted().prefix(Self.bulkShownMax) {
            // The change itself refuses an entry that does not exist.
            if let entry = try? await contents.content(id, of: type) { entries.append(entry) }
        }
        return (entries, chosen.ids.count)
    }

    /// The titles of the entries that the values refer to.
    private static func titles(
        in values: [JSON?],
        _ contents: ContentStore
    ) async throws -> [String: String] {
        let texts = values.compactMap { $0 }.flatMap { [$0.string ?? ""] + $0.strings }
        let ids = Set(texts.compactMap { Identifier.normalized($0) }).sorted().prefix(Limits.titlesMax)
        let titles = try await contents.titles(of: Set(ids)).map { ($0.id, $0.title) }
        return Dictionary(uniqueKeysWithValues: titles)
    }

    private static func words(_ cell: JSON) -> String {
        ["words", "chip", "code"].compactMap { cell[$0]?.string }.first ?? "—"
    }
}
