import Apps
import Core
import HTTPTypes
import TestSupport
import Web

extension HostileWorld {
    /// One row of each table of the timetable, with a script in every text.
    ///
    /// Answers the ids by the lists.
    func writeTimetable() async throws -> [String: String] {
        let title = JSON.string(Self.text("timetable"))
        try await send(.post, "/travel/countries", ["code": 225, "title": title, "title_en": title])
        try await send(.post, "/travel/regions", ["code": 1, "title": title, "country": 225])
        try await send(
            .post,
            "/travel/settlements",
            [
                "code": 2, "title": title, "country": 225, "region": 1, "zone": "Europe/Moscow",
                "short_title": title, "popular_title": title, "place": "59.9, 30.3",
            ]
        )
        for code in [10, 11] as [Int64] {
            try await send(
                .post,
                "/travel/stations",
                [
                    "code": .integer(code), "title": title, "title_en": title, "settlement": 2,
                    "country": 225,
                    "transport_type": "train", "station_type": "train_station", "direction": title,
                    "short_title": title, "popular_title": title, "place": "59.9, 30.3",
                ]
            )
        }
        let calendar = try await send(
            .post,
            "/travel/calendars",
            ["title": title, "starts_on": "2026-11-01", "ends_on": "2026-12-31", "weekdays": ["mon"]]
        )
        let thread = try await send(
            .post,
            "/travel/threads",
            [
                "uid": title, "number": "<b>", "title": title, "title_en": title, "transport_type": "train",
                "calendar": calendar.json["id"] ?? .null, "zone": "Europe/Moscow", "vehicle": title,
                "stopping": title, "stops": ["s10 - 10:00 <b> <i>", "s11 11:00 -"],
            ]
        )
        let fare = try await send(
            .post,
            "/travel/fares",
            ["origin": "c2", "destination": "s10", "title": title, "amount": "1.50"]
        )
        let transfer = try await send(
            .post,
            "/travel/transfers",
            ["origin": 10, "destination": 11, "minutes": 5]
        )
        let key = try await send(.post, "/travel/keys", ["name": title]).id
        try await importFeed()
        func number(_ reply: Vitrina.Reply) -> String { reply.json["id"]?.text ?? "" }
        return [
            "countries": "225", "regions": "1", "settlements": "2", "stations": "10",
            "calendars": number(calendar),
            "threads": number(thread), "fares": number(fare), "transfers": number(transfer), "keys": key,
            "feeds": "bus",
        ]
    }

    private func importFeed() async throws {
        let title = "\"" + Self.text("feed").replacing("\"", with: "\"\"") + "\""
        var sample = FeedSample()
        for name in ["Мирный", "Липки"] { sample = sample.replacing(name, with: title, in: "stops.txt") }
        sample = sample.replacing("Мосавто", with: title, in: "agency.txt")
        sample.files["feed_info.txt"] = """
            feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version
            \(title),https://bus.example,ru,20261101,20270301,\(title)
            """
        let reply = try await vitrina.send(
            .post,
            "/admin/api/v1/travel/feeds/bus/import?file=%3Cb%3E.zip&country=225",
            bytes: try sample.archive(),
            headers: [.contentType: "application/octet-stream"],
            as: Vitrina.owner
        )
        guard reply.status == 200 else { throw TravelWorld.Refusal(what: reply.text) }
    }
}
