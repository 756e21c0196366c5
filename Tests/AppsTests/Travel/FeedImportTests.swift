import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// Import and export of the timetable in the admin API.
struct FeedImportTests {
    private struct Refused: Error { let text: String }

    /// Imports and answers the report; `query` goes on after the format.
    private func take(
        _ bytes: [UInt8],
        _ vitrina: Vitrina,
        feed: String = "bus",
        _ query: String = "format=gtfs"
    ) async throws -> JSON {
        let reply = try await send(bytes, vitrina, feed: feed, query)
        guard reply.status == 200 else { throw Refused(text: reply.text) }
        return reply.json
    }

    private func send(
        _ bytes: [UInt8],
        _ vitrina: Vitrina,
        feed: String = "bus",
        _ query: String = "format=gtfs",
        as author: Author = Vitrina.editor
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(
            .post,
            "/admin/api/v1/travel/feeds/\(feed)/import?\(query)",
            bytes: bytes,
            headers: [.contentType: "application/octet-stream"],
            as: author
        )
    }

    private func counts(_ report: JSON, _ kind: String) -> [String: Int64] {
        let line = (report["kinds"]?.array ?? []).first { $0["kind"]?.string == kind }
        return ["added", "changed", "removed", "kept", "unchanged"].reduce(into: [:]) { counts, name in
            if let count = line?[name]?.integer, count > 0 { counts[name] = count }
        }
    }

    private func thread(_ uid: String, _ world: TravelWorld) async throws -> JSON {
        let list = try await world.send(.get, "threads?q=\(uid)")
        let id = list.json["items"]?[0]?["id"]?.integer ?? 0
        return try await world.send(.get, "threads/\(id)").json
    }

    // T91
    @Test(arguments: TestDatabase.all)
    func `a feed is imported once, and changes what is newer`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let sample = FeedSample()

            let trial = try await take(try sample.archive(), vitrina, "format=gtfs&dry_run=true")
            #expect(counts(trial, "threads") == ["added": 2] && counts(trial, "carriers") == ["added": 1])
            #expect(try await world.get("thread/?uid=bus-morning").status == 404, "a trial writes nothing")

            let first = try await take(try sample.archive(), vitrina)
            #expect(counts(first, "stations") == ["added": 3] && counts(first, "calendars") == ["added": 1])
            let answer = try await world.get("thread/?uid=bus-morning").json
            #expect(answer["stops"]?.array?.count == 3 && answer["carrier"]?["title"] == "Мосавто")
            #expect(answer["stops"]?[0]?["platform"] == "1")
            #expect(answer["title"] == "Автостанция — Липки" && answer["number"] == "308")
            // The station lies in Moscow, and is found there.
            let found = try await world.get("search/?from=c213&to=\(station("Липки", world))&date=2026-11-23")
            #expect(found.json["segments"]?.array?.count == 2)

