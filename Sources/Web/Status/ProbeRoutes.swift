import Core
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The probes of a load balancer or a supervisor: liveness and readiness.
///
/// They reveal nothing more, because anybody may request them; the reason is in the log.
struct ProbeRoutes: Sendable {
    /// Seconds.
    private static let retryAfter = 1

    let readiness: Readiness

    func add(to router: Router<WebContext>) {
        router.get("/livez") { _, _ in Self.answer(isFine: true) }
        router.get("/readyz") { _, _ in
            // During a shutdown, running requests are completed, and new ones belong elsewhere.
            let isFine = if Task.isShuttingDownGracefully { false } else { await readiness.isReady() }
            return Self.answer(isFine: isFine)
        }
    }

    private static func answer(isFine: Bool) -> Response {
        var response = Response.json(
            ["status": isFine ? "ok" : "unavailable"],
            status: isFine ? .ok : .serviceUnavailable
        )
        if !isFine { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    static let openAPIPaths: [String: JSON] = [
        "/livez": probe("isAlive", "Whether the process answers at all", isReady: nil),
        "/readyz": probe(
            "isReady",
            "Whether this server should get requests",
            isReady: "The database is away, lacks a migration or was moved, or the server is ending"
        ),
    ]

    private static func probe(_ id: String, _ summary: String, isReady: String?) -> JSON {
        let content: JSON = [
            "application/json": [
                "schema": [
                    "type": "object", "required": ["status"],
                    "properties": ["status": ["type": "string", "enum": ["ok", "unavailable"]]],
                ]
            ]
        ]
        var responses: [String: JSON] = ["200": ["description": "Yes", "content": content]]
        if let isReady { responses["503"] = ["description": .string(isReady), "content": content] }
        return [
            "get": [
                "operationId": .string(id), "tags": ["system"], "summary": .string(summary),
                "security": [], "responses": .object(responses),
            ]
        ]
    }
}
