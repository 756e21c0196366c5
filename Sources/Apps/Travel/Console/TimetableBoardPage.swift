import Core
import Hummingbird
import Storage
import Transit
import Web

/// The board of a station for a day, as passengers see it.
struct TimetableBoardPage: Sendable {
    static let path = "/travel/board"
    private static let offeredMax = 12

    private let console: Console
    private let request: Request
    private let context: ConsoleContext

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.request, self.context) = (console, request, context)
    }

    private var language: Language { context.language }

    /// The address of a board.
    static func path(_ code: String, date: String? = nil, arrivals: Bool = false) -> String {
        "\(path)?station=\(code)" + (date.map { "&date=\($0)" } ?? "") + (arrivals ? "&event=arrival" : "")
    }

    func show() async throws -> Response {
        try context.author.require(.readContent)
        let lookup = try await TimetableLookup(console.services, language)
        let asked = request.asked
        let field = PlaceField("station", Localized("Станция", "Station"), asked, lookup, isStation: true)
        let event = asked["event"].flatMap { Board.Event(rawValue: $0) } ?? .departure
        var json: JSON = [
            "action": .string(Self.path), "place": field.json(lookup), "event": .string(event.rawValue),
            "is_arrival": .bool(event == .arrival), "offered": offered(lookup, field), "board": .null,
            "day": .null,
        ]
        var title = Localized("Табло", "Board")[language]
        if case .station(let station)? = field.place {
            let day = TravelDay(asked, today: lookup.today(at: .station(station)))
            let offset = asked["offset"].flatMap { Int($0) }.map { min(max(0, $0), 10_000) } ?? 0
            json = json.merged(with: board(lookup, station, event, day, offset))
            title = "\(title): \(field.text)"
        }
        let page = ConsolePage("timetable-board", title: title, path: Self.path, context: json)
        return try await console.show(page, context)
    }

    /// Stations to begin with.
    private func offered(_ lookup: TimetableLookup, _ field: PlaceField) -> JSON {
        guard field.place == nil else { return [] }
        return .array(
            lookup.busiest(Self.offeredMax).map { station in
                let match = lookup.match(.station(station))
                return [
                    "title": .string(match.title), "note": .string(match.note),
                    "path": .string(Self.path(match.code)),
                ]
            }
        )
    }

    private func board(
        _ lookup: TimetableLookup,
        _ station: Int32,
        _ event: Board.Event,
        _ day: TravelDay,
        _ offset: Int
    ) -> JSON {
        let board = lookup.board(of: station, event, on: day.day, offset: offset)
        let (code, isArrival) = (lookup.writer.code(station), event == .arrival)
        let here = Self.path(code, date: day.day.day, arrivals: isArrival)
        let next = offset + TimetableLookup.linesMax
        return [
            "day": day.json(language) { Self.path(code, date: $0.day, arrivals: isArrival) },
            "board": [
                "title": .string(lookup.title(station)), "code": .string(code),
                "note": .string(lookup.match(.station(station)).note),
                "zone": .string(lookup.zone(of: station)),
                "departures": .string(Self.path(code, date: day.day.day)),
                "arrivals": .string(Self.path(code, date: day.day.day, arrivals: true)),
                "station_path": .string("\(Stations.resource.path)/\(code.dropFirst())"),
                "map": .string(TimetableMapPage.path(station: code)),
                "count": .string(count(board.total)), "has_lines": .bool(!board.lines.isEmpty),
                "lines": .array(board.lines.map(line)),
                "has_intervals": .bool(!board.intervals.isEmpty),
                "intervals": .array(board.intervals.map(line)),
                "first": .string(offset > 0 ? here : ""),
                "next": .string(next < board.total ? "\(here)&offset=\(next)" : ""),
                "is_empty": .bool(board.lines.isEmpty && board.intervals.isEmpty),
            ],
        ]
    }

    private func count(_ number: Int) -> String {
        counted(
            number,
            language,
            ru: (one: "рейс", few: "рейса", many: "рейсов"),
            en: (one: "thread", many: "threads")
        )
    }

    private func line(_ line: TimetableLookup.BoardLine) -> JSON {
        [
            "clock": .string(line.isFuzzy ? "≈\u{A0}\(line.clock)" : line.clock), "end": .string(line.end),
            "number": .string(line.number), "title": .string(line.title),
            "path": .string("\(Threads.resource.path)/\(line.thread)"),
            "transport": .string(line.transport.title[language]),
            "platform": .string(
                [line.platform, line.terminal].filter { !$0.isEmpty }.joined(separator: ", ")
            ),
            "carrier": .string(line.carrier), "days": .string(line.days),
        ]
    }
}
