import Core
import HTTPTypes
import Hummingbird
import Storage

/// Releases of changes that are made together: `/releases`.
struct ReleasePages: Sendable {
    let console: Console

    var releases: ReleaseStore { console.services.releases }

    /// The release that the path names.
    func release(_ context: ConsoleContext) async throws -> Release {
        try context.author.require(.readContent)
        return try await releases.release(try context.parameters.require("id"))
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        let group = group.group("releases")
        group.get { request, context in try await list(request, context) }
        group.post { request, context in try await create(request, context) }
        group.get("{id}") { request, context in try await show(request, context) }
        group.post("{id}") { request, context in try await change(request, context) }
        group.post("{id}/items") { request, context in try await put(request, context) }
        group.post("{id}/items/remove") { request, context in try await take(request, context) }
        group.post("{id}/publish") { request, context in try await publish(request, context) }
        group.post("{id}/cancel") { _, context in try await cancel(context) }
    }

    // MARK: List

    private func list(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        try context.author.require(.readContent)
        let time = console.time(context)
        let cursor = request.query.last { $0.name == "cursor" }?.value
        let found = try await releases.list(
            in: nil,
            before: cursor.flatMap { Identifier.normalized($0) },
            limit: 50
        )
        let items = found.elements.map { line($0, time) }
        var page = ConsolePage(
            "releases",
            title: Localized("Выпуски", "Releases")[context.language],
            path: "/releases",
            types: ["*"]
        )
        page.status = problem?.kind.status ?? .ok
        page.context = [
            "items": .array(items), "is_empty": .bool(items.isEmpty), "may_write": .bool(context.mayWrite),
            "more": JSON(found.next.map { "/releases?cursor=\($0)" }),
            "title": .string(form?["title"] ?? ""), "note": .string(form?["note"] ?? ""),
            "at": .string(form?["at"] ?? ""), "zone": .string(time.zoneName),
            "problem": .string(problem.map { Self.words($0, context.language) } ?? ""),
        ]
        return try await console.show(page, context)
    }

    private func line(_ release: Release, _ time: HumanTime) -> JSON {
        [
            "id": .string(release.id), "title": .string(release.title), "note": JSON(release.note),
            "count": .string(
                counted(
                    release.itemCount,
                    time.language,
                    ru: ("запись", "записи", "записей"),
                    en: ("entry", "entries")
                )
            ),
            "when": .string((release.endedAt ?? release.at).map { time.moment($0) } ?? ""),
            "pill": Self.pill(release, time.language),
        ]
    }

    private static func pill(_ release: Release, _ language: Language) -> JSON {
        let (tone, icon, text) =
            switch release.state {
            case .published: ("pub", "pub", Localized("Опубликован", "Published"))
            case .failed: ("bad", "warn", Localized("Не вышел", "Failed"))
            case .cancelled: ("arch", "x", Localized("Отменён", "Cancelled"))
            case .open:
                release.at == nil
                    ? ("draft", "draft", Localized("Готовится", "In the making"))
                    : ("plan", "clock", Localized("Запланирован", "Planned"))
            }
        return ["tone": .string(tone), "icon": .string(icon), "text": .string(text[language])]
    }

    private static func words(_ problem: Problem, _ language: Language) -> String {
        let names = [
            "#/title": Localized("Название", "Name"), "#/at": Localized("Время", "Time"),
            "#/note": Localized("Зачем", "Why"),
        ]
        let faults = problem.faults.map { fault in
            [names[fault.pointer]?[language], fault.detail[language]].compactMap { $0 }.joined(separator: " ")
        }
        return faults.isEmpty ? problem.detail[language] : faults.joined(separator: ", ").capitalizedStart
    }

