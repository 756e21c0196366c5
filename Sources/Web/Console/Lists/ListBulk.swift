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
        case ("ask", let name?, _), ("look", let name?, _):
            var dialog = BulkDialog(page: page, form: form, chosen: chosen)
            if words.count == 3 { dialog.shift = words[2] }
            let change = words[0] == "look" ? dialog.change(of: name, context) : nil
            return try await show(dialog, name, change, isWrong: words[0] == "look" && change == nil, context)
        case ("flag", let name?, let value?):
            let change = BulkDeed(action: "flag", field: name, value: .bool(value == "true"))
            return try await run(change, chosen, address, context)
        case ("set", let name?, _):
            let dialog = BulkDialog(page: page, form: form, chosen: chosen)
            guard let change = dialog.change(of: name, context) else {
                return try await show(dialog, name, nil, isWrong: true, context)
            }
            var deed = BulkDeed(action: "set", field: name)
            switch change {
            case .value(let value): deed.value = value
            case .days(let days): deed.days = days
            }
            deed.publishes = form["publish"] == "on"
            return try await run(deed, chosen, address, context)
        case (let action, nil, _):
            return try await run(BulkDeed(action: action), chosen, address, context)
        case (_, _, _): throw Problem.notFound(Localized("Такого действия нет.", "There is no such act."))
        }
    }

    /// The dialog over the list, with what the change would do.
    private func show(
        _ dialog: BulkDialog,
        _ name: String,
        _ change: BulkDialog.Change?,
        isWrong: Bool,
        _ context: ConsoleContext
    ) async throws -> Response {
        var extras = ListPage.Extras(chosen: dialog.chosen.ids)
        extras.dialog = try await dialog.json(of: name, change, isWrong: isWrong, context)
        if isWrong { extras.status = .unprocessableContent }
        return try await page.show(dialog.chosen.address, extras, context)
    }

    private func run(
        _ deed: BulkDeed,
        _ chosen: BulkChoice,
        _ address: ListAddress,
        _ context: ConsoleContext
    ) async throws -> Response {
        let api = page.console.api(context)
        let body = deed.body.merged(with: chosen.selection).merged(with: [
            "mode": "each", "list_changed": true,
        ])
        let report = try await api.send(.post, "\(path)/bulk", body: body)
        let changed = report["changed_ids"]?.array?.compactMap(\.string) ?? []
        let failed = Int(report["failed"]?.integer ?? 0)
        let text = deed.done(changed.count, failed: failed, type)
        let undo = Notice.Call.reverting(report: report, at: path)
        let offer = deed.makesDrafts ? self.offer(of: changed, context.language) : nil
        guard failed > 0 else {
            return try await page.console.done(text, undo: undo, offer: offer, to: address.here, context)
        }
        var extras = ListPage.Extras()
        for failure in report["failures"]?.array ?? [] {
            guard let id = failure["id"]?.string else { continue }
            extras.chosen.insert(id)
            extras.faults[id] = ListActs.reason(failure)
        }
        extras.notice = try await page.console.notice(
            text,
            undo: undo,
            offer: offer ?? insistence(on: deed, report, context.language),
            context
        )
        return try await page.show(address, extras, context)
    }

    /// What is over is published only where somebody wants it so.
    private func insistence(on deed: BulkDeed, _ report: JSON, _ language: Language) -> Notice.Offer? {
        let failures = report["failures"]?.array ?? []
        let ids = failures.filter { $0["problem"] == "conflict" && $0["errors"]?.array?.isEmpty != false }
            .compactMap { $0["id"] }
        guard deed.action == "publish", !ids.isEmpty else { return nil }
        let title = Localized("Всё равно опубликовать \(ids.count)", "Publish \(ids.count) all the same")
        let body: JSON = ["action": "publish", "ids": .array(ids), "mode": "each", "list_changed": true]
        let call = Notice.Call("POST", "\(path)/bulk", body)
        return Notice.Offer(title[language], done: deed.words(type)[language], [call])
    }

    /// What has become a draft can be published in one more step.
    private func offer(of ids: [String], _ language: Language) -> Notice.Offer? {
        guard !ids.isEmpty, ids.count <= Limits.undoBatch else { return nil }
        let title = Localized("Опубликовать \(ids.count)", "Publish \(ids.count)")[language]
        let body: JSON = [
            "action": "publish", "ids": .array(ids.map { .string($0) }), "mode": "each", "list_changed": true,
        ]
        let done = BulkDeed(action: "publish").words(type)[language]
        return Notice.Offer(title, done: done, [Notice.Call("POST", "\(path)/bulk", body)])
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
    /// By how many days the field moves, instead of a value.
    var days: Int64?
    var publishes = false

    var makesDrafts: Bool { action == "set" && !publishes }

    var body: JSON {
        switch action {
        case "flag": ["action": "flag", "field": JSON(field), "value": value]
        case "set":
            days.map {
                ["action": "set", "shift": .object([field ?? "": .integer($0)]), "publish": .bool(publishes)]
            } ?? ["action": "set", "fields": .object([field ?? "": value]), "publish": .bool(publishes)]
        case "publish": ["action": "publish", "refuse_over": true]
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
        let draft =
            makesDrafts
            ? Localized(", пока в\u{A0}черновиках", ", in drafts so far") : Localized("", "")
        return Localized(
            "\(words.ru): \(count)\(draft.ru)\(refused.ru)",
            "\(words.en): \(count)\(draft.en)\(refused.en)"
        )
    }

    fileprivate func words(_ type: ContentType) -> Localized {
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
        case _:
            return Localized("Изменено", "Changed")
        }
    }
}
