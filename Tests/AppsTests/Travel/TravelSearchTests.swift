import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The search of the timetable's API.
struct TravelSearchTests {
    private static let pointMembers = ["code", "popular_title", "short_title", "title", "type"]
    private static let stationMembers = [
        "code", "popular_title", "short_title", "station_type", "station_type_name", "title",
        "transport_type", "type",
    ]
    private static let rideMembers = [
        "arrival", "arrival_platform", "arrival_terminal", "departure", "departure_platform",
        "departure_terminal",
        "duration", "from", "has_transfers", "start_date", "stops", "thread", "tickets_info", "to",
    ]
    private static let carrierMembers = [
        "address", "code", "codes", "contacts", "email", "logo", "logo_svg", "phone", "title", "url",
    ]
    private static let threadMembers = [
        "carrier", "express_type", "number", "short_title", "thread_method_link", "title",
        "transport_subtype",
        "transport_type", "uid", "vehicle",
    ]

    private func names(_ json: JSON?) -> [String] { (json?.object ?? [:]).keys.sorted() }

    // T23, T24, T25, T26, T27, T32, T33, T34, T36, T37, T39, T45, T46
    @Test(arguments: TestDatabase.all)
    func `a day between two towns has its runs in order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)

            let json = try await world.get("search/?from=c2&to=c213&date=2026-11-23").json

            #expect(names(json) == ["interval_segments", "pagination", "search", "segments"])
            #expect(json["pagination"] == ["total": 2, "limit": 100, "offset": 0])
            #expect(
                names(json["search"]?["from"]) == Self.pointMembers
                    && json["search"]?["from"]?["code"] == "c2"
            )
            #expect(json["search"]?["date"] == "2026-11-23")
            let segments = json["segments"]?.array ?? []
            #expect(segments.compactMap { $0["thread"]?["uid"]?.string } == ["day", "night"])
            let night = segments.last
            #expect(names(night) == Self.rideMembers)
            #expect(night?["departure"] == "2026-11-23T22:00:00+03:00")
            #expect(night?["arrival"] == "2026-11-24T06:05:00+03:00" && night?["duration"] == 29_100)
            #expect(night?["start_date"] == "2026-11-23" && night?["has_transfers"] == false)
            #expect(night?["departure_platform"] == "3" && night?["tickets_info"] == JSON.null)
            #expect(
                names(night?["from"]) == Self.stationMembers && names(night?["thread"]) == Self.threadMembers
            )
            let carrier = night?["thread"]?["carrier"]
            #expect(carrier?["code"] == 680 && names(carrier?["codes"]) == ["iata", "icao", "sirena"])
            #expect(names(carrier) == Self.carrierMembers)
            let link = night?["thread"]?["thread_method_link"]?.string ?? ""
            #expect(link.hasPrefix("https://mall.example/v3.0/thread/?") && link.contains("uid=night"))
            for segment in segments {
                let uid = segment["thread"]?["uid"]?.string ?? ""
                #expect(try await world.get("thread/?uid=\(uid)").json["uid"] == .string(uid))
            }
            let followed = try await world.get(String(link.dropFirst("https://mall.example/v3.0/".count)))
            #expect(followed.json["uid"] == "night" && followed.json["start_date"] == "2026-11-23")
            let mixed = try await world.get("search/?from=s9602494&to=c213&date=2026-11-23").json
            #expect(mixed["pagination"]?["total"] == 2)
        }
    }

    // T28, T29, T30, T31, T50
    @Test func `without a day each thread comes once, and pages are cut`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let all = try await world.get("search/?from=c2&to=c213").json
            #expect(all["segments"]?.array?.count == 2 && all["search"]?["date"] == JSON.null)
            let second = try await world.get("search/?from=c2&to=c213&limit=1&offset=1").json
            #expect(second["pagination"] == ["total": 2, "limit": 1, "offset": 1])
            #expect(second["segments"]?[0] == all["segments"]?[1])
            let beyond = try await world.get("search/?from=c2&to=c213&offset=100")
            #expect(beyond.status == 200 && beyond.json["segments"] == [])
            let planes = try await world.get("search/?from=c2&to=c213&transport_types=plane,bus").json
            #expect(planes["segments"] == [] && planes["pagination"]?["total"] == 0)
            // The holiday.
            let none = try await world.get("search/?from=c2&to=c213&date=2026-11-25").json
            #expect(none["segments"] == [] && none["interval_segments"] == [])
        }
    }

    // T35, T49, T47, T48
    @Test func `each time has the offset of its station, or of the zone that is asked for`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            let path = "search/?from=SVO&to=s9600377&system=iata&date=2026-11-23"
            #expect(try await world.get(path).status == 404)

            let flight = try await world.get("search/?from=c213&to=c75&date=2026-11-23&show_systems=all").json
            let segment = flight["segments"]?[0]
            #expect(segment?["departure"] == "2026-11-23T15:00:00+03:00")
            #expect(segment?["arrival"] == "2026-11-24T06:30:00+10:00" && segment?["duration"] == 30_600)
            #expect(segment?["departure_terminal"] == "D" && segment?["arrival_terminal"] == JSON.null)
            #expect(segment?["from"]?["codes"] == ["yandex": "s9600213", "esr": .null, "express": .null])
            let utc = try await world.get("search/?from=c213&to=c75&date=2026-11-23&result_timezone=UTC").json
            #expect(utc["segments"]?[0]?["departure"] == "2026-11-23T12:00:00+00:00")
            #expect(utc["segments"]?[0]?["arrival"] == "2026-11-23T20:30:00+00:00")
            let foreign = try await world.get("schedule/?station=SVO&system=iata").json
            #expect(foreign["station"]?["code"] == "s9600213")
            let codes: JSON = ["express": "2004001", "sirena": "СПТ", "iata": "LED"]
            try await world.send(.patch, "stations/9602494", codes)
            let others: JSON = ["express": "2006004", "sirena": "МОС", "iata": "MOW"]
            try await world.send(.patch, "stations/2006004", others)
            for (system, from, to) in [
                ("esr", "02494", "06004"), ("express", "2004001", "2006004"), ("sirena", "СПТ", "МОС"),
                ("iata", "LED", "MOW"),
            ] {
                let ends = "from=\(from.percentEncoded)&to=\(to.percentEncoded)&system=\(system)"
                let found = try await world.get("search/?\(ends)&date=2026-11-23").json
                #expect(found["pagination"]?["total"] == 2, "\(system)")
                #expect(found["search"]?["from"]?["code"] == "s9602494", "\(system)")
            }
        }
    }

    // T38
    @Test func `prices are whole numbers`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            try await world.add(
                "fares",
                ["origin": "c2", "destination": "c213", "amount": "3520.40", "title": "Купе"]
            )
            try await world.add("fares", ["origin": "c2", "destination": "c213", "amount": "84"])

            let segment = try await world.get("search/?from=c2&to=c213&date=2026-11-23").json["segments"]?[0]

            #expect(
                segment?["tickets_info"] == [
                    "et_marker": false,
                    "places": [
                        ["name": "Купе", "currency": "RUB", "price": ["whole": 3520, "cents": 40]],
                        ["name": .null, "currency": "RUB", "price": ["whole": 84, "cents": 0]],
                    ],
                ]
            )
        }
    }

    // T40, T41, T42, T43
    @Test func `a journey with a change has its own shape`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)
            #expect(try await world.get("search/?from=c2&to=c75&date=2026-11-23").json["segments"] == [])

            let json = try await world.get("search/?from=c2&to=c75&date=2026-11-23&transfers=true").json

            let segment = json["segments"]?[0]
            let members = [
                "arrival", "arrival_to", "departure", "departure_from", "details", "has_transfers",
                "transfers",
                "transport_types",
            ]
            #expect(names(segment) == members && segment?["has_transfers"] == true)
            #expect(segment?["departure"] == "2026-11-23T07:00:00+03:00")
            #expect(segment?["arrival"] == "2026-11-24T06:30:00+10:00")
            #expect(segment?["transport_types"] == ["train", "plane"])
            #expect(
                segment?["transfers"]?.array?.count == 1 && segment?["transfers"]?[0]?["title"] == "Москва"
            )
            let details = segment?["details"]?.array ?? []
            #expect(
                details.count == 3 && details[1]["is_transfer"] == true && details[1]["duration"] == 14_400
            )
            #expect(
                names(details[1]) == [
                    "duration", "is_transfer", "transfer_from", "transfer_point", "transfer_to",
                ]
            )
            #expect(details[1]["transfer_to"]?["code"] == "s9600213")
            #expect(names(details[0]["from"]) == Self.pointMembers && details[0]["thread"]?["uid"] == "day")
            #expect(details[0]["thread"]?["thread_method_link"] == nil)
            // Direct rides come beside journeys, and make those needless that they outdo.
            let both = try await world.get("search/?from=c2&to=c213&date=2026-11-23&transfers=true").json
            #expect(both["segments"]?.array?.allSatisfy { $0["has_transfers"] == false } == true)
            let slow: JSON = [
                "uid": "slow", "title": "Долгий", "transport_type": "train", "zone": "Europe/Moscow",
                "calendar": .integer(world.calendar), "stops": ["s9602494 - 06:00", "s9600377 100:00 -"],
            ]
            try await world.add("threads", slow)
            let mixed = try await world.get("search/?from=c2&to=c75&date=2026-11-23&transfers=true").json
            let journeys = json["segments"]?.array?.count ?? 0
            let segments = mixed["segments"]?.array ?? []
            #expect(segments.filter { $0["has_transfers"] == true }.count == journeys && journeys > 0)
            #expect(segments.first?["has_transfers"] == false && segments.count == journeys + 1)
            #expect(mixed["pagination"]?["total"] == .integer(Int64(journeys + 1)))
        }
    }

    // T44
    @Test func `a thread that runs every so often has an interval and no times`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let json = try await world.get(
                "search/?from=s9602497&to=s9602494&date=2026-11-23&add_days_mask=true"
            ).json

            #expect(json["segments"] == [])
            let segment = json["interval_segments"]?[0]
            #expect(
                segment?["departure"] == nil && segment?["arrival"] == nil && segment?["duration"] == 1_200
            )
            let interval: JSON = [
                "density": "раз в 15 минут", "begin_time": "06:00:00", "end_time": "22:00:00",
            ]
            #expect(segment?["thread"]?["interval"] == interval)
            let month = segment?["schedule"]?[0]
            #expect(month?["month"] == 11 && month?["days"]?[24] == 0 && month?["days"]?[25] == 1)
        }
    }
}
