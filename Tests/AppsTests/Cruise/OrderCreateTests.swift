import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Apps

/// Call 25, `Order/Create`.
struct OrderCreateTests {
    private func replies(
        _ calls: [@Sendable () async throws -> Vitrina.Reply]
    ) async throws -> [Vitrina.Reply] {
        try await atOnce(calls) { call in try await call() }
    }

    // C87, C119
    @Test(arguments: TestDatabase.all)
    func `an order has an id, a status and sums, and its cabins are taken at once`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["prepayment_percent": 30])
            let app = try await world.user()
            let body = world.body([(world.cabins[0], 1), (world.cabins[2], 3)])
            let reply = try await app.create(body)

            #expect(reply.status == 200)
            let order = reply.json
            #expect(order["order_id"]?.string?.isEmpty == false && order["id"] == order["order_id"])
            #expect(order["number"]?.integer ?? 0 > 10_000)
            #expect(order["status"] == "new" && order["status_name"] == "Новый")
            #expect(order["total_price"]?.kopecks == 165_001_50)
            #expect(order["pay_percent"] == 30 && order["wait_pay"] == order["total_price"])
            #expect(order["prepayment"]?.kopecks == 4_950_045)
            #expect(order["is_owner_options"] == false && order["variant"] == "prepayment")
            #expect(order["passengers"]?.array?.count == 4)
            let states = try await world.states()
            #expect(world.cabins.map { states[$0] } == ["booked", "free", "booked", "free"])
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT total FROM cruise_orders").first?.get("total", as: Int64.self)
            }
            #expect(kept == 165_001_50)
        }
    }

    // C88
    @Test(arguments: TestDatabase.all)
    func `twenty users want one cabin, and one gets it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            var apps: [OrderApp] = []
            for number in 0..<20 { apps.append(try await world.user(number)) }
            let both = [
                [(world.cabins[0], 1), (world.cabins[1], 1)], [(world.cabins[1], 1), (world.cabins[0], 1)],
            ]
            let bodies = both.map { world.body($0) }
            let result = try await replies(
                apps.enumerated().map { index, app in { try await app.create(bodies[index % 2]) } }
            )
            #expect(result.filter { $0.status == 200 }.count == 1)
            #expect(result.filter { Vitrina.isCruiseRefusal($0, 409) }.count == 19)
            let counts = try await vitrina.database.rowCounts()
            #expect(counts["cruise_orders"] == 1 && counts["cruise_order_cabins"] == 2)
            #expect(counts["cruise_order_history"] == 1)
        }
    }

    // C89
    @Test(arguments: TestDatabase.all)
    func `a repeated request gets the first order, by its key or by its content`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let (app, other) = (try await world.user(1), try await world.user(2))
            let keyed = world.body([(world.cabins[0], 2)])
            let same = try await replies((0..<10).map { _ in { try await app.create(keyed, key: "k1") } })
            #expect(Set(same.map(\.id)).count == 1 && same.allSatisfy { $0.status == 200 })
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await app.create(keyed, key: "k1").id == same[0].id)
            // The key means this order, and no other one; somebody else's key is another key.
            #expect(
                Vitrina.isCruiseRefusal(
                    try await app.create(world.body([(world.cabins[1], 1)]), key: "k1"),
                    409
                )
            )
            #expect(Vitrina.isCruiseRefusal(try await other.create(keyed, key: "k1"), 409))
            #expect(Vitrina.isCruiseRefusal(try await app.create(keyed, key: ""), 400))
            #expect(
                Vitrina.isCruiseRefusal(
                    try await app.create(keyed, key: String(repeating: "k", count: 256)),
                    400
                )
            )

            let (two, turned) = (
                world.body([(world.cabins[1], 1), (world.cabins[2], 1)]),
                world.body([(world.cabins[2], 1), (world.cabins[1], 1)])
            )
            let repeated = try await replies(
                (0..<10).map { number in { try await app.create(number % 2 == 0 ? two : turned) } }
            )
            #expect(Set(repeated.map(\.id)).count == 1 && repeated.allSatisfy { $0.status == 200 })
            vitrina.clock.advance(by: .seconds(599))
            #expect(try await app.create(two).id == repeated[0].id)
            vitrina.clock.advance(by: .seconds(1))
            #expect(Vitrina.isCruiseRefusal(try await app.create(two), 409))
            #expect(try await vitrina.database.rowCounts()["cruise_orders"] == 2)
        }
    }

    // C89: one that is over is not repeated
    @Test(arguments: TestDatabase.all)
    func `the same cabins are a new order after the first one was cancelled`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let first = try await app.create(world.body([(world.cabins[0], 1)])).id
            #expect(
                try await world.staff(.post, "orders/\(first)/cancel", note: "Просил клиент").status == 200
            )
            let second = try await app.create(world.body([(world.cabins[0], 1)]))
            #expect(second.status == 200 && second.id != first)
        }
    }

    // C90
    @Test(arguments: TestDatabase.all)
    func `a guest cannot book`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let body = world.body([(world.cabins[0], 1)])
            #expect(
                Vitrina.isCruiseRefusal(
                    try await vitrina.send(.post, "/api/v3/Order/Create", body, as: nil),
                    401
                )
            )
            let stranger = OrderApp(vitrina: vitrina, userID: "", token: "x.y.z")
            #expect(Vitrina.isCruiseRefusal(try await stranger.create(body), 401))
            #expect(try await vitrina.database.rowCounts()["cruise_orders"] == 0)
        }
    }

    // C91
    @Test(arguments: TestDatabase.all)
    func `what cannot be booked is refused`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let other = try await CruiseCatalogue(vitrina)
            let noPrice = try await world.catalogue.cruise(["prices": .null])
            let past = try await world.catalogue.cruise(
                ["starts_at": "2026-11-21T12:00:00Z", "ends_at": "2026-11-25T12:00:00Z"]
            )
            let one: [(String, Int)] = [(world.cabins[0], 1)]
            let unknown = JSON.string("00000000-0000-7000-8000-000000000001")
            let wrong: [(String, JSON)] = [
                ("a cabin of another ship", world.body([(other.cabins[0], 1)])),
                ("an unknown cabin", world.body([(unknown.string ?? "", 1)])),
                ("a cabin twice", world.body(one + one)),
                ("no cabin", world.body([])),
                ("too many in a cabin", world.body([(world.cabins[0], 3)])),
                (
                    "ten passengers",
                    world.body([
                        (world.cabins[0], 2), (world.cabins[1], 2), (world.cabins[2], 3),
                        (world.cabins[3], 3),
                    ])
                ),
                ("ten places", world.body(world.cabins.map { ($0, 0) })),
                ("another type", world.body(one, ["type": "sea"])),
                ("no type", world.body(one, ["type": .null])),
                ("a past cruise", world.body(one, ["cruise_id": .string(past)])),
                ("an unknown cruise", world.body(one, ["cruise_id": unknown])),
                ("no cruise", world.body(one, ["cruise_id": 5])),
                ("a price on request", world.body(one, ["cruise_id": .string(noPrice)])),
                ("an unknown variant", world.body(one, ["variant": "later"])),
                ("a bad promo code", world.body(one, ["promo_code": "NONE"])),
                ("a promo code that is no text", world.body(one, ["promo_code": 5])),
                (
                    "a passenger with a wrong name",
                    world.body(
                        [],
                        [
                            "cabins": [["cabin_id": .string(world.cabins[0]), "passengers": [["name": "😀"]]]]
                        ]
                    )
                ),
                ("cabins that are no list", world.body([], ["cabins": "x"])),
            ]
            for (what, body) in wrong {
                #expect(Vitrina.isCruiseRefusal(try await app.create(body), 400), "\(what)")
            }
            let counts = try await vitrina.database.rowCounts()
            #expect(counts["cruise_orders"] == 0 && counts["cruise_order_cabins"] == 0)
            // The border: nine passengers.
            let nine = world.body([
                (world.cabins[0], 2), (world.cabins[1], 2), (world.cabins[2], 3), (world.cabins[3], 2),
            ])
            #expect(try await app.create(nine).status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `nobody blocks more cabins than the setting allows`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["unpaid_orders_max": 2])
            let app = try await world.user()
            for cabin in world.cabins.prefix(2) {
                #expect(try await app.create(world.body([(cabin, 1)])).status == 200)
            }
            #expect(Vitrina.isCruiseRefusal(try await app.create(world.body([(world.cabins[2], 1)])), 400))
            #expect(try await world.user(2).create(world.body([(world.cabins[2], 1)])).status == 200)
        }
    }

    // Later changes of content change nothing that is sold
    @Test(arguments: TestDatabase.all)
    func `an order stays as it was sold`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let discount = try await world.catalogue.discount(10, "Весна")
            let app = try await world.user()
            let before = try await app.create(world.body([(world.cabins[0], 1)])).json
            let id = before["id"]?.string ?? ""

            try await vitrina.change(world.cruise, of: Cruises.self, ["title": "Другой", "prices": .null])
            try await vitrina.change(world.cabins[0], of: ShipCabins.self, ["number": "999"])
            try await vitrina.unpublish(discount, of: Discounts.self)
            try await world.set(["prepayment_percent": 77, "port_fee": 5_000])

            #expect(try await app.order(id) == before)
            let added = try await app.send(
                .post,
                "Passenger/Create",
                ["order_id": .string(id), "name": "Иван"]
            )
            #expect(added.status == 200)
            #expect(try await app.order(id)["total_price"]?.kopecks == 54_000_00)
        }
    }
}
