import Core
import Transit
import Web

/// The board of a station (E2; T51–T55).
struct ScheduleAnswer {
    private static let everywhere = "all"

    private let call: TravelCall
    private let writer: TravelWriter
    private let timetable: Timetable

    init(_ call: TravelCall) {
        (self.call, writer, timetable) = (call, call.writer, call.timetable)
    }

    func answer() throws(Problem) -> PublicAnswer {
        let query = call.query
        guard let code = query["station"] else {
            throw TravelQuery.wrong("station", "нужно указать", "is missing")
        }
        let (limit, offset, day) = (try query.limit, try query.offset, try query.day())
        let transports = try query.transports()
        guard let event = Board.Event(rawValue: query["event"] ?? Board.Event.departure.rawValue) else {
            throw TravelQuery.wrong("event", "departure или arrival", "must be departure or arrival")
        }
        guard case .station(let station)? = try call.place(code).first else {
            throw Timetable.notFound(code, in: "yandex")
        }
        var board = Board(timetable, of: station, event, transports: transports)
        let directions = Self.directions(board, writer)
        let direction = directions.first { $0.code == query["direction"] ?? Self.everywhere }
        guard let direction = direction ?? directions.first(where: { $0.title == query["direction"] }) else {
            throw TravelQuery.wrong("direction", "нет такого направления", "is no direction of this station")
        }
        let found = day.map { board.entries(on: $0) } ?? board.entries(near: call.today(at: station))
        func isThere(_ entry: Board.Entry) -> Bool {
            direction.terminus == nil || timetable.stops(of: entry.thread).last?.station == direction.terminus
        }
        let (timed, intervals) = (found.timed.filter(isThere), found.intervals.filter(isThere))
        return PublicAnswer { json in
            json.object { json in
                json.member("date", JSON(day?.day))
                writer.pagination(total: timed.count, limit: limit, offset: offset, &json)
                json.key("station")
                writer.station(station, &json)
                json.key("schedule")
                json.array { json in
                    for entry in timed.dropFirst(offset).prefix(limit) { write(entry, at: station, &json) }
                }
                json.key("interval_schedule")
                json.array { json in for entry in intervals { write(entry, at: nil, &json) } }
                json.key("schedule_direction")
                direction.write(&json)
                json.key("directions")
                json.array { json in for direction in directions { direction.write(&json) } }
            }
        }
    }

    // MARK: Directions

    /// A direction of a station: the last station of its threads (T53).
    private struct Direction {
        let code: String
        let title: String
        let terminus: Int32?

        func write(_ json: inout JSONWriter) {
            json.object { json in
                json.member("code", code)
                json.member("title", title)
            }
        }
    }

    private static func directions(_ board: Board, _ writer: TravelWriter) -> [Direction] {
        let all = Localized("все направления", "all directions")[writer.language]
        return [Direction(code: everywhere, title: all, terminus: nil)]
            + board.termini.map { terminus in
                let station = writer.timetable.stations[Int(terminus)]
                let title = writer.text(station.title, station.titleEn)
                return Direction(code: writer.code(terminus), title: title, terminus: terminus)
            }
    }

    // MARK: Lines

    /// A line; without a station it is that of a thread that runs every so often.
    private func write(_ entry: Board.Entry, at station: Int32?, _ json: inout JSONWriter) {
        let thread = timetable.threads[Int(entry.thread)]
        let words = CalendarWords(call.writer.state.calendar(of: entry.thread), writer.language)
        let stop = timetable.stop(entry.thread, Int(entry.position))
        json.object { json in
            if let station {
                json.member("departure", JSON(entry.departure.map { writer.time($0, at: station) }))
                json.member("arrival", JSON(entry.arrival.map { writer.time($0, at: station) }))
            }
            json.member("days", words.days)
            json.member("except_days", JSON(words.exceptions.isEmpty ? nil : words.exceptions))
            json.member("is_fuzzy", thread.isFuzzy)
            json.member("stops", writer.text(thread.stopping))
            json.member("platform", writer.text(stop.platform))
            json.member("terminal", JSON(timetable.texts.given(stop.terminal)))
            json.key("thread")
            writer.thread(entry.thread, on: entry.serviceDay, linked: false, &json)
        }
    }
}
