import Core
import Hummingbird
import Storage

/// What the admin API tells to anybody.
struct OpenRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        let document = Response.json(OpenAPI.document(services.modules))
        group.get("openapi.json") { _, _ in document }
        group.get("health") { _, _ in try await health() }
    }

    private func health() async throws -> Response {
        _ = try await services.database.read { try $0.rows("SELECT 1 AS one") }
        return .json([
            "status": "ok", "database": .string(services.database.dialect.rawValue), "version": .string(version),
        ])
    }
}
