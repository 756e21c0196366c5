import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The routes of users in the console: list, page and actions.
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
        let form = try await request.form()
        let before = try await console.api(context).get("\(UserPage.api)/\(try context.id)")
        // An emptied field keeps its saved value.
        let body = form.changed(["name", "email"]).filter { !$0.value.isEmpty }.mapValues { JSON.string($0) }
        var old: [String: JSON] = [:]
        // The API cannot empty a field, so the undo leaves out fields that were empty.
        for name in body.keys { old[name] = before[name]?.string.map { .string($0) } }
        let done = Localized("Профиль сохранён", "The profile is saved")
        return try await PersonPages<UserPage>(console: console).edit(
            body,
            of: form,
            context,
            done,
            undo: old
        )
    }
}

extension Mall {
    package func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson] {
        try await UserQuery.found(text, services, context).map { line in
            let user = line.json(for: context.author)
            return FoundPerson(
                path: "\(UserPage.path)/\(user["id"]?.string ?? "")",
                name: user["name"]?.string ?? user["phone"]?.string ?? "…",
                phone: user["phone"]?.string ?? ""
            )
        }
    }
}
