import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// What happens to an order in time: the operator, the block, and its end.
struct OrderLifeTests {
    // C105
    @Test(arguments: TestDatabase.all)
    func `an order is sent to the operator once, who answers when it is time`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["operator_seconds": 30])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            let path = "Booking/VendorReservation/\(id)"
            let sent = try await app.get(path)
            #expect(sent.status == 200 && sent.headers[.cacheControl] == "no-store")
            #expect(
                sent.json["status"] == "checking" && sent.json["status_name"] == "Проверка свободных мест"
            )
            #expect(try await app.get(path).json == sent.json)
            #expect(try await world.staff(.get, "orders/\(id)").json["status"] == "checking")

            vitrina.clock.advance(by: .seconds(30) - microsecond)
            #expect(try await world.carryOut().done == 0)
            vitrina.clock.advance(by: microsecond)
            // Several servers may look at once; one of them writes the answer.
            async let first = world.carryOut().done
            async let second = world.carryOut().done
            async let third = world.carryOut().done
            #expect(try await first + second + third == 1)
            #expect(try await app.status(id) == "wait_pay")
            #expect(try await app.get(path).json["status"] == "wait_pay")
            let history = try await world.staff(.get, "orders/\(id)").json["history"]?.array ?? []
            #expect(history.map { $0["status"] } == ["wait_pay", "checking", "new"])
            #expect(history.map { $0["author"] } == ["server", "app", "app"])
        }
    }

    // C105
    @Test(arguments: TestDatabase.all)
    func `an operator without free cabins ends the order at once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(
                vitrina,
                settings: ["operator_seconds": 0, "operator_has_cabins": false]
            )
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            let sent = try await app.get("Booking/VendorReservation/\(id)").json
            #expect(sent["status"] == "no_cabins" && sent["status_name"] == "Нет свободных кают")
            #expect(try await world.states()[world.cabins[0]] == "free")
            try await world.set(["operator_simulated": false])
            let next = try await app.create(world.body([(world.cabins[0], 1)])).id
            #expect(next != id)
            _ = try await app.get("Booking/VendorReservation/\(next)")
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await world.carryOut().done == 0)
            #expect(try await app.status(next) == "checking")
        }
    }

    // C92, C108
    @Test(arguments: TestDatabase.all)
    func `a block ends once, by its setting, and frees the cabins`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["block_minutes": 10])
            let (app, other) = (try await world.user(1), try await world.user(2))
            let id = try await app.create(world.body([(world.cabins[0], 1)], ["variant": "block"])).id
            let paid = try await app.create(world.body([(world.cabins[1], 1)])).id
            try await world.pay(paid, 100, id: "p")
            try await world.set(["block_minutes": 1])
            vitrina.clock.advance(by: .seconds(600) - microsecond)
            #expect(try await world.carryOut().done == 0)
            #expect(try await other.create(world.body([(world.cabins[0], 1)])).status == 409)
            vitrina.clock.advance(by: microsecond)
            async let first = world.carryOut().done
            async let second = world.carryOut().done
            #expect(try await first + second == 1)

            let order = try await app.order(id)
            #expect(
                order["status"] == "closed" && order["close_reason"] == "expired"
                    && order["block_until"] == .null
            )
            #expect(try await app.status(paid) == "new")
            #expect(try await world.carryOut().done == 0)
            #expect(try await other.create(world.body([(world.cabins[0], 1)])).status == 200)
            let more: JSON = ["order_id": .string(id), "name": "Иван"]
            #expect(try await app.send(.post, "Passenger/Create", more).status == 400)
            #expect(try await app.get("Booking/VendorReservation/\(id)").json["status"] == "closed")
        }
    }

    // C92
    @Test(arguments: TestDatabase.all)
    func `the server itself ends blocks`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["block_minutes": 10])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            var report = DueReport()
            for work in vitrina.services.dueWork {
                let one = try await work.carryOut()
                if let next = one.next { report.next = min(next, report.next ?? next) }
            }
            #expect(report.next == vitrina.clock.now.advanced(by: .seconds(600)))
            vitrina.clock.advance(by: .seconds(600))
            for work in vitrina.services.dueWork { _ = try await work.carryOut() }
            #expect(try await app.status(id) == "closed")
        }
    }

    // C133: orders are kept without a person
    @Test(arguments: TestDatabase.all)
    func `erasing a user keeps the orders, without names, and frees unpaid cabins`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let open = try await app.create(world.body([(world.cabins[0], 2)])).id
            let paid = try await app.create(world.body([(world.cabins[1], 1)])).id
            try await world.pay(paid, 30_000_00, id: "p")
            let now = vitrina.clock.now
            try await vitrina.database.write { try $0.eraseOrders(of: app.userID, at: now) }

            let orders = try await world.staff(.get, "orders").json.items
            #expect(orders.count == 2 && orders.allSatisfy { $0["user"] == .null })
            let rows = try await vitrina.database.read { connection in
                (
                    try connection.rows("SELECT 1 AS one FROM cruise_passengers WHERE name IS NOT NULL")
                        .count,
                    try connection.rows("SELECT 1 AS one FROM cruise_passengers").count
                )
            }
            #expect(rows.0 == 0 && rows.1 == 3)
            #expect(try await world.staff(.get, "orders/\(open)").json["reason"] == "erased")
            #expect(try await world.staff(.get, "orders/\(paid)").json["status"] == "new")
            let states = try await world.states()
            #expect(states[world.cabins[0]] == "free" && states[world.cabins[1]] == "booked")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `history and payments are only added to`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            try await world.pay(id, 100, id: "p")
            for statement in [
                "UPDATE cruise_payments SET kopecks = 5", "DELETE FROM cruise_payments",
                "UPDATE cruise_order_history SET status = 'closed'", "DELETE FROM cruise_order_history",
            ] as [SQL] {
                await #expect(throws: StorageError.self) {
                    try await vitrina.database.write { _ = try $0.execute(statement) }
                }
            }
        }
    }
}
