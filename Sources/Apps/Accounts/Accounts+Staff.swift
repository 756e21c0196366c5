import Core
import Hummingbird
import Web

/// The part of the accounts for staff, in the admin API and in the console.
extension Accounts {
    package var routes: [any RouteList.Type] {
        [
            AccountAdminRoutes.self, AccountActRoutes.self, ClientAdminRoutes.self,
            TemplateRoutes.self,
        ]
    }

    package var openAPIExamples: String { embeddedFiles["accounts-admin-examples.json"] ?? "" }

    package var pages: [ModulePage] {
        [
            ModulePage(AccountPage.path, Localized("Аккаунты", "Accounts")),
            ModulePage(AccountEvents.resource),
            ModulePage(ClientPages.path, Localized("Клиенты", "Clients")),
            ModulePage(TemplatePages.path, Localized("Шаблоны сообщений", "Message templates")),
        ]
    }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        AccountPages(console: console).add(to: group)
        ClientPages(console: console).add(to: group)
        TemplatePages(console: console).add(to: group)
    }

    package func people(
        named text: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [FoundPerson] {
        try await AccountQuery.found(text, services, context).map { line in
            FoundPerson(
                path: "\(AccountPage.path)/\(line.id)",
                name: line.name(for: context.author) ?? line.login(for: context.author),
                phone: AccountMask.phone(line.account.phone) ?? ""
            )
        }
    }
}
