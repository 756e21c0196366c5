import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The card of a cruise: `Cruise/GetOne` and `Cruise/GetCruiseInfo` (C65–C78, C82).
struct CruiseCardTests {
    // C1, C2, C65, C69, C70, C71, C72, C73, C74, C151
    @Test(arguments: TestDatabase.all)
    func `a card has every field of the contract`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let images = try await [vitrina.image(), vitrina.image(width: 5)]
            let photos: JSON = .array(images.map { .string($0) })
            let catalogue = try await CruiseCatalogue(
                vitrina,
                [
                    "photos": photos, "built": 1984, "renovated": 2019, "capacity": 280,
                    "decks": [["name": "Нижняя"], ["name": "Главная"]], "services": [["text": "Сауна"]],
                    "specs": [["title": "Длина", "value": "135 м"]],
                    "description": ["ru": "<p>Теплоход</p>"],
                ]
            )
            let id = try await catalogue.cruise([
                "description": ["ru": "<h3>День за днём</h3><p>Первый</p><ul><li>a</li><li>b</li></ul>"],
                "route_images": [.string(images[1])], "photos": [.string(images[0])],
                "infoblocks": [["title": "Важно", "text": "Возьмите\n\nпаспорт"]],
            ])

            let reply = try await vitrina.cruises("Cruise/GetOne/\(id)/river")
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
            let base = "https://mall.example"
            let expected: JSON = [
                "id": .string(id), "type": "river", "kr_date_start": "2027-06-15T18:30:00+03:00",
                "kr_date_end": "2027-06-19T09:00:00+03:00", "days": 5, "nights": 4,
                "cruise": [
                    "id": .string(id), "tur_title": "Москва – Углич – Ярославль",
                    "tur_description": [
                        "<h3>День за днём</h3>", "<p>Первый</p>", "<ul><li>a</li><li>b</li></ul>",
                    ],
                    "route_img": [.string("\(base)/media/\(images[1])")],
                    "route_full": ["Москва", "Углич", "Ярославль"],
                    "infoblock": [["title": "Важно", "text": "<p>Возьмите</p><p>паспорт</p>"]],
                ],
                "photos": [.string("\(base)/media/\(images[0])")], "discounts": [], "min_price": 30_000,
                "min_price_discounted": 30_000,
                "ship_info": [
                    "id": .string(catalogue.ship), "t_title": "Волжская мечта", "category": "comfort",
                    "category_name": "Комфорт",
                    "price_includes": [
                        "on": ["Питание", "Экскурсия в Угличе"],
                        "extra": [["name": "Бар", "price": 500], ["name": "Сувениры", "price": nil]],
                    ],
                    "ship_fotos": [
                        "mini": .array(images.map { .string("\(base)/api/v3/photos/\($0)") }),
                        "maxi": .array(images.map { .string("\(base)/media/\($0)") }),
                    ],
                    "description": "<p>Теплоход</p>", "year_built": 1984, "year_renovated": 2019,
                    "capacity": 280, "decks": ["Нижняя", "Главная"], "services": ["Сауна"],
                    "specs": [["title": "Длина", "value": "135 м"]],
                ],
            ]
            #expect(reply.json == expected)
        }
    }

    // C65, C66, C67, C68, C81
    @Test(arguments: TestDatabase.all)
    func `an unknown id and the wrong type are not found`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina, kind: "sea")
            let id = try await catalogue.cruise(kind: "sea")
            try await catalogue.excursion(of: id)
            let hidden = try await catalogue.cruise(["live_from": "2027-01-01T00:00:00Z"], kind: "sea")
            let draft = try await vitrina.draft(Cruises.self, catalogue.fields())

            let card = try await vitrina.cruises("Cruise/GetOne/\(id)/sea")
            #expect(card.status == 200 && card.json["type"] == "sea")
            #expect(card.json["cruise"]?["route_img"] == [])
            let none = "00000000-0000-7000-8000-000000000000"
            for path in [
                "Cruise/GetOne/\(id)/river", "Cruise/GetOne/\(id)/lake", "Cruise/GetOne/\(none)/sea",
                "Cruise/GetOne/x/sea", "Cruise/GetOne/\(hidden)/sea", "Cruise/GetOne/\(draft)/river",
                "Cruise/GetCruiseInfo/\(none)", "Cruise/GetCruiseInfo/%27--", "Excursion/Get/\(id)/0",
                "Excursion/Get/\(none)/1",
            ] {
                let reply = try await vitrina.cruises(path)
                #expect(Vitrina.isCruiseRefusal(reply, 404), "\(path): \(reply.text)")
            }
            #expect(try await vitrina.cruises("Excursion/Get/\(id)/1").status == 200)
            #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("Excursion/Get/\(id)/2"), 400))

            // A cruise whose ship is hidden has no card, because half of its fields would be missing.
            try await vitrina.unpublish(catalogue.ship, of: Ships.self)
            #expect(Vitrina.isCruiseRefusal(try await vitrina.cruises("Cruise/GetOne/\(id)/sea"), 404))
        }
    }

    // C75, C76, C77, C154
    @Test(arguments: TestDatabase.all)
    func `the best discount makes the price, and all that match are named`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let id = try await catalogue.cruise([
                "prices": [["cabin_class": .string(catalogue.classes[0]), "price": .decimal(.price)]]
            ])
            let other = try await catalogue.cruise(["title": "Другой"])
            try await catalogue.discount(15, "Раннее бронирование", ["ships": [.string(catalogue.ship)]])
            try await catalogue.discount(15, "Пенсионерам", ["directions": [.string(catalogue.direction)]])
            try await catalogue.discount(7, "Всем")
            try await catalogue.discount(50, "Другому", ["cruises": [.string(other)]])
            try await catalogue.discount(60, "Закончилась", ["live_until": "2026-11-21T11:00:00Z"])

            let card = try await vitrina.cruises("Cruise/GetOne/\(id)/river").json

            #expect(card["min_price"] == .decimal(.price))
            // 10,000.05 − 15 % = 8,500.0425
            #expect(card["min_price_discounted"]?.text == "8500.04")
            let discounts = try #require(card["discounts"]?.array)
            #expect(discounts.map { $0["value"] } == [15, 7])
            #expect(Set(discounts[0]["names"]?.strings ?? []) == ["Раннее бронирование", "Пенсионерам"])
            #expect(discounts[0]["price"] == card["min_price_discounted"])
            #expect(discounts[1]["name"] == "Всем" && discounts[1]["price"]?.text == "9300.05")

            let list = try await vitrina.cruises("Discount/GetByParam").json
            #expect(Set(list.array?.compactMap { $0["value"]?.integer } ?? []) == [7, 15, 50])
            #expect(list.array?.count == 4)
        }
    }

    // C76
    @Test(arguments: TestDatabase.all)
    func `a price on request is no price at all`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            let id = try await catalogue.cruise(["prices": .null])
            try await catalogue.discount(10, "Всем")

            let card = try await vitrina.cruises("Cruise/GetOne/\(id)/river").json

            #expect(card["min_price"] == nil && card["min_price_discounted"] == nil)
            #expect(card["discounts"]?.array?.first?["value"] == 10)
            #expect(card["discounts"]?.array?.first?["price"] == nil)
            let warnings = try await vitrina.send(.get, "\(Vitrina.path(of: "cruises"))/\(id)").json[
                "warnings"
            ]
            #expect(warnings?.array?.map { $0["pointer"] } == ["#/prices"])
        }
    }

    // C78
    @Test(arguments: TestDatabase.all)
    func `no script reaches the app`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let evil = "<p onclick='x()'>Да<script>alert(1)</script><img src=x onerror=y></p>"
            let rich: JSON = ["ru": .string(evil)]
            let catalogue = try await CruiseCatalogue(vitrina, ["description": rich])
            let id = try await catalogue.cruise([
                "description": rich, "infoblocks": [["title": "Важно", "text": .string(evil)]],
            ])
            try await catalogue.excursion(of: id, ["description": rich])
            _ = try await vitrina.publish(Articles.self, ["title": ["ru": "Статья"], "body": rich])

            for path in [
                "Cruise/GetOne/\(id)/river", "Cruise/GetCruiseInfo/\(id)", "Excursion/Get/\(id)/0",
                "Blog/GetByParams",
            ] {
                let text = try await vitrina.cruises(path).text
                #expect(text.contains("<p>Да</p>"), "\(path)")
                for word in ["<script", "alert", "onclick", "onerror", "<img"] {
                    #expect(!text.contains(word), "\(path): \(word)")
                }
            }
        }
    }

    // C82, C151
    @Test(arguments: TestDatabase.all)
    func `the information about a cruise has route, dates, description and photos`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image()
            let catalogue = try await CruiseCatalogue(vitrina)
            let id = try await catalogue.cruise([
                "photos": [.string(image)], "description": ["ru": "<p>Река</p>", "en": "<p>River</p>"],
            ])

            let json = try await vitrina.cruises(
                "Cruise/GetCruiseInfo/\(id)",
                headers: [.acceptLanguage: "en"]
            ).json

            #expect(json["tur_description"] == ["<p>River</p>"])
            #expect(json["kr_date_start"] == "2027-06-15T18:30:00+03:00" && json["nights"] == 4)
            #expect(json["photos"] == [.string("https://mall.example/media/\(image)")])
            let route = json["route"]?.array ?? []
            #expect(route.map { $0["date"] } == ["2027-06-15", "2027-06-16", "2027-06-19"])
            #expect(
                route.dropFirst().first == [
                    "day": 2, "date": "2027-06-16", "city": "Углич", "arrival": "13:00", "stay": "04:30",
                    "departure": "17:30", "note": nil,
                ]
            )
        }
    }
}

extension Decimal {
    /// A price with five kopecks.
    fileprivate static let price = Decimal(1_000_005) / 100
}
