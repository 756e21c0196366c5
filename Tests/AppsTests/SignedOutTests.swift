import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Without a session, the console and the admin API return no data.
struct SignedOutTests {
    /// The public paths, in addition to those of the apps.
    private static let open: Set<String> = [
        "GET /", "GET /login", "POST /login", "GET /api", "GET /problems/{kind}", "GET /media/{id}",
        "GET /console/{version}/{name}", "GET /admin/api/v1/health", "POST /admin/api/v1/session",
        "GET /livez", "GET /readyz", "GET /metrics", "GET /setup/{secret}", "POST /setup/{secret}",
    ]

    /// The paths with separate keys and tokens; tests of flags cover them.
    private static let keyed = ["/v1/", "/oauth2/", "/config/v1/", "/ofrep/v1/"]

    private static func closed(_ vitrina: Vitrina) -> [(method: HTTPRequest.Method, path: String)] {
        vitrina.server.routes.filter { route in
            !open.contains("\(route.method.rawValue) \(route.path)")
                && !keyed.contains { route.path.hasPrefix($0) }
                && !vitrina.services.apps.contains { route.path.hasPrefix($0.publicPrefix + "/") }
        }
    }

    // M125
    @Test func `every call of the admin API that is described is among those that are closed or open`()
        async throws
    {
        try await withVitrina { vitrina in
            let routes = Set(vitrina.server.routes.map { "\($0.method.rawValue) \($0.path)" })
            #expect(routes.isSuperset(of: Self.open))
            var described = 0
            for (path, operations) in Catalog.openAPI["paths"]?.object ?? [:] {
                for method in ["get", "post", "put", "patch", "delete"] where operations[method] != nil {
                    let route = "\(method.uppercased()) \(path)"
                    #expect(routes.contains(route), "\(route)")
                    if path.hasPrefix(OpenAPI.prefix) { described += 1 }
                }
            }
            #expect(described > 200)
            #expect(Self.closed(vitrina).count > described)
        }
    }

    // M125
    @Test func `every page and every call of staff is refused without a sign-in, and does nothing`()
        async throws
    {
        try await withMall { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop)
            let strangers = try await strangers(to: vitrina)
            let before = try await vitrina.database.rowCounts()
            for route in Self.closed(vitrina) {
                let path = route.path.replacing(/\{\w+\}/, with: offer)
                let methods = route.method == .get ? [.get, .head] : [route.method]
                for (method, stranger) in methods.flatMap({ method in strangers.map { (method, $0) } }) {
                    let reply = try await vitrina.send(method, path, [:], headers: stranger, as: nil)
                    if path.hasPrefix("/admin/") || path.hasPrefix("/media/") {
                        #expect(reply.status == 401, "\(method) \(path)")
                    } else {
                        let goal = reply.headers[.location] ?? ""
                        #expect(reply.status == 303, "\(method) \(path)")
                        #expect(goal.hasPrefix("/login?next="), "\(method) \(path) \(goal)")
                    }
                    #expect(!reply.text.contains("Кофе"), "\(method) \(path)")
                }
            }
            #expect(try await vitrina.database.rowCounts() == before)
        }
    }

    /// No credentials, forged ones, a former member of staff's, and an app user's.
    private func strangers(to vitrina: Vitrina) async throws -> [HTTPFields] {
        let services = vitrina.services
        let (email, password) = ("olga@mall.example", "correct horse")
        let staff = try await services.staff.create(
            email: email,
            name: "Olga",
            role: .owner,
            password: password,
            by: Vitrina.owner
        ).staff
        let signedIn = try await services.staff.signIn(
            email: email,
            password: password,
            address: nil,
            door: .api
        )
        let author = staff.author(door: .api)
        try await services.staff.endSession(signedIn.session.id, by: author)
        let (token, secret) = try await services.staff.createToken(
            name: "old",
            role: .owner,
            for: staff.id,
            by: author
        )
        try await services.staff.revokeToken(token.id, by: author)
        let app = try await vitrina.member(1)
        return [
            [:], [.authorization: "Bearer \(secret)"], [.authorization: "Bearer \(app.token)"],
            [.cookie: "vitrina_session=\(signedIn.secret)"],
            [.cookie: "vitrina_session=", .authorization: "Basic b2xnYTpvbGdh"],
        ]
    }
}
