import Core
import Hummingbird
import Web

/// The app with mods of a game: categories, mods to download, help, and pages of the menu (mods.md).
package struct Mods: App {
    package let name = Mods.app
    package let title = Localized("Моды", "Mods")
    package let icon = "puzzle"
    package let publicPrefix = "/mods"

    package let types: [any ContentDeclaration.Type] = [
        ModFiles.self, ModCategories.self, ModHelp.self, ModPages.self,
    ]

    static let app = "mods"

    package init() {}

    package var publicRoutes: [PublicRoute] { Self.modRoutes + Self.pageRoutes }

    package var publicOpenAPI: String { embeddedFiles["mods-openapi.json"] ?? "" }

    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        ModFileRoutes(services: services).add(to: group)
        ModEventRoutes(services: services).add(to: group)
    }

    package let routes: [any RouteList.Type] = [ModCounts.self, ModCatalogue.self]

    /// `{"error": {"code": 404, "message": "…"}}` (mods.md, section 2).
    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        let status = problem.kind.modStatus
        return PublicAnswer(status: status) { json in
            json.object { json in
                json.key("error")
                json.object { json in
                    json.member("code", Int64(status))
                    json.member("message", problem.detail[language])
                }
            }
        }
    }
}

extension Problem.Kind {
    /// A wrong parameter is a 400 for the app.
    fileprivate var modStatus: Int {
        switch self {
        case .malformed, .invalid: 400
        case .unauthenticated, .forbidden, .notFound, .methodNotAllowed, .stale, .unconditional, .conflict,
            .tooLarge, .limited, .unavailable, .unexpected:
            status.code
        }
    }
}
