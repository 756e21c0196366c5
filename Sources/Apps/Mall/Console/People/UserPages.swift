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
        let people = PersonPages<UserPage>(console: console)
        let users = people.operations(context)
        let before = try await users.look(try context.id).line
        // An emptied field keeps its saved value.
        let typed = form.changed(["name", "email"]).filter { !$0.value.isEmpty }
        guard !typed.isEmpty else { return .redirect(to: people.path(try context.id), type: .normal) }
        // An edit cannot clear a field, so the undo leaves out fields that were empty.
        var old: [String: JSON] = [:]
        if typed["name"] != nil { old["name"] = before.name(for: context.author).map { .string($0) } }
        if typed["email"] != nil { old["email"] = before.email(for: context.author).map { .string($0) } }
        let done = Localized("Профиль сохранён", "The profile is saved")
        return try await people.edit(form, context, done, undo: old) { id, revision in
            let edit = try UserEdit(name: typed["name"], email: typed["email"])
            try await users.edit(id, edit, revision: revision)
            return try await users.record(id).line.user.revision
        }
    }
}

extension Mall {
    package func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson] {
        try await UserQuery.found(text, services, context).map { line in
            let phone = line.user.phone?.masked
            return FoundPerson(
                path: "\(UserPage.path)/\(line.id)",
                name: line.name(for: context.author) ?? phone ?? "…",
                phone: phone ?? ""
            )
        }
    }
}
