import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The routes of accounts in the console: list, page and actions.
struct AccountPages: Sendable {
    let console: Console

    private var people: PersonPages<AccountPage> { PersonPages(console: console) }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("accounts") { request, context in
            try await AccountListPage(console, request, context).show()
        }
        // A browser that reloads the page with a failed freeing requests this URL with GET.
        group.get("accounts/free") { _, _ in
            Response.redirect(to: "\(AccountPage.path)?dialog=free", type: .normal)
        }
        group.post("accounts/free") { request, context in try await free(request, context) }
        group.post("accounts/{id}") { request, context in try await edit(request, context) }
        group.post("accounts/{id}/password") { _, context in
            let id = try context.id
            let password = try await people.operations(context).resetPassword(id)
            var page = AccountPage(console, context)
            page.password = password
            return try await page.show(id)
        }
        group.post("accounts/{id}/push") { request, context in
            let form = try await request.form()
            let done = Localized("Уведомление отправляется", "The notification is on its way")
            return try await people.act("push", of: form, context, done) {
                _ = try await $0.push($1, title: form["title"] ?? "", text: form["text"] ?? "")
            }
        }
        group.post("accounts/{id}/confirmation") { _, context in
            let done = Localized("Ссылка отправлена", "The link is on its way")
            return try await people.act("confirmation", context, done) { try await $0.sendLink($1) }
        }
        people.add(to: group)
    }

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let accounts = people.operations(context)
        let before = try await accounts.look(try context.id).line.json(for: context.author)
        var body: [String: JSON] = [:]
        for (name, text) in form.changed(AccountEdit.names) {
            body[name] = text.isEmpty && name != "login" ? .some(.null) : .string(text)
        }
        // A browser does not send a checkbox that is not ticked.
        let isConfirmed = form["is_confirmed"] == "true"
        if form["has_confirmed"] != nil, isConfirmed != (form["was_confirmed"] == "true") {
            body["is_confirmed"] = .bool(isConfirmed)
        }
        guard !body.isEmpty else { return .redirect(to: people.path(try context.id), type: .normal) }
        var old: [String: JSON] = [:]
        for name in body.keys { old[name] = .some(before[name] ?? .null) }
        // A new address is unconfirmed, so the undo must restore the confirmation with the old address.
        if body["email"] != nil { old["is_confirmed"] = .bool(try before.get("is_confirmed")) }
        let done = Localized("Аккаунт сохранён", "The account is saved")
        return try await people.edit(form, context, done, undo: old) { [body] id, revision in
            try await accounts.edit(id, AccountEdit(body), revision: revision)
            return try await accounts.record(id).line.revision
        }
    }

    private func free(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let id = try await people.operations(context).free(form["phone"] ?? "")
            return try await console.done(
                Localized("Номер свободен, его можно регистрировать", "The number can be registered again"),
                to: people.path(id),
                context
            )
        } catch let problem as Problem where [.invalid, .conflict, .notFound].contains(problem.kind) {
            var page = AccountListPage(console, request, context)
            page.freeing = (form["phone"] ?? "", problem)
            return try await page.show()
        }
    }
}
