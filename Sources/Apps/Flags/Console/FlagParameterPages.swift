import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// One parameter with all its values and its metadata: `/flags/{project}/parameters/{key}`.
struct FlagParameterPages: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("{project}/new") { request, context in try await new(request, context) }
        group.post("{project}/new") { request, context in try await create(request, context) }
        group.get("{project}/parameters/{key}") { request, context in
            try await show(request, context)
        }
        group.post("{project}/parameters/{key}") { request, context in try await save(request, context) }
        group.post("{project}/parameters/{key}/remove") { request, context in
            try await remove(request, context)
        }
    }

    // MARK: New

    private func new(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form = Form([]),
        problem: Problem? = nil
    ) async throws -> Response {
        try context.author.require(.writeFlags)
        let board = try await pages.board(context)
        var page = board.page(
            "flag-new",
            Localized("Новый параметр", "New parameter"),
            [
                "form": FlagMetadataForm(form).json(board.words),
                "problem": FlagMetadataForm.problem(problem, board.language), "review": .null,
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = "/flags/\(try context.flagProject)"
        let key = form["key"] ?? ""
        do {
            let edit = try FlagMetadataForm(form).addition
            let drafts = try console.flags(context).drafts
            let draft = try await drafts.draft(FlagPlace(project: try context.flagProject))
            _ = try await drafts.edit([edit], draft.place, from: draft.revision, by: context.author)
        } catch let problem as Problem where [.invalid, .conflict, .malformed].contains(problem.kind) {
            return try await new(request, context, form: form, problem: problem)
        }
        return try await console.done(
            Localized("Параметр добавлен в черновик", "The parameter is in the draft"),
            to: "\(path)#flag-\(key)",
            context
        )
    }

    // MARK: One

    private func show(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form? = nil,
        problem: Problem? = nil
    ) async throws -> Response {
        let board = try await pages.board(context)
        let key = try context.parameters.require("key")
        guard let parameter = board.template.parameters[key] else {
            throw Problem.notFound(Localized("Такого параметра нет.", "There is no such parameter."))
        }
        let words = board.words
        let note = board.notes.parameters[key] ?? FlagMetadata()
        let fields = form.map { FlagMetadataForm($0) } ?? FlagMetadataForm(key, parameter, note)
        let unused = board.template.conditions.filter {
            parameter.conditional[$0.name] == nil && board.isOwn($0.name)
        }
        var page = board.page(
            "flag-parameter",
            Localized(words.title(ofParameter: key), words.title(ofParameter: key)),
            at: "/parameters/\(key)",
            [
                "key": .string(key), "heading": .string(words.title(ofParameter: key)),
                "row": FlagRow(board: board, key: key, published: nil).json,
                "values": .array(values(board, key, parameter)),
                "free": .array(
                    unused.map { condition in
                        [
                            "name": .string(condition.name),
                            "text": .string(words.title(ofCondition: condition.name)),
                        ]
                    }
                ),
                "is_given": .bool(parameter.value?.text != nil),
                "has_free": .bool(!unused.isEmpty && board.mayWrite),
                "start": .string(parameter.value?.text ?? ""),
                "seen": .string(board.seen("parameter/\(key)")),
                "form": fields.json(words), "problem": FlagMetadataForm.problem(problem, board.language),
                "fetches": .string(try await fetches(of: key, board)),
                "can_edit": .bool(board.mayWrite),
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    /// The number of fetches in the last days.
    private func fetches(of key: String, _ board: FlagBoard) async throws -> String {
        let days = try await console.flags(board.context).statistics.days(of: key, board.draft.place)
        return counted(
            Int(days.reduce(0) { $0 + $1.count }),
            board.language,
            ru: ("запрос", "запроса", "запросов"),
            en: ("fetch", "fetches")
        )
    }

    /// The values under conditions in order of priority.
    private func values(_ board: FlagBoard, _ key: String, _ parameter: FlagParameter) -> [JSON] {
        let words = board.words
        return board.template.conditions.enumerated().compactMap { place, condition in
            guard let value = parameter.conditional[condition.name], board.isOwn(condition.name) else {
                return nil
            }
            var members = FlagEditor(words, key).json(value, under: condition.name)
            members["title"] = .string(words.title(ofCondition: condition.name))
            members["condition"] = .string(condition.name)
            members["place"] = .string(String(place))
            members["dot"] = .string(FlagLabels.dot(condition.color, place))
            members["key"] = .string(key)
            members["href"] = .string("\(board.own)/conditions/\(condition.name.percentEncoded)")
            members["seen"] = .string(board.seen("parameter/\(key)"))
            members["can_edit"] = .bool(board.mayWrite)
            return .object(members)
        }
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let board = try await pages.board(context)
        let key = try context.parameters.require("key")
        guard let parameter = board.template.parameters[key] else {
            throw Problem.notFound(Localized("Такого параметра нет.", "There is no such parameter."))
        }
        do {
            let edits = try FlagMetadataForm(form).changes(of: key, parameter)
            let new = form["key"].flatMap { $0.isEmpty ? nil : $0 } ?? key
            return try await FlagDraftActions(pages: pages).apply(
                edits,
                form,
                request,
                context,
                to: "\(board.own)/parameters/\(new.percentEncoded)",
                told: Localized("Сохранено в черновике", "Kept in the draft")
            )
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await show(request, context, form: form, problem: problem)
        }
    }

    private func remove(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let board = try await pages.board(context)
        let key = try context.parameters.require("key")
        let back = FlagUndo(words: board.words).addition(of: key)
        return try await FlagDraftActions(pages: pages).apply(
            [.removeParameter(key)],
            form,
            request,
            context,
            to: board.own,
            told: Localized("Параметр удалён в черновике", "The parameter is removed in the draft"),
            undo: back.isEmpty
                ? [] : [FlagUndo.call(back, in: board.id)]
        )
    }
}

extension FlagBoard {
    /// True if staff have made the condition: not one of a language, nor a part of another.
    func isOwn(_ name: String) -> Bool {
        let note = notes.conditions[name]
        return note?.language == nil && note?.partOf == nil
    }
}
