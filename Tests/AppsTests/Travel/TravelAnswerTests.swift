import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The other calls of the timetable's API.
struct TravelAnswerTests {
    // T51, T52, T53, T54, T55
    @Test(arguments: TestDatabase.all)
    func `a board has the departures of a day, or the arrivals`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)

            let json = try await world.get("schedule/?station=s9602494&date=2026-11-23").json

            #expect(json["date"] == "2026-11-23" && json["pagination"]?["total"] == 2)
            #expect(json["station"]?["code"] == "s9602494")
            let lines = json["schedule"]?.array ?? []
            #expect(lines.compactMap { $0["thread"]?["uid"]?.string } == ["day", "night"])
            #expect(lines[0]["departure"] == "2026-11-23T07:00:00+03:00" && lines[0]["arrival"] == JSON.null)
            #expect(lines[0]["days"] == "ежедневно" && lines[0]["except_days"] == "25 ноября")
            #expect(lines[0]["is_fuzzy"] == false && lines[1]["platform"] == "3")
            let directions = json["directions"]?.array ?? []
            #expect(directions.compactMap { $0["code"]?.string } == ["all", "s2006004"])
            #expect(json["schedule_direction"]?["code"] == "all")
            let toMoscow = try await world.get("schedule/?station=s9602494&direction=s2006004").json
            #expect(toMoscow["schedule_direction"]?["title"] == "Ленинградский вокзал")
            #expect(toMoscow["date"] == JSON.null && toMoscow["schedule"]?.array?.count == 2)
            let local: JSON = [
                "uid": "local", "title": "Электричка", "transport_type": "suburban", "zone": "Europe/Moscow",
                "calendar": .integer(world.calendar), "stops": ["s9602494 - 08:00", "s9602497 08:30 -"],
            ]
            try await world.add("threads", local)
            for direction in ["s9602497", "Витебский вокзал"] {
                let path = "schedule/?station=s9602494&direction=\(direction.percentEncoded)"
                let lines = try await world.get(path).json
                #expect(lines["schedule"]?.array?.count == 1 && lines["pagination"]?["total"] == 1)
                #expect(lines["schedule"]?[0]?["thread"]?["uid"] == "local", "\(direction)")
                #expect(lines["schedule_direction"]?["code"] == "s9602497")
            }
            let arrivals = try await world.get("schedule/?station=s2006004&event=arrival&date=2026-11-24")
                .json
            let first = arrivals["schedule"]?[0]
            #expect(first?["arrival"] == "2026-11-24T06:05:00+03:00" && first?["departure"] == JSON.null)
            let shuttle = try await world.get("schedule/?station=s9602497").json
            #expect(shuttle["schedule"] == [] && shuttle["interval_schedule"]?[0]?["departure"] == nil)
        }
    }

    // T56, T57, T58, T59
    @Test func `a thread has its stops in local times`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let json = try await world.get("thread/?uid=far&date=2026-11-23&from=c213&to=s9600377").json

            #expect(json["start_time"] == "15:00" && json["start_date"] == "2026-11-23")
            #expect(json["from"] == "c213" && json["to"] == "s9600377")
            #expect(json["departure_date"] == "2026-11-23" && json["arrival_date"] == "2026-11-24")
            let stops = json["stops"]?.array ?? []
            #expect(stops[0]["arrival"] == JSON.null && stops[0]["departure"] == "2026-11-23 15:00:00")
            #expect(stops[1]["arrival"] == "2026-11-24 06:30:00" && stops[1]["departure"] == JSON.null)
            #expect(stops[1]["duration"] == 30_600 && stops[1]["stop_time"] == JSON.null)
            #expect(json["carrier"]?.object?.keys.sorted() == ["code", "codes", "title"])
            let bare = try await world.get("thread/?uid=far").json
            #expect(
                bare["from"] == JSON.null && bare["departure_date"] == JSON.null
                    && bare["except_days"] == "25 ноября"
            )
            let never = try await world.get("thread/?uid=far&from=s9602494")
            #expect(never.status == 404)
        }
    }

    // T61, T62, T63, T64
    @Test func `what is near comes in the order of its distance`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let json = try await world.get("nearest_stations/?lat=59.93&lng=30.36&distance=10").json

            let stations = json["stations"]?.array ?? []
            #expect(stations.compactMap { $0["code"]?.string } == ["s9602494", "s9602497"])
            #expect(stations[0]["majority"] == 5 && stations[0]["type_choices"]?["train"] != nil)
            #expect(stations[0]["lat"] == .decimal(59.9297))
            let none = try await world.get("nearest_stations/?lat=59.93&lng=30.36&distance=0.05").json
            #expect(none["stations"] == [] && none["pagination"]?["total"] == 0)
            let airports = "nearest_stations/?lat=55.75&lng=37.6&distance=50"
            #expect(try await world.get(airports).json["pagination"]?["total"] == 2)
            #expect(
                try await world.get(airports + "&station_types=airport").json["pagination"]?["total"] == 1
            )
            #expect(
                try await world.get(airports + "&transport_types=train,bus").json["pagination"]?["total"] == 1
            )
            #expect(try await world.get(airports + "&limit=1&offset=1").json["stations"]?.array?.count == 1)
            let town = try await world.get("nearest_settlement/?lat=59.93&lng=30.36").json
            #expect(
                town["title"] == "Санкт-Петербург" && town["type"] == "settlement" && town["code"] == "c2"
            )
        }
    }

    // T65, T66, T68, T92, T97
    @Test func `carriers and the copyright are as the contract says`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let own = try await world.get("carrier/?code=680").json
            #expect(own["carrier"]?["code"] == 680 && own["carriers"] == nil)
            #expect(own["carrier"]?["email"] == "" && own["carrier"]?["logo_svg"] == JSON.null)
            let one = try await world.get("carrier/?code=N7&system=iata").json
            #expect(one["carrier"] == own["carrier"] && one["carriers"]?.array?.count == 1)
            let fields: [String: JSON] = [
                "url": "https://o.example/", "phone": "+7 800", "email": "a@o.example", "address": "Москва",
                "contacts": "Круглосуточно", "logo_svg": "https://o.example/logo.svg",
            ]
            let codes: [String: JSON] = ["iata": "N7", "icao": "OTH", "sirena": "ДР"]
            let other: [String: JSON] = ["title": ["ru": "Другие"], "code": "681"]
            let whole = JSON.object(other.merging(fields) { $1 }.merging(codes) { $1 })
            _ = try await vitrina.send(.post, "/admin/api/v1/travel/carriers?publish=true", whole)
            let card = try await world.get("carrier/?code=681").json["carrier"]
            #expect(card?["codes"] == .object(codes) && card?["title"] == "Другие" && card?["logo"] == "")
            for (name, value) in fields { #expect(card?[name] == value, "\(name)") }
            let two = try await world.get("carrier/?code=N7&system=iata").json
            #expect(two["carrier"] == nil && two["carriers"]?.array?.count == 2)

            let copyright = try await world.get("copyright/").json["copyright"]
            #expect(copyright?.object?.count == 8)
            #expect(copyright?["text"]?.string?.contains("Яндекс.Расписания") == true)
            let text: JSON = [
                "copyright_text": "Наши расписания", "copyright_logo_vm": "https://o.example/vm.png",
                "agreement_url": "https://o.example/terms", "app_version_min": "1.2.0",
            ]
            let decided = try await vitrina.send(
                .patch,
                "/admin/api/v1/settings/travel",
                text,
                as: Vitrina.owner
            )
            #expect(decided.status == 200, "\(decided.text)")
            let changed = try await world.get("copyright/").json["copyright"]
            #expect(changed?["text"] == "Наши расписания")
            #expect(changed?["logo_vm"] == "https://o.example/vm.png")
        }
    }

    // T21, T22, T69, T70, T71, T72, T73, T74, T75, T77
    @Test(arguments: TestDatabase.all)
    func `the list of stations is a tree, as HTML unless only JSON is accepted`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            try await world.add("settlements", ["title": "Пусто", "country": 225, "zone": "Europe/Moscow"])
            let stop: JSON = [
                "title": "Без места", "settlement": 2, "transport_type": "bus", "country": 225, "esr": "999",
            ]
            try await world.add("stations", stop)
            let path = "stations_list/?lang=ru_RU"
            for accept in ["text/html", "*/*", "text/html, application/json"] {
                let reply = try await world.get(path, headers: [.accept: accept])
                #expect(reply.headers[.contentType] == "text/html; charset=utf-8", "\(accept)")
            }
            let reply = try await world.get(path, headers: [.accept: "application/json"])
            #expect(reply.headers[.contentType] == "application/json")

            let country = reply.json["countries"]?[0]
            #expect(country?["title"] == "Россия" && country?["codes"] == ["yandex_code": "l225"])
            let towns = (country?["regions"]?.array ?? []).flatMap { $0["settlements"]?.array ?? [] }
            #expect(Set(towns.compactMap { $0["codes"]?["yandex_code"]?.string }) == ["c2", "c213", "c75"])
            let stations = towns.flatMap { $0["stations"]?.array ?? [] }
            #expect(stations.count == 6 && stations.allSatisfy { $0["codes"]?["yandex_code"] != nil })
            let bare = stations.first { $0["title"] == "Без места" }
            #expect(bare?["latitude"] == "" && bare?["longitude"] == "" && bare?["codes"]?["esr_code"] == nil)
            let train = stations.first { $0["title"] == "Ленинградский вокзал" }
            #expect(train?["codes"]?["esr_code"] == "06004")
            let airport = stations.first { $0["title"] == "Шереметьево" }
            #expect(airport?["codes"]?["esr_code"] == nil && airport?["direction"] == "")
            #expect(airport?["latitude"] == .decimal(55.9663))

            let etag = reply.headers[.eTag] ?? ""
            #expect(try await world.get(path, headers: [.ifNoneMatch: etag]).status == 304)
            let gzip = try await world.get(path, headers: [.acceptEncoding: "gzip"])
            #expect(gzip.headers[.contentEncoding] == "gzip" && gzip.bytes.starts(with: [0x1F, 0x8B]))
        }
    }

    // T76, T90, T93, T96
    @Test(arguments: TestDatabase.all)
    func `an edit is in the next answer, and a station in use stays`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            _ = try await world.get("stations_list/")
            let station: JSON = ["title": "Новая", "settlement": 2, "transport_type": "bus", "country": 225]
            let code = try await world.add("stations", station)
            #expect(try await world.get("stations_list/").text.contains("Новая"))
            try await world.send(.patch, "stations/\(code)", ["is_hidden": true])
            #expect(try await world.get("stations_list/").text.contains("Новая") == false)
            #expect(try await world.get("schedule/?station=s\(code)").status == 404)
            #expect(try await world.send(.delete, "stations/\(code)").status == 204)

            let refused = try await world.send(.delete, "stations/9602494")
            #expect(refused.status == 409 && refused.text.contains("3"), "\(refused.text)")
            let log = try await vitrina.send(.get, "/admin/api/v1/audit?limit=5", as: Vitrina.owner).text
            #expect(log.contains("timetable.removed") && log.contains("Egor"))
        }
    }

    // T94, T95
    @Test func `times that run backward and days that are none are refused`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            func refusal(_ stops: [String]) async throws -> String {
                let body: JSON = ["stops": .array(stops.map { .string($0) })]
                let threads =
                    try await world.send(.get, "threads?q=night").json["items"]?[0]?["id"]?.integer ?? 0
                let reply = try await world.send(.patch, "threads/\(threads)", body)
                #expect(reply.status == 422, "\(reply.text)")
                return reply.text
            }
            #expect(try await refusal(["s9602494 - 10:00", "s2006004 09:00 -"]).contains("line 2"))
            #expect(try await refusal(["s9602494 - 10:00"]).contains("two stops"))
            #expect(try await refusal(["s9602494 - 10:00", "s1 11:00 -"]).contains("no station s1"))
            #expect(try await refusal(["s9602494 - 10:61", "s2006004 11:00 -"]).contains("no time"))
            let backward: JSON = ["title": "x", "starts_on": "2026-12-01", "ends_on": "2026-11-01"]
            #expect(try await world.send(.post, "calendars", backward).status == 422)
            let noDay: JSON = ["title": "x", "starts_on": "1.12.2026", "ends_on": "2026-11-01"]
            #expect(try await world.send(.post, "calendars", noDay).status == 422)
            let days = try await world.send(.get, "calendars").json["items"]?[0]?["days"]
            #expect(days == "daily, except 25 November")
            #expect(try await world.send(.delete, "calendars/\(world.calendar)").status == 409)
        }
    }
}
