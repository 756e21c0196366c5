import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The people who use the app: the list of them, the page about one, and what staff do to them.
struct UserPages: Sendable {
    static let path = "/people"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people") { request, context in
            try await UserListPage(console, request, context).show()
        }
        group.get("people/survey") { _, context in try await SurveyPage(console, context).show() }
        group.get("people/{id}") { request, context in
            let dialog = request.query.last { $0.name == "dialog" }?.value
            return try await UserPage(console, context, dialog: dialog).show(try id(context))
        }
        group.post("people/{id}") { request, context in try await edit(request, context) }
        group.post("people/{id}/reveal") { _, context in
            let id = try id(context)
            let phone = try await console.api(context).send(.post, "/mall/users/\(id)/reveal")
            var page = UserPage(console, context)
            page.phone = phone["spaced"]?.string
            return try await page.show(id)
        }
        group.post("people/{id}/block") { request, context in try await block(request, context) }
        group.post("people/{id}/unblock") { _, context in
            try await act("unblock", context, Localized("Вход снова открыт", "May sign in again"))
        }
        group.post("people/{id}/sign-out") { _, context in
            try await act("sign-out", context, Localized("Выведен из приложения", "Signed out of the app"))
        }
        group.post("people/{id}/erase") { request, context in try await erase(request, context) }
    }

    private func id(_ context: ConsoleContext) throws -> String {
        try context.parameters.require("id").percentEncoded
    }

    private func act(_ name: String, _ context: ConsoleContext, _ text: Localized) async throws -> Response {
        let id = try id(context)
        try await console.api(context).send(.post, "/mall/users/\(id)/\(name)")
        return try await console.done(text, to: "\(Self.path)/\(id)", context)
    }

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try id(context), try await request.form())
        let api = console.api(context)
        let before = try await api.get("/mall/users/\(id)")
        let body = Self.filled(["name": form["name"], "email": form["email"]])
        do {
            try await api.send(.patch, "/mall/users/\(id)", body: body)
        } catch let problem as Problem where problem.kind == .invalid {
            return try await UserPage(console, context, dialog: "edit", form: form, problem: problem).show(id)
        }
        // What was empty before cannot be made empty again.
        let old = Self.filled(["name": before["name"]?.string, "email": before["email"]?.string])
        return try await console.done(
            Localized("Профиль сохранён", "The profile is saved"),
            undo: old == [:] ? [] : [Notice.Call("PATCH", "/mall/users/\(id)", old)],
            to: "\(Self.path)/\(id)",
            context
        )
    }

    /// A field that is left empty stays as it is.
    private static func filled(_ texts: [String: String?]) -> JSON {
        .object(texts.compactMapValues { text in text.flatMap { $0.isEmpty ? nil : .string($0) } })
    }

    private func block(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try id(context), try await request.form())
        do {
            try await console.api(context).send(
                .post,
                "/mall/users/\(id)/block",
                body: ["reason": .string(form["reason"] ?? "")]
            )
        } catch let problem as Problem where problem.kind == .invalid {
            return try await UserPage(console, context, dialog: "block", form: form, problem: problem).show(
                id
            )
        }
        return try await console.done(
            Localized("Вход закрыт", "Blocked"),
            undo: [Notice.Call("POST", "/mall/users/\(id)/unblock")],
            to: "\(Self.path)/\(id)",
            context
        )
    }

    private func erase(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try id(context), try await request.form())
        do {
            try await console.api(context).send(
                .post,
                "/mall/users/\(id)/erase",
                body: ["digits": .string(form["digits"] ?? "")]
            )
        } catch let problem as Problem where problem.kind == .invalid {
            return try await UserPage(console, context, dialog: "erase", form: form, problem: problem).show(
                id
            )
        }
        return try await console.done(
            Localized("Личные данные стёрты", "The personal data is gone"),
            to: "\(Self.path)/\(id)",
            context
        )
    }
}

extension Mall {
    package func people(named text: String, api: AdminAPI) async throws -> [FoundPerson] {
        let query = [(name: "q", value: text), (name: "limit", value: String(Limits.peopleFoundMax))]
        let answer: JSON
        do {
            answer = try await api.get("/mall/users", query)
        } catch let problem as Problem where problem.kind == .invalid {
            return []
        }
        return (answer["items"]?.array ?? []).map { user in
            FoundPerson(
                path: "\(UserPages.path)/\(user["id"]?.string ?? "")",
                name: user["name"]?.string ?? user["phone"]?.string ?? "…",
                phone: user["phone"]?.string ?? ""
            )
        }
    }
}
