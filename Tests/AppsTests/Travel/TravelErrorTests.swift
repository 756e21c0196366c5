import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Addresses, keys and refusals of the timetable's API.
struct TravelErrorTests {
    private static let calls = [
        "search/?from=s9602494&to=s2006004", "schedule/?station=s9602494", "thread/?uid=night",
        "nearest_stations/?lat=59.9&lng=30.3&distance=50",
        "nearest_settlement/?lat=59.9&lng=30.3&distance=50",
        "carrier/?code=680", "stations_list/?lang=ru_RU", "copyright/?format=json",
    ]

    // T1, T2, T3, T4, T5, T8, T10, T20
    @Test(arguments: TestDatabase.all)
    func `eight calls answer with a key, with and without the slash`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            for call in Self.calls {
                let reply = try await world.get(call)
                #expect(reply.status == 200, "\(call) \(reply.text.prefix(300))")
                let bare = try await world.get(call.replacing("/?", with: "?") + "&unknown=1")
                #expect(bare.bytes == reply.bytes, "\(call)")
                let byHeader = try await world.get(call, headers: [.authorization: world.key], key: false)
                #expect(byHeader.bytes == reply.bytes, "\(call)")
                let refused = try await world.get(call, key: false)
                #expect(
                    refused.status == 401 && refused.json["error"]?["error_code"] == "unauthorized",
                    "\(call)"
                )
                let unknown = try await world.get(call + "&apikey=other", key: false)
                #expect(unknown.status == 401, "\(call)")
                let bearer = try await world.get(
                    call,
                    headers: [.authorization: "Bearer \(world.key)"],
                    key: false
                )
                #expect(bearer.status == 401, "\(call)")
            }
        }
    }

    // T11, T12, T13, T16, T17, T18, T19, T60, T64, T67
    @Test(arguments: [
        ("search/?to=s2006004", 400, "Нужно указать from и to"),
        ("search/?from=s1", 400, "Нужно указать from и to"),
        ("search/?from=c2&to=c2", 400, "Точка отправления не должна совпадать с точкой прибытия."),
        ("search/?from=c1111&to=c2", 404, "Не нашли объект по yandex коду c1111"),
        ("search/?from=c2&to=x", 404, "Не нашли объект по yandex коду x"),
        ("search/?from=c2&to=c213&date=21.11.2026", 400, "date"),
        ("search/?from=c2&to=c213&date=2026-02-30", 400, "date"),
        ("search/?from=c2&to=c213&transport_types=foo", 400, "transport_types"),
        ("search/?from=c2&to=c213&system=foo", 400, "system"),
        ("search/?from=c2&to=c213&limit=-1", 400, "limit"),
        ("search/?from=c2&to=c213&offset=x", 400, "offset"),
        ("search/?from=c2&to=c213&transfers=maybe", 400, "transfers"),
        ("search/?from=c2&to=c213&result_timezone=Mars", 400, "result_timezone"),
        ("search/?from=c2&to=c213&show_systems=foo", 400, "show_systems"),
        ("search/?from=QQQ&to=YYY&system=iata", 404, "Не нашли объект по iata коду QQQ"),
        ("schedule/", 400, "station"), ("schedule/?station=s1", 404, "Не нашли объект по yandex коду s1"),
        ("schedule/?station=s9602494&event=foo", 400, "event"),
        ("schedule/?station=s9602494&direction=foo", 400, "direction"),
        ("thread/?uid=none", 404, "none"), ("thread/?uid=\(String(repeating: "x", count: 101))", 400, "uid"),
        ("nearest_stations/?lat=x&lng=1&distance=1", 400, "lat"),
        ("nearest_stations/?lat=1&lng=1&distance=x", 400, "distance"),
        ("nearest_stations/?lat=1&lng=1&distance=51", 400, "distance"),
        ("nearest_stations/?lat=1&lng=1", 400, "distance"),
        ("nearest_stations/?lat=91&lng=1&distance=1", 400, "lat"),
        ("nearest_stations/?lat=nan&lng=1&distance=1", 400, "lat"),
        ("nearest_settlement/?lat=0&lng=0", 404, "Рядом нет"),
        ("nearest_settlement/?lat=1&lng=1&distance=50.1", 400, "distance"),
        ("carrier/", 400, "code"), ("carrier/?code=1", 404, "Не нашли объект по yandex коду 1"),
        ("search/?from=c2&to=c213&format=yaml", 400, "format"), ("nothing/", 404, ""),
    ])
    func `bad input is told in the words of the API`(path: String, status: Int, text: String) async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let reply = try await world.get(path)

            #expect(reply.status == status, "\(path): \(reply.text)")
            #expect(reply.travelError.contains(text), "\(path): \(reply.text)")
        }
    }

    // T14, T15
    @Test func `an error has four members and no key`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let error = try await world.get("search/?from=c1").json["error"]

            let members = error?.object ?? [:]
            #expect(members.keys.sorted() == ["error_code", "http_code", "request", "text"])
            #expect(members["http_code"] == 400 && members["error_code"] == "bad_request")
            #expect(members["request"] == "/v3.0/search/?from=c1&apikey=***")
        }
    }

    // T9
    @Test func `XML is refused in XML`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let reply = try await world.get("search/?from=c2&to=c213&format=xml")

            #expect(reply.status == 400)
            #expect(reply.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(reply.text.hasPrefix("<?xml") && reply.text.contains("<http_code>400</http_code>"))
        }
    }

    // T6, T7, T98
    @Test(arguments: TestDatabase.all)
    func `a key is counted, limited, switched off and removed`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            _ = try await world.get("copyright/")
            _ = try await world.get("copyright/")
            try await vitrina.services.counts.flush()
            #expect(try await world.send(.get, "keys").status == 403)
            let audit = "/admin/api/v1/audit"
            #expect(try await vitrina.send(.get, audit, as: Vitrina.editor).status == 403)

            let card = try await world.send(.get, "keys/\(world.keyID)", as: Vitrina.owner).json
            #expect(card["requests"] == 2 && card["calls"]?[0]?["call"] == "copyright", "\(card.text)")

            let limits: JSON = ["per_minute": 1]
            try await world.send(.patch, "keys/\(world.keyID)", limits, as: Vitrina.owner)
            vitrina.clock.advance(by: .seconds(60))
            #expect(try await world.get("copyright/").status == 200)
            #expect(try await world.get("copyright/").status == 429)
            let none: JSON = ["per_minute": .null, "per_day": 3]
            try await world.send(.patch, "keys/\(world.keyID)", none, as: Vitrina.owner)
            #expect(try await world.get("copyright/").status == 429)

            try await world.send(.patch, "keys/\(world.keyID)", ["per_day": .null], as: Vitrina.owner)
            try await world.send(.post, "keys/\(world.keyID)/disable", as: Vitrina.owner)
            #expect(try await world.get("copyright/").status == 401)
            try await world.send(.post, "keys/\(world.keyID)/enable", as: Vitrina.owner)
            #expect(try await world.get("copyright/").status == 200)
            try await world.send(.delete, "keys/\(world.keyID)", as: Vitrina.owner)
            #expect(try await world.get("copyright/").status == 401)
        }
    }
}
