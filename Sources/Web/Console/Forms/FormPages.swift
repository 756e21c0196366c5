import Core
import HTTPTypes
import Hummingbird
import Storage

/// The form of every content type, generated from its declaration.
struct FormPages: Sendable {
    let console: Console
    let app: String
    let type: ContentType

    /// The forms of all content types of all apps.
    static func all(_ console: Console) -> [FormPages] {
        console.services.modules.flatMap { module in
            module.types.map { FormPages(console: console, app: module.name, type: $0.type) }
        }
    }

    var path: String { "/\(app)/\(type.name)" }

    func add(to group: RouterGroup<ConsoleContext>) {
        let group = group.group(RouterPath("\(app)/\(type.name)"))
        group.get("new") { request, context in try await showNew(request, context) }
        group.post("new") { request, context in try await post(request, nil, context) }
        group.post("new/autosave") { request, context in try await autosave(request, nil, context) }
        group.post("new/phone") { request, context in try await phone(request, nil, context) }
        group.get("{id}") { request, context in try await show(request, context) }
        group.post("{id}") { request, context in try await post(request, context.contentKey, context) }
        group.post("{id}/autosave") { request, context in
            try await autosave(request, context.contentKey, context)
        }
        group.post("{id}/phone") { request, context in try await phone(request, context.contentKey, context) }
        for verb in [FormVerb.publish, .unpublish, .discard, .schedule] {
            group.post(RouterPath("{id}/\(verb.rawValue)")) { request, context in
                try await act(verb, request, context)
            }
        }
        group.post("{id}/restore") { request, context in try await restore(request, context) }
        group.get("{id}/uses") { request, context in try await showUses(context) }
        group.post("{id}/uses") { request, context in try await removeUsed(request, context) }
        group.get("{id}/pictures/{field}") { request, context in try await showPictures(request, context) }
        addEditing(to: group)
        HistoryPage(pages: self).add(to: group)
    }

    // MARK: Showing

    /// Shows a new form, prefilled from the query: `?group=…`.
    private func showNew(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let texts = FormTexts(type.initialBody, of: type, console.time(context))
            .filled(in: request.asked, of: type)
        return try await show(FormStand(content: nil, texts: texts), context)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let content = try await content(context)
        var stand = FormStand(content: content, texts: texts(of: content, context))
        stand.dialog = request.query.last { $0.name == "dialog" }?.value
        stand.at = request.query.last { $0.name == "side" }?.value
        return try await show(stand, context)
    }

    /// The entry that the path names.
    func content(_ context: ConsoleContext) async throws -> Content {
        try await content(try context.contentKey, context)
    }

    func content(_ id: String, _ context: ConsoleContext) async throws -> Content {
        try await console.contents(context).content(id, of: type)
    }

    func title(_ content: Content) -> String { type.title(of: content.fields) }

    func texts(of content: Content, _ context: ConsoleContext) -> FormTexts {
        FormTexts(content.fields, of: type, console.time(context))
    }

    /// Shows a form: that of an entry, or one with submitted texts.
    func show(_ stand: FormStand, _ context: ConsoleContext) async throws -> Response {
        let time = console.time(context)
        let live = FormTexts(stand.content?.live ?? [:], of: type, time)
        let all = [stand.texts, live] + (stand.conflict.map { [$0.theirs, $0.mine] } ?? [])
        let names = try await FormNames(all, of: type, console, context)
        let state = stand.content?.state(at: time.now) ?? .draft
        let isLocked = !context.author.may(.writeContent) || [.archived, .trash].contains(state)
        let view = FormView(
            app: app,
            type: type,
            texts: stand.texts,
            names: names,
            faults: partFaults(stand.faults, context.language),
            time: time,
            isLocked: isLocked,
            isNew: stand.content == nil,
            options: try await options(context)
        )
        let title = stand.content.map { self.title($0) } ?? ""
        let heading = title.isEmpty ? type.newTitle[context.language] : title
        var page = ConsolePage(
            "form",
            title: heading,
            path: path,
            types: stand.content == nil ? [] : [type.name]
        )
        page.status = stand.status
        var members = try await members(stand, names, state, isLocked, context)
        members["heading"] = .string(heading)
        members["sections"] = .array(view.sections)
        page.context = .object(members)
        return try await console.show(page, context)
    }

    /// The first fault of each part, row and cell, by its name.
    private func partFaults(_ faults: [Fault], _ language: Language) -> [String: String] {
        Dictionary(
            faults.compactMap { fault in
                type.formPart(at: fault.pointer).map { part in
                    (part.name(at: fault.pointer), fault.detail[language].capitalizedStart)
                }
            }
        ) { first, _ in first }
    }

    /// The number of entries in a list of options; more than these are searched for instead.
    private static let optionsMax = 40

    private func options(_ context: ConsoleContext) async throws -> [String: [(id: String, title: String)]] {
        var options: [String: [(id: String, title: String)]] = [:]
        for target in type.fields.flatMap(\.optionTargets) {
            guard options[target] == nil, let type = console.type(named: target),
                // The published entries alone may be too many already, and need no query to be counted.
                console.services.live.state[target].contents.count <= Self.optionsMax
            else { continue }
            let query = try ContentQuery([("limit", String(Self.optionsMax))], of: type)
            let page = try await console.contents(context).list(query, of: type)
            guard page.next == nil else { continue }
            options[target] = page.elements.map { ($0.id, console.title(of: $0.fields, type)) }
                .sorted { sortKey($0.title) < sortKey($1.title) }
        }
        return options
    }
}

/// The state of a form to be shown.
struct FormStand {
    /// Nil for an entry that is not saved yet.
    let content: Content?
    var texts: FormTexts
    /// The version that the form was made from, if it is no longer the current one.
    var version: Int64?
    var faults: [Fault] = []
    var conflict: FormConflict?
    /// The submitted schedule that could not be saved.
    var plan: JSON?
    /// The dialog that is open.
    var dialog: String?
    /// The side of the pane that is shown.
    var at: String?
    var status = HTTPResponse.Status.ok

    init(content: Content?, texts: FormTexts) {
        (self.content, self.texts) = (content, texts)
    }
}

extension ContentType {
    /// The title of the form of an entry that has no title yet.
    var newTitle: Localized { Localized("Новая запись", "New entry") }
}

extension ConsoleContext {
    /// The key of the entry in the path, an id or a slug.
    var contentKey: String {
        get throws { try parameters.require("id") }
    }

    /// The id in the path, percent-encoded.
    package var id: String {
        get throws { try parameters.require("id").percentEncoded }
    }
}

extension String {
    /// The text with its first letter in upper case.
    package var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}

extension Field {
    /// The types whose entries a control of the field may list.
    fileprivate var optionTargets: [String] {
        switch control {
        case .reference(let target, _): [target]
        case .table(let columns): columns.compactMap(\.target)
        case .text, .rich, .number, .toggle, .choice, .date, .moment, .media: []
        }
    }
}
