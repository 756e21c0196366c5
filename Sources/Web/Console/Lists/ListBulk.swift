import Core
import HTTPTypes
import Hummingbird
import Storage

/// Bulk changes of rows: one message and one undo; refused rows stay selected with their reasons.
struct ListBulk: Sendable {
    let page: ListPage
    private var path: String { page.path }
    private var type: ContentType { page.type }

    func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
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
            return try await run(BulkDeed(.flag(name, value == "true")), chosen, address, context)
        case ("set", let name?, _):
            let dialog = BulkDialog(page: page, form: form, chosen: chosen)
            guard let change = dialog.change(of: name, context) else {
                return try await show(dialog, name, nil, isWrong: true, context)
            }
            let deed = BulkDeed(.set(name, change, publish: form["publish"] == "on"))
            return try await run(deed, chosen, address, context)
        case (let name, nil, _):
            guard let act = ListActs.Act(rawValue: name) else { fallthrough }
            return try await run(BulkDeed(.act(act)), chosen, address, context)
        case (_, _, _): throw Problem.notFound(Localized("Такого действия нет.", "There is no such act."))
        }
    }

    /// The dialog over the list, with a preview of the change.
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
        let report = try await page.console.services.contents.bulk(
            BulkChange(.change(deed.edit), isWhole: false),
            on: try chosen.selection(of: type),
            of: type,
            as: ContentStore.Act(author: context.author)
        )
        let text = deed.done(report.changed, failed: report.failed, type)
        let undo = FlashMessage.Call.reverting(report, of: type)
        let offer = deed.makesDrafts ? self.offer(of: report.changedIDs, context.language) : nil
        guard report.failed > 0 else {
            return try await page.console.done(text, undo: undo, offer: offer, to: address.here, context)
        }
        var extras = ListPage.Extras()
        for failure in report.failures {
            extras.chosen.insert(failure.id)
            extras.faults[failure.id] = failure.problem.sentence(context.language)
        }
        extras.notice = try await page.console.notice(
            text,
            undo: undo,
            offer: offer ?? insistence(on: deed, report, context.language),
            context
        )
        return try await page.show(address, extras, context)
    }

    /// The offer to publish entries whose window has passed.
    private func insistence(
        on deed: BulkDeed,
        _ report: BulkReport,
        _ language: Language
    ) -> FlashMessage.Offer? {
        let ids = report.failures.filter { $0.problem.kind == .conflict && $0.problem.faults.isEmpty }
            .map(\.id)
        guard deed == BulkDeed(.act(.publish)), !ids.isEmpty else { return nil }
        let title = Localized("Всё равно опубликовать \(ids.count)", "Publish \(ids.count) all the same")
        return publication(of: ids, title, language)
    }

    /// The offer to publish the changed drafts in one more step.
    private func offer(of ids: [String], _ language: Language) -> FlashMessage.Offer? {
        guard !ids.isEmpty, ids.count <= Limits.undoBatch else { return nil }
        return publication(
            of: ids,
            Localized("Опубликовать \(ids.count)", "Publish \(ids.count)"),
            language
        )
    }

    private func publication(of ids: [String], _ title: Localized, _ language: Language) -> FlashMessage.Offer
    {
        let done = BulkDeed(.act(.publish)).words(type)[language]
        return FlashMessage.Offer(title[language], done: done, [.contents(type, ids, ["action": "publish"])])
    }
}

/// The entries that a bulk form selects.
struct BulkChoice: Sendable {
    private(set) var ids: Set<String>
    /// True for all entries of the list, on every page.
    let isAll: Bool
    let address: ListAddress

    init(_ form: Form, _ address: ListAddress) {
        ids = Set(form.all("id").compactMap { Identifier.normalized($0) })
        isAll = form["all"] == "1"
        self.address = address
    }

    var isAny: Bool { isAll || !ids.isEmpty }

    func selection(of type: ContentType) throws(Problem) -> BulkChange.Selection {
        isAll ? .filter(try ContentQuery(address.conditions, of: type)) : .ids(ids.sorted())
    }
}

/// One bulk change.
struct BulkDeed: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case act(ListActs.Act)
        case flag(String, Bool)
        /// Sets a value of a field, or shifts it by days.
        case set(String, BulkDialog.Change, publish: Bool)
    }

    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }

    var makesDrafts: Bool {
        if case .set(_, _, publish: false) = kind { true } else { false }
    }

    var edit: Edit {
        switch kind {
        case .act(let act): act.edit
        case .flag(let name, let value): .setFlag(name, value)
        case .set(let name, .value(let value), let publish): .save([name: value], publish: publish)
        case .set(let name, .days(let days), let publish): .shift([name: days], [:], publish: publish)
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
        switch kind {
        case .act(.publish): return Localized("Опубликовано", "Published")
        case .act(.unpublish): return Localized("Снято с\u{A0}публикации", "Taken off")
        case .act(.archive): return Localized("В\u{A0}архиве", "Archived")
        case .act(.unarchive): return Localized("Возвращено из\u{A0}архива", "Out of the archive")
        case .act(.remove): return Localized("В\u{A0}корзине", "In the trash")
        case .act(.recover): return Localized("Восстановлено", "Recovered")
        case .flag(let name, let isOn):
            let title = type.field(name)?.title ?? Localized("", "")
            return isOn
                ? Localized("Включено «\(title.ru)»", "“\(title.en)” is on")
                : Localized("Выключено «\(title.ru)»", "“\(title.en)” is off")
        case .set: return Localized("Изменено", "Changed")
        }
    }
}
