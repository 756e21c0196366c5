import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The accounts: the list of them, the page about one, and what staff do to it.
struct AccountPages: Sendable {
    let console: Console

    private var people: PersonPages<AccountPage> { PersonPages(console: console) }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("accounts") { request, context in
            try await AccountListPage(console, request, context).show()
        }
        // Whoever loads the page anew on which a number could not be freed asks for this.
        group.get("accounts/free") { _, _ in
            Response.redirect(to: "\(AccountPage.path)?dialog=free", type: .normal)
        }
        group.post("accounts/free") { request, context in try await free(request, context) }
        group.post("accounts/{id}") { request, context in try await edit(request, context) }
        group.post("accounts/{id}/password") { _, context in
            let id = try context.id
            let answer = try await console.api(context).send(.post, "\(AccountPage.api)/\(id)/password")
            var page = AccountPage(console, context)
            page.password = answer["password"]?.string
            return try await page.show(id)
        }
        group.post("accounts/{id}/push") { request, context in
            let done = Localized("Уведомление отправляется", "The notification is on its way")
            return try await people.act(
                "push",
                with: ["title", "text"],
                of: try await request.form(),
                context,
                done
            )
        }
        group.post("accounts/{id}/confirmation") { _, context in
            let done = Localized("Ссылка отправлена", "The link is on its way")
            return try await people.act("confirmation", context, done)
        }
        people.add(to: group)
    }

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let api = console.api(context)
        let before = try await api.get("\(AccountPage.api)/\(id)")
        var body: [String: JSON] = [:]
        for name in AccountEdit.names {
            let seen = form["was_\(name)"] ?? before[name]?.string ?? ""
            guard let text = form[name], text != seen else { continue }
            body[name] = text.isEmpty ? .some(.null) : .string(text)
        }
        if body["login"] == .some(.null) { body["login"] = "" }
        // A box that is not ticked is not sent.
        let isConfirmed = form["is_confirmed"] == "true"
        if form["has_confirmed"] != nil, isConfirmed != (form["was_confirmed"] == "true") {
            body["is_confirmed"] = .bool(isConfirmed)
        }
        let path = "\(AccountPage.path)/\(id)"
        guard !body.isEmpty else { return .redirect(to: path, type: .normal) }
        do {
            try await api.send(
                .patch,
                "\(AccountPage.api)/\(id)",
                body: .object(body),
                version: Int64(form["revision"] ?? "") ?? 0
            )
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            var page = AccountPage(console, context)
            page.dialog = OpenDialog(name: "edit", form: form, problem: problem)
            return try await page.show(id)
        }
        var old: [String: JSON] = [:]
        for name in body.keys { old[name] = .some(before[name] ?? .null) }
        // Another address is confirmed no longer, nor is the old one then.
        if body["email"] != nil { old["is_confirmed"] = before["is_confirmed"] ?? false }
        return try await console.done(
            Localized("Аккаунт сохранён", "The account is saved"),
            undo: [Notice.Call("PATCH", "\(AccountPage.api)/\(id)", .object(old))],
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
                to: "\(AccountPage.path)/\(freed["id"]?.string ?? "")",
                context
            )
        } catch let problem as Problem where [.invalid, .conflict, .notFound].contains(problem.kind) {
            var page = AccountListPage(console, request, context)
            page.freeing = (form["phone"] ?? "", problem)
            return try await page.show()
        }
    }
}
