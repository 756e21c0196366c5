import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Published and scheduled versions: `/flags/{project}/versions`.
struct FlagVersionPages: Sendable {
    private static let pageSize = 30

    let pages: FlagPages
    private var console: Console { pages.console }
    private var store: FlagStore { console.services.flags.store }

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
        let found = try await store.versions(
            FlagVersionQuery(limit: Self.pageSize, before: try Self.number(query("cursor"))),
            board.draft.place
        )
        let versions = found.elements
        let isDraft = board.draft.exists
        let standard = isDraft && versions.isEmpty ? "draft" : String(board.version)
        let chosen = query("v") ?? standard
        let lines = (isDraft ? [draftLine(board, chosen)] : []) + versions.map { line($0, board, chosen) }
        let members: [String: JSON] = [
            "lines": .array(lines), "is_empty": .bool(lines.isEmpty),
            "plans": .array(board.schedules.map { plan($0, board) }),
            "more": found.next.map {
                .string("\(board.own)/versions?cursor=\($0.percentEncoded)")
            } ?? .null,
            "detail": lines.isEmpty
                ? .null : try await detail(chosen, versions, board, from: query("from")),
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

    /// The number in a cursor; nil on the first page.
    private static func number(_ cursor: String?) throws(Problem) -> Int64? {
        guard let cursor, !cursor.isEmpty else { return nil }
        guard let number = Int64(cursor) else { throw .strangeVersionCursor }
        return number
    }

    private func draftLine(_ board: FlagBoard, _ chosen: String) -> JSON {
        let editor = board.draft.editor
        let parts = [editor?.author ?? "", board.near(editor?.at), count(board.changes.count, board)]
        return [
            "mark": .string(board.words.say("Ч", "D")),
            "title": .string(board.words.say("Черновик", "Draft")),
            "sub": .string(parts.filter { !$0.isEmpty }.joined(separator: " · ")),
            "href": .string("\(board.own)/versions?v=draft"), "is_on": .bool(chosen == "draft"),
            "is_live": false, "back_of": "", "door": "",
        ]
    }

    private func line(_ version: FlagVersion.Info, _ board: FlagBoard, _ chosen: String) -> JSON {
        let (number, why) = (version.number, version.description ?? "")
        let facts = [version.author, board.time.moment(version.at), count(version.changes, board)]
        return [
            "mark": .string(String(number)),
            "title": .string(why.isEmpty ? board.words.say("Версия \(number)", "Version \(number)") : why),
            "sub": .string(facts.filter { !$0.isEmpty }.joined(separator: " · ")),
            "href": .string("\(board.own)/versions?v=\(number)"),
            "is_on": .bool(chosen == String(number)), "is_live": .bool(number == board.version),
            "back_of": .string(version.rollbackSource.map { String($0) } ?? ""),
            "door": .string(board.words.door(version.door)),
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

    private func plan(_ schedule: FlagSchedule, _ board: FlagBoard) -> JSON {
        let what =
            switch schedule.action {
            case .publish: board.words.say("Публикация черновика", "Publication of a draft")
            case .rollback(let number):
                board.words.say("Возврат к версии \(number)", "Back to version \(number)")
            }
        let why = schedule.description ?? ""
        return [
            "title": .string(why.isEmpty ? what : why),
            "when": .string(board.time.moment(schedule.at)),
            "sub": .string([what, schedule.author].joined(separator: " · ")),
            "is_failed": .bool(schedule.failedAt != nil),
            "fault": .string(schedule.fault?.detail[board.language] ?? ""),
            "cancel": .string("\(board.own)/schedules/\(schedule.id)/cancel"),
            "href": .string("\(board.own)?view=preview&at=\(schedule.id)"),
        ]
    }

    // MARK: One version

    private func detail(
        _ chosen: String,
        _ versions: [FlagVersion.Info],
        _ board: FlagBoard,
        from: String?
    ) async throws -> JSON {
        let words = board.words
        if chosen == "draft" { return draftDetail(board) }
        guard let number = Int64(chosen) else { throw Problem.noFlagVersion }
        let path = "\(board.own)/versions/\(number)"
        let version = try await store.version(number, board.draft.place)
        let comparison = try await compare(version, with: from.flatMap { Int64($0) })
        let other = comparison.from
        let may = board.mayPublish && number != board.version
        let before = board.mayPublish && number == board.version && other > 0
        let target = may ? number : other
        let back = may || before ? "\(board.own)/versions/\(target)/restore" : ""
        return [
            "heading": .string(words.say("Что изменила версия \(number)", "What version \(number) changed")),
            "number": .string(chosen), "from": .string(String(other)), "to": .string(chosen),
            "is_draft": false,
            // The labels of a version come from its own metadata.
            "rows": .array(
                FlagDiffRows(words: FlagLabels(version.sheet, board.language)).rows(comparison.changes)
            ),
            "sides": .array(sides(versions, number, other)),
            // The live version cannot be restored, so the page offers the one it is compared with.
            "restore": .string(may ? chosen : before ? String(other) : ""),
            "restore_path": .string("\(board.own)/versions/\(target)/restore"),
            "one_path": .string(back),
            "next": .string(String(board.version + 1)),
            "undone": .string(
                back.isEmpty ? "" : Self.text(of: try await undone(since: target, board), words)
            ),
            "facts": .array(facts(version.info, board)), "json": .string("\(path)/json"),
            "plan_zone": .string(board.time.zoneName),
            "kept": .string(board.draft.exists ? count(board.changes.count, board) : ""),
        ]
    }

    /// Compares with the previous version, or with the empty template if that version is no longer stored.
    private func compare(_ version: FlagVersion, with number: Int64?) async throws -> FlagComparison {
        do {
            return try await store.compare(version, with: number)
        } catch let problem as Problem where problem.kind == .notFound && number == nil {
            return try await store.compare(version, with: 0)
        }
    }

    /// The versions of others that a rollback would undo.
    private func undone(since number: Int64, _ board: FlagBoard) async throws -> [ForeignFlagVersion] {
        try await store.foreignVersions(
            to: board.context.author,
            after: number,
            upTo: board.version,
            board.draft.place
        )
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
    private static func text(of versions: [ForeignFlagVersion], _ words: FlagLabels) -> String {
        versions.map { version in
            let titles = version.changed.map { name in
                words.template.parameters[name] == nil ? name : words.title(ofParameter: name)
            }
            return "\(version.info.number), \(version.info.author): " + titles.joined(separator: ", ")
        }.joined(separator: "; ")
    }

    private func sides(_ versions: [FlagVersion.Info], _ number: Int64, _ chosen: Int64) -> [JSON] {
        let others = versions.map(\.number).filter { $0 != number }
        return (others.contains(chosen) || chosen == 0 ? others : others + [chosen]).map {
            ["number": .string(String($0)), "is_on": .bool($0 == chosen)]
        }
    }

    private func facts(_ version: FlagVersion.Info, _ board: FlagBoard) -> [JSON] {
        let words = board.words
        let facts = [
            (words.say("Кто", "Who"), version.author),
            (words.say("Когда", "When"), board.time.moment(version.at)),
            (words.say("Откуда", "Through"), words.door(version.door)),
            (words.say("Зачем", "Why"), version.description ?? ""),
        ]
        return facts.filter { !$0.1.isEmpty }.map { ["name": .string($0.0), "text": .string($0.1)] }
    }

    private func download(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let number = try self.number(context)
        let store = try console.flags(context).store
        let version = try await store.version(number, try await console.flagPlace(context))
        var response = Response.json(version.template.json)
        response.headers[.contentDisposition] = "attachment; filename=\"flags-\(number).json\""
        return response
    }

    private func number(_ context: ConsoleContext) throws -> Int64 {
        guard let number = Int64(try context.parameters.require("number")) else {
            throw Problem.noFlagVersion
        }
        return number
    }

    // MARK: Restoring

    /// Restores a version, or one parameter of it, now or at the time in the form.
    private func restore(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        try context.author.require(.publishFlags)
        let (number, place) = (try self.number(context), try await console.flagPlace(context))
        let (act, path) = (try context.flagAct(form), "/flags/\(try context.flagProject)")
        let key = form["parameter"].flatMap { $0.isEmpty ? nil : $0 }
        if let text = form["at"], !text.isEmpty {
            guard let moment = console.time(context).moment(ofField: text) else { throw Problem.noFlagTime }
            guard key == nil else { throw Problem.plannedFlagPart }
            let schedules = console.services.flags.schedules
            _ = try await schedules.rollback(to: number, place, at: moment, as: act)
            return try await console.done(
                Localized("Запланировано", "Planned"),
                to: "\(path)/versions",
                context
            )
        }
        let before = try await store.current(place).number
        let version = try await tellingProblems {
            try await store.restore(key, from: number, at: place, as: act)
        }
        let made = version.number
        return try await console.done(
            key == nil
                ? Localized(
                    "Вернули версию \(number), теперь это версия \(made)",
                    "Version \(number) is back as version \(made)"
                )
                : Localized("Параметр вернули, вышла версия \(made)", "It is back in version \(made)"),
            undo: [FlagUndo.restoring(before, of: try context.flagProject, after: version)],
            to: "\(path)/versions",
            context
        )
    }
}
