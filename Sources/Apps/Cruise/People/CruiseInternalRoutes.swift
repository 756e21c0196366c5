import Core
import Hummingbird
import Storage
import Web

/// Calls of other programs of the company: they ask who is to be called back.
struct CruiseInternalRoutes: Sendable {
    private static let callbacksMax = 100

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get("Internal/GetCallbacks") { request, _ in try await showCallbacks(request) }
    }

    /// The newest requests that no member of staff has taken yet.
    private func showCallbacks(_ request: Request) async throws -> Response {
        try await CruiseServiceKey(services: services).require(request)
        let callbacks = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT id, phone, cruise_id, cruise_title, kind, created_at FROM cruise_callbacks
                WHERE state = 'new' AND phone IS NOT NULL ORDER BY id DESC LIMIT \(Self.callbacksMax)
                """
            ).map { row -> JSON in
                [
                    "id": .string(try row.get("id")), "phone_number": .string(try row.get("phone")),
                    "cruis_id": JSON(try row.get("cruise_id", as: String?.self)),
                    "cruise": JSON(try row.get("cruise_title", as: String?.self)),
                    "type": .integer(try row.get("kind")),
                    "created_at": .string(try row.get("created_at", as: Timestamp.self).description),
                ]
            }
        }
        return .personal(PublicAnswer { json in json.value(.array(callbacks)) })
    }
}
