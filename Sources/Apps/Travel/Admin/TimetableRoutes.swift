import Core
import Hummingbird
import Storage
import Transit
import Web

/// The searches of staff in the admin API: `/admin/api/v1/travel/…`.
enum TimetableRoutes: RouteList {
    static let tag = "Timetable"

    private static let day = RouteParameter("date", .date, "A day; today at the place if absent.")

    /// The kinds of transport that are meant; all of them if absent.
    static let transports = RouteParameter(
        "transport_types",
        .several(.choice(TransportKind.allCases.map(\.name)), countMax: TransportKind.allCases.count),
        "Only these kinds of transport."
    )

    static let routes = [
        Route(
            .get,
            "travel/search",
            "timetable_search",
            "The rides of a day between two places, as apps find them; 200 lines at most.",
            needs: [.readContent],
            parameters: [
                RouteParameter("from", .text(lengthMax: 200), "A code or a title.", isRequired: true),
                RouteParameter("to", .text(lengthMax: 200), "A code or a title.", isRequired: true),
                day, RouteParameter("transfers", .bool, "With one change or two, too."), transports,
            ],
            answer: .json("The rides.", Schema.object(["items": Schema.list(of: ride)]))
        ) { call in try await search(call) },
        Route(
            .get,
            "travel/board",
            "timetable_board",
            "The departures or arrivals of a station on a day; 200 lines at most.",
            needs: [.readContent],
            parameters: [
                RouteParameter("station", .text(lengthMax: 200), "A code or a title.", isRequired: true), day,
                RouteParameter(
                    "event",
                    .choice(Board.Event.allCases.map(\.rawValue)),
                    "`departure` if absent."
                ),
                RouteParameter("offset", .integer(0...10_000, standard: 0), "The lines to leave out first."),
            ],
            answer: .json(
                "The board.",
                Schema.object([
                    "items": Schema.list(of: line), "total": Schema.integer,
                    "intervals": Schema.list(of: line),
                ])
            )
        ) { call in try await board(call) },
        Route(
            .get,
            "travel/nearest",
            "timetable_nearest",
            "The stations near a place, the nearest first; 200 lines at most.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "place",
                    .text(lengthMax: 60),
                    "Latitude and longitude: `59.93,30.31`.",
                    isRequired: true
                ),
                RouteParameter("distance", .text(lengthMax: 10), "Kilometres, 50 at most; 10 if absent."),
            ],
            answer: .json("The stations.", Schema.object(["items": Schema.list(of: place)]))
        ) { call in try await nearest(call) },
        Route(
            .get,
            "travel/check",
            "timetable_check",
            "The oddities of the timetable, 200 lines of each kind at most, with its size in memory.",
            needs: [.readContent],
            answer: .json("The faults.", check)
        ) { call in try await check(call) },
    ]

    // MARK: Schemas

    private static let texts = Schema.list(of: Schema.text)
    private static let ride = Schema.object([
        "departure": Schema.text, "arrival": Schema.text, "minutes": Schema.integer, "from": Schema.text,
        "to": Schema.text, "numbers": texts, "titles": texts, "changes": texts, "platform": Schema.text,
        "price": Schema.orNull(Schema.text),
    ])
    private static let line = Schema.object([
        "time": Schema.text, "number": Schema.text, "title": Schema.text, "uid": Schema.text,
        "platform": Schema.text, "terminal": Schema.text, "transport_type": Schema.text, "end": Schema.text,
        "carrier": Schema.text, "days": Schema.text, "thread": Schema.integer,
    ])
    private static let place = Schema.object([
        "code": Schema.text, "title": Schema.text, "kilometres": ["type": "number"],
    ])
    private static let check = Schema.object([
        "items": Schema.list(
            of: Schema.object(["kind": Schema.text, "what": Schema.text, "detail": Schema.text])
        ),
        "counts": ["type": "object", "additionalProperties": Schema.integer], "stations": Schema.integer,
        "threads": Schema.integer, "stops": Schema.integer, "bytes": Schema.integer,
        "station_bytes": Schema.integer, "departure_bytes": Schema.integer,
    ])

    // MARK: Answers

    private static func day(_ call: RouteCall, _ lookup: TimetableLookup, at place: TravelPlace) -> Int32 {
        call.date("date").map { Int32(clamping: $0.daysSince1970) } ?? lookup.today(at: place)
    }

    private static func search(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        let from = try lookup.place(call.text("from") ?? "", "from")
        let to = try lookup.place(call.text("to") ?? "", "to")
        let query = TimetableLookup.RideQuery(
            from: from,
            to: to,
            day: day(call, lookup, at: from),
            transfers: call.bool("transfers") ?? false,
            transports: Set(call.texts("transport_types").compactMap { TransportKind(name: $0) })
        )
        return items(lookup.rides(query).rides.map(json))
    }

    private static func json(_ ride: TimetableLookup.RideLine) -> JSON {
        [
            "departure": .string(ride.departure), "arrival": .string(ride.arrival),
            "minutes": .integer(ride.minutes), "from": .string(ride.from), "to": .string(ride.to),
            "numbers": .array(ride.legs.map { .string($0.number) }),
            "titles": .array(ride.legs.map { .string($0.title) }),
            "changes": .array(ride.changes.map { .string($0) }),
            "platform": .string(ride.legs.first?.platform ?? ""), "price": JSON(ride.price?.text),
        ]
    }

    private static func board(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        let place = try lookup.place(call.text("station") ?? "", "station", isStation: true)
        guard case .station(let station) = place else {
            throw Problem.invalid([Fault("#/station", "это не станция", "is no station")])
        }
        let event = call.text("event").flatMap { Board.Event(rawValue: $0) } ?? .departure
        let offset = call.integer("offset").map { Int($0) } ?? 0
        let board = lookup.board(of: station, event, on: day(call, lookup, at: place), offset: offset)
        return .json([
            "items": .array(board.lines.map(json)), "total": .integer(Int64(board.total)),
            "intervals": .array(board.intervals.map(json)),
        ])
    }

    private static func json(_ line: TimetableLookup.BoardLine) -> JSON {
        [
            "time": .string(line.time), "number": .string(line.number), "title": .string(line.title),
            "uid": .string(line.uid), "platform": .string(line.platform), "terminal": .string(line.terminal),
            "transport_type": .string(line.transport.name), "end": .string(line.end),
            "carrier": .string(line.carrier), "days": .string(line.days), "thread": .integer(line.thread),
        ]
    }

    private static func nearest(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        let numbers = (call.text("place") ?? "").split(separator: ",").map { Double($0.filter { $0 != " " }) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let point = Point(latitude: latitude, longitude: longitude)
        else {
            throw Problem.invalid([
                Fault("#/place", "нужны широта и долгота", "must be latitude and longitude")
            ])
        }
        guard let distance = Double(call.text("distance") ?? "10"), 0...50 ~= distance else {
            throw Problem.invalid([Fault("#/distance", "от 0 до 50", "must be from 0 to 50")])
        }
        let found = lookup.near(point, within: distance)
        return items(
            found.map { place in
                let metres = (place.kilometres * 1_000).rounded() / 1_000
                return [
                    "code": .string(place.code), "title": .string(place.title),
                    "kilometres": (try? JSON(parsing: "\(metres)")) ?? 0,
                ]
            }
        )
    }

    private static func check(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        let (lines, counts) = lookup.faults()
        let timetable = lookup.state.timetable
        let items = lines.map { line -> JSON in
            [
                "kind": .string(line.kind.rawValue), "what": .string(line.what),
                "detail": .string("\(line.kind.title[call.language]): \(line.detail)"),
            ]
        }
        return .json([
            "items": .array(items),
            "counts": .object(
                Dictionary(counts.map { ($0.kind.rawValue, JSON.integer(Int64($0.count))) }) { first, _ in
                    first
                }
            ),
            "stations": .integer(Int64(timetable.stations.count)),
            "threads": .integer(Int64(timetable.threads.count)),
            "stops": .integer(Int64(timetable.stops.count)), "bytes": .integer(Int64(timetable.size)),
            "station_bytes": .integer(Int64(timetable.sizeOfPlaces / max(1, timetable.stations.count))),
            "departure_bytes": .integer(Int64(timetable.sizeOfThreads / max(1, timetable.stops.count))),
        ])
    }

    private static func items(_ items: [JSON]) -> Response { .json(["items": .array(items)]) }
}
