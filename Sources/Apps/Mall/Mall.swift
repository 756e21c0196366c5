import Core
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// The app of a shopping mall: news, events, shops, and offers for loyalty points.
package struct Mall: App {
    package let name = "mall"
    package let title = Localized("Молл", "Mall")
    package let icon = "store"
    package let publicPrefix = "/api/v1"

    package let types: [any ContentDeclaration.Type] = [
        Offers.self, Events.self, News.self, Promotions.self, Shops.self, Categories.self, Subcategories.self,
        Tags.self,
    ]

    package let resources: [any ResourceDeclaration.Type] = [
        Devices.self, PointsEntries.self, Gifts.self, GiftUses.self, Guests.self, Referrals.self,
        Inviters.self, Reviews.self, Searches.self, MallCampaigns.self,
    ]

    package let routes: [any RouteList.Type] = [
        HomeRoutes.self, UserAdminRoutes.self, PointsRoutes.self, StockRoutes.self,
    ]

    package init() {}

    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { MallServices(parts) }

    package var publicRoutes: [PublicRoute] {
        Self.offerRoutes + Self.newsRoutes + Self.eventRoutes + Self.shopRoutes + Self.categoryRoutes
    }

    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        .refusal(problem.detail[language], status: problem.kind.mallStatus, code: problem.code)
    }

    package var publicOpenAPI: String { embeddedFiles["mall-openapi.json"] ?? "" }

    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        DeviceRoutes(services: services).add(to: group)
        SignInRoutes(services: services).add(to: group)
        AwardRoutes(services: services).add(to: group)
        GiftRoutes(services: services, clients: clients).add(to: group)
        ReviewRoutes(services: services).add(to: group)
        ProfileRoutes(services: services).add(to: group)
    }

    package var identifierSources: [IdentifierSource] {
        [
            IdentifierSource("mall/users", table: "mall_users", right: .readPeople),
            IdentifierSource("mall/home/*/cards", table: "contents", right: .readContent),
        ]
    }

    package func background(_ services: Services) -> [any Service] { [SearchLog(services: services)] }

    package func checkBooks(_ database: any Database) async throws -> [BookCheck] {
        let points = try await PointsLedger.verify(database)
        return [
            BookCheck(
                Localized("Баллы", "Points"),
                lines: points.entries,
                faults: points.faults.count + points.totalFaults.count
            )
        ]
    }

    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        let visibility = MallVisibility(live: live, now: now)
        return HomeBlock.all.filter { $0.isEmpty(visibility) }.map { ($0.title, HomeBlock.emptiness) }
    }

    package var openAPIExamples: String { embeddedFiles["mall-admin-examples.json"] ?? "" }
}

extension PublicAnswer {
    /// Some clients show `error_message`, others `error_text`, so both have the text.
    static func refusal(_ text: String, status: Int = 400, code: Int64? = nil) -> PublicAnswer {
        PublicAnswer(status: status) { json in
            json.object { json in
                json.member("error_text", text)
                json.member("error_message", text)
                if let code { json.member("error_code", code) }
            }
        }
    }
}

extension Problem.Kind {
    /// Clients read a reason only with status 400; so an unknown object is a 400, and an unknown route is not.
    fileprivate var mallStatus: Int {
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
