@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// A client of the cruise app: sends requests as the app does, and keeps its token.
struct CruiseWorld: Sendable {
    static let phone = "+79991234567"

    let vitrina: Vitrina
    var phone = CruiseWorld.phone
    private(set) var token = ""
    private(set) var userID = ""

    /// In test mode, so that codes can be read.
    init(_ vitrina: Vitrina) async throws {
        self.vitrina = vitrina
        try await vitrina.setCruise(["test_mode": true])
    }

    /// A user who has registered and is signed in.
    static func signedIn(_ vitrina: Vitrina, phone: String = CruiseWorld.phone) async throws -> CruiseWorld {
        var world = try await CruiseWorld(vitrina)
        try await world.register(phone)
        return world
    }

    // MARK: Requests

    /// `bearer` sends the token of the user, as the app does on the calls of section 3.3.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        bearer: Bool = false,
        headers: HTTPFields = [:]
    ) async throws -> Vitrina.Reply {
        var headers = headers
        if bearer { headers[.authorization] = "Bearer \(token)" }
        return try await vitrina.send(method, "/api/v3/\(path)", body, headers: headers, as: nil)
    }

    func get(_ path: String, bearer: Bool = false) async throws -> Vitrina.Reply {
        try await send(.get, path, bearer: bearer)
    }

    func post(_ path: String, _ body: JSON = [:], bearer: Bool = false) async throws -> Vitrina.Reply {
        try await send(.post, path, body, bearer: bearer)
    }

    /// Requests of staff to the lists of the app.
    func staff(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        as author: Author = Vitrina.owner
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(method, "/admin/api/v1/cruise/\(path)", body, as: author)
    }

    // MARK: Sign-in

    @discardableResult
    func askCode(_ phone: String? = nil) async throws -> Vitrina.Reply {
        try await post("Auth/BySmsWithCaptcha", ["login": .string(phone ?? self.phone)])
    }

    @discardableResult
    func askRegistration(_ phone: String? = nil) async throws -> Vitrina.Reply {
        try await post("Auth/Register", ["login": .string(phone ?? self.phone)])
    }

    /// Call 3; keeps the token.
    @discardableResult
    mutating func enter(
        _ code: String,
        phone: String? = nil,
        more: [String: JSON] = [:]
    ) async throws -> Vitrina.Reply {
        let body: [String: JSON] = ["login": .string(phone ?? self.phone), "sms_code": .string(code)]
        let reply = try await post("Auth/GetTokenBySms", .object(body.merging(more) { _, new in new }))
        if let token = reply.json["token"]?.string {
            self.token = token
            userID = Self.claims(token)["sub"]?.string ?? ""
        }
        return reply
    }

    /// Registers with the code of test mode.
    mutating func register(_ phone: String = CruiseWorld.phone) async throws {
        self.phone = phone
        try await askRegistration()
        let reply = try await enter(try await code())
        guard reply.status == 200 else { throw Refusal(what: reply.text) }
    }

    /// Signs in again, a minute later.
    mutating func signInAgain() async throws {
        vitrina.clock.advance(by: .seconds(61))
        try await askCode()
        let reply = try await enter(try await code())
        guard reply.status == 200 else { throw Refusal(what: reply.text) }
    }

    struct Refusal: Error { let what: String }

    /// The code of a phone that holds; empty if there is none.
    func code(_ phone: String? = nil) async throws -> String {
        let number = CruisePhoneNumber.normalized(phone ?? self.phone)?.description ?? ""
        let rows = try await vitrina.database.read { connection in
            try connection.rows(
                "SELECT code FROM codes WHERE app = 'cruise' AND phone = \(number) AND state = 'live'"
            )
        }
        return try rows.first?.get("code", as: String?.self) ?? ""
    }

    /// A code that is not the code of the phone.
    func wrongCode() async throws -> String { try await code() == "11111" ? "22222" : "11111" }

    /// What a token says.
    static func claims(_ token: String) -> JSON {
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { return .null }
        return (try? JSON(parsing: bytes)) ?? .null
    }

    /// The fields of the user by call 5.
    func profile(_ fields: String? = nil) async throws -> JSON {
        let query = fields.map { "?request_fields=\($0)" } ?? ""
        return try await get("User/GetByToken/\(token)\(query)").json
    }

    /// Call 6.
    @discardableResult
    func update(_ body: JSON) async throws -> Vitrina.Reply { try await post("User/Update/\(token)", body) }

    /// The number of rows of a table.
    func count(_ table: String) async throws -> Int64 {
        try await vitrina.database.read { connection in
            try connection.rows("SELECT count(*) AS n FROM \(name: table)").first?.get("n") ?? -1
        }
    }
}

extension Vitrina {
    func setCruise(_ settings: [String: JSON]) async throws {
        _ = try await services.appSettings.set(settings, of: Cruise.app, by: Self.owner)
        try await services.live.refreshIfLoaded()
    }
}

extension Vitrina.Reply {
    /// The code of a refusal of the cruise app; nil if it is not one, or has other members.
    var cruiseCode: Int64? {
        guard let members = json.object, Set(members.keys) == ["code", "message"],
            let message = members["message"]?.string, !message.isEmpty
        else { return nil }
        return members["code"]?.integer
    }
}