    /// The change of a release in a form; throws if the time is not valid.
    func change(_ form: Form, _ time: HumanTime, isNew: Bool) throws(Problem) -> ReleaseChange {
        var members: [String: JSON] = [:]
        if let title = form["title"] { members["title"] = .string(title) }
        if let note = form["note"] { members["note"] = note.isEmpty ? .null : .string(note) }
        if let text = form["at"] {
            members["at"] = .null
            if !text.isEmpty {
                guard let at = time.moment(ofField: text) else {
                    throw .invalid([
                        Fault("#/at", "должно быть датой и временем", "must be a date and a time")
                    ])
                }
                members["at"] = .string(at.description)
            }
        }
        if isNew { members = members.filter { $0.value != .null } }
        return try ReleaseChange(members, isNew: isNew)
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let change = try change(form, console.time(context), isNew: true)
            let made = try await releases.create(change, as: ContentStore.Act(author: context.author))
            return try await console.done(
                Localized("Выпуск создан, добавьте записи", "The release is made, add entries"),
                to: "/releases/\(made.id)",
                context
            )
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .conflict {
            return try await list(request, context, form: form, problem: problem)
        }
    }

    // MARK: One release

    /// The version that a refused form was made from.
    ///
    /// Nil after a conflict: the page shows what others have saved, and the next saving may replace it.
    private static func version(of form: Form?, _ problem: Problem?) -> String? {
        problem?.kind == .stale ? nil : form?["version"]
    }

    func show(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let time = console.time(context)
        let release = try await release(context)
        let query = request.query.last { $0.name == "q" }?.value ?? ""
        let isEditable = context.mayWrite && [.open, .failed].contains(release.state)
        let items = release.items.map { item($0, time) }
        var page = ConsolePage("release", title: release.title, path: "/releases", types: ["*"])
        page.status = problem?.kind.status ?? .ok
        page.context = [
            "own": .string("/releases/\(release.id)"), "heading": .string(release.title),
            "title": .string(form?["title"] ?? release.title),
            "note": .string(form?["note"] ?? release.note ?? ""),
            "at": .string(form?["at"] ?? release.at.map { time.field($0) } ?? ""),
            "when": .string(release.at.map { time.moment($0) } ?? ""), "zone": .string(time.zoneName),
            "version": .string(Self.version(of: form, problem) ?? String(release.version)),
            "pill": Self.pill(release, context.language),
            "fault": .string(release.fault?.detail[context.language] ?? ""),
            "items": .array(items), "is_empty": .bool(items.isEmpty), "is_editable": .bool(isEditable),
            "is_ready": .bool(!items.isEmpty && release.items.allSatisfy(\.faults.isEmpty)),
            "problem": .string(problem.map { Self.words($0, context.language) } ?? ""),
            "query": .string(query),
            "found": isEditable && !query.isEmpty
                ? try await found(query, release.items, context) : [],
            "is_searched": .bool(!query.isEmpty),
        ]
        return try await console.show(page, context)
    }

    private func item(_ item: Release.Item, _ time: HumanTime) -> JSON {
        let (content, type, language) = (item.content, item.type, time.language)
        let faults = item.faults
        let troubles = (faults + item.warnings).map { fault -> JSON in
            let field = type.formPart(at: fault.pointer)?.field.title[language]
            let words = [field, fault.detail[language]].compactMap { $0 }
            return .string(words.joined(separator: ": ").capitalizedStart)
        }
        return [
            "id": .string(content.id), "title": .string(type.title(of: content.fields)),
            "action": .string(item.action.rawValue), "is_withdrawn": .bool(item.action == .withdraw),
            "path": .string("/\(console.app(of: type.name))/\(type.name)/\(content.id)"),
            "kind": .string(type.noun[language]), "troubles": .array(troubles),
            "is_faulty": .bool(!faults.isEmpty),
        ]
    }

    /// The search results that are not in the release yet.
    private func found(
        _ text: String,
        _ items: [Release.Item],
        _ context: ConsoleContext
    ) async throws -> JSON {
        // Signs alone, or too much of a text, find nothing.
        guard text.count <= Limits.searchTextLengthMax, let query = SearchQuery(text) else { return [] }
        let known = Set(items.map(\.content.id))
        let now = console.services.now()
        let page = try await console.contents(context).search(
            query,
            in: console.types,
            limit: 20,
            after: nil
        )
        return .array(
            page.elements.filter { !known.contains($0.content.id) }.map { hit in
                let (content, state) = (hit.content, hit.content.state(at: now))
                return [
                    "id": .string(content.id), "title": .string(hit.type.title(of: content.fields)),
                    "kind": .string(hit.type.noun[context.language]),
                    "pill": FormState(state: state).json(context.language),
                    "is_live": .bool([.live, .scheduled, .ended].contains(state)),
                ]
            }
        )
    }
}
