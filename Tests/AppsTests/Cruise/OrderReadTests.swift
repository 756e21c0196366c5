import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Apps

/// The calls that read orders.
struct OrderReadTests {
    private static let parts: [(call: String, member: String)] = [
        ("GetOrderStatus", "status"), ("GetOrderTotalPrice", "total_price"),
        ("GetOrderPayPercent", "pay_percent"),
        ("GetOrderWaitPay", "wait_pay"), ("GetOrderSberSumma", "sber_summa"),
    ]
    private static let lists: [(call: String, member: String)] = [
        ("GetOrderPayments", "payments"), ("GetOrderPassengers", "passengers"),
        ("GetOrderDiscounts", "discounts"),
        ("GetOrderTaxes", "taxes"),
    ]

    // C95, C97, C98, C110
    @Test(arguments: TestDatabase.all)
    func `the calls about one value agree with the whole order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["port_fee": 150_00, "vat_percent": 20])
            try await world.catalogue.discount(10, "Весна")
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 2), (world.cabins[2], 1)])).id
            try await world.pay(id, 1_000_05, id: "a", provider: "sber")
            try await world.pay(id, 500_00, id: "b")

            let one = try await app.get("Order/GetOneByUserTokenAndOrderId/\(app.token)/\(id)")
            #expect(one.status == 200 && one.headers[.cacheControl] == "no-store")
            let order = one.json
            for name in [
                "cabins", "passengers", "payment_links", "status", "total_price", "is_owner_options",
            ] {
                #expect(order[name] != nil, "\(name)")
            }
            #expect(try await app.order(id) == order)
            for part in Self.parts {
                let reply = try await app.get("Order/\(part.call)/\(id)")
                #expect(reply.status == 200 && reply.json[part.member] == order[part.member], "\(part.call)")
                #expect(reply.json[part.member] != nil && reply.json["order_id"] == .string(id))
            }
            for list in Self.lists {
                let reply = try await app.get("Order/\(list.call)/\(id)")
                #expect(reply.status == 200 && reply.json == order[list.member], "\(list.call)")
            }
            #expect(order["sber_summa"]?.kopecks == 1_000_05 && order["paid"]?.kopecks == 1_500_05)
            let (total, wait) = (order["total_price"]?.kopecks ?? 0, order["wait_pay"]?.kopecks ?? 0)
            #expect(total == (60_000_00 + 45_000_50) * 9 / 10 + 450_00 && wait == total - 1_500_05)
            func sum(_ name: String) -> Int64 {
                (order[name]?.array ?? []).reduce(0) { $0 + ($1["sum"]?.kopecks ?? 0) }
            }
            #expect(sum("taxes") == order["taxes_total"]?.kopecks && order["taxes"]?.array?.count == 2)
            #expect(sum("discounts") == order["discount_sum"]?.kopecks)
            #expect(sum("cabins") == order["cabins_price"]?.kopecks && sum("payments") == 1_500_05)
            #expect(total == sum("cabins") - sum("discounts") + (order["tax_sum"]?.kopecks ?? 0))
        }
    }

    // C9
    @Test(arguments: TestDatabase.all)
    func `the order of somebody else is as unknown as no order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let (app, other) = (try await world.user(1), try await world.user(2))
            let created = try await app.create(world.body([(world.cabins[0], 1)])).json
            let id = created["id"]?.string ?? ""
            let passenger = created["passengers"]?.array?.first?["id"]?.string ?? ""
            let unknown = "00000000-0000-7000-8000-000000000001"
            let calls = ["GetById"] + Self.parts.map(\.call) + Self.lists.map(\.call)
            for path in calls.map({ "Order/\($0)" }) + ["Booking/VendorReservation"] {
                let replies = [
                    try await other.get("\(path)/\(id)"), try await other.get("\(path)/\(unknown)"),
                    try await other.get("\(path)/x"),
                ]
                for reply in replies { #expect(Vitrina.isCruiseRefusal(reply, 404), "\(path)") }
                #expect(replies[0].bytes == replies[1].bytes)
                #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("\(path)/\(id)"), 401), "\(path)")
            }
            let one = "Order/GetOneByUserTokenAndOrderId"
            #expect(Vitrina.isCruiseRefusal(try await other.get("\(one)/\(other.token)/\(id)"), 404))
            // The token of the path and the Bearer must be of the same user.
            #expect(Vitrina.isCruiseRefusal(try await other.get("\(one)/\(app.token)/\(id)"), 401))
            let writes: [(String, JSON)] = [
                ("Discount/ApplyPromo", ["order_id": .string(id), "code": "X"]),
                ("Passenger/Create", ["order_id": .string(id), "name": "Иван"]),
                ("Passenger/Update", ["passenger_id": .string(passenger), "name": "Иван"]),
                ("Passenger/Update/\(other.token)/\(passenger)", ["name": "Иван"]),
            ]
            for (path, body) in writes {
                #expect(Vitrina.isCruiseRefusal(try await other.send(.post, path, body), 404), "\(path)")
            }
            #expect(try await app.order(id) == created)
        }
    }

    // C93, C94
    @Test(arguments: TestDatabase.all)
    func `lists have the own orders, and upcoming ones are active and still to come`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["block_minutes": 43_200])
            let soon = try await world.catalogue.cruise(
                ["starts_at": "2026-11-22T12:00:00Z", "ends_at": "2026-11-25T12:00:00Z"]
            )
            let (app, other) = (try await world.user(1), try await world.user(2))
            #expect(try await app.get("Order/GetUserOrders").json == [])
            var ids: [String] = []
            for cabin in world.cabins.prefix(3) {
                ids.append(try await app.create(world.body([(cabin, 1)])).id)
                vitrina.clock.advance(by: .seconds(1))
            }
            ids.append(
                try await app.create(world.body([(world.cabins[0], 1)], ["cruise_id": .string(soon)])).id
            )
            _ = try await world.staff(.post, "orders/\(ids[1])/cancel", note: "Причина")

            func list(_ app: OrderApp, _ query: String = "") async throws -> [String] {
                let reply = try await app.get("Order/GetAllByUserToken/\(app.token)\(query)")
                #expect(reply.status == 200)
                return (reply.json.array ?? []).compactMap { $0["id"]?.string }
            }
            let all = (try await app.get("Order/GetUserOrders").json.array ?? []).compactMap {
                $0["id"]?.string
            }
            #expect(all == ids.reversed())
            #expect(try await list(app) == all)
            #expect(try await list(app, "?typeOrders=upcoming") == [ids[3], ids[2], ids[0]])
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await list(app, "?typeOrders=upcoming") == [ids[2], ids[0]])
            #expect(try await list(app, "?typeOrders=past") == [ids[3], ids[1]])
            #expect(try await list(other) == [])
            let wrong = try await app.get("Order/GetAllByUserToken/\(app.token)?typeOrders=some")
            #expect(Vitrina.isCruiseRefusal(wrong, 400))
            #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("Order/GetAllByUserToken/x"), 401))
            // The token of the path is enough.
            #expect(try await vitrina.cruises("Order/GetAllByUserToken/\(app.token)").json.array?.count == 4)
        }
    }

    // C98, C99, C116, C117
    @Test(arguments: TestDatabase.all)
    func `what is to be paid is the total without what was paid, each payment once`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let half = try await app.create(world.body([(world.cabins[2], 1)]))
            let full = try await app.create(world.body([(world.cabins[0], 1)], ["variant": "full"]))
            #expect(try await app.get("Order/GetOrderPayPercent/\(half.id)").json["pay_percent"] == 50)
            #expect(try await app.get("Order/GetOrderPayPercent/\(full.id)").json["pay_percent"] == 100)
            #expect(half.json["prepayment"]?.kopecks == 22_500_25)

            try await world.pay(half.id, 22_500_25, id: "one")
            #expect(try await !world.pay(half.id, 22_500_25, id: "one"))
            let wait = try await app.get("Order/GetOrderWaitPay/\(half.id)").json["wait_pay"]
            #expect(wait?.kopecks == 22_500_25)
            try await world.pay(half.id, 22_500_25, id: "two")
            #expect(try await app.get("Order/GetOrderWaitPay/\(half.id)").json["wait_pay"] == 0)
        }
    }
}
