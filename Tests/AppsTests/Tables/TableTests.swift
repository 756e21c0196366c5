import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Tables as fields: their rows in the API, in links, in the search, and in files.
struct TableTests {
    private static let unknown = "00000000-0000-7000-8000-00000000dead"

    @Test(arguments: TestDatabase.all)
    func `all faults of a table are reported at once, each at its cell`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let cruise = try await CruiseCatalogue(vitrina).cruise()
            let rows: JSON = [
                ["day": 0, "city": "x"], 5, [:], ["day": 1, "place": "y"], ["arrival": "24:00"],
                ["city": .string(Self.unknown)],
            ]

            let reply = try await vitrina.change(cruise, ["stops": rows])

            #expect(reply.status == 422)
            #expect(
                Set(reply.pointers) == [
                    "#/stops/0/day", "#/stops/0/city", "#/stops/1", "#/stops/2", "#/stops/3/place",
                    "#/stops/4/arrival",
                ]
            )
            let absent = try await vitrina.change(
                cruise,
                ["stops": [["day": 1, "city": .string(Self.unknown)]]]
            )
            #expect(absent.pointers == ["#/stops/0/city"])
        }
    }

    @Test(arguments: [("0", 200), ("30000", 200), ("-1", 422), ("0.01", 200), ("0.001", 422), ("\"5\"", 422)])
    func `a number is checked at its border`(price: String, status: Int) async throws {
        try await withVitrina { vitrina in
            let cruise = try await CruiseCatalogue(vitrina).cruise()

            let reply = try await vitrina.change(cruise, ["prices": [["price": try JSON(parsing: price)]]])

            #expect(reply.status == status)
            #expect(reply.pointers == (status == 200 ? [] : ["#/prices/0/price"]))
        }
    }

    @Test func `a table has bounds for its rows and for all its text`() async throws {
        try await withVitrina { vitrina in
            let cruise = try await CruiseCatalogue(vitrina).cruise()
            func blocks(_ count: Int, _ length: Int) -> JSON {
                let text = JSON.string(String(repeating: "a", count: length))
                return .array(Array(repeating: ["title": "t", "text": text], count: count))
            }

            #expect(try await vitrina.change(cruise, ["infoblocks": blocks(30, 10)]).status == 200)
            for blocks in [blocks(31, 10), blocks(21, 10_000)] {
                let reply = try await vitrina.change(cruise, ["infoblocks": blocks])
                #expect(reply.status == 422 && reply.pointers == ["#/infoblocks"])
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a draft may lack cells, which its publication names`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let cruise = try await catalogue.cruise()
            let prices: JSON = [
                ["price": 5, "cabin_class": ""], ["cabin_class": .string(catalogue.classes[0])],
            ]

            let draft = try await vitrina.change(cruise, ["prices": prices])
            #expect(draft.status == 200, "\(draft.text)")
            #expect(draft.json["fields"]?["prices"]?.array?.first == ["price": 5], "an empty cell is absent")
            let refused = try await vitrina.send(
                .put,
                "\(Vitrina.path(of: "cruises"))/\(cruise)/publication",
                headers: [.ifMatch: "\"\(draft.json["version"]?.integer ?? 0)\""]
            )
            #expect(refused.status == 422 && refused.pointers == ["#/prices/1/price"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an app reads typed cells`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let cruise = try await catalogue.cruise()

            let live = try #require(vitrina.services.live.state["cruises"][cruise])
            #expect(live.rows("prices").map { $0.hundredths("price") } == [3_000_000, 4_500_050])
            #expect(live.rows("prices").map { $0.id("cabin_class") } == catalogue.classes)
            let stop = try #require(live.rows("stops").first)
            #expect(stop.integer("day") == 1 && stop.text("departure") == "18:30")
            #expect(stop.string("arrival") == nil && stop.text("arrival") == "")
            #expect(live.rows("infoblocks").isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what a cell refers to is used, and its removal takes the row or the cell`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let cruise = try await catalogue.cruise()
            let city = "\(Vitrina.path(of: "cruise_cities"))/\(catalogue.cities[1])"

            let uses = try await vitrina.send(.get, "\(city)/uses", as: Vitrina.viewer).json["items"]?.array
            #expect(uses?.map { $0["id"]?.string } == [cruise] && uses?.first?["field"] == "stops")
            let match: HTTPFields = [.ifMatch: "\"1\""]
            #expect(try await vitrina.send(.delete, city, headers: match, as: Vitrina.owner).status == 409)
            let removed = try await vitrina.send(
                .delete,
                "\(city)?clear_references=true",
                headers: match,
                as: Vitrina.owner
            )
            #expect(removed.status < 300, "\(removed.text)")

            // The city of a stop is mandatory, so the stop has gone with it.
            let live = try #require(vitrina.services.live.state["cruises"][cruise])
            #expect(live.rows("stops").map { $0.integer("day") } == [1, 5])
            #expect(live.rows("prices").count == 2)
        }
    }

    @Test func `a table is no filter`() async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(Vitrina.path(of: "cruises"))?stops=1")
            #expect(reply.status == 422 && reply.pointers == ["#/stops"])
        }
    }

    @Test(arguments: TestDatabase.all, ["json", "csv"])
    func `a file has the rows of a table, which come back unchanged`(
        kind: TestDatabase,
        format: String
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let cruise = try await catalogue.cruise()
            let before = try #require(vitrina.services.live.state["cruises"][cruise]).fields
            let file = try await vitrina.export("cruises", "format=\(format)")
            _ = try await vitrina.change(cruise, ["prices": [["price": 1]], "stops": nil])

            let reply = try await vitrina.import("cruises", file, "format=\(format)&publish=true")

            #expect(reply.status == 200, "\(reply.text)")
            let after = try #require(vitrina.services.live.state["cruises"][cruise]).fields
            #expect(after["prices"] == before["prices"] && after["stops"] == before["stops"])
        }
    }

    @Test func `a fault in a file names the line, the column and the cell`() async throws {
        try await withVitrina { vitrina in
            let cruise = try await CruiseCatalogue(vitrina).cruise()
            let file =
                "id,prices\n\(cruise),\"[{\"\"price\"\": \"\"много\"\"}, {\"\"price\"\": \"\"10,50\"\"}]\"\n"

            let reply = try await vitrina.import("cruises", Array(file.utf8), "format=csv")

            #expect(reply.status == 422)
            let fault = reply.json["errors"]?.array?.first
            #expect(fault?["line"] == 2 && fault?["column"] == "prices")
            #expect(reply.pointers == ["#/prices/0/price"])
        }
    }
}

extension Vitrina {
    /// Changes fields of a cruise, from its present version.
    fileprivate func change(_ cruise: String, _ fields: [String: JSON]) async throws -> Reply {
        let path = "\(Self.path(of: "cruises"))/\(cruise)"
        let version = try await send(.get, path, as: Self.viewer).json["version"]?.integer ?? 0
        return try await send(.patch, path, .object(fields), headers: [.ifMatch: "\"\(version)\""])
    }
}

extension Vitrina.Reply {
    fileprivate var pointers: [String] { json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? [] }
}
