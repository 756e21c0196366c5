import Core
import HTTPTypes
import Hummingbird
import Storage

/// What is done to many rows at once: one message, one undo, and what was refused stays chosen with its reason.
struct ListBulk: Sendable {
    let page: ListPage
    private var path: String { page.path }
    private var type: ContentType { page.type }

    /// The bar under a list, by the state that the list shows.
    static func bar(_ type: ContentType, _ address: ListAddress, _ language: Language) -> JSON {
        let state = address.state
        let isShelved = state == .archived || state == .trash
        let flags = type.fields.filter(\.isImmediate).flatMap { field in
            [
                [
                    "set_do": .string("flag:\(field.name):true"),
                    "set_title": .string(
                        Localized("\(field.title.ru): включить", "\(field.title.en): on")[language]
                    ),
                ],
                [
                    "set_do": .string("flag:\(field.name):false"),
                    "set_title": .string(
                        Localized("\(field.title.ru): выключить", "\(field.title.en): off")[language]
                    ),
                ],
            ] as [JSON]
        }
        let fields = settable(type).map { name, title in
            ["set_do": .string("ask:\(name)"), "set_title": .string("\(title[language])…")] as JSON
        }
        return [
            "may_publish": .bool(!isShelved && state != .live && state != .scheduled),
            "may_unpublish": .bool(!isShelved && state != .draft),
            "sets": .array(isShelved ? [] : flags + fields), "can_archive": .bool(!isShelved),
            "can_unarchive": .bool(state == .archived), "can_remove": .bool(state != .trash),
            "can_recover": .bool(state == .trash), "has_sets": .bool(!isShelved),
        ]
    }

    /// The fields that many contents can be given one value in.
    static func settable(_ type: ContentType) -> [(name: String, title: Localized)] {
        let fields = type.fields.filter { field in
            !field.isImmediate && field.name != type.titleField && field.kind != .slug
                && ListCell.control(of: field) != nil
        }
        let named = fields.map { ($0.name, $0.title) }
        guard case .between(let from, _, let until, _) = type.window else { return named }
        return [("live_from", from), ("live_until", until)] + named
    }

    func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let address = ListAddress(back: form["back"], of: type, at: path)
        let chosen = BulkChoice(form, address)
        guard chosen.isAny else {
            let text = Localized("Сначала отметьте записи", "Choose some rows first")
            return try await page.console.done(text, to: form.back(path), context)
        }
        let words = (form["do"] ?? "").split(separator: ":").map { String($0) }
        switch (words.first ?? "", words.dropFirst().first, words.last) {
        case ("ask", let name?, _):
            var extras = ListPage.Extras(chosen: chosen.ids)
            let dialog = BulkDialog(page: page, form: form, chosen: chosen)
            extras.dialog = try await dialog.json(of: name, context)
            return try await page.show(address, extras, context)
        case ("flag", let name?, let value?):
            let change = BulkDeed(action: "flag", field: name, value: .bool(value == "true"))
            return try await run(change, chosen, address, context)
        case ("set", let name?, _):
            let dialog = BulkDialog(page: page, form: form, chosen: chosen)
            guard let value = dialog.value(of: name, context) else {
                var extras = ListPage.Extras(chosen: chosen.ids)
                extras.dialog = try await dialog.json(of: name, context, isWrong: true)
                extras.status = .unprocessableContent
                return try await page.show(address, extras, context)
            }
            var deed = BulkDeed(action: "set", field: name, value: value)
            deed.publishes = form["publish"] == "on"
            return try await run(deed, chosen, address, context)
        case (let action, nil, _):
            return try await run(BulkDeed(action: action), chosen, address, context)
        case (_, _, _): throw Problem.notFound(Localized("Такого действия нет.", "There is no such act."))
        }
    }

    private func run(
        _ deed: BulkDeed,
        _ chosen: BulkChoice,
        _ address: ListAddress,
        _ context: ConsoleContext
    ) async throws -> Response {
        let api = page.console.api(context)
        let before = try await BulkUndo(deed, chosen, type, path, api)
        let body = deed.body.merged(with: chosen.selection).merged(with: [
            "mode": "each", "list_changed": true,
        ])
        let report = try await api.send(.post, "\(path)/bulk", body: body)
        let changed = report["changed_ids"]?.array?.compactMap(\.string) ?? []
        let failed = Int(report["failed"]?.integer ?? 0)
        let text = deed.done(changed.count, failed: failed, type)
        let undo = before.calls(changed)
        guard failed > 0 else {
            return try await page.console.done(text, undo: undo, to: address.here, context)
        }
        var extras = ListPage.Extras()
        for failure in report["failures"]?.array ?? [] {
            guard let id = failure["id"]?.string else { continue }
            extras.chosen.insert(id)
            extras.faults[id] = ListActs.reason(failure)
        }
        extras.notice = try await page.console.notice(text, undo: undo, context)
        return try await page.show(address, extras, context)
    }
}

/// Which contents a form is about.
struct BulkChoice: Sendable {
    private(set) var ids: Set<String>
    /// All that the list shows, on every page of it.
    let isAll: Bool
    let address: ListAddress

    init(_ form: Form, _ address: ListAddress) {
        ids = Set(form.all("id").compactMap { Identifier.normalized($0) })
        isAll = form["all"] == "1"
        self.address = address
    }

    var isAny: Bool { isAll || !ids.isEmpty }

    var selection: JSON {
        isAll ? ["filter": address.filter] : ["ids": .array(ids.sorted().map { .string($0) })]
    }
}

/// One thing that is done to many contents, as the API has it.
struct BulkDeed: Sendable {
    let action: String
    var field: String?
    var value: JSON = .null
    var publishes = false

    var body: JSON {
        switch action {
        case "flag": ["action": "flag", "field": JSON(field), "value": value]
        case "set": ["action": "set", "fields": .object([field ?? "": value]), "publish": .bool(publishes)]
        case _: ["action": .string(action)]
        }
    }

    func done(_ count: Int, failed: Int, _ type: ContentType) -> Localized {
        guard count + failed > 0 else {
            return Localized("Менять было нечего", "There was nothing to change")
        }
        let words = words(type)
        let refused =
            failed > 0
            ? Localized(", не получилось: \(failed)", ", refused: \(failed)") : Localized("", "")
        guard count > 0 else { return Localized("Не получилось: \(failed)", "Refused: \(failed)") }
        return Localized("\(words.ru): \(count)\(refused.ru)", "\(words.en): \(count)\(refused.en)")
    }

    private func words(_ type: ContentType) -> Localized {
        let title = field.flatMap { type.field($0)?.title }
        switch action {
        case "publish": return Localized("Опубликовано", "Published")
        case "unpublish": return Localized("Снято с\u{A0}публикации", "Taken off")
        case "archive": return Localized("В\u{A0}архиве", "Archived")
        case "unarchive": return Localized("Возвращено из\u{A0}архива", "Out of the archive")
        case "remove": return Localized("В\u{A0}корзине", "In the trash")
        case "recover": return Localized("Восстановлено", "Recovered")
        case "flag":
            let (ru, en) = (title?.ru ?? "", title?.en ?? "")
            return value == true
                ? Localized("Включено «\(ru)»", "“\(en)” is on")
                : Localized("Выключено «\(ru)»", "“\(en)” is off")
        case _: return Localized("Изменено", "Changed")
        }
    }
}
