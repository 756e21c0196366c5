import Core
import Hummingbird
import Web

/// The page about a person, and what staff do to the person there; the page tells where that cannot be done.
struct PersonPages<Page: PersonPage>: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        let path = "\(Page.path)/{id}"
        group.get(RouterPath(path)) { request, context in
            var page = Page(console, context)
            page.dialog.name = request.query.last { $0.name == "dialog" }?.value
            return try await page.show(try context.id)
        }
        group.post(RouterPath("\(path)/reveal")) { _, context in
            let id = try context.id
            let phone = try await console.api(context).send(.post, "\(Page.api)/\(id)/reveal")
            var page = Page(console, context)
            page.phone = phone["spaced"]?.string
            return try await page.show(id)
        }
        group.post(RouterPath("\(path)/block")) { request, context in
            let undo = [FlashMessage.Call("POST", "\(Page.api)/\(try context.id)/unblock")]
            let done = Localized("Вход закрыт", "Blocked")
            return try await act(
                "block",
                with: ["reason"],
                of: try await request.form(),
                context,
                done,
                undo: undo
            )
        }
        group.post(RouterPath("\(path)/unblock")) { _, context in
            try await act("unblock", context, Localized("Вход снова открыт", "May sign in again"))
        }
        group.post(RouterPath("\(path)/sign-out")) { _, context in
            try await act("sign-out", context, Localized("Выведен из приложения", "Signed out of the app"))
        }
        group.post(RouterPath("\(path)/erase")) { request, context in
            let done = Localized("Личные данные стёрты", "The personal data is gone")
            return try await act("erase", with: ["digits"], of: try await request.form(), context, done)
        }
    }

    /// Keeps what was changed in the form, from the revision that it shows; its dialog stands open again with what is wrong.
    func edit(
        _ body: [String: JSON],
        of form: Form,
        _ context: ConsoleContext,
        _ done: Localized,
        undo: [String: JSON]
    ) async throws -> Response {
        let id = try context.id
        let (place, path) = ("\(Page.api)/\(id)", "\(Page.path)/\(id)")
        guard !body.isEmpty else { return .redirect(to: path, type: .normal) }
        do {
            let revision = Int64(form["revision"] ?? "") ?? 0
            try await console.api(context).send(.patch, place, body: .object(body), version: revision)
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            var page = Page(console, context)
            page.dialog = OpenDialog(name: "edit", form: form, problem: problem)
            return try await page.show(id)
        }
        let calls =
            undo.isEmpty
            ? [] : [try await console.api(context).versioned("PATCH", place, .object(undo))]
        return try await console.done(done, undo: calls, to: path, context)
    }

    /// Sends these fields of the form; its dialog stands open again with what is wrong in it.
    func act(
        _ name: String,
        with fields: [String] = [],
        of form: Form = Form([]),
        _ context: ConsoleContext,
        _ done: Localized,
        undo: [FlashMessage.Call] = []
    ) async throws -> Response {
        let id = try context.id
        let body = Dictionary(fields.map { ($0, JSON.string(form[$0] ?? "")) }) { first, _ in first }
        do {
            try await console.api(context).send(
                .post,
                "\(Page.api)/\(id)/\(name)",
                body: fields.isEmpty ? nil : .object(body)
            )
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            var page = Page(console, context)
            // What cannot be done now is told on the page itself.
            page.dialog = OpenDialog(
                name: problem.kind == .conflict ? nil : name,
                form: form,
                problem: problem
            )
            return try await page.show(id)
        }
        return try await console.done(done, undo: undo, to: "\(Page.path)/\(id)", context)
    }
}
