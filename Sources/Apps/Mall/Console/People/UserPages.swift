import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The people who use the app: the list of them, the page about one, and what staff do to them.
struct UserPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("people") { request, context in
            try await UserListPage(console, request, context).show()
        }
        group.get("people/survey") { _, context in try await SurveyPage(console, context).show() }
        group.post("people/{id}") { request, context in try await edit(request, context) }
        PersonPages<UserPage>(console: console).add(to: group)
    }

    private func edit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, form) = (try context.id, try await request.form())
        let api = console.api(context)
        let before = try await api.get("\(UserPage.api)/\(id)")
        let body = Self.filled(["name": form["name"], "email": form["email"]])
        do {
            try await api.send(.patch, "\(UserPage.api)/\(id)", body: body)
        } catch let problem as Problem where problem.kind == .invalid {
            var page = UserPage(console, context)
            page.dialog = OpenDialog(name: "edit", form: form, problem: problem)
            return try await page.show(id)
        }
        // What was empty before cannot be made empty again.
        let old = Self.filled(["name": before["name"]?.string, "email": before["email"]?.string])
        return try await console.done(
            Localized("Профиль сохранён", "The profile is saved"),
            undo: old == [:] ? [] : [Notice.Call("PATCH", "\(UserPage.api)/\(id)", old)],
            to: "\(UserPage.path)/\(id)",
            context
        )
    }

    /// A field that is left empty stays as it is.
    private static func filled(_ texts: [String: String?]) -> JSON {
        .object(texts.compactMapValues { text in text.flatMap { $0.isEmpty ? nil : .string($0) } })
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
                path: "\(UserPage.path)/\(user["id"]?.string ?? "")",
                name: user["name"]?.string ?? user["phone"]?.string ?? "…",
                phone: user["phone"]?.string ?? ""
            )
        }
    }
}
