import Core
import Hummingbird
import Web

/// The part of the accounts for staff, in the admin API and in the console.
extension Accounts {
    package func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services) {
        AccountAdminRoutes(services: services).add(to: group)
        EventAdminRoutes(services: services).add(to: group)
        ClientAdminRoutes(services: services).add(to: group)
        TemplateRoutes(services: services).add(to: group)
    }

    package var openAPIPaths: [String: JSON] { AccountsOpenAPI.paths }
    package var openAPIPermissions: [String: [Permission]] { AccountsOpenAPI.permissions }
    package var openAPIExamples: String { embeddedFiles["accounts-admin-examples.json"] ?? "" }

    package var pages: [ModulePage] {
        [
            ModulePage(AccountPage.path, Localized("Аккаунты", "Accounts")),
            ModulePage(AccountEventPage.path, Localized("События", "Events")),
            ModulePage(ClientPages.path, Localized("Клиенты", "Clients")),
            ModulePage(TemplatePages.path, Localized("Шаблоны сообщений", "Message templates")),
        ]
    }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        AccountPages(console: console).add(to: group)
        AccountEventPage.add(to: group, console)
        ClientPages(console: console).add(to: group)
        TemplatePages(console: console).add(to: group)
    }

    package func people(named text: String, api: AdminAPI) async throws -> [FoundPerson] {
        let query = [(name: "q", value: text), (name: "limit", value: String(Limits.peopleFoundMax))]
        let answer: JSON
        do {
            answer = try await api.get("/accounts/users", query)
        } catch let problem as Problem where problem.kind == .invalid {
            return []
        }
        return (answer["items"]?.array ?? []).map { account in
            FoundPerson(
                path: "\(AccountPage.path)/\(account["id"]?.string ?? "")",
                name: account["name"]?.string ?? account["login"]?.string ?? "…",
                phone: account["phone"]?.string ?? ""
            )
        }
    }
}
