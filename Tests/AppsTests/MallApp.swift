import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// A client of the mall's app: sends requests as the app does, and stores its token and ids.
struct MallApp: Sendable {
    let vitrina: Vitrina
    var language = "ru"
    var deviceID = ""
    var userID = ""
    var token = ""

    init(_ vitrina: Vitrina) {
        self.vitrina = vitrina
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Vitrina.Reply {
        var headers = headers
        headers[.acceptLanguage] = language
        if let name = HTTPField.Name("token"), !token.isEmpty, headers[name] == nil { headers[name] = token }
        return try await vitrina.send(method, "/api/v1\(path)", body, headers: headers, as: nil)
    }

    func get(_ path: String) async throws -> Vitrina.Reply { try await send(.get, path) }

    /// The path below the user's own path.
    func my(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) async throws -> Vitrina.Reply {
        try await send(method, "/mobile-users/\(userID)\(path)", body)
    }

    /// Installs the app by Dev1.
    mutating func install(_ more: [String: JSON] = [:]) async throws {
        let body: [String: JSON] = [
            "install_app": 1_763_000_000, "os": "iOS", "version_os": "19.1", "model": "iPhone 15",
        ]
        let reply = try await send(.post, "/mobile-device", .object(body.merging(more) { _, new in new }))
        deviceID = reply.json["mobileDeviceId"]?.string ?? ""
    }

    /// Signs in by Auth1 and Auth2 with the code of test mode; returns the user.
    @discardableResult
    mutating func signIn(_ phone: String) async throws -> Vitrina.Reply {
        if deviceID.isEmpty { try await install() }
        _ = try await send(.post, "/mobile-users/login", ["phone": .string(phone)])
        return try await enter(try await vitrina.code(of: phone), for: phone)
    }

    /// Enters a code by Auth2.
    @discardableResult
    mutating func enter(_ code: String, for phone: String) async throws -> Vitrina.Reply {
        let reply = try await send(
            .post,
            "/mobile-users/auth",
            ["phone": .string(phone), "smsCode": .string(code), "mobileDeviceId": .string(deviceID)]
        )
        if reply.status == 200 {
            userID = reply.json["id"]?.string ?? ""
            token = reply.json["remember_token"]?.string ?? ""
        }
        return reply
    }

    /// Completes the registration by U2 and U3, with a name and an e-mail address, which gives points.
    @discardableResult
    func register(_ name: String = "Анна Соколова") async throws -> Vitrina.Reply {
        _ = try await my(
            .put,
            "",
            ["token": .string(token), "name": .string(name), "email": "anna@example.ru"]
        )
        return try await my(.post, "/add-register")
    }

    var balance: Int64 {
        get async throws { try await my(.get, "").json["points_balance"]?.integer ?? -1 }
    }
}

/// Creates a separate program in the mall's test mode.
func withMall(
    _ kind: TestDatabase = .sqlite,
    _ body: @Sendable (Vitrina) async throws -> Void
) async throws {
    try await withVitrina(kind) { vitrina in
        try await vitrina.testMode()
        try await body(vitrina)
    }
}

extension Vitrina {
    /// Switches test mode on, which stores codes.
    func testMode() async throws {
        _ = try await services.appSettings.set(["test_mode": true], of: "mall", by: Self.owner)
    }

    func set(_ settings: [String: JSON]) async throws {
        _ = try await services.appSettings.set(settings, of: "mall", by: Self.owner)
    }

    /// The valid code of a phone; empty if there is none.
    func code(of phone: String) async throws -> String {
        let number = PhoneNumber(phone)?.description ?? phone
        let rows = try await database.read { connection in
            try connection.rows("SELECT code FROM codes WHERE phone = \(number) AND state = 'live'")
        }
        return try rows.first?.get("code", as: String?.self) ?? ""
    }

    /// A registered user on a separate device, with `points`, or else the points of the registration.
    func member(_ number: Int = 1, points: Int64? = nil) async throws -> MallApp {
        var app = MallApp(self)
        try await app.signIn("+7999000\(String(number + 10_000).suffix(4))")
        try await app.register()
        guard let points else { return app }
        let change = points - (try await app.balance)
        if change != 0 { try await correct([change], of: app.userID) }
        return app
    }

    /// Changes a balance repeatedly, without the limits of staff.
    func correct(_ changes: [Int64], of userID: String) async throws {
        let (now, random) = (services.now(), services.random)
        try await database.write { connection in
            for change in changes {
                let correction = PointsChange(
                    change,
                    of: userID,
                    with: .corrections,
                    for: .correction,
                    key: "test:\(Identifier.new(at: now, random: random))",
                    author: "test"
                )
                try connection.move(correction, at: now, random: random)
            }
        }
    }

    /// True if every account agrees with its entries (M122).
    var booksBalance: Bool {
        get async throws { try await services.points.verify().isSound }
    }
}
