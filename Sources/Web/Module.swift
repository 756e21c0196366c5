import Core
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// A room of the program: what it adds to the API for staff, to the console, and to what a server does.
package protocol Module: Sendable {
    /// Stands in addresses and on the command line: `mall`.
    var name: String { get }
    var title: Localized { get }
    var types: [any ContentDeclaration.Type] { get }

    /// Lists for staff beside those of its content.
    var resources: [any ResourceDeclaration.Type] { get }

    /// Operations of the admin API beside its content and its lists.
    var routes: [any RouteList.Type] { get }
    /// What it keeps for its work; nil where handlers need nothing of its own.
    func services(_ parts: ServiceParts) -> (any ModuleServices)?

    // MARK: The console

    /// Its sign in the navigation, by the name of the icon.
    var icon: String { get }
    /// Whether it always stands in the bar at the foot of a phone.
    var isQuick: Bool { get }
    /// Pages that it has beside those of its content types.
    var pages: [ModulePage] { get }
    /// The daily tasks that the console's help teaches.
    var help: [HelpTask] { get }
    /// What can be done at once from the search palette.
    var deeds: [ModulePage] { get }
    /// Templates of its pages by the names of their files.
    var files: [String: String] { get }
    /// What the names of the templates begin with that load `<name>.js` and `<name>.css`; every page does if there is none.
    var assetPages: [String] { get }

    /// Adds what answers `pages`, and what their forms are sent to.
    func addPages(to group: RouterGroup<ConsoleContext>, console: Console)

    /// What else the search palette finds to do: `fits` tells whether one of some names is what was typed.
    func found(
        _ context: ConsoleContext,
        _ console: Console,
        fits: ([String]) -> Bool
    ) async throws -> [FoundAction]

    /// What needs somebody's attention today.
    func attention(_ context: ConsoleContext, _ console: Console) async throws -> [AttentionLine]

    // MARK: The API for staff

    /// Adds what it has in the admin API beside its content, under `/admin/api/v1/<name>`.
    func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services)

    /// Where the ids of what it has beside its content are kept.
    var identifierSources: [IdentifierSource] { get }

    /// The same as OpenAPI has it: operations by path.
    var openAPIPaths: [String: JSON] { get }

    /// What they need, by operation, where it is not to read contents, or to change them.
    var openAPIPermissions: [String: [Permission]] { get }

    /// How those sign in who are no staff, where one of them is told to.
    var openAPISecuritySchemes: [String: JSON] { get }

    /// What they were really sent and answered, as JSON by operation.
    var openAPIExamples: String { get }

    // MARK: The server

    /// Adds addresses of its own, which are neither for staff nor under the prefix of an app.
    func addRoutes(to router: Router<WebContext>, services: Services, clients: Clients)

    /// Those of them that are so often asked for that they are answered before they become tasks.
    func fastRoutes(_ services: Services) -> [FastRoute]

    /// What pages of other sites may ask, by what the addresses begin with.
    var preflights: [(prefix: String, headers: HTTPFields)] { get }

    /// Problems in the forms that those expect who ask.
    var errorFormats: [ErrorFormat] { get }

    /// Takes away what time has ended; comes again every hour on each server.
    func tidy(_ services: Services) async throws

    /// What staff do there, as the access log tells it.
    var auditGroups: [AuditGroup] { get }

    /// What runs beside the answers, as long as the server does.
    func background(_ services: Services) -> [any Service]
}

extension Module {
    package var types: [any ContentDeclaration.Type] { [] }
    package var auditGroups: [AuditGroup] { [] }
    package var resources: [any ResourceDeclaration.Type] { [] }
    package var routes: [any RouteList.Type] { [] }
    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { nil }
    package var icon: String { "cube" }
    package var isQuick: Bool { false }
    package var pages: [ModulePage] { [] }
    package var help: [HelpTask] { [] }
    package var deeds: [ModulePage] { [] }
    package var files: [String: String] { [:] }
    package var assetPages: [String] { [] }
    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {}
    package func found(
        _ context: ConsoleContext,
        _ console: Console,
        fits: ([String]) -> Bool
    ) async throws -> [FoundAction] {
        []
    }
    package func attention(_ context: ConsoleContext, _ console: Console) async throws -> [AttentionLine] {
        []
    }
    package func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services) {}
    package var identifierSources: [IdentifierSource] { [] }
    package var openAPIPaths: [String: JSON] { [:] }
    package var openAPIPermissions: [String: [Permission]] { [:] }
    package var openAPISecuritySchemes: [String: JSON] { [:] }
    package var openAPIExamples: String { "" }
    package func addRoutes(to router: Router<WebContext>, services: Services, clients: Clients) {}
    package func fastRoutes(_ services: Services) -> [FastRoute] { [] }
    package var preflights: [(prefix: String, headers: HTTPFields)] { [] }
    package var errorFormats: [ErrorFormat] { [] }
    package func tidy(_ services: Services) async throws {}
    package func background(_ services: Services) -> [any Service] { [] }
}

/// Something to do that the search palette has found.
package struct FoundAction: Sendable, Hashable {
    package let path: String
    package let icon: String
    package let title: String
    /// What it would be done to.
    package let subtitle: String

    package init(path: String, icon: String, title: String, subtitle: String) {
        (self.path, self.icon, self.title, self.subtitle) = (path, icon, title, subtitle)
    }
}

/// One line of what needs attention today.
package struct AttentionLine: Sendable, Hashable {
    package let path: String
    package let title: String
    /// What kind of thing it is about.
    package let kind: String
    package let detail: String

    package init(path: String, title: String, kind: String, detail: String) {
        (self.path, self.title, self.kind, self.detail) = (path, title, kind, detail)
    }
}
