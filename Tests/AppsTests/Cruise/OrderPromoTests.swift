import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Promo codes: call 23, and the list of staff.
struct OrderPromoTests {
    // C106, C107
    @Test(arguments: TestDatabase.all)
    func `a promo code is taken off after the discount`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            try await world.catalogue.discount(10, "Весна")
            _ = try await world.staff(.post, "promos", ["code": "volga-5", "percent": 5])
            _ = try await world.staff(.post, "promos", ["code": "ТЫСЯЧА", "kopecks": 100_000_000])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[2], 1)])).id

            let reply = try await app.send(
                .post,
                "Discount/ApplyPromo",
                ["order": .string(id), "code": " Volga-5 "]
            )
            // 4500050 × 0.9 = 4050045, and × 0.95 = 3847542.75
            #expect(reply.status == 200 && reply.json["total_price"]?.kopecks == 38_475_43)
            let lines = try await app.get("Order/GetOrderDiscounts/\(id)").json.array ?? []
            #expect(lines.map { $0["kind"] } == ["discount", "promo"])
            #expect(lines.map { $0["sum"]?.kopecks } == [4_500_05, 2_025_02])
            #expect(lines.map { $0["name"] } == ["Весна", "VOLGA-5"])
            // The same code again changes nothing; another one is refused.
            let again = try await app.send(
                .post,
                "Discount/ApplyPromo",
                ["order_id": .string(id), "code": "VOLGA-5"]
            )
            #expect(again.status == 200 && again.json == reply.json)
            let other: JSON = ["order_id": .string(id), "code": "ТЫСЯЧА"]
            #expect(Vitrina.isCruiseRefusal(try await app.send(.post, "Discount/ApplyPromo", other), 400))

            let free = try await app.create(world.body([(world.cabins[0], 1)], ["promo_code": "тысяча"]))
            #expect(free.status == 200 && free.json["total_price"] == 0 && free.json["wait_pay"] == 0)
        }
    }

    // C106, C155
    @Test(arguments: TestDatabase.all)
    func `a code that is unknown, not valid or used up is refused with a reason`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let promos: [JSON] = [
                ["code": "LATER", "percent": 5, "starts_at": "2026-11-21T12:00:00.000001Z"],
                ["code": "OVER", "percent": 5, "ends_at": "2026-11-21T11:59:59.999999Z"],
                ["code": "OFF", "percent": 5],
                ["code": "ONCE", "percent": 5, "uses_max": 1],
                ["code": "MINE", "percent": 5, "user_uses_max": 1],
                [
                    "code": "NOW", "percent": 5, "starts_at": "2026-11-21T12:00:00Z",
                    "ends_at": "2026-11-21T12:00:00Z",
                ],
            ]
            var ids: [String] = []
            for promo in promos {
                let made = try await world.staff(.post, "promos", promo)
                #expect(made.status == 201)
                ids.append(made.id)
            }
            #expect(try await world.staff(.post, "promos/\(ids[2])/disable").status == 200)
            var orders: [String] = []
            for cabin in world.cabins { orders.append(try await app.create(world.body([(cabin, 1)])).id) }
            func apply(_ code: JSON, _ order: Int) async throws -> Vitrina.Reply {
                try await app.send(
                    .post,
                    "Discount/ApplyPromo",
                    ["order_id": .string(orders[order]), "code": code]
                )
            }
            for code in ["NONE", "LATER", "OVER", "OFF", "", "'; --", "\u{0}"] {
                #expect(Vitrina.isCruiseRefusal(try await apply(.string(code), 0), 400), "\(code)")
            }
            #expect(Vitrina.isCruiseRefusal(try await apply(5, 0), 400))
            #expect(try await apply("NOW", 0).status == 200)
            #expect(try await apply("ONCE", 1).status == 200)
            #expect(Vitrina.isCruiseRefusal(try await apply("ONCE", 2), 400))
            #expect(try await apply("MINE", 2).status == 200)
            #expect(Vitrina.isCruiseRefusal(try await apply("MINE", 3), 400))
            // The refused use of one person is not counted; a cancelled order gives its use back.
            #expect(try await world.staff(.get, "promos/\(ids[4])").json["used"] == 1)
            _ = try await world.staff(.post, "orders/\(orders[1])/cancel", note: "Причина")
            let once = try await world.staff(.get, "promos/\(ids[3])").json
            #expect(once["used"] == 0 && once["uses"]?.array?.count == 1)
            #expect(try await apply("ONCE", 3).status == 200)
            // Nothing changes once money was paid.
            try await world.pay(orders[2], 100, id: "p")
            let more: JSON = ["order_id": .string(orders[2]), "name": "Иван"]
            #expect(try await app.send(.post, "Passenger/Create", more).status == 400)
        }
    }

    // C178
    @Test(arguments: TestDatabase.all)
    func `guesses at promo codes are limited, and right codes cost no attempt`(
        kind: TestDatabase
    ) async throws {
        let settings = WebSettings(publicURL: "https://mall.example", trustedProxies: 1, rateLimit: 0)
        try await withVitrina(kind, settings: settings) { vitrina in
            let world = try await OrderWorld(vitrina)
            _ = try await world.staff(.post, "promos", ["code": "VOLGA", "percent": 5])
            let (app, other) = (try await world.user(0), try await world.user(1))
            let forwardedFor = try #require(HTTPField.Name("X-Forwarded-For"))
            func send(
                _ path: String,
                _ body: JSON,
                _ app: OrderApp,
                _ address: String
            ) async throws
                -> Vitrina.Reply
            {
                try await vitrina.send(
                    .post,
                    "/api/v3/\(path)",
                    body,
                    headers: [.authorization: "Bearer \(app.token)", forwardedFor: address],
                    as: nil
                )
            }
            func isLimited(_ reply: Vitrina.Reply) -> Bool {
                Vitrina.isCruiseRefusal(reply, 400)
                    && reply.json["message"]?.string?.hasPrefix("Too many attempts") == true
            }
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            func apply(_ code: String, from address: String) async throws -> Vitrina.Reply {
                let body: JSON = ["order_id": .string(id), "code": .string(code)]
                return try await send("Discount/ApplyPromo", body, app, address)
            }
            func create(_ code: String, _ app: OrderApp) async throws -> Vitrina.Reply {
                let body = world.body([(world.cabins[1], 1)], ["promo_code": .string(code)])
                return try await send("Order/Create", body, app, "192.0.2.1")
            }

            for _ in 0..<25 { #expect(try await apply("VOLGA", from: "192.0.2.1").status == 200) }
            for number in 1...20 {
                let reply = try await apply("GUESS-\(number)", from: "192.0.2.1")
                #expect(Vitrina.isCruiseRefusal(reply, 400) && !isLimited(reply), "\(number)")
            }
            for code in ["GUESS", "VOLGA"] {
                #expect(isLimited(try await apply(code, from: "192.0.2.2")), "\(code)")
                #expect(isLimited(try await create(code, app)), "\(code)")
            }

            // Others at the address go on, until all of them have guessed too often.
            for number in 2...5 {
                let guesser = try await world.user(number)
                for _ in 1...20 { #expect(!isLimited(try await create("GUESS", guesser))) }
            }
            #expect(isLimited(try await create("VOLGA", other)))
            vitrina.clock.advance(by: .seconds(3600))
            #expect(try await create("VOLGA", other).status == 200)
            #expect(try await apply("VOLGA", from: "192.0.2.1").status == 200)
        }
    }

    // C106
    @Test(arguments: TestDatabase.all)
    func `the last use goes to one of many`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let id = try await world.staff(.post, "promos", ["code": "ONCE", "percent": 5, "uses_max": 2]).id
            var calls: [(OrderApp, String)] = []
            for (number, cabin) in world.cabins.enumerated() {
                let app = try await world.user(number)
                calls.append((app, try await app.create(world.body([(cabin, 1)])).id))
            }
            let statuses = try await atOnce(calls) { app, order in
                let body: JSON = ["order_id": .string(order), "code": "ONCE"]
                return try await app.send(.post, "Discount/ApplyPromo", body).status
            }
            #expect(statuses.sorted() == [200, 200, 400, 400])
            #expect(try await world.staff(.get, "promos/\(id)").json["used"] == 2)
        }
    }

    // C155
    @Test(arguments: TestDatabase.all)
    func `staff make, change and switch off promo codes`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            for wrong in [
                ["code": "a b", "percent": 5], ["code": "A", "percent": 101], ["code": "A", "percent": 0],
                ["code": "A"], ["code": "A", "percent": 5, "kopecks": 5], ["percent": 5],
                [
                    "code": "A", "percent": 5, "starts_at": "2027-01-02T00:00:00Z",
                    "ends_at": "2027-01-01T00:00:00Z",
                ],
            ] as [JSON] {
                #expect(try await world.staff(.post, "promos", wrong).status == 422, "\(wrong.text)")
            }
            let made = try await world.staff(
                .post,
                "promos",
                ["code": "лето", "kopecks": 50_000, "uses_max": 3]
            )
            #expect(
                made.json["code"] == "ЛЕТО" && made.json["kopecks"] == 50_000 && made.json["percent"] == .null
            )
            #expect(try await world.staff(.post, "promos", ["code": "ЛЕТО", "percent": 5]).status == 422)
            let app = try await world.user()
            for cabin in world.cabins.prefix(2) {
                #expect(try await app.create(world.body([(cabin, 1)], ["promo_code": "ЛЕТО"])).status == 200)
            }
            let path = "promos/\(made.id)"
            #expect(try await world.staff(.patch, path, ["uses_max": 1]).status == 422)
            let changed = try await world.staff(.patch, path, ["uses_max": 2, "note": "Весна"])
            #expect(
                changed.json["uses_max"] == 2 && changed.json["note"] == "Весна" && changed.json["used"] == 2
            )
            #expect(
                try await app.create(world.body([(world.cabins[2], 1)], ["promo_code": "ЛЕТО"])).status == 400
            )
            #expect(try await world.staff(.patch, path, ["uses_max": .null]).json["uses_max"] == .null)
            #expect(try await world.staff(.post, "\(path)/disable").json["is_disabled"] == true)
            #expect(
                try await app.create(world.body([(world.cabins[2], 1)], ["promo_code": "ЛЕТО"])).status == 400
            )
            #expect(try await world.staff(.post, "\(path)/enable").json["is_disabled"] == false)
            #expect(
                try await app.create(world.body([(world.cabins[2], 1)], ["promo_code": "ЛЕТО"])).status == 200
            )
            let uses = try await world.staff(.get, path).json["uses"]?.array ?? []
            #expect(uses.count == 3 && uses.allSatisfy { $0["sum"] == 50_000 })
        }
    }
}
