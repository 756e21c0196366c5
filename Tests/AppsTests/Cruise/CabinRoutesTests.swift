import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing

/// The calls of cabins: 14 and 15.
struct CabinRoutesTests {
    private func ids(_ world: OrderWorld, _ path: String) async throws -> [String] {
        let reply = try await world.vitrina.cruises("Cruise/GetAvailableCabins/\(path)")
        #expect(reply.status == 200)
        return (reply.json.array ?? []).compactMap { $0["id"]?.string }
    }

    // C84, C85
    @Test(arguments: TestDatabase.all)
    func `cabins are those of the type, with places for so many, free or all`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let (cruise, cabins) = (world.cruise, world.cabins)
            #expect(try await ids(world, "river/\(cruise)/1/0") == cabins)
            #expect(try await ids(world, "river/\(cruise)/3/0") == Array(cabins[2...]))
            #expect(try await ids(world, "river/\(cruise)/9/false") == [])
            let app = try await world.user()
            #expect(try await app.create(world.body([(cabins[0], 1)])).status == 200)
            #expect(try await ids(world, "river/\(cruise)/1/1") == Array(cabins[1...]))
            #expect(try await ids(world, "river/\(cruise)/2/true") == Array(cabins[1...]))
            #expect(try await ids(world, "river/\(cruise)/1/0") == cabins)

            let all = try await vitrina.cruises("Cruise/GetAvailableCabins/river/\(cruise)/2/0").json.array
            let first = try #require(all?.first)
            #expect(first["number"] == "101" && first["deck"] == "Главная" && first["class"] == "Класс 1")
            #expect(first["capacity"] == 2 && first["price"] == 30_000 && first["state"] == "booked")
            #expect(first["total"] == 60_000 && all?.last?["price"]?.kopecks == 45_000_50)
            #expect(all?.last?["state"] == "free")
        }
    }

    // C84
    @Test(arguments: TestDatabase.all)
    func `what is not understood is refused, and another type is not found`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let base = "Cruise/GetAvailableCabins"
            for path in [
                "river/\(world.cruise)/0/0", "river/\(world.cruise)/10/0", "river/\(world.cruise)/x/0",
                "river/\(world.cruise)/1/2", "river/\(world.cruise)/1/x",
                "river/\(world.cruise)/9223372036854775808/1",
            ] {
                #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("\(base)/\(path)"), 400), "\(path)")
            }
            let other = "00000000-0000-7000-8000-000000000001"
            for path in [
                "sea/\(world.cruise)/1/0", "river/\(other)/1/0", "river/x/1/0", "lake/\(world.cruise)/1/0",
            ] {
                #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("\(base)/\(path)"), 404), "\(path)")
            }
            let price = "Cruise/GetCabinPrice/\(world.cruise)"
            #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("\(price)/\(other)"), 404))
            #expect(
                Vitrina.isCruiseRefusal(
                    try await vitrina.cruises("\(price)/\(world.cabins[0])?passengers=3"),
                    400
                )
            )
        }
    }

    // C86
    @Test(arguments: TestDatabase.all)
    func `the price of a cabin is the one of an order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            try await world.catalogue.discount(7, "Раннее бронирование")
            try await world.catalogue.discount(5, "Меньшая")
            let app = try await world.user()
            for (index, cabin) in world.cabins.enumerated() {
                let seats = index + 1 > 2 ? 3 : index + 1
                let path = "Cruise/GetCabinPrice/\(world.cruise)/\(cabin)?passengers=\(seats)"
                let price = try await vitrina.cruises(path).json
                let order = try await app.create(world.body([(cabin, seats)])).json
                #expect(order["cabins_price"] == price["total"] && price["total"]?.kopecks ?? 0 > 0)
                #expect(order["total_price"] == price["total_discounted"])
                #expect(order["cabins"]?.array?.first?["price"] == price["price"])
                #expect(price["discount"] == 7)
            }
            let changed: [JSON] = [
                ["cabin_class": .string(world.catalogue.classes[0]), "price": .decimal(Decimal(1001) / 10)]
            ]
            try await vitrina.change(world.cruise, of: Cruises.self, ["prices": .array(changed)])
            let now = try await vitrina.cruises("Cruise/GetCabinPrice/\(world.cruise)/\(world.cabins[0])")
                .json
            #expect(now["price"]?.kopecks == 100_10 && now["price_discounted"]?.kopecks == 93_09)
            let request = try await vitrina.cruises("Cruise/GetCabinPrice/\(world.cruise)/\(world.cabins[3])")
                .json
            #expect(request["price"] == .null && request["total"] == .null)
        }
    }
}
