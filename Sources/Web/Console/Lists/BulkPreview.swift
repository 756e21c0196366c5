import Core
import Storage

/// The first of the chosen entries, with what they hold in a field now and after a change.
struct BulkPreview {
    let json: JSON

    init(dialog: BulkDialog, name: String, change: BulkDialog.Change?, context: ConsoleContext) async throws {
        let page = dialog.page
        let (type, api) = (page.type, page.console.api(context))
        let (items, total) = try await Self.entries(dialog, api)
        let before = items.map { $0["fields"]?.object ?? [:] }
        let after = before.map { body -> JSON? in
            switch change {
            case .value(let value)?: value
            case .days(let days)?: type.shifted(body, by: [name: days])[name] ?? body[name]
            case nil: nil
            }
        }
        let titles = try await Self.titles(in: before.map { $0[name] } + after, api)
        let cell = ListCell(time: page.console.time(context), titles: titles)
        let field = type.field(name) ?? Field(name, .timestamp, type.title)
        var rows: [JSON] = []
        for (index, item) in items.enumerated() {
            rows.append([
                "ask_entry": item["title"] ?? "",
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

    private static func entries(_ dialog: BulkDialog, _ api: AdminAPI) async throws -> ([JSON], Int) {
        let (chosen, path) = (dialog.chosen, dialog.page.path)
        if chosen.isAll {
            let answer = try await api.get(path, chosen.address.query)
            let items = answer["items"]?.array ?? []
            return (Array(items.prefix(Limits.bulkShownMax)), Int(clamping: answer["total"]?.integer ?? 0))
        }
        var items: [JSON] = []
        for id in chosen.ids.sorted().prefix(Limits.bulkShownMax) {
            // One that is not there is refused by the change itself.
            if let item = try? await api.get("\(path)/\(id)") { items.append(item) }
        }
        return (items, chosen.ids.count)
    }

    /// What the entries are called that the values refer to.
    private static func titles(in values: [JSON?], _ api: AdminAPI) async throws -> [String: String] {
        let texts = values.compactMap { $0 }.flatMap { [$0.string ?? ""] + $0.strings }
        let ids = Set(texts.compactMap { Identifier.normalized($0) }).sorted().prefix(Limits.titlesMax)
        guard !ids.isEmpty else { return [:] }
        var titles: [String: String] = [:]
        let found = try await api.get("/titles", [("ids", ids.joined(separator: ","))])
        for item in found["items"]?.array ?? [] {
            if let id = item["id"]?.string { titles[id] = item["title"]?.string }
        }
        return titles
    }

    private static func words(_ cell: JSON) -> String {
        ["words", "chip", "code"].compactMap { cell[$0]?.string }.first ?? "—"
    }
}