            let again = try await take(try sample.archive(), vitrina)
            #expect(again["summary"]?["unchanged"]?.integer == 7, "\(again)")
            let newer = sample.replacing(
                "morning,09:10:00,09:10:00",
                with: "morning,09:20:00,09:20:00",
                in: "stop_times.txt"
            )
            .replacing("\nr,week,night", with: "", in: "trips.txt")
            .replacing(
                "\nnight,23:30:00,23:30:00,A1,1\nnight,24:40:00,24:40:00,C,2",
                with: "",
                in: "stop_times.txt"
            )
            let third = try await take(try newer.archive(), vitrina)
            #expect(counts(third, "threads") == ["changed": 1, "removed": 1], "\(third)")
            #expect(try await world.get("thread/?uid=bus-night").status == 404)
            let feeds = try await world.send(.get, "feeds").json["items"]
            #expect(feeds?[0]?["name"] == "bus" && feeds?[0]?["threads"] == 1)
        }
    }

    private func station(_ title: String, _ world: TravelWorld) async throws -> String {
        let list = try await world.send(.get, "stations?q=\(title)").json["items"]
        return list?[0]?["yandex_code"]?.string ?? "none"
    }

    // T91
    @Test(arguments: TestDatabase.all)
    func `what people have changed stays, and a removed thread does not return`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let sample = FeedSample()
            _ = try await take(try sample.archive(), vitrina)
            let code = try await station("Липки", world).dropFirst()
            #expect(try await world.send(.patch, "stations/\(code)", ["title": "Новые Липки"]).status == 200)
            let morning = try await thread("bus-morning", world)["id"]?.integer ?? 0
            let stops: JSON = ["stops": [.string("s\(code) - 10:00"), "s9602494 11:00 -"]]
            #expect(try await world.send(.patch, "threads/\(morning)", stops).status == 200)
            let night = try await thread("bus-night", world)["id"]?.integer ?? 0
            #expect(try await world.send(.delete, "threads/\(night)").status < 300)

            let newer = sample.replacing("Липки", with: "Липки-2", in: "stops.txt")
                .replacing("Мирный", with: "Мирное", in: "stops.txt")
                .replacing("08:40:00", with: "08:41:00", in: "stop_times.txt")
            let report = try await take(try newer.archive(), vitrina)

            #expect(counts(report, "stations") == ["changed": 1, "kept": 1, "unchanged": 1], "\(report)")
            #expect(counts(report, "threads") == ["kept": 2])
            #expect(try await station("Новые Липки", world) == "s\(code)")
            #expect(try await thread("bus-morning", world)["stops"]?.array?.count == 2)

            // Without the feed everything of it goes but what people have changed and what that needs.
            #expect(try await world.send(.delete, "feeds/bus").status < 300)
            #expect(try await station("Мирное", world) == "none")
            #expect(try await station("Новые Липки", world) == "s\(code)")
            #expect(try await thread("bus-morning", world)["id"]?.integer == morning)
        }
    }

    // T91
    @Test func `a fault is told with its file, line and field, and nothing is written`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let broken = FeedSample().replacing("08:42:00", with: "07:42:00", in: "stop_times.txt")
                .replacing("56.30", with: "156.30", in: "stops.txt")

            let trial = try await take(try broken.archive(), vitrina, "format=gtfs&dry_run=true")
            #expect(trial["fault_count"] == 2, "\(trial)")
            let refused = try await send(try broken.archive(), vitrina)
            #expect(refused.status == 422)
            let fault = refused.json["errors"]?[0]
            #expect(
                fault?["pointer"] == "#/stops.txt" && fault?["line"] == 5 && fault?["column"] == "stop_lat"
            )
            #expect(try await world.send(.get, "feeds").json["items"]?.array?.isEmpty == true)

            #expect(try await send([1, 2, 3], vitrina).status == 422)
            #expect(try await send([], vitrina).status == 422)
            #expect(try await send(try FeedSample().archive(), vitrina, feed: "Bus%20feed").status == 422)
            #expect(try await send([], vitrina, "format=xls").status == 422)
            #expect(try await send([], vitrina, "format=gtfs&zone=Moscow").status == 422)
            // A country that is not there publishes no carrier either.
            #expect(
                try await send(try FeedSample().archive(), vitrina, "format=gtfs&country=7").status == 422
            )
            let carriers = try await vitrina.send(.get, "/admin/api/v1/travel/carriers?q=Мосавто")
            #expect(carriers.json["items"]?.array?.isEmpty == true)
            let long = String(repeating: "t", count: 3_000)
            let named = FeedSample().replacing("morning", with: long, in: "trips.txt")
                .replacing("morning", with: long, in: "stop_times.txt")
            #expect(try await send(try named.archive(), vitrina).json["errors"]?[0]?["column"] == "trip_id")
            let viewer = try await send(try FeedSample().archive(), vitrina, as: Vitrina.viewer)
            #expect(viewer.status == 403)
        }
    }

    // T91
    @Test(arguments: TestDatabase.all)
    func `an export is a feed that changes nothing where it is imported again`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let export = try await world.send(.get, "export")
            #expect(export.status == 200 && export.headers[.contentType] == "application/zip")

            let first = try await take(export.bytes, vitrina, feed: "copy")
            // A thread with an interval and those of other zones are among them.
            #expect(counts(first, "threads") == ["added": 4], "\(first)")
            let night = try await world.get("thread/?uid=copy-night&date=2026-11-21").json
            let own = try await world.get("thread/?uid=night&date=2026-11-21").json
            #expect(night["stops"]?[1]?["arrival"] == own["stops"]?[1]?["arrival"])
            #expect(night["stops"]?[1]?["arrival"]?.string != nil)
            let again = try await take(export.bytes, vitrina, feed: "copy")
            #expect(again["summary"]?["added"] == 0 && again["summary"]?["changed"] == 0, "\(again)")
        }
    }

    // T91
    @Test(arguments: TestDatabase.all)
    func `a stations list and a table of runs have the codes of the app`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let list = """
                {"countries": [{"title": "Россия", "codes": {"yandex_code": "l225"}, "regions": [{"title": "Тверская \
                область", "codes": {"yandex_code": "r10819"}, "settlements": [{"title": "Тверь", "codes": \
                {"yandex_code": "c14"}, "stations": [{"title": "Тверь", "codes": {"yandex_code": "s9603093", \
                "esr_code": "061502"}, "station_type": "train_station", "transport_type": "train", "direction": \
                "Ленинградское", "latitude": 56.835, "longitude": 35.892}]}]}]}]}
                """
            let first = try await take(Array(list.utf8), vitrina, feed: "stations", "format=stations")
            #expect(
                counts(first, "stations") == ["added": 1] && counts(first, "countries") == ["unchanged": 1]
            )
            #expect(try await world.get("schedule/?station=s9603093").json["station"]?["title"] == "Тверь")
            let runs = """
                uid;number;title;transport_type;carrier;days;start_date;end_date;stop;arrival;departure
                752A;752А;Тверь — Москва;train;680;12345;2026-11-01;2026-12-31;s9603093;;05:30
                752A;;;;;;;;s2006004;07:10;
                """
            let second = try await take(Array(runs.utf8), vitrina, feed: "runs", "format=runs")
            #expect(
                counts(second, "threads") == ["added": 1] && counts(second, "carriers") == ["unchanged": 1]
            )
            let found = try await world.get("search/?from=c14&to=c213&date=2026-11-23").json
            #expect(found["segments"]?[0]?["thread"]?["uid"] == "752A")
            #expect(found["segments"]?[0]?["thread"]?["carrier"]?["code"] == 680)

            // A code that nobody has, a run that another feed has.
            let unknown = runs.replacing("s2006004", with: "s1")
            #expect(try await send(Array(unknown.utf8), vitrina, feed: "runs", "format=runs").status == 422)
            #expect(try await send(Array(runs.utf8), vitrina, feed: "other", "format=runs").status == 409)
            #expect(try await send(Array(runs.utf8), vitrina, feed: "stations", "format=runs").status == 409)
        }
    }
}
