import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// A cruise with cabins, and users of the app who are signed in.
struct OrderWorld: Sendable {
    let vitrina: Vitrina
    let catalogue: CruiseCatalogue
    let cruise: String

    /// Cabins of two places for 30,000 rubles, then cabins of three for 45,000.50.
    var cabins: [String] { catalogue.cabins }

    init(_ vitrina: Vitrina, settings: [String: JSON] = [:]) async throws {
        self.vitrina = vitrina
        catalogue = try await CruiseCatalogue(vitrina)
        cruise = try await catalogue.cruise()
        if !settings.isEmpty { try await set(settings) }
    }

    func set(_ settings: [String: JSON]) async throws {
        _ = try await vitrina.services.appSettings.set(settings, of: Cruise.app, by: Vitrina.owner)
    }

    /// A user with a token, as the sign-in makes them.
    func user(_ number: Int = 1) async throws -> OrderApp {
        let (services, now) = (vitrina.services, vitrina.clock.now)
        let id = Identifier.new(at: now, random: services.random)
        let session = Identifier.new(at: now, random: services.random)
        let end = now.advanced(by: .seconds(30 * 86_400))
        try await vitrina.database.write { connection in
            try connection.execute(
                """
                INSERT INTO cruise_users (id, phone, username, name, created_at)
                VALUES (\(id), \("+7900\(String(10_000_000 + number).suffix(7))"),
                    \("+7900\(String(10_000_000 + number).suffix(7))"), 'Анна', \(now))
                """
            )
            try connection.execute(
                """
                INSERT INTO cruise_sessions (id, user_id, created_at, expires_at)
                VALUES (\(session), \(id), \(now), \(end))
                """
            )
        }
        let key = try await services.secrets.secret(CruiseToken.secretName)
        let token = CruiseToken(userID: id, sessionID: session, issuedAt: now.seconds, expiresAt: end.seconds)
        return OrderApp(vitrina: vitrina, userID: id, token: token.signed(with: key))
    }

    /// The body of `Order/Create` for these cabins, each with so many passengers.
    func body(_ cabins: [(String, Int)], _ more: [String: JSON] = [:]) -> JSON {
        let list: [JSON] = cabins.map { id, passengers in
            [
                "cabin_id": .string(id), "passengers": .array((0..<passengers).map { _ in ["name": "Анна"] }),
            ]
        }
        let standard: [String: JSON] = [
            "cruise_id": .string(cruise), "type": "river", "cabins": .array(list), "variant": "prepayment",
        ]
        return .object(standard.merging(more) { $1 })
    }

    /// The states of the cabins by their ids, as a guest sees them.
    func states() async throws -> [String: String] {
        let list = try await vitrina.cruises("Cruise/GetAvailableCabins/river/\(cruise)/1/0").json.array ?? []
        return Dictionary(
            uniqueKeysWithValues: list.map { ($0["id"]?.string ?? "", $0["state"]?.string ?? "") }
        )
    }

    /// A payment, as a provider brings it; false if it was counted before.
    @discardableResult
    func pay(_ order: String, _ kopecks: Int64, id: String, provider: String = "test") async throws -> Bool {
        let now = vitrina.clock.now
        let payment = OrderPayment(id: id, kopecks: kopecks, provider: provider, madeAt: now)
        return try await vitrina.database.write { connection in
            try connection.post(payment, of: try #require(try connection.lockedOrder(order)))
        }
    }

    /// One round of the work that is due.
    @discardableResult
    func carryOut() async throws -> DueReport {
        let services = vitrina.services
        return try await DueOrders(
            database: services.database,
            settings: services.appSettings,
            now: services.now
        ).carryOut()
    }

    func staff(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        note: String? = nil
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(
            method,
            "/admin/api/v1/cruise/\(path)",
            body,
            headers: Self.noted(note),
            as: Vitrina.owner
        )
    }

    private static func noted(_ note: String?) -> HTTPFields {
        guard let note, let name = HTTPField.Name("X-Note") else { return [:] }
        return [name: note.percentEncoded]
    }
}

/// The app of one user.
struct OrderApp: Sendable {
    let vitrina: Vitrina
    let userID: String
    let token: String

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        key: String? = nil
    ) async throws -> Vitrina.Reply {
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        return try await vitrina.send(method, "/api/v3/\(path)", body, headers: headers, as: nil)
    }

    func get(_ path: String) async throws -> Vitrina.Reply { try await send(.get, path) }

    func create(_ body: JSON, key: String? = nil) async throws -> Vitrina.Reply {
        try await send(.post, "Order/Create", body, key: key)
    }

    func order(_ id: String) async throws -> JSON { try await get("Order/GetById/\(id)").json }

    func status(_ id: String) async throws -> String {
        try await order(id)["status"]?.string ?? ""
    }
}

extension JSON {
    /// A number of rubles in kopecks; -1 if it is none.
    var kopecks: Int64 { CruiseMoney.kopecks(self) ?? -1 }
}
