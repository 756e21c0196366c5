import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The actions on a draft: edit, discard, publish, approve.
struct FlagDraftActions: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }
    private var flags: FlagServices { console.services.flags }

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
        "/flags/\(try context.flagProject)"
    }

    private func place(_ context: ConsoleContext) throws -> FlagPlace {
        FlagPlace(project: try context.flagProject)
    }

    // MARK: Edits

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        var edits = try FlagForm(form).edits()
        if case .setValue(let value, let key, let condition?)? = edits.first {
            // A condition with OR is stored as several plain ones with the same values.
            let parts = try await pages.board(context).parts(of: condition)
            edits += parts.map { .setValue(value, of: key, under: $0) }
        }
        let path = try path(context)
        let draft = try await console.flags(context).drafts.draft(try place(context))
        let before = FlagUndo(words: FlagLabels(draft.sheet, context.language))
        let back = before.edits(edits)
        return try await apply(
            edits,
            form,
            request,
            context,
            to: form.back(path),
            quietly: before.words.title(ofParameter: form["key"] ?? ""),
            undo: back.isEmpty
                ? [] : [FlagUndo.call(back, in: try context.flagProject)]
        )
    }

    /// Edits the draft; if a colleague has saved first, edits on top of their changes.
    ///
    /// Only if both have changed the same thing, the page requests a decision, and keeps all typed values. An edit with
    /// `quietly` has no flash message: its row shows it, and the undo key undoes it.
    func apply(
        _ edits: [FlagEdit],
        _ form: Form,
        _ request: Request,
        _ context: ConsoleContext,
        to next: String,
        told: Localized? = nil,
        quietly name: String = "",
        undo: [FlashMessage.Call] = []
    ) async throws -> Response {
        let (drafts, place, author) = (flags.drafts, try place(context), context.author)
        do {
            _ = try await drafts.edit(edits, place, from: form.number("revision"), by: author)
        } catch let problem as Problem where problem.kind == .stale {
            let board = try await pages.board(context)
            let subject = form["subject"] ?? ""
            let isMine = board.draft.touches[subject]?.staffID == context.session.staff.id
            guard isMine || form["seen"] == board.seen(subject) else {
                let conflict = FlagConflict(board: board, form: form, path: request.uri.path).json
                return try await pages.show(board, request, context, conflict: conflict)
            }
            _ = try await drafts.edit(edits, place, from: board.revision, by: author)
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
        let (path, place) = (try path(context), try place(context))
        let old = try await console.flags(context).drafts.draft(place).sheet
        do {
            _ = try await flags.drafts.discard(
                place,
                from: form.number("revision"),
                by: context.author,
                address: context.address
            )
        } catch let problem as Problem where problem.kind == .stale {
            return try await stale(problem, path, context)
        }
        let edits: [JSON] = [
            ["op": "replace", "template": old.template.json, "notes": old.notes.json]
        ]
        return try await console.done(
            Localized("Черновик сброшен", "The draft is discarded"),
            undo: [FlagUndo.call(edits, in: place.project)],
            to: form.back(path),
            context
        )
    }

    private func publish(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            return try await tellingProblems { try await publish(form, context) }
        } catch let problem as Problem where [.stale, .invalid, .forbidden].contains(problem.kind) {
            if problem.kind == .stale { return try await stale(problem, try path(context), context) }
            let board = try await pages.board(context)
            return try await pages.show(board, request, context, problem: problem)
        }
    }

    /// Publishes at once, or schedules for the time of the form.
    private func publish(_ form: Form, _ context: ConsoleContext) async throws -> Response {
        let (path, place) = (try path(context), try place(context))
        let (selection, revision) = (try Self.selection(form), form.number("revision"))
        let act = try context.flagAct(form)
        guard let text = form["at"], !text.isEmpty else {
            let version = try await flags.drafts.publish(place, selection, revision: revision, as: act)
            return try await told(version, before: form["version"] ?? "", path, to: form.back(path), context)
        }
        let time = console.time(context)
        guard let moment = time.moment(ofField: text) else { throw Problem.noFlagTime }
        guard selection == .all else {
            throw Problem.invalid([
                Fault("#/at", "по плану выходит весь черновик", "cannot be given with a part of the draft")
            ])
        }
        let plan = try await flags.schedules.publish(place, revision: revision, at: moment, as: act)
        let when = time.moment(plan.at)
        return try await console.done(
            Localized("Выйдет \(when)", "It will be published \(when)"),
            undo: [
                FlashMessage.Call("flags_schedule_cancel", ["project": place.project, "id": "\(plan.id)"])
            ],
            to: form.back(path),
            context
        )
    }

    /// The selection of the dialog.
    private static func selection(_ form: Form) throws(Problem) -> FlagSelection {
        if form["mine"] != nil { return .mine }
        let only = Set(form.fields.filter { $0.name == "only" }.map(\.value))
        guard let picks = form["picks"].flatMap({ Int($0) }), only.count < picks else { return .all }
        guard !only.isEmpty else {
            throw .invalid([
                Fault("#/only", "Отметьте, что опубликовать.", "Choose what is to be published.")
            ])
        }
        return .only(only)
    }

    private func told(
        _ version: FlagVersion,
        before: String,
        _ path: String,
        to next: String,
        _ context: ConsoleContext
    ) async throws -> Response {
        let number = version.number
        let old = Int64(before) ?? 0
        return try await console.done(
            old > 0
                ? Localized(
                    "Опубликовано: версия\u{A0}\(number) вместо\u{A0}\(before)",
                    "Published: version\u{A0}\(number) in place of\u{A0}\(before)"
                ) : Localized("Опубликована версия \(number)", "Version \(number) is published"),
            undo: old > 0 ? [FlagUndo.restoring(old, of: try context.flagProject, after: version)] : [],
            to: next,
            context
        )
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
            _ = try await flags.drafts.approve(
                try place(context),
                revision: form.number("revision"),
                by: context.author,
                address: context.address
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
            _ = try await flags.drafts.resolve(
                try place(context),
                from: form.number("revision"),
                preferring: try form.side() ?? .theirs,
                by: context.author
            )
        } catch let problem as Problem where problem.kind == .stale {
            return try await stale(problem, path, context)
        }
        return .redirect(to: form.back(path), type: .normal)
    }

    private func cancel(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try path(context)
        try await flags.schedules.cancel(
            try context.parameters.require("id"),
            of: try context.flagProject,
            by: context.author,
            address: context.address
        )
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
