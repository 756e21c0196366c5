import Core
import Hummingbird
import Web

/// The routes of the page about a user, with the actions of staff; the page itself shows a refusal.
struct PersonPages<Page: PersonPage>: Sendable {
    let console: Console

    func operations(_ context: ConsoleContext) -> Page.Operations {
        Page.Operations(console.services, context.staff)
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        let path = "\(Page.path)/{id}"
        group.get(RouterPath(path)) { request, context in
            var page = Page(console, context)
            page.dialog.name = request.query.last { $0.name == "dialog" }?.value
            return try await page.show(try context.id)
        }
        group.post(RouterPath("\(path)/reveal")) { _, context in
            let id = try context.id
            let phone = try await operations(context).reveal(id)
            var page = Page(console, context)
            page.phone = phone.spaced
            return try await page.show(id)
        }
        group.post(RouterPath("\(path)/block")) { request, context in
            let id = try Identifier.ofPerson(try context.id)
            let undo = [FlashMessage.Call(Page.operations.unblock, ["id": id])]
            let (form, done) = (try await request.form(), Localized("Вход закрыт", "Blocked"))
            return try await act("block", of: form, context, done, undo: undo) {
                try await $0.block($1, reason: form["reason"] ?? "")
            }
        }
        group.post(RouterPath("\(path)/unblock")) { _, context in
            try await act("unblock", context, Localized("Вход снова открыт", "May sign in again")) {
                try await $0.unblock($1)
            }
        }
        group.post(RouterPath("\(path)/sign-out")) { _, context in
            try await act("sign-out", context, Localized("Выведен из приложения", "Signed out of the app")) {
                try await $0.signOut($1)
            }
        }
        group.post(RouterPath("\(path)/erase")) { request, context in
            let form = try await request.form()
            let done = Localized("Личные данные стёрты", "The personal data is gone")
            return try await act("erase", of: form, context, done) {
                try await $0.erase($1, digits: form["digits"] ?? "")
            }
        }
    }

    /// Saves the edit over the revision of the form; on a fault or conflict the dialog stays open.
    ///
    /// `undo` is the body that reverts the edit; `save` returns the revision that it has made.
    func edit(
        _ form: Form,
        _ context: ConsoleContext,
        _ done: Localized,
        undo: [String: JSON],
        save: (_ id: String, _ revision: Int64) async throws -> Int64
    ) async throws -> Response {
        let id = try context.id
        let revision: Int64
        do {
            revision = try await tellingProblems { try await save(id, Int64(form["revision"] ?? "") ?? 0) }
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            var page = Page(console, context)
            page.dialog = OpenDialog(name: "edit", form: form, problem: problem)
            return try await page.show(id)
        }
        let call = FlashMessage.Call(
            Page.operations.change,
            ["id": try Identifier.ofPerson(id)],
            .object(undo),
            version: revision
        )
        return try await console.done(done, undo: undo.isEmpty ? [] : [call], to: path(id), context)
    }

    /// Performs an action on the user; on a fault the dialog stays open.
    func act(
        _ name: String,
        of form: Form = Form([]),
        _ context: ConsoleContext,
        _ done: Localized,
        undo: [FlashMessage.Call] = [],
        perform: (_ operations: Page.Operations, _ id: String) async throws -> Void
    ) async throws -> Response {
        let id = try context.id
        do {
            try await tellingProblems { try await perform(operations(context), id) }
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            var page = Page(console, context)
            // The page itself shows a conflict.
            page.dialog = OpenDialog(
                name: problem.kind == .conflict ? nil : name,
                form: form,
                problem: problem
            )
            return try await page.show(id)
        }
        return try await console.done(done, undo: undo, to: path(id), context)
    }

    func path(_ id: String) -> String { "\(Page.path)/\(id)" }
}
