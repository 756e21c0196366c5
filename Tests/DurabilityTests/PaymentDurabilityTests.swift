import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Orders of cruises if the program is killed while people order and pay: the books agree with the bank.
@Suite(.serialized)
struct PaymentDurabilityTests {
    private static let payersCount = 4
    private static let cruisesCount = 12
    /// The payments after which the program is killed.
    private static let killAfter = 24

    // C113, C116
    @Test(.timeLimit(.minutes(5)), arguments: TestDatabase.all)
    func `orders and payments survive a kill, and agree with the bank`(kind: TestDatabase) async throws {
        try await withPlace(kind, environment: ["VITRINA_MODE": "development"]) { place in
            for (name, value) in [
                ("test_mode", "true"), ("operator_seconds", "0"), ("unpaid_orders_max", "1000"),
            ] {
                try await place.change(Self.setting(name, value))
            }
            let done = Locked(Done())
            let port = try await payAndKill(place, noting: done)
            #expect(done.value.paid.count >= Self.killAfter)

            try await withProgram(on: place) { again in
                // The test bank is the program, which has another port now. It is asked at once, not in its time.
                try await place.change(
                    """
                    UPDATE cruise_payment_attempts SET ask_at = \(Self.now),
                        bank_url = replace(bank_url, \(":\(port)/"), \(":\(again.port)/"))
                    WHERE ask_at IS NOT NULL
                    """
                )
                #expect(try await agree(place))
                let books = try await again.send("GET", "/admin/api/v1/cruise/books")
                #expect(books.json["is_sound"] == true, "\(books.text)")
            }
            let (orders, paid, cabins) = try await place.withDatabase { database in
                try await database.read { connection in
                    (
                        try connection.texts("SELECT id AS text FROM cruise_orders"),
                        try connection.texts("SELECT order_id AS text FROM cruise_payments"),
                        try connection.texts(
                            "SELECT \(Self.sold) AS text FROM cruise_order_cabins WHERE released_at IS NULL"
                        )
                    )
                }
            }
            #expect(done.value.ordered.isSubset(of: orders), "an order that was answered is there")
            #expect(done.value.paid.isSubset(of: paid), "a payment that the bank has answered is counted")
            #expect(paid.count == Set(paid).count, "once")
            #expect(cabins.count == Set(cabins).count)
        }
    }

    private static let now = Timestamp("2026-11-21T12:00:00Z") ?? .earliest
    private static let sold: SQL = "CAST(cruise_id AS text) || ' ' || CAST(cabin_id AS text)"

    private static func setting(_ name: String, _ value: String) -> SQL {
        """
        INSERT INTO app_settings (app, name, value, changed_at, changed_by)
        VALUES ('cruise', \(name), \(value), \(now), 'test')
        """
    }

    /// What was answered before the kill, by the ids of orders.
    private struct Done: Sendable {
        var ordered: Set<String> = []
        var paid: Set<String> = []
    }

    /// True once the payments of the orders are those of the bank, within two minutes.
    private func agree(_ place: Place) async throws -> Bool {
        try await place.withDatabase { database in
            try await holds {
                try await database.read { connection in
                    let paid: SQL = "SELECT count(*) AS number FROM cruise_test_bank WHERE state = 'paid'"
                    let counted: SQL = "SELECT count(*) AS number FROM cruise_payments"
                    return try connection.number(paid) == connection.number(counted)
                }
            }
        }
    }

    // MARK: Before the kill

