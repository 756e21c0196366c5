import Core
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// The accounts of an app: registration by an SMS code, sign-in, restore and confirmed addresses (accounts.md).
package struct Accounts: Module {
    package let name = "accounts"
    package let title = Localized("Аккаунты", "Accounts")
    package let icon = "user"
    /// Other apps have addresses under it, which are theirs as they are longer.
    package let publicPrefix = "/api"
    package let types: [any ContentDeclaration.Type] = []
    package let publicRoutes: [PublicRoute] = []

    package init() {}

    /// One sentence that the app shows as it is, in Russian whatever language is asked for.
    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        .text(problem.detail.ru, status: problem.kind.accountStatus)
    }
}

extension Problem.Kind {
    /// Clients show the text of 400 and do not tell other refusals of theirs apart; 401 is an access error.
    fileprivate var accountStatus: Int {
        switch self {
        case .malformed, .invalid, .unauthenticated, .forbidden, .stale, .unconditional, .conflict: 400
        case .notFound: 404
        case .methodNotAllowed: 405
        case .tooLarge: 413
        case .limited: 429
        case .unavailable: 503
        case .unexpected: 500
        }
    }
}
