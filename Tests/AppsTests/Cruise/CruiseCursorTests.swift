import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Pages of a search, and what it shows as time passes and content changes.
struct CruiseCursorTests {
    // C37, C38, C39, C60
    @Test(arguments: TestDatabase.all)
    func `pages join up while a cruise is added and one is removed`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var season = try await CruiseSeason(vitrina)
            let first = try await season.search(["limit": 2, "sort": "date_asc"])
            #expect(season.names(of: first) == ["ring", "weekend"] && first.json["hasNextPage"] == true)

            // One before the place, one behind it; the cruise at the place itself goes.
            try await season.addCruise("early", "mechta", from: "kazan", [], "2027-05-01", 3, ["1"], 0)
            try await season.addCruise("later", "mechta", from: "kazan", [], "2027-06-20", 3, ["1"], 0)
            let path = "/admin/api/v1/cruise/cruises/\(season.id("weekend"))/publication"
            let gone = try await vitrina.send(.delete, path)
            #expect(gone.status < 300, "\(gone.text)")

            var (names, cursor): ([String], JSON) = ([], first.json["cursor"] ?? .null)
            repeat {
                let page = try await season.search(["limit": 2, "sort": "date_asc", "cursor": cursor])
                names += season.names(of: page)
                cursor = page.json["cursor"] ?? .null
                #expect(
                    page.json["total"] == 6 && (page.json["hasNextPage"] == true) == (cursor["next"] != .null)
                )
            } while cursor["next"]?.string != nil && names.count < 20
            #expect(names == ["valaam-trip", "later", "astrakhan", "sea"])
        }
    }

    // C40, C41
    @Test(arguments: TestDatabase.all)
    func `a cursor is good for its filter and sort alone`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            let filter: JSON = ["days": ["4-8", "13+"]]
            let page = try await season.search(["limit": 1, "sort": "price_asc", "filter": filter])
            let cursor = page.json["cursor"] ?? .null
            let next = cursor["next"]?.string ?? ""

            let same: JSON = ["days": ["13+", "4-8"], "cities": []]
            for cursor in [cursor, .string(next)] {
                let reply = try await season.search(
                    ["limit": 5, "sort": "price_asc", "filter": same, "cursor": cursor]
                )
                #expect(season.names(of: reply) == ["sea", "astrakhan"])
            }
            let others: [(JSON, JSON)] = [
                (filter, "price_desc"), (["days": ["4-8"]], "price_asc"), (nil, "price_asc"),
                (filter.adding(["adults": 1]), "price_asc"),
            ]
            for (filter, sort) in others {
                let reply = try await season.search(["sort": sort, "filter": filter, "cursor": cursor])
                #expect(Vitrina.isCruiseRefusal(reply, 400), "\(sort) \(filter.text) \(reply.text)")
            }
            for index in next.indices {
                let other = next[index] == "A" ? "B" : "A"
                let bad = next.replacingCharacters(in: index..<next.index(after: index), with: other)
                let reply = try await season.search(
                    ["sort": "price_asc", "filter": filter, "cursor": ["next": .string(bad)]]
                )
                #expect(reply.status == 400, "\(bad)")
            }
        }
    }

    // C60
    @Test func `a limit above the maximum gives the maximum`() async throws {
        try await withVitrina { vitrina in
            var season = try await CruiseSeason(vitrina)
            for number in 0..<100 {
                let day = "2027-09-\(number % 30 < 9 ? "0" : "")\(number % 30 + 1)"
                try await season.addCruise("c\(number)", "neva", from: "kazan", [], day, 3, ["1"], 0)
            }
            #expect(try await season.search([:]).json.items.count == 20)
            let page = try await season.search(["limit": 1_000])
            #expect(page.json.items.count == 100 && page.json["hasNextPage"] == true)
            let rest = try await season.search(["limit": 100, "cursor": page.json["cursor"] ?? .null])
            #expect(rest.json.items.count == 5 && rest.json["hasNextPage"] == false)
        }
    }

    // C61, C154
    @Test(arguments: TestDatabase.all)
    func `cruises and discounts come and go with the time`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var season = try await CruiseSeason(vitrina)
            try await season.addCruise(
                "soon",
                "neva",
                from: "kazan",
                [],
                "2027-05-15",
                3,
                ["100"],
                0,
                ["live_from": "2027-01-01T00:00:00Z", "live_until": "2027-05-12T00:00:00Z"]
            )
            try await season.addDiscount(
                50,
                on: "ring",
                ["live_from": "2027-02-01T00:00:00Z", "live_until": "2027-03-01T00:00:00Z"]
            )
            func at(_ time: String) async throws -> [String] {
                vitrina.clock.now = Timestamp(time) ?? .earliest
                return try await season.found(["price": ["to": 10_000]], "date_asc")
            }
            func reduced(_ time: String) async throws -> JSON? {
                vitrina.clock.now = Timestamp(time) ?? .earliest
                return try await season.search(["sort": "date_asc"]).json["items"]?[0]?["discount"]
            }
            #expect(try await at("2026-12-31T23:59:59Z") == ["ring"])
            #expect(try await at("2027-01-01T00:00:00Z") == ["ring", "soon"])
            #expect(try await reduced("2027-01-31T23:59:59Z") == 0)
            #expect(try await reduced("2027-02-01T00:00:00Z") == 50)
            #expect(try await reduced("2027-03-01T00:00:00Z") == 50)
            #expect(try await reduced("2027-03-01T00:00:01Z") == 0)
            #expect(try await at("2027-05-10T15:29:59Z") == ["ring", "soon"])
            #expect(try await at("2027-05-10T15:30:00Z") == ["soon"])
            #expect(try await at("2027-05-12T00:00:00Z") == ["soon"])
            #expect(try await at("2027-05-12T00:00:01Z") == [])
            #expect(try await season.found() == ["weekend", "valaam-trip", "astrakhan", "sea"])
        }
    }

    // C64, C6
    @Test(arguments: TestDatabase.all)
    func `partners ask by direction, date and city`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            func ask(_ query: String) async throws -> Vitrina.Reply {
                try await vitrina.send(.get, "/api/v3/Partner/GetCruises\(query)", as: nil)
            }
            let found: [(String, [String])] = [
                ("", season.byDate), ("?direction=\(season.id("golden"))", ["ring", "astrakhan"]),
                ("?direction=\("по волге".percentEncoded)", ["weekend", "astrakhan"]),
                ("?city=\("Казань".percentEncoded)&date=2027.07.01", ["astrakhan"]),
                ("?departure_city=\(season.id("peter"))&x=1", ["valaam-trip"]),
                ("?date=2027-06-01", ["weekend"]),
                ("?city=Atlantis", []), ("?direction=&city=&date=", season.byDate),
                ("?sort=price_desc&limit=1", ["sea"]),
            ]
            for (query, names) in found {
                let reply = try await ask(query)
                #expect(reply.status == 200 && season.names(of: reply) == names, "\(query) \(reply.text)")
            }
            let next = try await ask("?limit=3").json["cursor"]?["next"]?.string ?? ""
            #expect(season.names(of: try await ask("?limit=3&cursor=\(next)")) == ["astrakhan", "sea"])
            for bad in [
                "?date=1.1.2027", "?limit=0", "?limit=x", "?sort=x", "?cursor=x",
                "?city=Kazan&cursor=\(next)",
            ] {
                #expect(Vitrina.isCruiseRefusal(try await ask(bad), 400), "\(bad)")
            }
        }
    }

    // C170
    @Test(arguments: TestDatabase.all)
    func `searches are counted, and what was not found by its words`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            let missed: JSON = [
                "cities": [.string(season.id("kazan")), "<script>"], "days": ["1-3"], "adults": 2,
                "price": ["to": 123_456], "dates": ["from": "2027.06.09"],
            ]
            for filter in [nil, ["days": ["1-3"]], missed, missed] as [JSON] {
                let cursor = try await season.search(["filter": filter, "limit": 1]).json["cursor"] ?? nil
                guard cursor["next"] != .null else { continue }
                _ = try await season.search(["filter": filter, "limit": 1, "cursor": cursor])
            }
            try await vitrina.services.counts.flush()

            let day = try #require(CivilDate("2026-11-21"))
            let counts = DayCounts(database: vitrina.database)
            let lines = try await counts.bySubject(
                "cruise",
                kinds: ["search", "search_missed"],
                from: day,
                to: day,
                limit: 10
            )
            let words = "?, Казань · до 3 дней · с 06.2027 · 2 чел. · до 130000 ₽"
            #expect(lines.first { $0.kind == "search_missed" }?.name == words, "\(lines)")
            #expect(lines.first { $0.kind == "search_missed" }?.count == 2)
            #expect(lines.filter { $0.kind == "search" }.map(\.name).sorted() == ["filtered", "whole"])
        }
    }
}
