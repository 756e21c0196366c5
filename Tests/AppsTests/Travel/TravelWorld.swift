import Apps
import Core
import HTTPTypes
import TestSupport

/// A small timetable that staff have filled in by the admin API, and an app with a key.
///
/// Saint Petersburg (two stations), Moscow and Vladivostok; 21 November 2026 is a Saturday.
struct TravelWorld: Sendable {
    let vitrina: Vitrina
    private(set) var key = ""
    private(set) var keyID = ""
    private(set) var calendar: Int64 = 0
    private(set) var carrier = ""

    init(_ vitrina: Vitrina) async throws {
        self.vitrina = vitrina
        try await addPlaces()
        try await addCarrier()
        let days: JSON = [
            "title": "Ежедневно", "starts_on": "2026-11-01", "ends_on": "2026-12-31",
            "weekdays": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "removed": ["2026-11-25"],
        ]
        calendar = Int64(try await add("calendars", days)) ?? 0
        try await addThreads()
        let made = try await send(.post, "keys", ["name": "Test app"], as: Vitrina.owner)
        (key, keyID) = (made.json["key"]?.string ?? "", made.id)
    }

    // MARK: Staff

    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        as author: Author = Vitrina.editor
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(method, "/admin/api/v1/travel/\(path)", body, as: author)
    }

    /// Adds a row; answers its key.
    @discardableResult
    func add(_ list: String, _ body: JSON) async throws -> String {
        let reply = try await send(.post, list, body)
        guard reply.status == 201 || reply.status == 200 else {
            throw Refusal(what: "\(list): \(reply.text)")
        }
        return reply.json["id"]?.integer.map { String($0) } ?? reply.json["code"]?.integer.map { String($0) }
            ?? reply.id
    }

    struct Refusal: Error { let what: String }

    private func addPlaces() async throws {
        try await add("countries", ["code": 225, "title": "Россия", "title_en": "Russia"])
        try await add("regions", ["code": 1, "title": "Северо-Запад", "country": 225])
        let towns: [(Int64, String, String, String)] = [
            (2, "Санкт-Петербург", "Europe/Moscow", "59.938951, 30.315635"),
            (213, "Москва", "Europe/Moscow", "55.755814, 37.617635"),
            (75, "Владивосток", "Asia/Vladivostok", "43.115542, 131.885494"),
        ]
        for (code, title, zone, place) in towns {
            try await add(
                "settlements",
                [
                    "code": .integer(code), "title": .string(title), "country": 225, "zone": .string(zone),
                    "place": .string(place), "region": code == 2 ? 1 : .null,
                ]
            )
        }
        let stations: [(Int64, Int64, String, String, String, String)] = [
            (9_602_497, 2, "Витебский вокзал", "train", "train_station", "59.920000, 30.328900"),
            (9_602_494, 2, "Московский вокзал", "train", "train_station", "59.929700, 30.362200"),
            (2_006_004, 213, "Ленинградский вокзал", "train", "train_station", "55.776300, 37.655300"),
            (9_600_213, 213, "Шереметьево", "plane", "airport", "55.966300, 37.414700"),
            (9_600_377, 75, "Владивосток, аэропорт", "plane", "airport", "43.396200, 132.148300"),
        ]
        for (code, settlement, title, transport, kind, place) in stations {
            try await add(
                "stations",
                [
                    "code": .integer(code), "title": .string(title), "settlement": .integer(settlement),
                    "transport_type": .string(transport), "station_type": .string(kind),
                    "place": .string(place),
                    "country": 225, "esr": transport == "train" ? .string("0\(code % 100_000)") : .null,
                    "iata": code == 9_600_213 ? "SVO" : .null,
                ]
            )
        }
    }

    private mutating func addCarrier() async throws {
        let fields: JSON = [
            "title": ["ru": "Авиалинии", "en": "Airlines"], "code": "680", "iata": "N7",
            "phone": "+7 800 000-06-80",
            "url": "https://air.example/",
        ]
        let made = try await vitrina.send(.post, "/admin/api/v1/travel/carriers?publish=true", fields)
        guard made.status == 201 else { throw Refusal(what: made.text) }
        carrier = made.id
    }

    /// A night train, a day train, a flight over seven zones and a bus of no hours.
    private func addThreads() async throws {
        let threads: [(String, String, [String], String)] = [
            ("night", "train", ["s9602494 - 22:00 3", "s2006004 30:05 - 5"], "Europe/Moscow"),
            ("day", "train", ["s9602494 - 07:00", "s2006004 11:00 -"], "Europe/Moscow"),
            ("far", "plane", ["s9600213 - 15:00 - D", "s9600377 23:30 -"], "Europe/Moscow"),
        ]
        for (uid, transport, stops, zone) in threads {
            try await add(
                "threads",
                [
                    "uid": .string(uid), "number": .string("№ \(uid)"), "title": .string("Рейс \(uid)"),
                    "transport_type": .string(transport), "calendar": .integer(calendar),
                    "zone": .string(zone),
                    "stops": .array(stops.map { .string($0) }), "carrier": "680",
                ]
            )
        }
        try await add(
            "threads",
            [
                "uid": "shuttle", "title": "Между вокзалами", "transport_type": "bus",
                "calendar": .integer(calendar), "zone": "Europe/Moscow", "frequency": "06:00 22:00 15",
                "stops": ["s9602497 - 00:00", "s9602494 00:20 -"],
            ]
        )
    }

    // MARK: The app

    /// Asks as the app does; the key is added to the query.
    func get(_ path: String, headers: HTTPFields = [:], key: Bool = true) async throws -> Vitrina.Reply {
        let separator = path.contains("?") ? "&" : "?"
        let path = "/v3.0/\(path)" + (key ? "\(separator)apikey=\(self.key)" : "")
        return try await vitrina.send(.get, path, headers: headers, as: nil)
    }
}

extension Vitrina.Reply {
    /// What the error of the API says.
    var travelError: String { json["error"]?["text"]?.string ?? "" }
}

extension JSON {
    /// An element of an array; nil outside.
    subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