    /// Four people order and pay one cabin after the other, and the program is killed meanwhile; returns its port.
    private func payAndKill(_ place: Place, noting done: Locked<Done>) async throws -> Int {
        let program = try await RunningProgram(on: place)
        do {
            let season = try await makeSeason(program)
            var payers: [Payer] = []
            for number in 0..<Self.payersCount {
                let token = try await signIn("+7900000000\(number)", program, place)
                payers.append(Payer(url: "http://127.0.0.1:\(program.port)", token: token))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, payer) in payers.enumerated() {
                    group.addTask {
                        for cruise in season.cruises {
                            guard try await payer.buy(season.cabins[number], of: cruise, noting: done) else {
                                return
                            }
                        }
                    }
                }
                group.addTask {
                    _ = try await holds { done.value.paid.count >= Self.killAfter }
                    try await program.kill()
                }
                try await group.waitForAll()
            }
        } catch {
            try await program.kill()
            throw error
        }
        return program.port
    }

    private struct Payer: Sendable {
        let url: String
        let token: String
        private let client = HTTPClient(timeout: .seconds(120))

        init(url: String, token: String) { (self.url, self.token) = (url, token) }

        /// Orders a cabin and pays for it; false if the server is gone.
        func buy(_ cabin: String, of cruise: String, noting done: Locked<Done>) async throws -> Bool {
            let body: JSON = [
                "cruise_id": .string(cruise), "type": "river", "variant": "full",
                "cabins": [["cabin_id": .string(cabin), "passengers": [["name": "Анна"]]]],
            ]
            guard let made = await send("POST", "\(url)/api/v3/Order/Create", body) else { return false }
            let order = try #require(made.json["id"]?.string, "\(made.json)")
            done.update { _ = $0.ordered.insert(order) }
            let links = "\(url)/api/v3/Payment/GetPaymentLinks"
            guard let list = await send("POST", links, ["order_id": .string(order)]) else { return false }
            let link = list.json["payment_links"]?.array?.first { $0["percent"] == 100 }
            guard let page = await send("GET", try #require(link?["href"]?.string)) else { return false }
            try #require(page.status == 303)
            let form = HTTPBody.bytes(Array("action=pay&calls=3".utf8))
            let type = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
            let bank = page.headers["location"] ?? ""
            guard let paid = try? await client.send("POST", bank, headers: type, body: form) else {
                return false
            }
            try #require(paid.status == 303)
            done.update { _ = $0.paid.insert(order) }
            return true
        }

        /// Nil if the server is gone.
        private func send(_ method: String, _ address: String, _ body: JSON? = nil) async -> HTTPAnswer? {
            try? await client.send(
                method,
                address,
                headers: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
                body: body.map { .bytes($0.bytes) } ?? .none
            )
        }
    }

    private func signIn(_ phone: String, _ program: RunningProgram, _ place: Place) async throws -> String {
        let path = "/api/v3/Auth"
        let asked = try await program.send("POST", "\(path)/Register", ["login": .string(phone)])
        try #require(asked.status == 200, "\(asked.text)")
        let code = try await place.withDatabase { database in
            try await database.read { connection in
                try connection.texts("SELECT code AS text FROM codes WHERE phone = \(phone)").first
            }
        }
        let body: JSON = ["login": .string(phone), "sms_code": JSON(code)]
        let answer = try await program.send("POST", "\(path)/GetTokenBySms", body)
        return try #require(answer.json["token"]?.string, "\(answer.text)")
    }

    /// A ship with a cabin for each payer, and cruises on it.
    private func makeSeason(_ program: RunningProgram) async throws -> (cruises: [String], cabins: [String]) {
        func make(_ type: String, _ body: JSON) async throws -> String {
            let answer = try await program.send("POST", "/admin/api/v1/cruise/\(type)?publish=true", body)
            return try #require(answer.json["id"]?.string, "\(answer.text)")
        }
        let ship = try await make("ships", ["title": "Волга", "kind": "river", "category": "comfort"])
        let cabinClass = try await make(
            "cabin_classes",
            ["ship": .string(ship), "title": "Класс", "places": 2]
        )
        var (cabins, cruises) = ([String](), [String]())
        for number in 0..<Self.payersCount {
            let cabin: JSON = [
                "ship": .string(ship), "number": .string("10\(number)"), "deck": "Главная",
                "cabin_class": .string(cabinClass), "places": 2,
            ]
            cabins.append(try await make("ship_cabins", cabin))
        }
        for number in 0..<Self.cruisesCount {
            let cruise: JSON = [
                "kind": "river", "title": .string("Круиз \(number)"), "ship": .string(ship),
                "starts_at": "2036-06-15T15:30:00Z", "ends_at": "2036-06-19T06:00:00Z",
                "prices": [["cabin_class": .string(cabinClass), "price": 30_000]],
            ]
            cruises.append(try await make("cruises", cruise))
        }
        return (cruises, cabins)
    }
}

extension Connection {
    fileprivate func texts(_ query: SQL) throws -> [String] {
        try rows(query).map { try $0.get("text") }
    }

    fileprivate func number(_ query: SQL) throws -> Int64 { try rows(query).first?.get("number") ?? 0 }
}
