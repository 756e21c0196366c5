import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The list and the page of conditions: `/flags/{project}/conditions`.
struct FlagConditionPages: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        let group = group.group("{project}/conditions")
        group.get { request, context in try await list(request, context) }
        group.post("order") { request, context in try await move(request, context) }
        group.get("new") { request, context in try await show(nil, request, context) }
        group.post("new") { request, context in try await save(nil, request, context) }
        group.get("{name}") { request, context in try await show(try name(context), request, context) }
        group.post("{name}") { request, context in try await save(try name(context), request, context) }
        group.post("{name}/percent") { request, context in try await percent(request, context) }
        group.post("{name}/remove") { request, context in try await remove(request, context) }
    }

    private func name(_ context: ConsoleContext) throws -> String {
        let name = try context.parameters.require("name")
        return name.percentDecoded ?? name
    }

    // MARK: List

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await pages.board(context)
        let rows = board.template.conditions.enumerated().filter { board.isOwn($0.element.name) }
        let lines = rows.enumerated().map { place, row in line(row.element, row.offset, place, board) }
        return try await console.show(
            board.page(
                "flag-conditions",
                Localized("Условия", "Conditions"),
                nav: "/flags?page=conditions",
                at: "/conditions",
                ["rows": .array(lines), "is_empty": .bool(lines.isEmpty), "review": .null]
            ),
            context
        )
    }

    private func line(_ condition: FlagCondition, _ index: Int, _ place: Int, _ board: FlagBoard) -> JSON {
        let words = board.words
        let name = condition.name
        let expression = try? ConditionExpression(parsing: condition.expression)
        let tree = board.notes.conditions[name]?.tree
        let parts = board.template.conditions.count { board.notes.conditions[$0.name]?.partOf == name }
        let several = parts > 0 ? words.say(" или ещё \(parts)", " or \(parts) more") : ""
        let text = expression.map { FlagClauseWords(words: words, now: board.time.now).text($0) }
        let used = board.template.parameters.values.count { $0.conditional[name] != nil }
        let fault = board.faults.first { $0.pointer.hasPrefix("#/conditions/\(index)/") }?.detail
        let warning = board.warnings.first {
            $0.pointer == "#/conditions/\(index)" && $0.reason != .unused
        }?.detail
        return [
            "id": .string("condition-\(name.percentEncoded)"), "name": .string(name),
            "place": .string(String(place + 1)),
            "title": .string(words.title(ofCondition: name)),
            "dot": .string(FlagLabels.dot(condition.color, index)),
            "sub": .string(Self.sentence(text ?? condition.expression) + several),
            "href": .string("\(board.own)/conditions/\(name.percentEncoded)"),
            "affected": .string(
                used == 0
                    ? words.say("нет параметров", "no parameters")
                    : counted(
                        used,
                        board.language,
                        ru: ("параметр", "параметра", "параметров"),
                        en: ("parameter", "parameters")
                    )
            ),
            "percent": .string(
                tree == nil || parts == 0 ? expression.flatMap { percent(in: $0, board) } ?? "" : ""
            ),
            "seen": .string(board.seen("condition/\(name)")),
            "is_changed": .bool(
                board.changes.contains { $0.subject == .condition && $0.name == name }
            ),
            "fault": .string(fault?[board.language].capitalizedStart ?? ""),
            "warning": .string(warning?[board.language].capitalizedStart ?? ""),
        ]
    }

    /// Capitalized, unless it begins with the name iOS.
    private static func sentence(_ text: String) -> String {
        text.hasPrefix("iOS") ? text : text.capitalizedStart
    }

    /// The percentage of an expression; nil if it has none that a slider could move.
    private func percent(in expression: ConditionExpression, _ board: FlagBoard) -> String? {
        let lines = FlagBuilder(expression, at: board.time.now).groups.first?.clauses ?? []
        let shares = lines.filter { $0.input == .percent && $0.op == "<=" }
        guard shares.count == 1, let value = shares.first?.value, let number = Double(value) else {
            return nil
        }
        return number == number.rounded() ? String(Int(number)) : value
    }

    // MARK: Order

    private func move(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let board = try await pages.board(context)
        let names = board.template.conditions.map(\.name)
        let own = names.filter { board.isOwn($0) }
        guard let name = form["id"], own.contains(name) else {
            throw Problem.notFound(Localized("Такого условия нет.", "There is no such condition."))
        }
        var order = own.filter { $0 != name }
        let old = own.firstIndex(of: name) ?? 0
        var place = old
        if let after = form["after"].flatMap({ order.firstIndex(of: $0) }) { place = after + 1 }
        if let before = form["before"].flatMap({ order.firstIndex(of: $0) }) { place = before }
        if form["to"] == "up" { place = max(old - 1, 0) }
        if form["to"] == "down" { place = min(old + 1, order.count) }
        order.insert(name, at: place)
        // Each precedes its parts; those of languages come last.
        let all =
            order.flatMap { name in [name] + names.filter { board.notes.conditions[$0]?.partOf == name } }
            + names.filter { board.notes.conditions[$0]?.language != nil }
        let rest = names.filter { !all.contains($0) }
        var now = names
        var edits: [FlagEdit] = []
        for (place, name) in (all + rest).enumerated() where now[place] != name {
            edits.append(.moveCondition(name, to: place))
            now.removeAll { $0 == name }
            now.insert(name, at: place)
        }
        if !edits.isEmpty {
            let drafts = console.services.flags.drafts
            _ = try await drafts.edit(edits, board.draft.place, from: board.revision, by: context.author)
        }
        return .redirect(to: "\(board.own)/conditions", type: .normal)
    }

    // MARK: One

    private func show(
        _ name: String?,
        _ request: Request,
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let board = try await pages.board(context)
        let view = FlagConditionForm(board: board, name: name, form: form)
        guard name == nil || view.condition != nil else {
            throw Problem.notFound(Localized("Такого условия нет.", "There is no such condition."))
        }
        let words = board.words
        let title = name.map { words.title(ofCondition: $0) } ?? words.say("Новое условие", "New condition")
        var members = view.json(problem)
        members["heading"] = .string(title)
        members["action"] = .string("\(board.own)/conditions/\(name?.percentEncoded ?? "new")")
        let keys = name.map { name in
            board.template.parameters.filter { $0.value.conditional[name] != nil }.keys.sorted()
        }
        let titles = (keys ?? []).map { words.title(ofParameter: $0) }
        members["affected"] = .string(
            titles.isEmpty ? "" : words.say("Меняет: ", "Changes: ") + titles.joined(separator: ", ")
        )
        var page = board.page(
            "flag-condition",
            Localized(title, title),
            nav: "/flags?page=conditions",
            members
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    private func save(_ name: String?, _ request: Request, _ context: ConsoleContext) async throws -> Response
    {
        let form = try await request.form()
        guard form["do"] ?? "save" == "save" else {
            return try await show(name, request, context, form: form)
        }
        let board = try await pages.board(context)
        do {
            let edits = try FlagConditionForm(board: board, name: name, form: form).edits()
            return try await FlagDraftActions(pages: pages).apply(
                edits,
                form,
                request,
                context,
                to: "\(board.own)/conditions",
                told: Localized("Условие сохранено в черновике", "The condition is in the draft")
            )
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await show(name, request, context, form: form, problem: problem)
        }
    }

    private func percent(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let board = try await pages.board(context)
        let name = try name(context)
        guard let condition = board.template.conditions.first(where: { $0.name == name }),
            let expression = try? ConditionExpression(parsing: condition.expression),
            let number = form["percent"], Double(number).map({ 0...100 ~= $0 }) == true
        else {
            throw Problem.notFound(Localized("Такого условия нет.", "There is no such condition."))
        }
        let lines = expression.clauses(in: FlagContext(now: board.time.now)).map { part in
            var line = FlagClause(reading: part.text)
            guard line.input == .percent, line.op == "<=" else { return part.text }
            line.value = number
            return line.expression(zone: "UTC")
        }
        var changed = condition
        changed.expression = lines.joined(separator: " && ")
        var note = board.notes.conditions[name] ?? FlagConditionNote()
        note.tree = nil
        return try await FlagDraftActions(pages: pages).apply(
            [.editCondition(name, changed, note)],
            form,
            request,
            context,
            to: "\(board.own)/conditions"
        )
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let board = try await pages.board(context)
        let name = try name(context)
        let names = [name] + board.parts(of: name)
        let back = FlagUndo(words: board.words).additions(ofConditions: names)
        return try await FlagDraftActions(pages: pages).apply(
            names.map { .removeCondition($0) },
            form,
            request,
            context,
            to: "\(board.own)/conditions",
            told: Localized("Условие удалено в черновике", "The condition is removed in the draft"),
            undo: [FlagUndo.call(back, in: board.id)]
        )
    }
}

extension FlagBoard {
    /// The additional conditions of one with OR.
    func parts(of name: String) -> [String] {
        template.conditions.map(\.name).filter { notes.conditions[$0]?.partOf == name }
    }
}
