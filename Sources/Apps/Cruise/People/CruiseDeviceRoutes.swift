import Core
import Hummingbird
import Storage
import Web

/// The tokens of Firebase, by which notifications reach a telephone (cruise.md 3.1, call 10).
struct CruiseDeviceRoutes: Sendable {
    /// Tokens that one address may save in an hour without a user.
    private static let perHourMax: Int64 = 200
    private static let tokenLengthMax = 4_096

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("User/SaveFcmToken") { request, context in try await save(request, context) }
    }

    /// A user who sends no token wants no notifications on the telephones of this sign-in.
    private func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let signedIn = try await CruiseSession(services: services).openIfAny(request)
        let body = try await CruiseBody(request)
        if let signedIn { try body.requireUser(signedIn.user) }
        let binding = signedIn.map { CruiseBinding(userID: $0.user.id, sessionID: $0.id) }
        guard let text = try body.text("fcm_token", lengthMax: Self.tokenLengthMax) else {
            guard let binding else { throw CruiseError.bad("fcm_token is missing.") }
            try await unbind(binding.sessionID)
            return .personal(.cruiseDone)
        }
        let platform = CruiseDevice.Platform(
            try body.text("platform", lengthMax: 20) ?? request.headers[.userAgent]
        )
        guard let device = CruiseDevice(token: text, platform: platform) else {
            throw CruiseError.bad("fcm_token is not a token.")
        }
        let key = try await services.secrets.secret(CruiseDevice.secretName)
        let limit = AttemptLimit.hourly("cruise-device", from: context.address, Self.perHourMax)
        let (now, services) = (services.now(), services)
        try await services.database.write { connection in
            if binding == nil { try limit?.count(at: now, on: connection) }
            try connection.saveCruiseDevice(device, of: binding, key: key, at: now, random: services.random)
        }
        return .personal(.cruiseDone)
    }

    private func unbind(_ sessionID: String) async throws {
        _ = try await services.database.write { connection in
            try connection.send(
                """
                UPDATE cruise_devices SET user_id = NULL, session_id = NULL, bound_at = NULL
                WHERE session_id = \(sessionID)
                """
            )
        }
    }
}
