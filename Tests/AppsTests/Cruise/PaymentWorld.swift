import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// An app and the customer's browser, over real HTTP, with the test bank of the same server.
struct PaymentWorld: Sendable {
    struct Answer: Sendable {
        let status: Int
        let json: JSON
        let text: String
        /// The address of a redirect.
        let location: String
    }

    let orders: OrderWorld
    let app: OrderApp
    let url: String
    private let client = HTTPClient(timeout: .seconds(120))

    var desk: PaymentDesk { PaymentDesk(orders.vitrina.services) }
    var clock: Clock { orders.vitrina.clock }

    /// Runs `body` with a server in test mode; the operator answers at once, and all cabins are free.
    static func run(
        _ kind: TestDatabase,
        settings: [String: JSON] = [:],
        _ body: @escaping @Sendable (PaymentWorld) async throws -> Void
    ) async throws {
        try await withVitrina(kind, settings: WebSettings(rateLimit: 0, hookHosts: ["127.0.0.1"])) {
            vitrina in
            let standard: [String: JSON] = ["test_mode": true, "operator_seconds": 0]
            let orders = try await OrderWorld(vitrina, settings: standard.merging(settings) { $1 })
            let app = try await orders.user()
            try await withHTTP(vitrina) { url in
                try await body(PaymentWorld(orders: orders, app: app, url: url))
                let books = try await Books.check(vitrina.database)
                #expect(books.faults == [], "the books agree")
            }
        }
    }

    private init(orders: OrderWorld, app: OrderApp, url: String) {
        (self.orders, self.app, self.url) = (orders, app, url)
    }

    /// An order of one cabin for one person: 30,000 rubles.
    func order(cabin: Int = 0, _ more: [String: JSON] = [:]) async throws -> String {
        let reply = try await app.create(orders.body([(orders.cabins[cabin], 1)], more))
        try #require(reply.status == 200, "\(reply.text)")
        return reply.id
    }

    /// A call of the app.
    func call(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Answer {
        try await send(
            method,
            "\(url)/api/v3/\(path)",
            headers: [("Authorization", "Bearer \(app.token)"), ("Content-Type", "application/json")],
            body.map { .bytes($0.bytes) } ?? .none
        )
    }

    /// A call of somebody who is not signed in.
    func guest(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Answer {
        try await send(
            method,
            "\(url)/api/v3/\(path)",
            headers: [("Content-Type", "application/json")],
            body.map { .bytes($0.bytes) } ?? .none
        )
    }

    /// The links of an order by their percents.
    func links(of order: String) async throws -> [Int64: String] {
        let answer = try await call("POST", "Payment/GetPaymentLinks", ["order_id": .string(order)])
        let links = answer.json["payment_links"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: links.map { ($0["percent"]?.integer ?? 0, $0["href"]?.string ?? "") }
        )
    }

    /// Opens a link; returns the address of the bank's page.
    func open(_ link: String?) async throws -> String {
        let answer = try await browse("GET", try #require(link))
        #expect(answer.status == 303)
        return answer.location
    }

    /// Presses a button on the page of the bank; returns the address to which it leads.
    @discardableResult
    func press(_ action: String, at page: String, calls: Int = 1) async throws -> String {
        let answer = try await browse("POST", page, "action=\(action)&calls=\(calls)")
        #expect(answer.status == 303, "\(answer.text)")
        return answer.location
    }

    func browse(_ method: String, _ address: String, _ form: String? = nil) async throws -> Answer {
        try await send(
            method,
            address,
            headers: form == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")],
            form.map { .bytes(Array($0.utf8)) } ?? .none
        )
    }

    /// Pays by the link of a percent.
    func pay(_ order: String, percent: Int64, calls: Int = 1) async throws {
        try await press("pay", at: try await open(try await links(of: order)[percent]), calls: calls)
    }

    func qr(_ order: String, percent: Int64, amount: JSON) async throws -> Answer {
        try await call(
            "POST",
            "Payment/GetQr",
            [
                "order_id": .string(order), "pay_percent": .integer(percent), "amount": amount,
                "data_type": "PAYLOAD",
            ]
        )
    }

    private func send(
        _ method: String,
        _ address: String,
        headers: [(name: String, value: String)],
        _ body: HTTPBody
    ) async throws -> Answer {
        let answer = try await client.send(method, address, headers: headers, body: body)
        return Answer(
            status: answer.status,
            json: answer.json,
            text: answer.text,
            location: answer.headers["location"] ?? ""
        )
    }

    /// Does what is due until the condition holds, for two minutes at most; the server itself does it at the same time.
    func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        try await holds {
            _ = try await desk.carryOut()
            return try await condition()
        }
    }

    /// True once so many rubles of an order are paid.
    func paid(_ order: String, is rubles: JSON) async throws -> Bool {
        try await eventually { try await app.order(order)["paid"] == rubles }
    }

    /// The sums of the bank itself: what it has, and what it has given back.
    func bank() async throws -> (paid: Int64, refunded: Int64) {
        try await orders.vitrina.database.read { connection in
            let row = try connection.rows(
                """
                SELECT CAST(coalesce(sum(CASE WHEN state = 'paid' THEN kopecks END), 0) AS bigint) AS paid,
                    CAST(coalesce(sum(refunded), 0) AS bigint) AS refunded FROM cruise_test_bank
                """
            ).first
            return (try row?.get("paid") ?? 0, try row?.get("refunded") ?? 0)
        }
    }

    func refunds(of order: String) async throws -> [JSON] {
        try await orders.staff(.get, "refunds").json["items"]?.array?
            .filter { $0["order"]?["id"] == .string(order) } ?? []
    }
}
