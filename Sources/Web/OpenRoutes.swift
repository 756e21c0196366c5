import Core
import Hummingbird
import Storage

/// The routes that are open to anybody.
struct OpenRoutes: Sendable {
    let services: Services
    /// Made on first use: most processes are commands, which never need it.
    private let document = Locked<Response?>(nil)

    init(services: Services) {
        self.services = services
    }

    /// The description of the admin API is for staff only, because it would help strangers to attack.
    func add(to open: RouterGroup<WebContext>, staff: RouterGroup<StaffContext>) {
        open.get("health") { _, _ in try await health() }
        staff.get("openapi.json") { _, _ in openAPI() }
    }

    /// Adds the pages of the kinds of problems, to which their `type` links (RFC 9457 §3.1.1).
    static func addProblems(to router: RouteCollector) {
        router.get("/problems/{kind}") { _, context in try problem(context) }
    }

    private func openAPI() -> Response {
        document.update { document in
            let known = document ?? .json(OpenAPI.document(services.modules))
            document = known
            return known
        }
    }

    /// The index of the server.
    static func index(_ services: Services) -> JSON {
        [
            "name": "Vitrina",
            "admin_api": .string(OpenAPI.prefix),
            "openapi": .string("\(OpenAPI.prefix)/openapi.json"),
            "apps": .array(
                services.apps.map {
                    [
                        "name": .string($0.name), "api": .string($0.publicPrefix),
                        "openapi": $0.publicOpenAPI.isEmpty
                            ? .null : .string("\($0.publicPrefix)/openapi.json"),
                    ]
                }
            ),
        ]
    }

    /// The page about a kind of problem.
    private static func problem(_ context: WebContext) throws -> Response {
        guard let kind = Problem.Kind(rawValue: try context.parameters.require("kind")) else {
            throw Problem.notFound(Localized("Такого вида ошибок нет.", "There is no such kind of problem."))
        }
        return .json([
            "type": .string("/problems/\(kind.rawValue)"), "title": .string(kind.title[context.language]),
            "status": .integer(Int64(kind.status.code)),
        ])
    }

    private func health() async throws -> Response {
        _ = try await services.database.read { try $0.rows("SELECT 1 AS one") }
        return .json(ServerHealth(database: services.database.dialect.rawValue).json)
    }
}

/// The answer of a working server to everybody.
package struct ServerHealth: Sendable {
    package let database: String

    var json: JSON { ["status": "ok", "database": .string(database)] }
}

extension ServerHealth: JSONReadable {
    package init(json: JSON) throws(Fault) { database = try json.get("database") }
}
