import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Apps

/// The calls of passengers: 40 and 41.
struct OrderPassengerTests {
    // C100
    @Test(arguments: TestDatabase.all)
    func `a cabin takes as many passengers as it has places`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let order = try await app.create(world.body([(world.cabins[0], 1), (world.cabins[2], 0)])).json
            let id = order["id"]?.string ?? ""
            #expect(order["total_price"]?.kopecks == 165_001_50)
            func add(_ cabin: String? = nil) async throws -> Vitrina.Reply {
                var body: [String: JSON] = ["order_id": .string(id), "surname": "Иванов"]
                if let cabin { body["cabin_id"] = .string(cabin) }
                return try await app.send(.post, "Passenger/Create", .object(body))
            }
            // Places that are paid for come first, and cost nothing more.
            for _ in 0..<3 { #expect(try await add().json["cabin_id"] == .string(world.cabins[2])) }
            #expect(try await app.order(id)["total_price"] == order["total_price"])
            #expect(Vitrina.isCruiseRefusal(try await add(world.cabins[2]), 400))
            // One more person pays the price of the cabin.
            #expect(try await add().json["cabin_id"] == .string(world.cabins[0]))
            let whole = try await app.order(id)
            #expect(whole["total_price"]?.kopecks == 195_001_50)
            #expect(whole["passengers"]?.array?.count == 5)
            for cabin in [nil, world.cabins[0], world.cabins[1]] {
                #expect(Vitrina.isCruiseRefusal(try await add(cabin), 400))
            }
            let listed = try await app.get("Order/GetOrderPassengers/\(id)").json.array ?? []
            #expect(listed.filter { $0["cabin_id"] == .string(world.cabins[0]) }.count == 2)
        }
    }

    // C100: two at once for the last place
    @Test(arguments: TestDatabase.all)
    func `the last place goes to one of many`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            let body: JSON = ["order_id": .string(id), "name": "Иван"]
            let statuses = try await atOnce(0..<10) { _ in
                try await app.send(.post, "Passenger/Create", body).status
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 9))
            let order = try await app.order(id)
            #expect(order["passengers"]?.array?.count == 2 && order["total_price"] == 60_000)
        }
    }

    // C101, C102, C103, C104
    @Test(arguments: TestDatabase.all)
    func `an update saves one field or many, and refuses what is wrong`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let order = try await app.create(world.body([(world.cabins[0], 1)])).json
            let passenger = order["passengers"]?.array?.first?["id"]?.string ?? ""
            let path = "Passenger/Update/\(app.token)/\(passenger)"
            let one = try await vitrina.send(.post, "/api/v3/\(path)", ["surname": "Петрова"], as: nil)
            #expect(one.status == 200 && one.json["surname"] == "Петрова" && one.json["name"] == "Анна")
            let many = try await app.send(
                .post,
                "Passenger/Update",
                [
                    "passenger_id": .string(passenger), "patronymic": "Ивановна", "sex": 2,
                    "birthday": "1990.05.13", "passp_type": 1, "passp_number": "1234567890",
                    "passp_date": "2010-01-02", "passp_vidan": "ОВД № 5", "name": "", "order_id": "x",
                    "id": "00000000-0000-7000-8000-000000000001",
                ]
            )
            #expect(many.status == 200)
            let known = try await app.order(order["id"]?.string ?? "")["passengers"]?.array?.first ?? .null
            #expect(known == many.json && known["name"] == "Анна" && known["surname"] == "Петрова")
            #expect(known["passp_number"] == "1234 567890" && known["birthday"] == "1990.05.13")
            #expect(known["passp_date"] == "2010.01.02" && known["id"] == .string(passenger))

            let wrong: [JSON] = [
                ["name": "Анна😀"], ["surname": .string(String(repeating: "a", count: 101))],
                ["patronymic": "<i>"], ["birthday": "2030.01.01"], ["birthday": "1900.01.01"],
                ["passp_type": 9], ["passp_number": "12"], ["passp_type": 4, "passp_number": "AB1"],
                ["sex": 3], ["citizenship_id": "00000000-0000-7000-8000-000000000001"],
            ]
            for body in wrong {
                #expect(Vitrina.isCruiseRefusal(try await app.send(.post, path, body), 400), "\(body.text)")
            }
            let russia = try await vitrina.publish(Citizenships.self, ["name": "Россия"])
            let foreign: JSON = [
                "passp_type": 4, "passp_number": "AB1", "citizenship_id": .string(russia), "name": "John",
            ]
            let changed = try await app.send(.post, path, foreign).json
            #expect(changed["passp_vidan"] == .null && changed["citizenship_id"] == .string(russia))
        }
    }

    // C96
    @Test(arguments: TestDatabase.all)
    func `an order with options of the operator takes no change from its owner`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let created = try await app.create(world.body([(world.cabins[0], 1)])).json
            let id = created["id"]?.string ?? ""
            let passenger = created["passengers"]?.array?.first?["id"]?.string ?? ""
            let promo: JSON = ["code": "VOLGA", "percent": 10]
            #expect(try await world.staff(.post, "promos", promo).status == 201)
            let on = try await world.staff(.post, "orders/\(id)/options", ["is_owner_options": true])
            #expect(on.json["is_owner_options"] == true)
            #expect(try await app.order(id)["is_owner_options"] == true)
            let changes: [(String, JSON)] = [
                ("Passenger/Create", ["order_id": .string(id), "name": "Иван"]),
                ("Passenger/Update", ["passenger_id": .string(passenger), "name": "Иван"]),
                ("Passenger/Update/\(app.token)/\(passenger)", ["name": "Иван"]),
                ("Discount/ApplyPromo", ["order_id": .string(id), "code": "VOLGA"]),
            ]
            for (path, body) in changes {
                #expect(Vitrina.isCruiseRefusal(try await app.send(.post, path, body), 400), "\(path)")
            }
            _ = try await world.staff(.post, "orders/\(id)/options", ["is_owner_options": false])
            for (path, body) in changes {
                #expect(try await app.send(.post, path, body).status == 200, "\(path)")
            }
        }
    }
}
