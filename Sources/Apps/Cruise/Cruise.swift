import Core
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// The app of cruises: search, cabins, orders, payment (cruise.md).
package struct Cruise: App {
    package static let app = "cruise"
    static let prefix = "/api/v3"

    package let name = Cruise.app
    package let title = Localized("Круизы", "Cruises")
    package let icon = "ship"
    package let publicPrefix = Cruise.prefix

    package let types: [any ContentDeclaration.Type] = [
        Cruises.self, Excursions.self, Ships.self, CabinClasses.self, ShipCabins.self, CruiseCities.self,
        CruiseDirections.self, CruiseDestinations.self, Discounts.self, CruiseReviews.self, Articles.self,
        Citizenships.self, AppVersions.self, DocumentTemplates.self,
    ]

    package let routes: [any RouteList.Type] = [CruiseImportRoutes.self, PaymentBookRoutes.self]
    package let resources: [any ResourceDeclaration.Type] =
        Cruise.peopleResources + Cruise.orderResources + [CruiseSearches.self]

    /// The erasure of a user's rows by each part.
    static let erasures: [Erasure] = [{ try $0.eraseOrders(of: $1, at: $2) }]
    typealias Erasure = @Sendable (any Connection, _ userID: String, _ now: Timestamp) throws -> Void

    package init() {}

    package let originsSetting: String? = "trusted_origins"
    package var secretPaths: [String] { Self.secretPaths.map { "\(publicPrefix)/\($0)" } }

    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { CruiseServices(parts) }

    package var auditGroups: [AuditGroup] { [Self.peopleAudit, Self.orderAudit, Campaigns.audit] }
    package var identifierSources: [IdentifierSource] { Self.orderIdentifiers }

    package var publicRoutes: [PublicRoute] {
        Self.cardRoutes + Self.excursionRoutes + Self.contentRoutes
    }

    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        CruiseError(problem).answer
    }

    package var errorFormats: [ErrorFormat] {
        [
            ErrorFormat(prefix: publicPrefix + "/") { error, problem, _ in
                .personal((error as? CruiseError ?? CruiseError(problem)).answer)
            }
        ]
    }

    package func tidy(_ services: Services) async throws { try await tidyPeople(services) }

    package var settings: [AppSetting] {
        Self.contentSettings + peopleSettings + OrderSettings.declared + PaymentSettings.declared
    }

    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        CruisePhotoRoutes(services: services).add(to: group)
        FilterRoutes(services: services, clients: clients).add(to: group)
        addPeopleRoutes(to: group, services: services)
        addOrderRoutes(to: group, services: services, clients: clients)
    }

    package func fastRoutes(_ services: Services, clients: Clients) -> [FastRoute] {
        [FilterRoutes(services: services, clients: clients).atOnce]
    }

    package func background(_ services: Services) -> [any Service] {
        [VoyageService(services: services), PaymentService(services: services)]
    }

    package func checkBooks(_ database: any Database) async throws -> [BookCheck] {
        let books = try await Books.check(database)
        return [
            BookCheck(
                Localized("Деньги круизов", "Money of cruises"),
                lines: books.lines,
                faults: books.faults.count
            )
        ]
    }

    package var pages: [ModulePage] {
        Self.orderPages + Self.peoplePageList + [
            ModulePage(CruiseSearches.resource), ModulePage(CruiseImportPage.path, CruiseImportPage.title),
        ]
    }

    package var publicOpenAPI: String { embeddedFiles["cruise-openapi.json"] ?? "" }
    package var files: [String: String] { embeddedFiles }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        CruiseImportPage(console: console).add(to: group)
        DocumentFiles(console: console).add(to: group)
    }

    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen? {
        let time = HumanTime(zone: zone, language: request.language, now: request.now)
        return CruisePhone(request: request, time: time).screen(of: content)
    }

    package func addDemoPeople(from folder: String, _ services: Services) async throws -> Int {
        let added = try await CruiseDemoPeople(services).add()
        _ = try await CruiseDemoOrders(services).add()
        try await CruiseDemoSearches(services).add()
        return added
    }

    package func addDemo(_ services: Services) async throws {
        var demo = try await CruiseDemo(services)
        try await demo.add()
    }
}
