import Core
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Storage

/// A module of the program, with its parts of the admin API, the console and the server.
package protocol Module: Sendable {
    /// The name in paths and on the command line: `mall`.
    var name: String { get }
    var title: Localized { get }
    var types: [any ContentDeclaration.Type] { get }

    /// Lists for staff besides those of its content types.
    var resources: [any ResourceDeclaration.Type] { get }

    /// Operations of the admin API besides its content and its lists.
    var routes: [any RouteList.Type] { get }
    /// The services of the module; nil if its handlers need none of their own.
    func services(_ parts: ServiceParts) -> (any ModuleServices)?

    // MARK: The console

    /// The name of its icon in the navigation.
    var icon: String { get }
    /// True if it is always in the bottom bar of a phone.
    var isQuick: Bool { get }
    /// Pages besides those of its content types.
    var pages: [ModulePage] { get }
    /// Pages in the section of the system, for those who run the server.
    var systemPages: [ModulePage] { get }
    /// The daily tasks in the help of the console.
    var help: [HelpTask] { get }
    /// Actions that the search palette offers.
    var deeds: [ModulePage] { get }
    /// Templates of its pages by their file names.
    var files: [String: String] { get }
    /// Prefixes of the templates that load `<name>.js` and `<name>.css`; if there are none, every page does.
    var assetPages: [String] { get }

    /// Adds the routes of `pages`, and the actions of their forms.
    func addPages(to group: RouterGroup<ConsoleContext>, console: Console)

    /// Further actions for the search palette; `fits` is true if one of the names matches the search.
    func found(
        _ context: ConsoleContext,
        _ console: Console,
        fits: ([String]) -> Bool
    ) async throws -> [FoundAction]

    /// Lines for the list of what needs attention today.
    func attention(_ context: ConsoleContext, _ console: Console) async throws -> [AttentionLine]

    // MARK: Admin API

    /// Adds its routes in the admin API besides its content, under `/admin/api/v1/<name>`.
    func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services)

    /// The tables with the ids of its objects besides content.
    var identifierSources: [IdentifierSource] { get }

    /// Its operations in OpenAPI, by path.
    var openAPIPaths: [String: JSON] { get }

    /// Permissions of its operations, if they are not those to read or to change content.
    var openAPIPermissions: [String: [Permission]] { get }

    /// The security schemes of its operations for clients that are not staff.
    var openAPISecuritySchemes: [String: JSON] { get }

    /// Recorded requests and responses, as JSON by operation.
    var openAPIExamples: String { get }

    // MARK: The server

    /// Adds routes that are neither for staff nor under the prefix of an app.
    func addRoutes(to router: RouteCollector, services: Services, clients: Clients)

    /// Routes that are requested so often that they are handled before a request becomes a task.
    ///
    /// `clients` counts requests against the rate limit, which such a route does once it is sure to answer.
    func fastRoutes(_ services: Services, clients: Clients) -> [FastRoute]

    /// The preflight headers for requests from other sites, by path prefix.
    var preflights: [(prefix: String, headers: HTTPFields)] { get }

    /// The error formats of its clients.
    var errorFormats: [ErrorFormat] { get }

    /// Paths of its routes with a token in them, which is never logged: `/api/v3/User/Update/{token}`.
    var secretPaths: [String] { get }

    /// Deletes expired data; called every hour on each server.
    func tidy(_ services: Services) async throws

    /// Checks its books against their lines, which takes long; called for a restored database.
    func checkBooks(_ database: any Database) async throws -> [BookCheck]

    /// The audited actions of staff on it, for the access log.
    var auditGroups: [AuditGroup] { get }

    /// Background services that run as long as the server does.
    func background(_ services: Services) -> [any Service]

    /// Its gauges among the metrics; read when they are asked for, at most once a second.
    func gauges(_ services: Services) async throws -> [Gauge]
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
    package var systemPages: [ModulePage] { [] }
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
    package func addRoutes(to router: RouteCollector, services: Services, clients: Clients) {}
    package func fastRoutes(_ services: Services, clients: Clients) -> [FastRoute] { [] }
    package var preflights: [(prefix: String, headers: HTTPFields)] { [] }
    package var errorFormats: [ErrorFormat] { [] }
    package var secretPaths: [String] { [] }
    package func tidy(_ services: Services) async throws {}
    package func checkBooks(_ database: any Database) async throws -> [BookCheck] { [] }
    package func background(_ services: Services) -> [any Service] { [] }
    package func gauges(_ services: Services) async throws -> [Gauge] { [] }
}

/// An action that the search palette has found.
package struct FoundAction: Sendable, Hashable {
    package let path: String
    package let icon: String
    package let title: String
    /// The object of the action.
    package let subtitle: String

    package init(path: String, icon: String, title: String, subtitle: String) {
        (self.path, self.icon, self.title, self.subtitle) = (path, icon, title, subtitle)
    }
}

/// One line of the list of what needs attention today.
package struct AttentionLine: Sendable, Hashable {
    package let path: String
    package let title: String
    /// The kind of its subject.
    package let kind: String
    package let detail: String

    package init(path: String, title: String, kind: String, detail: String) {
        (self.path, self.title, self.kind, self.detail) = (path, title, kind, detail)
    }
}

/// The result of adding up the lines of a module's books.
package struct BookCheck: Sendable, Hashable {
    package let title: Localized
    /// The number of lines that were added up.
    package let lines: Int64
    /// The number of faults; the check stops at some.
    package let faults: Int

    package init(_ title: Localized, lines: Int64, faults: Int) {
        (self.title, self.lines, self.faults) = (title, lines, faults)
    }
}
