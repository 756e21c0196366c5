import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The actions on a draft: edit, discard, publish, approve.
struct FlagDraftActions: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.post("{project}/edit") { request, context in try await edit(request, context) }
        group.post("{project}/discard") { request, context in try await discard(request, context) }
        group.post("{project}/publish") { request, context in try await publish(request, context) }
        group.post("{project}/approve") { request, context in try await approve(request, context) }
        group.post("{project}/resolve") { request, context in try await resolve(request, context) }
        group.post("{project}/schedules/{id}/cancel") { request, context in
            try await cancel(request, context)
        }
    }

    private func path(_ context: ConsoleContext) throws -> String {
        "/flags/\(try context.parameters.require("project"))"
    }

    // MARK: Edits

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        var edits = try FlagForm(form).edits()
        if let condition = form["condition"], !condition.isEmpty, let edit = edits.first {
            // A condition with OR is stored as several plain ones with the same values.
            let parts = try await pages.board(context).parts(of: condition)
            edits += parts.map { edit.merged(with: ["condition": .string($0)]) }
        }
        let path = try path(context)
        let before = try FlagUndo(try await console.api(context).get("\(path)/draft"), context.language)
        let back = before.edits(edits)
        return try await apply(
            edits,
            form,
            request,
            context,
            to: form.back(path),
            quietly: before.title(of: form["key"] ?? ""),
            undo: back.isEmpty
                ? [] : [FlashMessage.Call("PATCH", "\(path)/draft", ["edits": .array(back)])]
        )
    }

    /// Edits the draft; if a colleague has saved first, edits on top of their changes.
    ///
    /// Only if both have changed the same thing, the page asks, and keeps all typed values. An edit made
    /// `quietly` has no flash message: its row shows it, and the undo key undoes it.
    func apply(
        _ edits: [JSON],
        _ form: Form,
        _ request: Request,
        _ context: ConsoleContext,
        to next: String,
        told: Localized? = nil,
        quietly name: String = "",
        undo: [FlashMessage.Call] = []
    ) async throws -> Response {
        let path = try path(context)
        let api = console.api(context)
        let body: JSON = ["edits": .array(edits)]
        do {
            let revision = form["revision"].flatMap { Int64($0) } ?? 0
            try await api.send(.patch, "\(path)/draft", body: body, version: revision)
        } catch let problem as Problem where problem.kind == .stale {
            let board = try await pages.board(context)
            let subject = form["subject"] ?? ""
            let touch = board.draft["touched"]?[subject]
            let isMine = touch?["staff_id"]?.string == context.session.staff.id
            guard isMine || form["seen"] == board.seen(subject) else {
                let conflict = FlagConflict(board: board, form: form, path: request.uri.path).json
                return try await pages.show(board, request, context, conflict: conflict)
            }
            try await api.send(.patch, "\(path)/draft", body: body, version: board.revision)
        }
        guard let told else {
            // Without it the undo key would undo the previous action.
            let id = context.session.staff.id
            _ = try await console.services.notices.keep(name, undo: undo, for: id)
            return .redirect(to: next, type: .normal)
        }
        return try await console.done(told, undo: undo, to: next, context)
    }

    // MARK: The draft as a whole

    private func discard(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        let api = console.api(context)
        let old = try await api.get("\(path)/draft")
        let revision = form["revision"].flatMap { Int64($0) } ?? 0
        do {
            try await api.send(.delete, "\(path)/draft", version: revision)
        } catch let problem as Problem where problem.kind == .stale {
            return try await stale(problem, path, context)
        }
        let edits: JSON = [
            ["op": "replace", "template": old["template"] ?? [:], "notes": old["notes"] ?? [:]]
        ]
        return try await console.done(
            Localized("Черновик сброшен", "The draft is discarded"),
            undo: [FlashMessage.Call("PATCH", "\(path)/draft", ["edits": edits])],
            to: form.back(path),
            context
        )
    }

    /// At once, or at the time that the form names.
    private func publish(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        let time = console.time(context)
        let before = form["version"] ?? ""
        do {
            var body = try Self.part(form)
            if let text = form["at"], !text.isEmpty {
                guard let at = time.moment(ofField: text) else {
                    throw Problem.invalid([
                        Fault("#/at", "Время указано неверно.", "The time is not a time.")
                    ])
                }
                body["at"] = .string(at.description)
            }
            let note = form["note"].flatMap { $0.isEmpty ? nil : $0 }
            let answer = try await console.api(context).send(
                .put,
                "\(path)/draft/publication",
                body: .object(body),
                version: form["revision"].flatMap { Int64($0) } ?? 0,
                note: note
            )
            return try await told(answer, before: before, path, to: form.back(path), context, time)
        } catch let problem as Problem where [.stale, .invalid, .forbidden].contains(problem.kind) {
            if problem.kind == .stale { return try await stale(problem, path, context) }
            let board = try await pages.board(context)
            return try await pages.show(board, request, context, problem: problem)
        }
    }

    /// The selection of the dialog; empty if it is the whole draft.
    private static func part(_ form: Form) throws(Problem) -> [String: JSON] {
        if form["mine"] != nil { return ["mine": true] }
        let only = Set(form.fields.filter { $0.name == "only" }.map(\.value))
        guard let picks = form["picks"].flatMap({ Int($0) }), only.count < picks else { return [:] }
        guard !only.isEmpty else {
            throw .invalid([
                Fault("#/only", "Отметьте, что опубликовать.", "Choose what is to be published.")
            ])
        }
        return ["only": .array(only.sorted().map { .string($0) })]
    }

    private func told(
        _ answer: JSON,
        before: String,
        _ path: String,
        to next: String,
        _ context: ConsoleContext,
        _ time: HumanTime
    ) async throws -> Response {
        if let id = answer["id"]?.string, let at = answer["at"]?.string.flatMap({ Timestamp($0) }) {
            let when = time.moment(at)
            return try await console.done(
                Localized("Выйдет \(when)", "It will be published \(when)"),
                undo: [FlashMessage.Call("DELETE", "\(path)/schedules/\(id)")],
                to: next,
                context
            )
        }
        let number = answer["number"]?.integer ?? 0
        let hasBefore = (Int64(before) ?? 0) > 0
        return try await console.done(
            hasBefore
                ? Localized(
                    "Опубликовано: версия\u{A0}\(number) вместо\u{A0}\(before)",
                    "Published: version\u{A0}\(number) in place of\u{A0}\(before)"
                ) : Localized("Опубликована версия \(number)", "Version \(number) is published"),
            undo: hasBefore
                ? [try await FlagDraftActions.restoration(of: before, path, console.api(context))] : [],
            to: next,
            context
        )
    }

    /// The undo that restores a version, unless another one was published since.
    static func restoration(
        of number: String,
        _ path: String,
        _ api: AdminAPI
    ) async throws -> FlashMessage.Call {
        let call = FlashMessage.Call("PUT", "\(path)/versions/\(number)/restoration", [:])
        return try await api.guarded(call, by: ["number"], of: "\(path)/template")
    }

    /// Someone else was first: shows the current page.
    private func stale(_ problem: Problem, _ path: String, _ context: ConsoleContext) async throws -> Response
    {
        try await console.done(
            Localized(
                problem.detail.ru + " Проверьте, что изменилось, и повторите.",
                problem.detail.en + " Look at what has changed, and try again."
            ),
            to: "\(path)?dialog=publish",
            context
        )
    }

    private func approve(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        do {
            try await console.api(context).send(
                .put,
                "\(path)/draft/approval",
                version: form["revision"].flatMap { Int64($0) } ?? 0
            )
        } catch let problem as Problem where problem.kind == .stale {
            return try await stale(problem, path, context)
        } catch let problem as Problem where problem.kind == .forbidden {
            return try await console.done(problem.detail, to: form.back(path), context)
        }
        return try await console.done(
            Localized("Согласовано, можно публиковать", "Approved, it may be published"),
            to: form.back(path),
            context
        )
    }

    private func resolve(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        do {
            try await console.api(context).send(
                .put,
                "\(path)/draft/resolution",
                body: ["prefer": .string(form["prefer"] ?? "theirs")],
                version: form["revision"].flatMap { Int64($0) } ?? 0
            )
        } catch let problem as Problem where problem.kind == .stale {
            return try await stale(problem, path, context)
        }
        return .redirect(to: form.back(path), type: .normal)
    }

    private func cancel(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        let id = try context.parameters.require("id")
        try await console.api(context).send(.delete, "\(path)/schedules/\(id)")
        return try await console.done(
            Localized(
                "План отменён, изменения снова в черновике",
                "The plan is cancelled, its changes are the draft"
            ),
            to: form.back("\(path)/versions"),
            context
        )
    }
}
