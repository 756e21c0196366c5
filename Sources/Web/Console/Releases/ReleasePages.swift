import Core
import HTTPTypes
import Hummingbird
import Storage

/// Changes of any contents that are made together: `/releases`.
struct ReleasePages: Sendable {
    let console: Console

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
        let time = console.time(context)
        let cursor = request.query.last { $0.name == "cursor" }?.value
        let query: AdminAPI.Query = [("limit", "50")] + (cursor.map { [("cursor", $0)] } ?? [])
        let found = try await console.api(context).get("/releases", query)
        let items = (found["items"]?.array ?? []).map { line($0, time) }
        var page = ConsolePage(
            "releases",
            title: Localized("Выпуски", "Releases")[context.language],
            path: "/releases",
            types: ["*"]
        )
        page.status = problem?.kind.status ?? .ok
        page.context = [
            "items": .array(items), "is_empty": .bool(items.isEmpty), "may_write": .bool(context.mayWrite),
            "more": found["next"]?.string.map { .string("/releases?cursor=\($0)") } ?? .null,
            "title": .string(form?["title"] ?? ""), "note": .string(form?["note"] ?? ""),
            "at": .string(form?["at"] ?? ""), "zone": .string(time.zoneName),
            "problem": .string(problem.map { Self.words($0, context.language) } ?? ""),
        ]
        return try await console.show(page, context)
    }

    private func line(_ release: JSON, _ time: HumanTime) -> JSON {
        let count = Int(release["item_count"]?.integer ?? 0)
        let at = (release["ended_at"]?.string ?? release["at"]?.string).flatMap { Timestamp($0) }
        return release.merged(with: [
            "count": .string(
                counted(count, time.language, ru: ("запись", "записи", "записей"), en: ("entry", "entries"))
            ),
            "when": .string(at.map { time.moment($0) } ?? ""),
            "pill": Self.pill(release, time.language),
        ])
    }

    private static func pill(_ release: JSON, _ language: Language) -> JSON {
        let (tone, icon, text) =
            switch release["state"]?.string {
            case "published"?: ("pub", "pub", Localized("Опубликован", "Published"))
            case "failed"?: ("bad", "warn", Localized("Не вышел", "Failed"))
            case "cancelled"?: ("arch", "x", Localized("Отменён", "Cancelled"))
            case _:
                release["at"]?.string == nil
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

    /// The members of a release that a form names; throws where the time is none.
    func body(_ form: Form, _ time: HumanTime) throws(Problem) -> JSON {
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
        return .object(members)
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            var body = try body(form, console.time(context)).object ?? [:]
            body = body.filter { $0.value != .null }
            let made = try await console.api(context).send(.post, "/releases", body: .object(body))
            return try await console.done(
                Localized("Выпуск создан, добавьте записи", "The release is made, add entries"),
                to: "/releases/\(made["id"]?.string ?? "")",
                context
            )
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .conflict {
            return try await list(request, context, form: form, problem: problem)
        }
    }

    // MARK: One release

    func show(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let api = console.api(context)
        let time = console.time(context)
        let release = try await api.get("/releases/\(try context.id)")
        let id = release["id"]?.string ?? ""
        let query = request.query.last { $0.name == "q" }?.value ?? ""
        let isEditable = context.mayWrite && ["open", "failed"].contains(release["state"]?.string ?? "")
        let items = (release["items"]?.array ?? []).map { item($0, context.language) }
        let at = release["at"]?.string.flatMap { Timestamp($0) }
        var page = ConsolePage(
            "release",
            title: release["title"]?.string ?? "",
            path: "/releases",
            types: ["*"]
        )
        page.status = problem?.kind.status ?? .ok
        page.context = [
            "own": .string("/releases/\(id)"), "heading": release["title"] ?? "",
            "title": .string(form?["title"] ?? release["title"]?.string ?? ""),
            "note": .string(form?["note"] ?? release["note"]?.string ?? ""),
            "at": .string(form?["at"] ?? at.map { time.field($0) } ?? ""),
            "when": .string(at.map { time.moment($0) } ?? ""), "zone": .string(time.zoneName),
            "version": .string(String(release["version"]?.integer ?? 0)),
            "pill": Self.pill(release, context.language),
            "fault": .string(release["fault"]?["detail"]?.string ?? ""),
            "items": .array(items), "is_empty": .bool(items.isEmpty), "is_editable": .bool(isEditable),
            "is_ready": .bool(!items.isEmpty && items.allSatisfy { $0["ready"] == true }),
            "problem": .string(problem.map { Self.words($0, context.language) } ?? ""),
            "query": .string(query),
            "found": isEditable && !query.isEmpty
                ? try await found(query, items, api, context.language) : [],
            "is_searched": .bool(!query.isEmpty),
        ]
        return try await console.show(page, context)
    }

    private func item(_ item: JSON, _ language: Language) -> JSON {
        let name = item["type"]?.string ?? ""
        let type = console.type(named: name)
        let troubles = ((item["faults"]?.array ?? []) + (item["warnings"]?.array ?? [])).map {
            fault -> JSON in
            let part = type?.formPart(at: fault["pointer"]?.string ?? "")
            let words = [part?.field.title[language], fault["detail"]?.string].compactMap { $0 }
            return .string(words.joined(separator: ": ").capitalizedStart)
        }
        return item.merged(with: [
            "path": .string("/\(console.app(of: name))/\(name)/\(item["id"]?.string ?? "")"),
            "kind": .string(type?.noun[language] ?? ""), "is_withdrawn": .bool(item["action"] == "withdraw"),
            "troubles": .array(troubles), "is_faulty": .bool(item["ready"] != true),
        ])
    }

    /// What a search finds that is not in the release yet.
    private func found(
        _ query: String,
        _ items: [JSON],
        _ api: AdminAPI,
        _ language: Language
    ) async throws -> JSON {
        let known = Set(items.compactMap { $0["id"]?.string })
        let page = try await api.get("/search", [("q", query), ("limit", "20")])
        return .array(
            (page["items"]?.array ?? []).filter { !known.contains($0["id"]?.string ?? "") }.map { hit in
                let name = hit["type"]?.string ?? ""
                return [
                    "id": hit["id"] ?? "", "title": hit["title"] ?? "",
                    "kind": .string(console.type(named: name)?.noun[language] ?? ""),
                    "pill": FormState(state: hit["state"]?.string ?? "").json(language),
                    "has_draft": hit["has_draft"] ?? false,
                    "is_live": .bool(["live", "scheduled", "ended"].contains(hit["state"]?.string ?? "")),
                ]
            }
        )
    }
}
