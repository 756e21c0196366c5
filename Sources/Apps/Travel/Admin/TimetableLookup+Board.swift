import Core
import Transit
import Web

/// The board of a station.
extension TimetableLookup {
    /// A line of a board.
    struct BoardLine: Sendable {
        /// With the offset of the station's zone; empty for a thread that runs every so often.
        let time: String
        /// `05:28`, or the words of an interval.
        let clock: String
        let number: String
        let title: String
        let uid: String
        /// The row of the thread.
        let thread: Int64
        /// The last station of the thread; the first one on a board of arrivals.
        let end: String
        let platform: String
        let terminal: String
        let transport: TransportKind
        let carrier: String
        /// «ежедневно, кроме 12 июня».
        let days: String
        let isFuzzy: Bool
    }

    struct BoardPage: Sendable {
        let lines: [BoardLine]
        let total: Int
        /// Threads that run every so often.
        let intervals: [BoardLine]
    }

    /// The departures of a station on a day, or the arrivals.
    func board(of station: Int32, _ event: Board.Event, on day: Int32, offset: Int = 0) -> BoardPage {
        var board = Board(timetable, of: station, event)
        let (timed, intervals) = board.entries(on: day)
        return BoardPage(
            lines: timed.dropFirst(offset).prefix(Self.linesMax).map { line($0, at: station, event) },
            total: timed.count,
            intervals: intervals.prefix(Self.linesMax).map { line($0, at: station, event) }
        )
    }

    private func line(_ entry: Board.Entry, at station: Int32, _ event: Board.Event) -> BoardLine {
        let thread = timetable.threads[Int(entry.thread)]
        let (stops, stop) = (
            timetable.stops(of: entry.thread), timetable.stop(entry.thread, Int(entry.position))
        )
        let time = event == .departure ? entry.departure : entry.arrival
        let end = event == .departure ? stops.last : stops.first
        return BoardLine(
            time: time.map { writer.time($0, at: station) } ?? "",
            clock: time.map { clock($0, at: station) } ?? thread.frequency?.density ?? "",
            number: writer.text(thread.number),
            title: writer.text(thread.title, thread.titleEn),
            uid: writer.text(thread.uid),
            thread: thread.id,
            end: end.map { title($0.station) } ?? "",
            platform: writer.text(stop.platform),
            terminal: writer.text(stop.terminal),
            transport: thread.transport,
            carrier: carrier(of: thread),
            days: days(of: entry.thread),
            isFuzzy: thread.isFuzzy
        )
    }

    /// `05:28`, in the zone of a station.
    func clock(_ instant: Int64, at station: Int32) -> String {
        String(writer.time(instant, at: station).dropFirst(11).prefix(5))
    }

    /// Empty for a thread without one.
    func carrier(of thread: TransitThread) -> String {
        timetable.texts.given(thread.carrier).flatMap { writer.carriers[$0] }?.text("title", writer.language)
            ?? ""
    }

    /// The running days in words, with the exceptions.
    func days(of thread: Int32) -> String { CalendarWords(state.calendar(of: thread), writer.language).whole }

    /// The stations with the most stops of threads.
    func busiest(_ count: Int) -> [Int32] {
        var best: [(served: Int, station: Int32)] = []
        for index in timetable.stations.indices where !timetable.stations[index].isHidden {
            let station = (served: timetable.served(Int32(index)), station: Int32(index))
            if best.count == count, let least = best.last, station.served <= least.served { continue }
            let place = best.firstIndex { $0.served < station.served } ?? best.count
            best.insert(station, at: place)
            if best.count > count { best.removeLast() }
        }
        return best.filter { $0.served > 0 }.map(\.station)
    }
}
