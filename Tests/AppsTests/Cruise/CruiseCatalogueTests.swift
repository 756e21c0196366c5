import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The content of the cruises in the admin API, its warnings, its preview and its demonstration.
struct CruiseCatalogueTests {
    // C148, C149, C150, C152, C153, C154, C156, C163
    @Test(arguments: TestDatabase.all)
    func `staff make, change, publish and remove every kind of content`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for declaration in Cruise().types {
                let type = declaration.type
                let body = Example.body(of: type, in: try await vitrina.world(for: type))
                let path = "/admin/api/v1/cruise/\(type.name)"

                let created = try await vitrina.send(.post, path, .object(body))
                #expect(created.status == 201, "\(type.name): \(created.text)")
                let title = type.field(type.titleField)
                let changed: JSON = title?.isPerLanguage == true ? ["ru": "Другое"] : "Другое"
                let saved = try await vitrina.send(
                    .patch,
                    "\(path)/\(created.id)?publish=true",
                    [type.titleField: changed],
                    headers: [.ifMatch: "\"1\""]
                )
                #expect(saved.status == 200, "\(type.name): \(saved.text)")
                let live = try #require(vitrina.services.live.state[type.name][created.id])
                #expect(live.text(type.titleField, .ru) == "Другое")
                let later = try await vitrina.send(
                    .put,
                    "\(path)/\(created.id)/schedule/withdrawal",
                    ["at": "2026-12-01T00:00:00Z"],
                    headers: [.ifMatch: "\"2\""]
                )
                #expect(later.status == 200, "\(type.name): \(later.text)")
                let history = try await vitrina.send(.get, "\(path)/\(created.id)/history").json
                #expect(history["items"]?.array?.count ?? 0 >= 2, "\(history.text.prefix(300))")
                let viewer = try await vitrina.send(.post, path, .object(body), as: Vitrina.viewer)
                #expect(viewer.status == 403)
            }
        }
    }

    // C150, C151
    @Test(arguments: TestDatabase.all)
    func `a cruise that ends before it starts is refused`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            for (ends, isTaken) in [
                ("2027-06-15T15:29:59Z", false), ("2027-06-15T15:30:00Z", true),
                ("2028-01-01T15:30:00Z", true), ("2028-01-01T15:30:01Z", false),
            ] {
                let reply = try await vitrina.send(
                    .post,
                    "\(Vitrina.path(of: "cruises"))?publish=true",
                    .object(catalogue.fields(["ends_at": .string(ends)]))
                )
                #expect(reply.status == (isTaken ? 201 : 422), "\(ends): \(reply.text)")
                guard !isTaken else { continue }
                #expect(reply.json["errors"]?.array?.map { $0["pointer"] } == ["#/ends_at"])
            }
            // A trip within one day in Moscow has no night; a return after midnight has one.
            let id = try await catalogue.cruise(["ends_at": "2027-06-15T20:59:00Z"])
            #expect(try await vitrina.cruises("Cruise/GetCruiseInfo/\(id)").json["nights"] == 0)
            try await vitrina.change(id, of: Cruises.self, ["ends_at": "2027-06-15T21:01:00Z"])
            let json = try await vitrina.cruises("Cruise/GetCruiseInfo/\(id)").json
            #expect(json["nights"] == 1 && json["days"] == 2)
        }
    }

    // C150
    @Test(arguments: TestDatabase.all)
    func `prices of another ship's classes are warned about`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let own = try await CruiseCatalogue(vitrina)
            let other = try await CruiseCatalogue(vitrina, ["title": "Другой"])
            try await own.cruise()
            #expect(Cruise().warnings(vitrina.services.live.state, at: vitrina.clock.now).isEmpty)

            try await own.cruise([
                "prices": [["cabin_class": .string(other.classes[0]), "price": 1]], "title": "Чужие",
            ])
            let warnings = Cruise().warnings(vitrina.services.live.state, at: vitrina.clock.now)
            #expect(warnings.map(\.place.ru) == ["Чужие"])
        }
    }

    // C162
    @Test(arguments: TestDatabase.all)
    func `the card of a cruise is shown as it is edited`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let catalogue = try await CruiseCatalogue(vitrina)
            try await catalogue.discount(10, "Всем")
            let screen = { (fields: Body, language: Language) -> JSON? in
                let now = vitrina.services.now()
                let content = LiveContent(
                    id: "",
                    type: Cruises.type,
                    position: 0,
                    createdAt: now,
                    body: fields
                )
                let request = PublicRequest(
                    language: language,
                    baseURL: "",
                    now: now,
                    live: vitrina.services.live.state
                )
                return Cruise().phone(for: content, request, in: .utc)?.context
            }

            let card = try #require(
                screen(
                    catalogue.fields([
                        "description": ["ru": "<p>Да<script>x</script></p>"],
                        "infoblocks": [["title": "Важно", "text": "Паспорт"]],
                    ]),
                    .ru
                )
            )
            #expect(
                card["price"] == "от\u{A0}27\u{A0}000\u{A0}₽"
                    && card["old_price"] == "от\u{A0}30\u{A0}000\u{A0}₽"
            )
            #expect(card["ship"] == "Волжская мечта" && card["category"] == "Комфорт")
            #expect(card["route"] == "Москва — Углич — Ярославль" && card["html"] == "<p>Да</p>")
            #expect(card["discounts"] == ["−10\u{A0}% Всем"] && card["action"] == "Выбрать каюту")
            #expect(card["blocks"]?.array?.last == ["heading": "Важно", "lines": ["Паспорт"]])

            // What has hardly been begun has a card, too.
            let odd = Cruises.type.fields.reduce(into: Body()) { $0[$1.name] = .array([.null]) }
            for fields in [[:], odd] {
                let begun = try #require(screen(fields, .en))
                #expect(begun["price"] == "Price on request" && begun["action"] == "Request a call")
            }
            let ships = LiveContent(
                id: "",
                type: Ships.type,
                position: 0,
                createdAt: vitrina.clock.now,
                body: [:]
            )
            let none = PublicRequest(baseURL: "", now: vitrina.clock.now, live: vitrina.services.live.state)
            #expect(Cruise().phone(for: ships, none, in: .utc) == nil)
        }
    }

    // C13, C1
    @Test(arguments: TestDatabase.all)
    func `the document describes every public call, and the answers`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let document = try await vitrina.cruises("openapi.json").json
            #expect(document["openapi"] == "3.0.3")
            let described = Set(document["paths"]?.object?.keys.map { $0 } ?? [])
            for route in Cruise().publicRoutes { #expect(described.contains(route.path), "\(route.path)") }
        }
    }

    // C148–C158: the demonstration is a season that search and cards can show
    @Test(arguments: TestDatabase.all)
    func `the demonstration has a season on every ship, once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for name in ["Москва", "Углич", "Ярославль", "Казань"] {
                _ = try await vitrina.publish(CruiseCities.self, ["name": ["ru": .string(name)]])
            }
            _ = try await vitrina.publish(
                Ships.self,
                ["title": "Мечта", "kind": "river", "category": "lux", "decks": [["name": "Главная"]]]
            )

            try await Cruise().addDemo(vitrina.services)
            try await Cruise().addDemo(vitrina.services)

            let state = vitrina.services.live.state
            let cruises = state["cruises"].contents
            #expect(cruises.count == 25 && state["cabin_classes"].contents.count == 5)
            #expect(state["ship_cabins"].contents.count == 25)
            #expect(Set(state["ship_cabins"].contents.map { $0.text("number", .ru) }).count == 25)
            #expect(!state["excursions"].contents.isEmpty)
            let starts = cruises.compactMap { $0.timestamp("starts_at") }.sorted()
            #expect(starts.allSatisfy { $0 > vitrina.clock.now } && Set(starts).count == 25)
            let card = try await vitrina.cruises("Cruise/GetOne/\(cruises[0].id)/river")
            #expect(card.status == 200 && card.json["min_price"]?.integer ?? 0 > 0)
        }
    }
}
