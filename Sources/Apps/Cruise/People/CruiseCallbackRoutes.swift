import Core
import Hummingbird
import Storage
import Web

/// Requests to be called back (cruise.md 3.1, call 9).
struct CruiseCallbackRoutes: Sendable {
    /// Requests for one phone, and from one address, in an hour (decision 20).
    private static let perPhoneMax: Int64 = 5
    private static let perAddressMax: Int64 = 30
    private static let titleLengthMax = 300

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("User/Callback") { request, context in try await add(request, context) }
    }

    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await CruiseBody(request)
        let phone = try body.phone("phone_number")
        let kind = try body.integer("type", 0...99) ?? 0
        let cruise = try await cruise(body)
        let limits = [
            AttemptLimit(
                key: "cruise-callback:phone:\(phone)",
                countMax: Self.perPhoneMax,
                window: .seconds(3600)
            ),
            AttemptLimit.hourly("cruise-callback", from: context.address, Self.perAddressMax),
        ].compactMap { $0 }
        let (now, random) = (services.now(), services.random)
        try await services.database.write { connection in
            try limits.count(at: now, on: connection)
            let userID = try connection.cruiseUser(phone)?.id
            try connection.send(
                """
                INSERT INTO cruise_callbacks (id, phone, user_id, cruise_id, cruise_title, kind, state, created_at,
                    updated_at)
                VALUES (\(Identifier.new(at: now, random: random)), \(phone.description), \(userID), \(cruise?.id),
                    \(cruise?.title), \(kind), 'new', \(now), \(now))
                """
            )
        }
        return .personal(.cruiseDone)
    }

    /// The cruise that the caller looks at: it may be gone, but not be another kind of text.
    private func cruise(_ body: CruiseBody) async throws -> (id: String, title: String?)? {
        guard let text = try body.text("cruis_id", "cruise_id", lengthMax: 80), text != "0" else {
            return nil
        }
        guard let id = Identifier.normalized(text) else {
            throw CruiseError.bad("cruis_id is not the id of a cruise.")
        }
        try await services.live.load()
        let title = services.live.state["cruises"][id]?.text("title", .ru)
        return (id, title.map { String($0.prefix(Self.titleLengthMax)) })
    }
}
