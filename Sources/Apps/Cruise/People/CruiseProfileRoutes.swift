import Core
import Hummingbird
import Storage
import Web

/// The user's own profile (cruise.md 3.1, calls 4 to 8).
struct CruiseProfileRoutes: Sendable {
    private static let analyticsLengthMax = 100

    let services: Services
    private var session: CruiseSession { CruiseSession(services: services) }

    init(services: Services) {
        self.services = services
    }

    func add(to group: RouterGroup<WebContext>) {
        group.get("User/GetByToken/{token}") { try await show($0, $1) }
        group.post("User/GetByToken/{token}") { try await show($0, $1) }
        group.post("User/Update/{token}") { try await change($0, $1) }
        group.get("User/GetCitizenships/{token}") { try await showCitizenships($0, $1) }
        group.post("User/GetCitizenships/{token}") { try await showCitizenships($0, $1) }
        group.post("User/SaveYmClientId") { request, _ in try await saveAnalyticsID(request) }
        group.post("User/Logout") { request, _ in try await signOut(request) }
        group.post("User/Delete") { request, _ in try await erase(request) }
    }

    /// Call 5.
    @Sendable private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let user = try await session.user(request, pathToken: context.cruiseToken)
        let body = try await CruiseBody(request)
        let opened =
            user.phone == nil
            ? try await services.database.write { try $0.openedCruiseProfile(user) } : user
        return .personal(try CruiseProfile(opened).answer(body))
    }

    /// Call 6.
    @Sendable private func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let user = try await session.user(request, pathToken: context.cruiseToken)
        let body = try await CruiseBody(request)
        try await services.live.load()
        let citizenships = services.live.state[CruiseCitizenships.typeName]
        let today = CivilDate(daysSince1970: services.now().seconds / 86_400)
        let rules = PersonalData.Rules(today: today) { citizenships[$0] != nil }
        let changed = try await services.database.write { connection in
            try connection.changeCruiseProfile(of: user.id, body, rules)
        }
        return .personal(try CruiseProfile(changed).answer(CruiseBody([:])))
    }

    /// Call 7.
    @Sendable private func showCitizenships(
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        _ = try await session.user(request, pathToken: context.cruiseToken)
        try await services.live.load()
        let countries = CruiseCitizenships(services.live.state).countries
        return .personal(
            PublicAnswer { json in
                json.array { json in
                    for country in countries {
                        json.value(["id": .string(country.id), "name": .string(country.name)])
                    }
                }
            }
        )
    }

    /// Call 4.
    private func saveAnalyticsID(_ request: Request) async throws -> Response {
        let user = try await session.user(request)
        let body = try await CruiseBody(request)
        try body.requireUser(user)
        let names = (body["ym_client_id"], body["client_id"], body["ym_cid"])
        let name = names.0 != nil ? "ym_client_id" : names.1 != nil ? "client_id" : "ym_cid"
        guard let text = try body.text(name, lengthMax: Self.analyticsLengthMax) else {
            throw CruiseError.bad("ym_client_id is missing.")
        }
        try await services.database.write { try $0.setAnalyticsID(text, of: user.id) }
        return .personal(.cruiseDone)
    }

    /// Ends the sign-in of the token and unbinds its devices (C136); the contract has no call for it.
    private func signOut(_ request: Request) async throws -> Response {
        let body = try await CruiseBody(request)
        let token = body["token"]?.string
        let (_, id) = try await session.open(request, bodyToken: token)
        _ = try await services.database.write { try $0.endCruiseSessions(where: "id = \(id)") }
        return .personal(.cruiseDone)
    }

    /// Call 8.
    private func erase(_ request: Request) async throws -> Response {
        let body = try await CruiseBody(request)
        let user = try await session.user(request, bodyToken: body["token"]?.string ?? "")
        let now = services.now()
        _ = try await services.database.write { try $0.eraseCruiseUser(user.id, at: now) }
        return .personal(.cruiseDone)
    }
}

extension WebContext {
    /// The token in the path; an empty one is refused like any other that is wrong.
    var cruiseToken: String { parameters.get("token") ?? "" }
}

extension CruiseBody {
    /// Throws unless the user that a body names is the one who is signed in (decision 12).
    func requireUser(_ user: CruiseUser) throws(CruiseError) {
        guard let named = self["user_id", "user"] else { return }
        let id = named.string.flatMap { Identifier.normalized($0) }
        guard id == user.id else { throw .unauthorized }
    }
}
