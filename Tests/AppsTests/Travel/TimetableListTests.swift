import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The lists of the timetable, as staff fill them in.
struct TimetableListTests {
    private static let rows: [(list: String, body: JSON, change: JSON)] = [
        ("countries", ["code": 149, "title": "Беларусь"], ["title": "Белоруссия"]),
        ("regions", ["code": 7, "title": "Край", "country": 225], ["title_en": "Land"]),
        ("settlements", ["title": "Посёлок", "country": 225, "zone": "Europe/Moscow"], ["place": "60, 31"]),
        (
            "stations",
            ["title": "Полустанок", "settlement": 2, "transport_type": "train", "country": 225],
            ["is_hidden": true, "zone": "Europe/Samara"]
        ),
        (
            "calendars",
            ["title": "По пн", "starts_on": "2026-12-01", "ends_on": "2026-12-31", "weekdays": ["mon"]],
            ["weekdays": ["tue", "wed"], "removed": ["2026-12-02"]]
        ),
        ("fares", ["origin": "c2", "destination": "c213", "amount": "10"], ["amount": "12.50"]),
        ("transfers", ["origin": 9_602_494, "destination": 9_602_497, "minutes": 20], ["minutes": .null]),
    ]

    // T90, T96
    @Test(arguments: TestDatabase.all)
    func `each row is made, changed and removed, and the log has what it was`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let thread: JSON = [
                "uid": "new", "title": "Новый", "transport_type": "train", "zone": "Europe/Moscow",
                "calendar": .integer(world.calendar), "stops": ["s9602494 - 10:00", "s2006004 14:00 -"],
            ]
            let change: JSON = ["number": "5", "stops": ["s9602494 - 10:00", "s2006004 15:00 -"]]
            for (list, body, change) in Self.rows + [(list: "threads", body: thread, change: change)] {
                let path = "\(list)/\(try await world.add(list, body))"
                let before = try await world.send(.get, path).json
                #expect(try await world.send(.patch, path, change).status == 200, "\(list)")
                let after = try await world.send(.get, path).json
                #expect(after != before, "\(list)")
                var log = try await vitrina.send(.get, "/admin/api/v1/audit?limit=1", as: Vitrina.owner)
                var detail = log.json["items"]?[0]?["detail"]
                let names = Set(change.object?.keys.map { $0 } ?? [])
                #expect(detail?["values"]?.object?.keys.count == names.count, "\(log.text)")
                #expect(detail?["before"] != nil, "\(list): \(log.text)")

                #expect(try await world.send(.delete, path).status == 204, "\(list)")
                #expect(try await world.send(.get, path).status == 404, "\(list)")
                log = try await vitrina.send(.get, "/admin/api/v1/audit?limit=1", as: Vitrina.owner)
                detail = log.json["items"]?[0]?["detail"]
                #expect(detail?["before"]?.object?.isEmpty == false, "\(list): \(log.text)")
            }
        }
    }

    // T90
    @Test func `a place with a price stays, and a thread names its carrier by the code`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let code = try await world.add(
                "stations",
                ["title": "Полустанок", "settlement": 2, "transport_type": "train", "country": 225]
            )
            let fare: JSON = ["origin": .string("s\(code)"), "destination": "c213", "amount": "10"]
            let id = try await world.add("fares", fare)

            #expect(try await world.send(.delete, "stations/\(code)").status == 409)
            #expect(try await world.send(.delete, "fares/\(id)").status == 204)
            #expect(try await world.send(.delete, "stations/\(code)").status == 204)

            let night = try await world.send(.get, "threads?q=night").json["items"]?[0]
            #expect(night?["carrier"] == "680")
            let shuttle = try await world.send(.get, "threads?q=shuttle").json["items"]?[0]?["id"]?.integer
            let short: JSON = ["stops": ["s9602494"]]
            #expect(try await world.send(.patch, "threads/\(shuttle ?? 0)", short).status == 422)
        }
    }
}
