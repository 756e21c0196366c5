import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Published and scheduled versions: `/flags/{project}/versions`.
struct FlagVersionPages: Sendable {
    private static let pageSize = "30"

    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{project}/versions") { request, context in try await show(request, context) }
        group.get("{project}/versions/{number}/json") { request, context in
            try await download(request, context)
        }
        group.post("{project}/versions/{number}/restore") { request, context in
            try await restore(request, context)
        }
    }

    // MARK: List

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await pages.board(context)
        let query = { (name: String) in request.query.last { $0.name == name }?.value }
        let page: AdminAPI.Query =
            [("limit", Self.pageSize)] + (query("cursor").map { [("cursor", $0)] } ?? [])
        let api = console.api(context)
        let found = try await api.get("\(board.own)/versions", page)
        let versions = found["items"]?.array ?? []
        let isDraft = board.draft["exists"] == true
        let standard = isDraft && versions.isEmpty ? "draft" : String(board.version)
        let chosen = query("v") ?? standard
        let lines = (isDraft ? [draftLine(board, chosen)] : []) + versions.map { line($0, board, chosen) }
        let members: [String: JSON] = [
            "lines": .array(lines), "is_empty": .bool(lines.isEmpty),
            "plans": .array(board.schedules.map { plan($0, board) }),
            "more": found["next"]?.string.map {
                .string("\(board.own)/versions?cursor=\($0.percentEncoded)")
            } ?? .null,
            "detail": lines.isEmpty
                ? .null : try await detail(chosen, versions, board, api, from: query("from")),
            "json_path": .string(board.version > 0 ? "\(board.own)/versions/\(board.version)/json" : ""),
            "review": .null,
        ]
        return try await console.show(
            board.page(
                "flag-versions",
                Localized("Версии", "Versions"),
                nav: "/flags?page=versions",
                at: "/versions",
                members
            ),
            context
        )
    }

    private func draftLine(_ board: FlagBoard, _ chosen: String) -> JSON {
        let by = board.draft["updated_by"]?.string ?? ""
        let parts = [by, board.near(board.draft["updated_at"]), count(board.changes.count, board)]
        return [
            "mark": .string(board.words.say("Ч", "D")),
            "title": .string(board.words.say("Черновик", "Draft")),
            "sub": .string(parts.filter { !$0.isEmpty }.joined(separator: " · ")),
            "href": .string("\(board.own)/versions?v=draft"), "is_on": .bool(chosen == "draft"),
            "is_live": false, "back_of": "", "door": "",
        ]
    }

    private func line(_ version: JSON, _ board: FlagBoard, _ chosen: String) -> JSON {
        let number = version["number"]?.integer ?? 0
        let at = version["at"]?.string.flatMap { Timestamp($0) }.map { board.time.moment($0) } ?? ""
        let changed = count(Int(version["changes"]?.integer ?? 0), board)
        let why = version["description"]?.string ?? ""
        return [
            "mark": .string(String(number)),
            "title": .string(why.isEmpty ? board.words.say("Версия \(number)", "Version \(number)") : why),
            "sub": .string(
                [version["by"]?.string ?? "", at, changed].filter { !$0.isEmpty }.joined(separator: " · ")
            ),
            "href": .string("\(board.own)/versions?v=\(number)"),
            "is_on": .bool(chosen == String(number)), "is_live": .bool(number == board.version),
            "back_of": .string(version["rollback_source"]?.integer.map { String($0) } ?? ""),
            "door": .string(board.words.door(version["door"]?.string ?? "")),
        ]
    }

    private func count(_ number: Int, _ board: FlagBoard) -> String {
        counted(
            number,
            board.language,
            ru: ("изменение", "изменения", "изменений"),
            en: ("change", "changes")
        )
    }

    private func plan(_ schedule: JSON, _ board: FlagBoard) -> JSON {
        let at = schedule["at"]?.string.flatMap { Timestamp($0) }.map { board.time.moment($0) } ?? ""
        let id = schedule["id"]?.string ?? ""
        let isFailed = schedule["failed_at"]?.string != nil
        let what =
            schedule["to"]?.integer.map {
                board.words.say("Возврат к версии \($0)", "Back to version \($0)")
            } ?? board.words.say("Публикация черновика", "Publication of a draft")
        let why = schedule["description"]?.string ?? ""
        return [
            "title": .string(why.isEmpty ? what : why), "when": .string(at),
            "sub": .string([what, schedule["by"]?.string ?? ""].joined(separator: " · ")),
            "is_failed": .bool(isFailed), "fault": .string(schedule["fault"]?["detail"]?.string ?? ""),
            "cancel": .string("\(board.own)/schedules/\(id)/cancel"),
            "href": .string("\(board.own)?view=preview&at=\(id)"),
        ]
    }

    // MARK: One version

    private func detail(
        _ chosen: String,
        _ versions: [JSON],
        _ board: FlagBoard,
        _ api: AdminAPI,
        from: String?
    ) async throws -> JSON {
        let words = board.words
        if chosen == "draft" { return draftDetail(board) }
        guard let number = Int64(chosen) else {
            throw Problem.notFound(Localized("Такой версии нет.", "There is no such version."))
        }
        let query: AdminAPI.Query = from.flatMap { Int64($0) }.map { [("from", String($0))] } ?? []
        let path = "\(board.own)/versions/\(number)"
        let diff = try await api.get("\(path)/diff", query)
        let version = try await api.get(path)
        let other = diff["from"]?.integer ?? 0
        let may = board.mayPublish && number != board.version
        let before = board.mayPublish && number == board.version && other > 0
        let target = may ? number : other
        let undone =
            may || before
            ? try await api.get("\(board.own)/versions/\(target)/diff", [("from", String(board.version))])[
                "others"
            ]
            : nil
        return [
            "heading": .string(words.say("Что изменила версия \(number)", "What version \(number) changed")),
            "number": .string(chosen), "from": .string(String(other)), "to": .string(chosen),
            "is_draft": false,
            "rows": .array(
                FlagDiffRows(words: try self.words(version, board)).rows(diff["changes"]?.array ?? [])
            ),
            "sides": .array(sides(versions, number, other)),
            // The live version cannot be restored, so the page offers the one it is compared with.
            "restore": .string(may ? chosen : before ? String(other) : ""),
            "restore_path": .string("\(board.own)/versions/\(may ? number : other)/restore"),
            "one_path": .string(
                board.mayPublish && (may || before)
                    ? "\(board.own)/versions/\(may ? number : other)/restore" : ""
            ),
            "next": .string(String(board.version + 1)),
            "undone": .string(Self.text(of: undone?.array ?? [], words)),
            "facts": .array(facts(version, board)), "json": .string("\(path)/json"),
            "plan_zone": .string(board.time.zoneName),
            "kept": .string(board.draft["exists"] == true ? count(board.changes.count, board) : ""),
        ]
    }

    private func draftDetail(_ board: FlagBoard) -> JSON {
        let words = board.words
        return [
            "heading": .string(words.say("Что в черновике", "What the draft changes")),
            "from": .string(String(board.version)), "to": .string(words.say("черновик", "draft")),
            "rows": .array(FlagDiffRows(words: words).rows(board.changes)), "is_draft": true,
            "sides": [], "restore": "", "undone": "", "facts": [], "one_path": "",
        ]
    }

    /// The versions of others that a rollback would undo, with their changes.
    private static func text(of versions: [JSON], _ words: FlagLabels) -> String {
        versions.map { version in
            let titles = (version["changed"]?.strings ?? []).map { name in
                words.template.parameters[name] == nil ? name : words.title(ofParameter: name)
            }
            return "\(version["number"]?.integer ?? 0), \(version["by"]?.string ?? ""): "
                + titles.joined(separator: ", ")
        }.joined(separator: "; ")
    }

    /// The labels of a version come from its own metadata.
    private func words(_ version: JSON, _ board: FlagBoard) throws -> FlagLabels {
        FlagLabels(
            template: try FlagTemplate.parsing(version["template"] ?? [:]),
            notes: try TemplateMetadata(json: version["notes"] ?? [:]),
            language: board.language
        )
    }

    private func sides(_ versions: [JSON], _ number: Int64, _ chosen: Int64) -> [JSON] {
        let others = versions.compactMap { $0["number"]?.integer }.filter { $0 != number }
        return (others.contains(chosen) || chosen == 0 ? others : others + [chosen]).map {
            ["number": .string(String($0)), "is_on": .bool($0 == chosen)]
        }
    }

    private func facts(_ version: JSON, _ board: FlagBoard) -> [JSON] {
        let words = board.words
        let at = version["at"]?.string.flatMap { Timestamp($0) }.map { board.time.moment($0) } ?? ""
        let facts = [
            (words.say("Кто", "Who"), version["by"]?.string ?? ""), (words.say("Когда", "When"), at),
            (words.say("Откуда", "Through"), words.door(version["door"]?.string ?? "")),
            (words.say("Зачем", "Why"), version["description"]?.string ?? ""),
        ]
        return facts.filter { !$0.1.isEmpty }.map { ["name": .string($0.0), "text": .string($0.1)] }
    }

    private func download(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let project = try context.parameters.require("project")
        let number = try context.parameters.require("number")
        let version = try await console.api(context).get("/flags/\(project)/versions/\(number)")
        var response = Response.json(version["template"] ?? [:])
        response.headers[.contentDisposition] = "attachment; filename=\"flags-\(Int64(number) ?? 0).json\""
        return response
    }

    // MARK: Coming back

    /// Restores a version, or one parameter of it, now or at the time that the form names.
    private func restore(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let project = try context.parameters.require("project")
        let number = try context.parameters.require("number")
        var body: [String: JSON] = [:]
        if let key = form["parameter"], !key.isEmpty { body["parameter"] = .string(key) }
        if let at = form["at"].flatMap({ console.time(context).moment(ofField: $0) }) {
            body["at"] = .string(at.description)
        }
        let before = try await console.api(context).get("/flags/\(project)/template")["number"]?.integer ?? 0
        let answer = try await console.api(context).send(
            .put,
            "/flags/\(project)/versions/\(number)/restoration",
            body: .object(body),
            note: form["note"].flatMap { $0.isEmpty ? nil : $0 }
        )
        let made = answer["number"]?.integer
        let text =
            made.map { made in
                body["parameter"] == nil
                    ? Localized(
                        "Вернули версию \(number), теперь это версия \(made)",
                        "Version \(number) is back as version \(made)"
                    )
                    : Localized("Параметр вернули, вышла версия \(made)", "It is back in version \(made)")
            } ?? Localized("Запланировано", "Planned")
        return try await console.done(
            text,
            undo: made == nil
                ? []
                : [
                    try await FlagDraftActions.restoration(
                        of: String(before),
                        "/flags/\(project)",
                        console.api(context)
                    )
                ],
            to: "/flags/\(project)/versions",
            context
        )
    }
}
