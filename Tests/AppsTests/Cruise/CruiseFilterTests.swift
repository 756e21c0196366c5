import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The search of the app: filters, orders and what a filter can choose.
struct CruiseFilterTests {
    // C2, C35, C36, C59, C76
    @Test(arguments: TestDatabase.all)
    func `the first page has cruises with all that a card shows`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)

            let reply = try await season.search(["limit": 20, "sort": "popular_desc"])

            #expect(reply.status == 200 && reply.headers[.contentType] == "application/json; charset=utf-8")
            #expect(season.names(of: reply) == ["weekend", "astrakhan", "valaam-trip", "ring", "sea"])
            #expect(reply.json["total"] == 5 && reply.json["hasNextPage"] == false)
            #expect(reply.json["cursor"] == ["next": nil])
            let item = reply.json["items"]?[0] ?? .null
            #expect(item["type"] == "river" && item["title"] == "Круиз weekend" && item["photos"] == [])
            #expect(item["ship"]?["name"] == "Волжская мечта" && item["ship"]?["category_name"] == "Стандарт")
            #expect(
                item["dates"] == ["from": "2027-06-01T18:30:00+03:00", "to": "2027-06-05T09:00:00+03:00"]
            )
            #expect(item["days"] == 5 && item["nights"] == 4 && item["route"] == ["Казань", "Валаам"])
            #expect(item["discount"] == 10 && item["min_price"] == 30_000)
            #expect(item["min_price_discounted"] == 27_000)
            #expect(
                item["price"] == ["min": 27_000, "max": 27_000, "old_min": 30_000, "old_max": 30_000]
            )
            #expect(reply.json["items"]?[3]?["price"] == ["min": 10_000, "max": 20_000])
            let onRequest = reply.json["items"]?[1]?.object ?? [:]
            #expect(onRequest["price"] == nil && onRequest["min_price"] == nil && onRequest["discount"] == 0)
            #expect(reply.text.contains(#""min_price_discounted":79999.99,"#))
        }
    }

    // C42, C43, C44, C45
    @Test(arguments: TestDatabase.all)
    func `seven orders`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            let byDate = ["ring", "weekend", "valaam-trip", "astrakhan", "sea"]
            let orders: [String: [String]] = [
                "popular_desc": ["weekend", "astrakhan", "valaam-trip", "ring", "sea"],
                "price_asc": ["ring", "valaam-trip", "weekend", "sea", "astrakhan"],
                "price_desc": ["sea", "weekend", "valaam-trip", "ring", "astrakhan"],
                "date_asc": byDate, "date_desc": byDate.reversed(),
                "discount_desc": ["sea", "weekend", "ring", "valaam-trip", "astrakhan"],
                "discount_asc": ["ring", "valaam-trip", "astrakhan", "weekend", "sea"],
            ]
            for (sort, names) in orders {
                #expect(try await season.found([:], sort) == names, "\(sort)")
            }
        }
    }

    // C47, C48, C49, C50, C51, C52, C53, C54, C55
    @Test(arguments: TestDatabase.all)
    func `each filter finds its cruises, and all filters at once one`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            func number(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .null }
            func ids(_ names: String...) -> JSON { .array(names.map { .string(season.id($0)) }) }
            let found: [(JSON, [String])] = [
                (["cities": ids("kazan")], ["weekend", "astrakhan"]),
                (["cities": ids("kazan", "moscow")], ["ring", "weekend", "astrakhan"]),
                (["city": .string(season.id("peter"))], ["valaam-trip"]),
                (["directions": ids("golden")], ["ring", "astrakhan"]),
                (["directions": ids("golden", "south")], ["ring", "astrakhan", "sea"]),
                (["dates": ["from": "2027.06.01", "to": "2027.06.15"]], ["weekend", "valaam-trip"]),
                (["dates": ["from": "2027-06-02"]], ["valaam-trip", "astrakhan", "sea"]),
                (["dates": ["to": "2027-06-01T00:00:00.000"]], ["ring", "weekend"]),
                (["dates": ["to": "2027-05-31T21:00:00Z"]], ["ring", "weekend"]),
                (["days": ["1-3"]], ["ring"]), (["days": ["4-8"]], ["weekend", "sea"]),
                (["days": ["9-12", "13+"]], ["valaam-trip", "astrakhan"]),
                (["classes": ["comfort"]], ["valaam-trip", "astrakhan"]),
                (["classes": ["Люкс", "standard"]], ["ring", "weekend", "sea"]),
                (["ships": ids("neva")], ["valaam-trip", "astrakhan"]), (["type": "sea"], ["sea"]),
                (["price": ["from": 10_000, "to": 25_000]], ["ring", "valaam-trip"]),
                (["price": ["from": number("25000.01")]], ["weekend", "sea"]),
                (["price": ["to": number("79999.99")]], ["ring", "weekend", "valaam-trip", "sea"]),
                (["price": ["to": number("79999.98")]], ["ring", "weekend", "valaam-trip"]),
                (["price": ["min": 0, "max": 10_000_000]], season.byDate),
                (["isDiscount": true], ["weekend", "sea"]), (["isDiscount": false], season.byDate),
                (["adults": 2, "children": 3], ["ring", "weekend", "valaam-trip", "astrakhan"]),
                (["adults": 5, "children": 1], ["valaam-trip", "astrakhan"]),
                (["adults": 0, "children": 9], season.byDate),
                (["cities": [], "ships": nil, "days": [], "dates": [:], "unknown": 7], season.byDate),
                (["cities": ids("valaam")], []), (["ships": ["no such ship"]], []),
                (
                    [
                        "cities": ids("kazan"), "directions": ids("volga"), "ships": ids("mechta"),
                        "classes": ["standard"], "days": ["4-8"], "adults": 2, "isDiscount": true,
                        "dates": ["from": "2027.06.01", "to": "2027.06.01"], "type": "river",
                        "price": ["from": 27_000, "to": 27_000],
                    ], ["weekend"]
                ),
            ]
            for (filter, names) in found {
                #expect(try await season.found(filter) == names, "\(filter.text)")
            }
        }
    }

    // C46, C56, C41, C4
    @Test(arguments: [
        "{\"sort\":\"cheapest\"}", "{\"sort\":7}", "{\"limit\":0}", "{\"limit\":-1}", "{\"limit\":\"20\"}",
        "{\"limit\":2.5}", "[]", "7", "{", "", "{\"filter\":[]}", "{\"filter\":{\"adults\":10}}",
        "{\"filter\":{\"adults\":5,\"children\":5}}", "{\"filter\":{\"adults\":-1}}",
        "{\"filter\":{\"adults\":\"2\"}}", "{\"filter\":{\"adults\":9223372036854775807,\"children\":1}}",
        "{\"filter\":{\"cities\":[1]}}", "{\"filter\":{\"cities\":{}}}", "{\"filter\":{\"days\":[\"5\"]}}",
        "{\"filter\":{\"classes\":[\"royal\"]}}", "{\"filter\":{\"type\":\"air\"}}",
        "{\"filter\":{\"dates\":{\"from\":\"15.06.2027\"}}}",
        "{\"filter\":{\"dates\":{\"from\":\"2027-02-30\"}}}",
        "{\"filter\":{\"dates\":\"2027-02-20\"}}", "{\"filter\":{\"dates\":{\"from\":20270220}}}",
        "{\"filter\":{\"dates\":{\"from\":\"2027-06-02\",\"to\":\"2027-06-01\"}}}",
        "{\"filter\":{\"price\":{\"from\":-1}}}", "{\"filter\":{\"price\":{\"to\":10000000.01}}}",
        "{\"filter\":{\"price\":{\"to\":1e300}}}", "{\"filter\":{\"price\":{\"from\":2,\"to\":1}}}",
        "{\"filter\":{\"price\":{\"from\":\"1\"}}}", "{\"filter\":{\"isDiscount\":1}}",
        "{\"cursor\":\"x\"}", "{\"cursor\":{\"next\":\"\"}}", "{\"cursor\":{\"next\":7}}", "{\"cursor\":7}",
        "{\"sort\":\"date_asc\",\"sort\":\"date_desc\"}",
    ])
    func `bad input is refused`(body: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(
                .post,
                "/api/v3/Cruise/Filter",
                bytes: Array(body.utf8),
                headers: [.contentType: "application/json"],
                as: nil
            )
            #expect(Vitrina.isCruiseRefusal(reply, 400), "\(reply.text)")
        }
    }

    // C57, C58
    @Test(arguments: TestDatabase.all)
    func `what a filter can choose follows the other conditions`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            let kazan: JSON = ["cities": [.string(season.id("kazan"))]]

            let reply = try await season.search(["filter": kazan]).json

            #expect(reply.counts("cities") == ["Казань": 2, "Москва": 1, "Санкт-Петербург": 1, "Стамбул": 1])
            #expect(reply.counts("directions") == ["По Волге": 2, "Золотое кольцо": 1])
            #expect(reply.counts("ships") == ["Волжская мечта": 1, "Нева": 1])
            #expect(reply.counts("classes")["Комфорт"] == 1 && reply.counts("classes")["Люкс"] == 0)
            #expect(
                reply.counts("days")["4–8 дней"] == 1 && reply.counts("types") == ["Речной": 2, "Морской": 0]
            )
            let config = reply["filterConfig"] ?? .null
            #expect(config["dates"] == ["from": "2027-06-01", "to": "2027-07-01"])
            #expect(config["price"] == ["min": 27_000, "max": 27_000, "limit": 10_000_000])
            #expect(config["discount"] == ["count": 1] && config["tourists"] == ["max": 9])
            // The names are in their order.
            let names = config["cities"]?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(names == ["Казань", "Москва", "Санкт-Петербург", "Стамбул"])

            let nothing = try await season.search(["filter": ["ships": [.string("none")]]]).json
            #expect(nothing["items"] == [] && nothing["hasNextPage"] == false && nothing["total"] == 0)
            #expect(nothing.counts("ships").count == 3 && nothing["filterConfig"]?["price"]?["min"] == .null)
        }
    }
}

extension CruiseSeason {
    var byDate: [String] { ["ring", "weekend", "valaam-trip", "astrakhan", "sea"] }
}
