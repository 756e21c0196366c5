import Core
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The probes of a load balancer or a supervisor: liveness and readiness.
///
/// They name what is wrong and nothing more, because anybody may request them; the reason is in the log.
struct ProbeRoutes: Sendable {
    /// Seconds.
    private static let retryAfter = 1

    let readiness: Readiness

    func add(to router: RouteCollector) {
        router.get("/livez") { _, _ in Response.json(["status": "ok"]) }
        router.get("/readyz") { _, _ in
            var grades = await readiness.grades()
            // During a shutdown, running requests are completed, and new ones belong elsewhere.
            grades[.ending] = Task.isShuttingDownGracefully ? .failed : .ok
            return Self.answer(grades)
        }
    }

    private static func answer(_ grades: [Readiness.Check: Readiness.Grade]) -> Response {
        // A check without a grade could not be made.
        let graded = Readiness.Check.allCases.map { ($0.rawValue, grades[$0] ?? .warning) }
        let isFine = grades.count == graded.count && !grades.values.contains(.failed)
        let checks = Dictionary(uniqueKeysWithValues: graded.map { ($0.0, JSON.string($0.1.rawValue)) })
        var response = Response.json(
            ["status": isFine ? "ok" : "unavailable", "checks": .object(checks)],
            status: isFine ? .ok : .serviceUnavailable
        )
        if !isFine { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    static let openAPIPaths: [String: JSON] = [
        "/livez": probe("isAlive", "Whether the process answers at all", status, isReady: nil),
        "/readyz": probe(
            "isReady",
            "Whether this server should get requests",
            status.merged(with: ["required": ["status", "checks"], "properties": ["checks": checks]]),
            isReady:
                "The database is away, lacks a migration, is too new or was moved, the disk is full, or the server ends"
        ),
    ]

    private static let status: JSON = [
        "type": "object", "required": ["status"],
        "properties": ["status": ["type": "string", "enum": ["ok", "unavailable"]]],
    ]

    private static let checks: JSON = [
        "type": "object", "additionalProperties": ["type": "string"],
        "description": "Each check by its name: ok, warning or failed; a warning leaves the server ready.",
    ]

    private static func probe(
        _ id: String,
        _ summary: String,
        _ schema: JSON,
        isReady: String?
    ) -> JSON {
        let content: JSON = ["application/json": ["schema": schema]]
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
