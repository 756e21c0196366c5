import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// What the console's pages of the timetable ask of the admin API.
struct TimetableRoutesTests {
    @Test(arguments: TestDatabase.all)
    func `places are found by a word of their titles, settlements first`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            func codes(_ query: String) async throws -> [String] {
                let answer = try await world.send(.get, "places?q=\(query)").json
                return (answer["items"]?.array ?? []).compactMap { $0["code"]?.string }
            }

            let towns = try await codes("влади".percentEncoded)
            let stations = try await codes("вокзал".percentEncoded)
            let none = try await codes("нет такого".percentEncoded)
            let code = try await codes("s2006004")
            let onlyStations = try await codes("\("моск".percentEncoded)&kind=station")

            #expect(towns == ["c75", "s9600377"])
            #expect(Set(stations) == ["s9602494", "s9602497", "s2006004"])
            #expect(none == [] && code == ["s2006004"])
            #expect(onlyStations == ["s9602494"])
            #expect(try await world.send(.get, "places").status == 422)
        }
    }

    @Test func `the map has the stations of a window, and the ways of threads`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let near = try await world.send(.get, "map?window=59,29,61,32").json
            let planes = try await world.send(.get, "map?window=40,30,61,140&transport_types=plane").json
            let lines = try await world.send(.get, "lines?station=s9602494").json
            let thread = try await world.send(.get, "lines?thread=far").json

            #expect(near["total"] == 2)
            let first = near["items"]?[0]
            #expect(first?["code"] == "s9602494" && first?["served"] == 3)
            #expect(first?["latitude"]?.text == "59.9297" && first?["settlement"] == "Санкт-Петербург")
            #expect(
                Set((planes["items"]?.array ?? []).compactMap { $0["code"]?.string })
                    == ["s9600213", "s9600377"]
            )
            // The night train and the day train take one way.
            #expect(lines["items"]?.array?.count == 2)
            #expect(thread["items"]?[0]?["points"]?.array?.count == 2)
            for wrong in ["1,2,3", "1,2,3,x", "61,29,59,32", "-91,0,0,0", "1,2,3,4,5"] {
                #expect(try await world.send(.get, "map?window=\(wrong)").status == 422)
            }
            #expect(try await world.send(.get, "lines?thread=none").status == 422)
        }
    }

    @Test func `a board says where to, on which days and by whom`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let board = try await world.send(.get, "board?station=s9602494&date=2026-11-23").json
            let rest = try await world.send(.get, "board?station=s9602494&date=2026-11-23&offset=1").json
            let arrivals = try await world.send(.get, "board?station=s2006004&date=2026-11-23&event=arrival")

            #expect(board["total"] == 2 && rest["items"]?.array?.count == 1)
            let first = board["items"]?[0]
            #expect(first?["end"] == "Ленинградский вокзал" && first?["carrier"] == "Airlines")
            #expect(first?["days"] == "daily, except 25 November")
            #expect(arrivals.json["items"]?[0]?["end"] == "Московский вокзал")
            let town = try await world.send(.get, "board?station=c2")
            #expect(town.status == 422)
        }
    }

    @Test func `stops are checked line by line`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            func faults(_ stops: [String], hasTimes: Bool = true) async throws -> [String] {
                let body: JSON = [
                    "stops": .array(stops.map { .string($0) }), "has_times": .bool(hasTimes),
                ]
                let answer = try await world.send(.post, "stops-check", body).json
                return (answer["items"]?.array ?? []).map { $0["fault"]?.string ?? "?" }
            }

            let right = try await faults(["s9602494 - 22:00 3", "s2006004 30:05"])
            let backward = try await faults(["s9602494 - 22:00", "s2006004 21:00 22:10", "s9600213 23:00"])
            let twice = try await faults(["s9602494 - 22:00", "s9602494 23:00"])
            let unknown = try await faults(["s9602494 - 22:00", "s1 23:00"])
            let unread = try await faults(["s9602494 - 22:00", "?", "s2006004 ab"])
            let often = try await faults(["s9602494", "s2006004"], hasTimes: false)

            #expect(right == ["", ""] && often == ["", ""])
            #expect(backward == ["", "the time runs backward: 21:00", ""])
            #expect(twice == ["", "the same station as in the line above"])
            #expect(unknown == ["", "there is no station s1"])
            #expect(unread[0] == "" && unread[1].hasPrefix("must begin with") && unread[2] == "ab is no time")
            let long = try await world.send(
                .post,
                "stops-check",
                ["stops": .array(Array(repeating: "s1", count: 501))]
            )
            #expect(long.status == 422)
        }
    }

    @Test func `the days of a calendar are told in words and by the day`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let calendar: JSON = [
                "starts_on": "2026-11-01", "ends_on": "2026-12-31", "weekdays": ["mon", "wed"],
                "added": ["2026-11-29"], "removed": ["2026-11-25"], "from": "2026-11-15", "months": 2,
            ]

            let answer = try await world.send(.post, "days-check", calendar).json

            #expect(answer["words_ru"] == "пн, ср, а также 29 ноября, кроме 25 ноября")
            #expect(answer["words"] == "Mon, Wed, also 29 November, except 25 November")
            let items = answer["items"]?.array ?? []
            #expect(items.count == 61 && items.first?["day"] == "2026-11-01")
            func day(_ day: String) -> JSON? { items.first { $0["day"] == .string(day) } }
            #expect(day("2026-11-25")?["is_running"] == false && day("2026-11-25")?["is_exception"] == true)
            #expect(day("2026-11-29")?["is_running"] == true && day("2026-11-30")?["is_running"] == true)
            #expect(day("2026-12-01")?["is_running"] == false)
            let far: JSON = [
                "starts_on": "0001-01-01", "ends_on": "9999-12-31", "from": "9999-12-31", "months": 12,
                "weekdays": ["mon"],
            ]
            #expect(try await world.send(.post, "days-check", far).status == 200)
            for wrong: JSON in [
                ["months": 13], ["from": "x"], ["added": ["x"]], ["weekdays": [1]], ["other": 1],
            ] {
                let reply = try await world.send(.post, "days-check", calendar.merged(with: wrong))
                #expect(reply.status == 422)
            }
        }
    }

    // MARK: Pages

    @Test func `a search that finds nothing says why`() async throws {
        try await withVitrina { vitrina in
            _ = try await TravelWorld(vitrina)
            let headers = try await vitrina.browser(of: .viewer)
            func page(_ query: String) async throws -> String {
                let reply = try await vitrina.send(
                    .get,
                    "/travel/search?sent=1&\(query)",
                    headers: headers,
                    as: nil
                )
                #expect(reply.status == 200)
                return reply.text
            }

            let found = try await page("from=c2&to=c213&date=2026-11-23")
            let removed = try await page("from=c2&to=c213&date=2026-11-25")
            let past = try await page("from=c2&to=c213&date=2027-05-01")
            let same = try await page("from=c2&to=s9602494")
            let never = try await page("from=c75&to=c2&date=2026-11-23")
            let transport = try await page("from=c2&to=c213&date=2026-11-23&transport=bus")
            let unknown = try await page("from=Nowhere&to=c2")

            #expect(found.contains("07:00") && found.contains("4\u{A0}ч"))
            #expect(removed.contains("Ближайший рейс — чт, 26"))
            #expect(past.contains("Последний рейс был"))
            #expect(same.contains("одно и то же место") && never.contains("рейсов нет, и с двумя"))
            #expect(transport.contains("другой транспорт") && unknown.contains("Нет такого места."))
        }
    }

    @Test func `the page of a key counts its requests by the day`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let headers = try await vitrina.browser(of: .owner)
            for _ in 0..<3 { _ = try await world.get("search/?from=c2&to=c213") }
            _ = try await world.get("copyright/")
            try await vitrina.services.counts.flush()

            let page = try await vitrina.send(.get, "/travel/keys/\(world.keyID)", headers: headers, as: nil)

            #expect(page.status == 200)
            #expect(page.text.contains("search: за 30 дней — 3, больше всего за день — 3"))
            #expect(page.text.contains("copyright: за 30 дней — 1"))
        }
    }

    @Test func `pages answer whatever stands in the address`() async throws {
        try await withVitrina { vitrina in
            _ = try await TravelWorld(vitrina)
            let headers = try await vitrina.browser(of: .viewer)
            let queries = [
                "map?at=90,180&zoom=17", "map?at=-90,-180&zoom=nan", "map?at=x&zoom=1e999", "map?station=s1",
                "map?thread=night", "map?place=c75&transport=plane&transport=x", "map?at=1,2,3",
                "board?station=s9602494&date=9999-12-31&offset=99999999999999999999",
                "board?station=s9602494&date=0001-01-01&offset=-5&event=x", "board?station=c2",
                "search?from=c2&to=c213&date=9999-12-31&changes=true",
                "search?from=c2&to=c213&date=0001-01-01&changes=true", "search?from=%00&to=%FF",
            ]

            for query in queries {
                let reply = try await vitrina.send(.get, "/travel/\(query)", headers: headers, as: nil)
                #expect(reply.status == 200, "\(query): \(reply.status)")
            }
        }
    }
}
