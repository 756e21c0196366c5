import Core
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// The accounts of an app: registration by an SMS code, sign-in, restore and confirmed addresses (accounts.md).
package struct Accounts: App {
    package let name = "accounts"
    package let title = Localized("Аккаунты", "Accounts")
    package let icon = "user"
    /// Other apps serve longer prefixes under it, and the longest prefix wins.
    package let publicPrefix = "/api"
    package let types: [any ContentDeclaration.Type] = []
    package let resources: [any ResourceDeclaration.Type] = [AccountEvents.self]
    package let publicRoutes: [PublicRoute] = []

    package init() {}

    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        AccountCodeRoutes(services: services).add(to: group)
        AccountRegistrationRoutes(services: services).add(to: group)
        AccountSignInRoutes(services: services).add(to: group)
        AccountProfileRoutes(services: services).add(to: group)
        AccountConfirmRoutes(services: services, clients: clients).add(to: group)
        AccountRestoreRoutes(services: services).add(to: group)
        AccountFeedbackRoutes(services: services).add(to: group)
        AccountStaffRoutes(services: services).add(to: group)
    }

    package var identifierSources: [IdentifierSource] {
        [
            IdentifierSource("accounts/users", table: "accounts_users", right: .readPeople),
            IdentifierSource("accounts/clients", table: "accounts_clients", right: .readPeople),
            IdentifierSource("accounts/clients/*/parts", table: "accounts_parts", right: .readPeople),
        ]
    }

    package var publicOpenAPI: String { embeddedFiles["accounts-openapi.json"] ?? "" }

    /// One sentence that the app shows as it is; in Russian for every request.
    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        .text(problem.detail.ru, status: problem.kind.accountStatus)
    }
}

extension Problem.Kind {
    /// Clients show the text of 400 and treat their other refusals alike; 401 is an access error.
    fileprivate var accountStatus: Int {
        switch self {
        case .malformed, .invalid, .forbidden, .stale, .unconditional, .conflict: 400
        case .unauthenticated: 401
        case .notFound: 404
        case .methodNotAllowed: 405
        case .tooLarge: 413
        case .limited: 429
        case .unavailable: 503
        case .unexpected: 500
        }
    }
}
