import Core
import FoundationEssentials
import Hummingbird
import Storage
import Transit
import Web

/// Places by their titles, and the map, in the admin API.
enum TimetableMapRoutes: RouteList {
    static let tag = "Timetable"

    static let routes = [
        Route(
            .get,
            "travel/places",
            "timetable_places",
            "The places whose titles have a word with this beginning, the likeliest first.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "q",
                    .text(lengthMax: 200),
                    "A beginning of a word, or a code.",
                    isRequired: true
                ),
                RouteParameter("kind", .choice(["station"]), "No settlements if it is given."),
                RouteParameter("limit", .integer(1...50, standard: 8), "The number of places."),
            ],
            answer: .json("The places.", Schema.object(["items": Schema.list(of: place)]))
        ) { call in try await places(call) },
        Route(
            .get,
            "travel/map",
            "timetable_map",
            "The stations in a part of the map, the most served first; 2,000 at most, spread over it.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "window",
                    .text(lengthMax: 100),
                    "South, west, north and east in degrees: `59.5,29.5,60.2,31.0`.",
                    isRequired: true
                ), TimetableRoutes.transports,
            ],
            answer: .json(
                "The stations.",
                Schema.object(["items": Schema.list(of: station), "total": Schema.integer])
            )
        ) { call in try await map(call) },
        Route(
            .get,
            "travel/lines",
            "timetable_lines",
            "The ways of the threads that stop at a station, or of one thread; 200 at most.",
            needs: [.readContent],
            parameters: [
                RouteParameter("station", .text(lengthMax: 200), "A code or a title."),
                RouteParameter("thread", .text(lengthMax: 100), "The uid of a thread."),
            ],
            answer: .json("The lines.", Schema.object(["items": Schema.list(of: line)]))
        ) { call in try await lines(call) },
    ]

    // MARK: Schemas

    private static let degrees: JSON = ["type": "number"]
    private static let place = Schema.object([
        "code": Schema.text, "title": Schema.text, "note": Schema.text, "latitude": Schema.orNull(degrees),
        "longitude": Schema.orNull(degrees),
    ])
    private static let station = Schema.object([
        "code": Schema.text, "title": Schema.text, "settlement": Schema.text, "kind": Schema.text,
        "transport_type": Schema.text, "latitude": degrees, "longitude": degrees, "served": Schema.integer,
    ])
    private static let line = Schema.object([
        "thread": Schema.integer, "number": Schema.text, "title": Schema.text, "transport_type": Schema.text,
        "points": Schema.list(of: Schema.list(of: degrees)),
    ])

    // MARK: Answers

    private static func places(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        let matches = lookup.matches(
            call.text("q") ?? "",
            isStation: call.text("kind") != nil,
            count: call.integer("limit").map { Int($0) } ?? 8
        )
        let items = matches.map { match -> JSON in
            [
                "code": .string(match.code), "title": .string(match.title), "note": .string(match.note),
                "latitude": match.point.map { .degrees($0.latitude) } ?? .null,
                "longitude": match.point.map { .degrees($0.longitude) } ?? .null,
            ]
        }
        return .json(["items": .array(items)])
    }

    private static func map(_ call: RouteCall) async throws -> Response {
        guard let window = MapWindow(call.text("window") ?? "") else {
            throw Problem.invalid([
                Fault(
                    "#/window",
                    "нужны юг, запад, север и восток через запятую",
                    "must be south, west, north and east with commas between"
                )
            ])
        }
        let lookup = try await TimetableLookup(call.services, call.language)
        let kinds = Set(call.texts("transport_types").compactMap { TransportKind(name: $0) })
        let (stations, total) = lookup.map(window, kinds)
        return .json(["items": .array(stations.map(\.json)), "total": .integer(Int64(total))])
    }

    private static func lines(_ call: RouteCall) async throws -> Response {
        let lookup = try await TimetableLookup(call.services, call.language)
        var lines: [TimetableLookup.MapLine] = []
        if let uid = call.text("thread") {
            lines = [lookup.line(of: try lookup.thread(uid))]
        } else if case .station(let station) = try lookup.place(call.text("station") ?? "", "station") {
            lines = lookup.lines(at: station)
        }
        return .json(["items": .array(lines.map(\.json))])
    }
}

extension MapWindow {
    /// Reads `south,west,north,east`.
    init?(_ text: String) {
        let numbers = text.split(separator: ",").compactMap {
            Double($0.trimmed)
        }
        guard numbers.count == 4 else { return nil }
        self.init(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    }
}

extension TimetableLookup.MapStation {
    var json: JSON {
        [
            "code": .string(code), "title": .string(title), "settlement": .string(settlement),
            "kind": .string(kind), "transport_type": .string(transport.name),
            "latitude": .degrees(point.latitude), "longitude": .degrees(point.longitude),
            "served": .integer(Int64(served)),
        ]
    }
}

extension TimetableLookup.MapLine {
    var json: JSON {
        [
            "thread": .integer(thread), "number": .string(number), "title": .string(title),
            "transport_type": .string(transport.name),
            "points": .array(points.map { [.degrees($0.latitude), .degrees($0.longitude)] }),
        ]
    }
}

extension JSON {
    /// A number of degrees, of six digits after the point: 0.1 m.
    static func degrees(_ value: Double) -> JSON {
        let whole = Int64((value * 1_000_000).rounded())
        return whole % 1_000_000 == 0 ? .integer(whole / 1_000_000) : .decimal(Decimal(whole) / 1_000_000)
    }
}
