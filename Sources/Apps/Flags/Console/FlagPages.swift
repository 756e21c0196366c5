import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Remote flags in the console: `/flags`.
struct FlagPages: Sendable {
    /// The cookie of the last opened project.
    static let projectCookie = "vitrina_flags"

    let console: Console
    let touches = LastPublications()

    func add(to group: RouterGroup<ConsoleContext>) {
        let group = group.group("flags")
        group.get { request, context in try await start(request, context) }
        group.get("{project}") { request, context in try await show(request, context) }
        // A browser may reload the page that answered a failed POST.
        for (path, page) in [
            ("edit", ""), ("publish", ""), ("keys", "/settings"), ("devices", "/settings"),
        ] {
            group.get("{project}/\(path)") { _, context in
                Response.redirect(
                    to: "/flags/\(try context.parameters.require("project"))\(page)",
                    type: .normal
                )
            }
        }
        FlagDraftActions(pages: self).add(to: group)
        FlagVersionPages(pages: self).add(to: group)
        FlagProjectPages(pages: self).add(to: group)
        FlagParameterPages(pages: self).add(to: group)
        FlagConditionPages(pages: self).add(to: group)
        FlagExplainPage(pages: self).add(to: group)
        FlagGooglePage(pages: self).add(to: group)
    }

    func board(_ context: ConsoleContext) async throws -> FlagBoard {
        try await FlagBoard.load(try context.parameters.require("project"), console, context)
    }

    /// Redirects to the last opened project, or to the first one; `?page=versions` names a page of it.
    private func start(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let projects = try await console.flags(context).store.projects()
        let kept = request.cookies[Self.projectCookie]?.value
        // Without a remembered one, the first production project, or else the first one.
        guard
            let project = projects.first(where: { $0.id == kept })
                ?? projects.first(where: { $0.environment == "production" }) ?? projects.first
        else {
            let page = ConsolePage(
                "flags-none",
                title: Localized("Флаги", "Flags")[context.language],
                path: "/flags",
                context: ["is_owner": .bool(context.author.role == .owner)]
            )
            return try await console.show(page, context)
        }
        let asked = request.query.last { $0.name == "page" }?.value ?? ""
        let tail = ["conditions", "versions"].contains(asked) ? "/\(asked)" : ""
        return .redirect(to: "/flags/\(project.id)\(tail)", type: .normal)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await board(context)
        return try await show(board, request, context)
    }

    /// The list of parameters, with the conflict of a late edit.
    func show(
        _ board: FlagBoard,
        _ request: Request,
        _ context: ConsoleContext,
        conflict: JSON = .null,
        problem: Problem? = nil
    ) async throws -> Response {
        let asked = request.asked
        let query = { (name: String) in asked[name] ?? "" }
        let touches = try await touches.all(board.draft.place, console.flags(context).store)
        let text = query("q")
        let groups = board.words.groups.compactMap { name, keys -> JSON? in
            let found = keys.filter { board.words.isFound($0, by: text) }
            guard !found.isEmpty else { return nil }
            return [
                "name": .string(name ?? board.words.say("Без группы", "Without a group")),
                "rows": .array(found.map { FlagRow(board: board, key: $0, published: touches[$0]).json }),
            ]
        }
        let preview = try await FlagPreview(board: board).json(at: query("at"))
        let dialog = query("dialog")
        var page = board.page(
            "flags",
            Localized("Флаги", "Flags"),
            at: text.isEmpty ? "" : "?q=\(text.percentEncoded)",
            [
                "groups": .array(groups), "is_empty": .bool(board.template.parameters.isEmpty),
                "text": .string(text), "is_lost": .bool(groups.isEmpty && !text.isEmpty),
                "preview": preview, "is_phone": .bool(query("view") == "preview"),
                "is_one": .bool(preview == .null), "conflict": conflict,
                "review": review(board, isOpen: dialog == "publish" || problem != nil, problem),
            ]
        )
        page.status = problem?.kind.status ?? (conflict == .null ? .ok : .preconditionFailed)
        var response = try await console.show(page, context)
        response.setCookie(.preference(Self.projectCookie, board.id))
        return response
    }

    /// The dialog «Что изменится».
    func review(_ board: FlagBoard, isOpen: Bool, _ problem: Problem? = nil) -> JSON {
        guard board.draft.exists else { return .null }
        let words = board.words
        let faults = board.faults.map { fault -> JSON in
            .string("\(board.place(fault.pointer)): \(fault.detail[board.language])")
        }
        let warnings = board.newWarnings.map { warning -> JSON in
            let isOfCondition = warning.pointer.hasPrefix("#/conditions")
            let title = words.title(isOfCondition ? .condition : .parameter, warning.name)
            return .string("\(title): \(warning.detail[board.language])")
        }
        let others = board.others
        let found = problem.map { [$0.detail[board.language]] + $0.faults.map { $0.detail[board.language] } }
        let lines = FlagDiffRows(words: words)
        let rows = lines.rows(board.changes, canPick: board.mayPublish)
        let picks = board.mayPublish ? Set(lines.told(board.changes).map(\.name)).subtracting([""]) : []
        return [
            "is_open": .bool(isOpen), "rows": .array(rows),
            "picks": .string(String(picks.count)),
            "others": .string(board.text(of: others)),
            "has_own": .bool(!others.isEmpty && others.count < board.changes.count),
            "faults": .array(faults), "is_faulty": .bool(!faults.isEmpty),
            "warnings": .array(warnings), "zone": .string(board.time.zoneName),
            "next": .string(String(board.version + 1)),
            "problem": .string((found ?? []).joined(separator: " ")),
            "left": .string(String(board.version)),
        ]
    }
}

extension FlagBoard {
    /// The warnings about changes of the draft; the number of fetches is not one of these.
    fileprivate var newWarnings: [FlagWarning] {
        let changed = Set(changes.map(\.name))
        return warnings.filter { changed.contains($0.name) && $0.reason != .unfetched }
    }

    /// `Igor Kim: Delay, Price; …`; empty if there are no changes of other people.
    fileprivate func text(of others: [FlagDraft.Foreign]) -> String {
        var names: [(by: String, titles: [String])] = []
        for other in others {
            let by = other.touch.author
            let title = words.title(other.change.subject, other.change.name)
            if let index = names.firstIndex(where: { $0.by == by }) {
                names[index].titles.append(title)
            } else {
                names.append((by, [title]))
            }
        }
        return names.map { "\($0.by): \($0.titles.joined(separator: ", "))" }.joined(separator: "; ")
    }

    /// The title of the parameter or condition that a JSON pointer into the template names.
    func place(_ pointer: String) -> String {
        let parts = pointer.split(separator: "/").map { String($0) }
        if parts.dropFirst().first == "conditions", let index = parts.dropFirst(2).first.flatMap({ Int($0) }),
            template.conditions.indices.contains(index)
        {
            return words.title(.condition, template.conditions[index].name)
        }
        let key = template.parameters.keys.first { key in
            let own = template.pointer(to: key)
            return pointer == own || pointer.hasPrefix(own + "/")
        }
        return key.map { words.title(ofParameter: $0) } ?? words.say("Черновик", "The draft")
    }
}
