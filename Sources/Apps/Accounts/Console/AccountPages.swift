import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The accounts: the list of them, the page about one, and what staff do to it.
struct AccountPages: Sendable {
    static let path = "/accounts"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("accounts") { request, context in
            try await AccountListPage(console, request, context).show()
        }
        group.post("accounts/free") { request, context in try await free(request, context) }
        group.get("accounts/{id}") { request, context in
            let dialog = request.query.last { $0.name == "dialog" }?.value
            return try await AccountPage(console, context, dialog: dialog).show(try id(context))
        }
        group.post("accounts/{id}") { request, context in try await edit(request, context) }
        group.post("accounts/{id}/reveal") { _, context in
            let id = try id(context)
            let phone = try await console.api(context).send(.post, "/accounts/users/\(id)/reveal")
            var page = AccountPage(console, context)
            page.phone = phone["spaced"]?.string
            return try await page.show(id)
        }
        group.post("accounts/{id}/password") { _, context in
            let id = try id(context)
            let answer = try await console.api(context).send(.post, "/accounts/users/\(id)/password")
            var page = AccountPage(console, context)
            page.password = answer["password"]?.string
            return try await page.show(id)
        }
        addActs(to: group)
    }

    private func addActs(to group: RouterGroup<ConsoleContext>) {
        group.post("accounts/{id}/block") { request, context in
            try await filled("block", ["reason"], request, context, Localized("Вход закрыт", "Blocked")) {
                id in
                [Notice.Call("POST", "/accounts/users/\(id)/unblock")]
            }
        }
        group.post("accounts/{id}/push") { request, context in
            let done = Localized("Уведомление отправляется", "The notification is on its way")
            return try await filled("push", ["title", "text"], request, context, done)
        }
        group.post("accounts/{id}/erase") { request, context in
            let done = Localized("Личные данные стёрты", "The personal data is gone")
            return try await filled("erase", ["digits"], request, context, done)
        }
        group.post("accounts/{id}/unblock") { _, context in
            try await act("unblock", context, Localized("Вход снова открыт", "May sign in again"))
        }
        group.post("accounts/{id}/sign-out") { _, context in
            try await act("sign-out", context, Localized("Выведен из приложения", "Signed out of the app"))
        }
        group.post("accounts/{id}/confirmation") { _, context in
            try await act("confirmation", context, Localized("Ссылка отправлена", "The link is on its way"))
        }
    }

    private func id(_ context: ConsoleContext) throws -> String {
        try context.parameters.require("id").percentEncoded
    }

    /// What cannot be done now is told on the page itself.
    private func act(_ name: String, _ context: ConsoleContext, _ done: Localized) async throws -> Response {
        let id = try id(context)
        do {
            try await console.api(context).send(.post, "/accounts/users/\(id)/\(name)")
        } catch let problem as Problem where problem.kind == .conflict {
            return try await AccountPage(console, context, problem: problem).show(id)
        }
        return try await console.done(done, to: "\(Self.path)/\(id)", context)
    }

    /// An act that needs a form, which is shown again with what is wrong in it.
    private func filled(
        _ name: String,
        _ fields: [String],
        _ request: Request,
        _ context: ConsoleContext,
        _ done: Localized,
        undo: (String) -> [Notice.Call] = { _ in [] }
    ) async throws -> Response {
        let (id, form) = (try id(context), try await request.form())
        let body = Dictionary(fields.map { ($0, JSON.string(form[$0] ?? "")) }) { first, _ in first }
        do {
            try await console.api(context).send(.post, "/accounts/users/\(id)/\(name)", body: .object(body))
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await AccountPage(console, context, dialog: name, form: form, problem: problem).show(
                id
            )
        }
        return try await console.done(done, undo: undo(id), to: "\(Self.path)/\(id)", context)
    }

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try id(context), try await request.form())
        let api = console.api(context)
        let before = try await api.get("/accounts/users/\(id)")
        var body: [String: JSON] = [:]
        for name in AccountEdit.names {
            guard let text = form[name], text != before[name]?.string ?? "" else { continue }
            body[name] = text.isEmpty ? .some(.null) : .string(text)
        }
        if body["login"] == .some(.null) { body["login"] = "" }
        // A box that is not ticked is not sent.
        let isConfirmed = form["is_confirmed"] == "true"
        if form["has_confirmed"] != nil, isConfirmed != (form["was_confirmed"] == "true") {
            body["is_confirmed"] = .bool(isConfirmed)
        }
        let path = "\(Self.path)/\(id)"
        guard !body.isEmpty else { return .redirect(to: path, type: .normal) }
        do {
            try await api.send(
                .patch,
                "/accounts/users/\(id)",
                body: .object(body),
                version: Int64(form["revision"] ?? "") ?? 0
            )
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            return try await AccountPage(console, context, dialog: "edit", form: form, problem: problem).show(
                id
            )
        }
        var old: [String: JSON] = [:]
        for name in body.keys { old[name] = .some(before[name] ?? .null) }
        // Another address is confirmed no longer, nor is the old one then.
        if body["email"] != nil { old["is_confirmed"] = before["is_confirmed"] ?? false }
        return try await console.done(
            Localized("Аккаунт сохранён", "The account is saved"),
            undo: [Notice.Call("PATCH", "/accounts/users/\(id)", .object(old))],
            to: path,
            context
        )
    }

    private func free(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let freed = try await console.api(context).send(
                .post,
                "/accounts/free",
                body: ["phone": .string(form["phone"] ?? "")]
            )
            return try await console.done(
                Localized("Номер свободен, его можно регистрировать", "The number can be registered again"),
                to: "\(Self.path)/\(freed["id"]?.string ?? "")",
                context
            )
        } catch let problem as Problem where [.invalid, .conflict, .notFound].contains(problem.kind) {
            var page = AccountListPage(console, request, context)
            page.freeing = (form["phone"] ?? "", problem)
            return try await page.show()
        }
    }
}
