import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The import of an operator's file (C159, C160).
struct CruiseImportTests {
    private static let path = "/admin/api/v1/cruise/import"

    private func load(
        _ file: JSON,
        _ query: String = "",
        in vitrina: Vitrina,
        as author: Author = Vitrina.editor
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, Self.path + query, file, as: author)
    }

    private func cruise(_ id: Int64, _ changes: [String: JSON] = [:]) -> JSON {
        let timetable: JSON = [
            ["city": "Москва", "departure": "18:30"],
            [
                "place": "Речной вокзал", "city": "Углич", "day": 2, "arrival": "2027-06-16T13:00:00+03:00",
                "departure": "2027-06-16T17:30:00+03:00",
                "excursions": [
                    [
                        "name": "Кремль", "description": "<p>Пешком<script>x</script></p>",
                        "length": "2 часа",
                        "minimumPeople": 10, "priceAdult": 1_500, "priceChild": 900, "included": false,
                    ]
                ],
            ],
            ["city": "Ярославль", "day": 5, "arrival": "09:00"],
        ]
        let ship: JSON = [
            "name": "Волжская мечта", "description": "<p>Теплоход</p>", "services": "<ul><li>Сауна</li></ul>",
            "decks": [["name": "Главная"]], "features": [["name": "Длина", "value": "135 м"]],
            "cabins": [
                [
                    "name": "101", "deck": ["name": "Главная"], "type": ["name": "Люкс"],
                    "places": [["type": 0], ["type": 0], ["type": 1]],
                ]
            ],
        ]
        let standard: [String: JSON] = [
            "id": .integer(id), "type": "river", "dateStart": "2027-06-15T18:30:00+03:00",
            "dateEnd": "2027-06-19T09:00:00+03:00", "days": 5, "nights": 4, "timetable": timetable,
            "ship": ship,
            "prices": [["category": "Люкс", "price": 45_000], ["category": "Стандарт", "price": 30_000]],
            "include": "<p>Питание</p><p>Проживание</p>", "additional": "<p>Бар</p>",
            "important": "<b>Возьмите паспорт</b>", "discountsText": "Скидка детям", "cruisePopular": true,
            "discounts": [["type": ["name": "Раннее"], "values": [["amount": 5], ["amount": 10]]]],
            "popularRoutes": [["id": 7, "name": "Золотое кольцо"]], "rivers": [["name": "Волга"]],
            "reviews": [["author": "Анна", "text": "Хорошо", "rate": 4, "date": "2026-08-01"]],
        ]
        return .object(standard.merging(changes) { $1 })
    }

    private func counts(_ reply: Vitrina.Reply) -> [Int64?] {
        ["new", "changed", "unchanged", "refused"].map { reply.json["summary"]?[$0]?.integer }
    }

    // C159
    @Test(arguments: TestDatabase.all)
    func `a file becomes a cruise with ship, cabins, excursions and discounts`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let tried = try await load([cruise(1)], "?dry_run=true", in: vitrina)
            #expect(tried.status == 200, "\(tried.text)")
            #expect(counts(tried) == [1, 0, 0, 0] && tried.json["dry_run"] == true)
            #expect(vitrina.services.live.state["cruises"].contents.isEmpty)

            let reply = try await load([cruise(1)], in: vitrina)
            #expect(counts(reply) == [1, 0, 0, 0], "\(reply.text)")

            let id = try #require(vitrina.services.live.state["cruises"].contents.first?.id)
            let card = try await vitrina.cruises("Cruise/GetOne/\(id)/river").json
            #expect(card["kr_date_start"] == "2027-06-15T18:30:00+03:00" && card["nights"] == 4)
            #expect(card["cruise"]?["route_full"] == ["Москва", "Углич", "Ярославль"])
            #expect(card["cruise"]?["tur_title"] == "Москва – Углич – Ярославль")
            #expect(
                card["cruise"]?["infoblock"] == [
                    ["title": "Важно", "text": "<p>Возьмите паспорт</p>"],
                    ["title": "Скидки", "text": "<p>Скидка детям</p>"],
                ]
            )
            #expect(card["min_price"] == 30_000 && card["min_price_discounted"] == 27_000)
            #expect(card["discounts"]?.array?.map { $0["value"] } == [10])
            let ship = card["ship_info"]
            #expect(ship?["t_title"] == "Волжская мечта" && ship?["services"] == ["Сауна"])
            #expect(ship?["price_includes"]?["on"] == ["Питание", "Проживание"])
            #expect(ship?["price_includes"]?["extra"] == [["name": "Бар", "price": nil]])
            let days = try await vitrina.cruises("Excursion/Get/\(id)/0").json.array ?? []
            let excursion = days[1]["excursions"]?.array?.first
            #expect(excursion?["description"] == "<p>Пешком</p>" && excursion?["price"] == 900)
            #expect(days[1]["arrival"] == "13:00" && days[1]["stay"] == "04:30")
            let state = vitrina.services.live.state
            let cabin = try #require(state["ship_cabins"].contents.first)
            #expect(cabin.integer("places") == 2 && cabin.text("number", .ru) == "101")
            #expect(state["cabin_classes"].contents.count == 2)
            #expect(state["cruises"].contents.first?.integer("popularity") == 100)
            let popular = try await vitrina.cruises("PopularDestinations/GetByType/river").json.array
            #expect(popular?.map { $0["name"] } == ["Золотое кольцо"])
            // A review waits for approval.
            #expect(state["cruise_reviews"].contents.isEmpty)
            let reviews = try await vitrina.send(.get, Vitrina.path(of: "cruise_reviews")).json["items"]?
                .array
            #expect(reviews?.map { $0["state"] } == ["draft"])
        }
    }

    // C159
    @Test(arguments: TestDatabase.all)
    func `a repeated import updates, and leaves what the operator has not changed`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await load([cruise(1), cruise(2)], in: vitrina)
            let id = try #require(
                vitrina.services.live.state["cruises"].contents.first { $0.string("vendor_id") == "1" }?.id
            )
            // What staff correct stays as long as the row stays as it is.
            try await vitrina.change(id, of: Cruises.self, ["title": "Исправлено"])

            let same = try await load(["data": [cruise(1), cruise(2)], "pagination": [:]], in: vitrina)
            #expect(counts(same) == [0, 0, 2, 0], "\(same.text)")
            #expect(same.json["entries"] == [])
            let changes: [String: JSON] = [
                "timetable": [["city": "Москва"], ["city": "Кострома", "day": 3]], "min_price": 20_000,
                "prices": .null, "name": "Кострома",
            ]
            let changed = try await load([cruise(1), cruise(2, changes)], in: vitrina)
            #expect(counts(changed) == [0, 1, 1, 0], "\(changed.text)")

            let state = vitrina.services.live.state
            #expect(state["cruises"].contents.count == 2 && state["ships"].contents.count == 1)
            #expect(state["cruises"][id]?.text("title", .ru) == "Исправлено")
            let other = try #require(state["cruises"].contents.first { $0.id != id })
            let card = try await vitrina.cruises("Cruise/GetOne/\(other.id)/river").json
            #expect(card["cruise"]?["route_full"] == ["Москва", "Кострома"] && card["min_price"] == 20_000)
            // The excursion that the operator no longer has is in the trash.
            #expect(try await vitrina.cruises("Excursion/Get/\(other.id)/0").json["code"] == 1006)
            let history = try await vitrina.send(.get, "\(Vitrina.path(of: "cruises"))/\(other.id)/history")
            #expect(history.json.items.first?["note"] == "infoflot")
        }
    }

    // C159: refused rows have a reason and do not stop the others
    @Test(arguments: TestDatabase.all)
    func `a row that cannot be imported is refused with its reason`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let file: JSON = [
                cruise(1), cruise(1), cruise(2, ["dateEnd": "2027-06-01T09:00:00+03:00"]),
                cruise(3, ["dateStart": "скоро"]), cruise(4, ["ship": .null]),
                cruise(5, ["prices": [["category": "Люкс", "price": "много"]]]),
                cruise(6, ["dateEnd": "2029-06-01T09:00:00+03:00"]), cruise(7),
            ]

            let reply = try await load(file, "?vendor=other", in: vitrina)

            #expect(counts(reply) == [2, 0, 0, 6], "\(reply.text)")
            let refusals = reply.json["refusals"]?.array ?? []
            #expect(refusals.map { $0["id"] } == ["1", "2", "3", "4", "5", "6"])
            #expect(refusals.allSatisfy { $0["reason"]?.string?.isEmpty == false })
            #expect(vitrina.services.live.state["cruises"].contents.count == 2)
            #expect(try await load(file, in: vitrina, as: Vitrina.viewer).status == 403)
            let broken = try await vitrina.send(.post, Self.path, "text")
            #expect(broken.status == 422, "\(broken.text)")
        }
    }

    // C160
    @Test(arguments: TestDatabase.all)
    func `a table of thousands of rows ends with a report`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var table = "company;ship;dates;route;days;min_price\n"
            for number in 0..<3_000 {
                let (day, month) = (number % 28 + 1, number / 28 % 12 + 1)
                let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
                let price = number == 5 ? "дорого" : number == 6 ? "" : "\(20_000 + number),50"
                table +=
                    "Волга-Тур;Корабль \(number % 40);\(two(day)).\(two(month)).\(2027 + number / 336);"
                    + "Москва – Углич – Москва;4;\(price)\n"
            }
            let load = { (query: String) in
                try await vitrina.send(.post, "\(Self.path)?format=csv\(query)", bytes: Array(table.utf8))
            }

            let reply = try await load("")
            #expect(counts(reply) == [2_999, 0, 0, 1], "\(reply.text.prefix(500))")
            #expect(reply.json["rows"] == 3_000 && reply.json["refusals"]?.array?.first?["line"] == 7)
            let state = vitrina.services.live.state
            #expect(state["cruises"].contents.count == 2_999 && state["ships"].contents.count == 40)
            #expect(state["cruise_cities"].contents.count == 2)

            let again = try await load("&dry_run=true")
            #expect(counts(again) == [0, 0, 2_999, 1], "\(again.text.prefix(500))")
        }
    }
}
