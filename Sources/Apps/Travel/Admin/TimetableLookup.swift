import Core
import Storage
import Transit
import Web

/// Searches of the timetable for staff: those of apps, in short lines.
struct TimetableLookup: Sendable {
    /// Lines of one answer.
    static let linesMax = 200

    let state: LiveTimetable.State
    let writer: TravelWriter
    let now: Timestamp

    private var timetable: Timetable { state.timetable }

    init(_ services: Services, _ language: Language) async throws {
        try await services.live.load()
        state = try await services.travel.live.state()
        writer = TravelWriter(state, services.live.state, language, baseURL: "")
        now = services.now()
    }

    /// A ride or a journey in one line.
    struct RideLine: Sendable {
        let departure: String
        let arrival: String
        let minutes: Int64
        let from: String
        let to: String
        /// The numbers of the threads, one for each ride.
        let numbers: [String]
        let titles: [String]
        let changes: [String]
        let platform: String
    }

    /// A line of a board.
    struct BoardLine: Sendable {
        let time: String
        let number: String
        let title: String
        let uid: String
        let platform: String
        let terminal: String
        let transport: TransportKind
    }

    /// A station near a place, or a fault of the timetable.
    struct PlaceLine: Sendable {
        let code: String
        let title: String
        let kilometres: Double
    }

    // MARK: Places

    /// A place by its code, or by its title as people write it.
    func place(_ text: String, _ name: String) throws(Problem) -> TravelPlace {
        let text = text.trimmingSpaces
        if let place = try? timetable.place(text) { return place }
        let wanted = text.lowercased()
        func isMeant(_ titles: [TextPool.ID]) -> Bool {
            titles.contains { $0 != .none && timetable.texts[$0].lowercased() == wanted }
        }
        if let town = timetable.settlements.firstIndex(where: {
            isMeant([$0.title, $0.titleEn, $0.popularTitle])
        }) {
            return .settlement(Int32(town))
        }
        let station = timetable.stations.firstIndex {
            !$0.isHidden && isMeant([$0.title, $0.titleEn, $0.popularTitle])
        }
        guard let station, !wanted.isEmpty else {
            throw .invalid([Fault("#/\(name)", "нет такого места", "is no place of the timetable")])
        }
        return .station(Int32(station))
    }

    func title(_ station: Int32) -> String {
        let station = timetable.stations[Int(station)]
        return writer.text(station.title, station.titleEn)
    }

    func title(_ place: TravelPlace) -> String {
        switch place {
        case .station(let station): title(station)
        case .settlement(let index):
            writer.text(timetable.settlements[Int(index)].title, timetable.settlements[Int(index)].titleEn)
        }
    }

    /// Today in the zone of a place.
    func today(at place: TravelPlace) -> Int32 {
        switch place {
        case .station(let station): timetable.zone(ofStation: station).day(at: now.seconds)
        case .settlement(let settlement): timetable.zone(ofSettlement: settlement).day(at: now.seconds)
        }
    }

    // MARK: Searches

    /// The rides of a day, with changes if they are wanted, in the order of their departures.
    func rides(from: TravelPlace, to: TravelPlace, on day: Int32, transfers: Bool) -> [RideLine] {
        let (origins, destinations) = (timetable.stations(at: from), timetable.stations(at: to))
        guard Set(origins).isDisjoint(with: destinations) else { return [] }
        var direct = DirectSearch(timetable)
        var journeys = direct.rides(from: origins, to: destinations, on: day).rides.map { Journey([$0]) }
        if transfers {
            var search = JourneySearch(timetable, to: destinations, on: day)
            journeys += search.journeys(from: origins)
        }
        return journeys.sorted { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
            .prefix(Self.linesMax).compactMap(line)
    }

    private func line(_ journey: Journey) -> RideLine? {
        guard let first = journey.rides.first, let last = journey.rides.last else { return nil }
        let start = timetable.stop(first.thread, Int(first.boarding))
        let end = timetable.stop(last.thread, Int(last.alighting))
        return RideLine(
            departure: writer.time(first.departure, at: start.station),
            arrival: writer.time(last.arrival, at: end.station),
            minutes: (last.arrival - first.departure) / 60,
            from: title(start.station),
            to: title(end.station),
            numbers: journey.rides.map { writer.text(timetable.threads[Int($0.thread)].number) },
            titles: journey.rides.map { ride in
                let thread = timetable.threads[Int(ride.thread)]
                return writer.text(thread.title, thread.titleEn)
            },
            changes: journey.rides.dropLast().map {
                title(timetable.stop($0.thread, Int($0.alighting)).station)
            },
            platform: writer.text(start.platform)
        )
    }

    /// The departures of a station on a day, or the arrivals.
    func board(of station: Int32, _ event: Board.Event, on day: Int32) -> [BoardLine] {
        var board = Board(timetable, of: station, event)
        return board.entries(on: day).timed.prefix(Self.linesMax).map { entry in
            let thread = timetable.threads[Int(entry.thread)]
            let stop = timetable.stop(entry.thread, Int(entry.position))
            let time = event == .departure ? entry.departure : entry.arrival
            return BoardLine(
                time: time.map { writer.time($0, at: station) } ?? "",
                number: writer.text(thread.number),
                title: writer.text(thread.title, thread.titleEn),
                uid: writer.text(thread.uid),
                platform: writer.text(stop.platform),
                terminal: writer.text(stop.terminal),
                transport: thread.transport
            )
        }
    }

    func near(_ point: Point, within kilometres: Double) -> [PlaceLine] {
        timetable.stations(within: kilometres, of: point).prefix(Self.linesMax).map {
            PlaceLine(code: writer.code($0.index), title: title($0.index), kilometres: $0.distance)
        }
    }

    // MARK: Check

    /// A fault of the timetable in words.
    struct FaultLine: Sendable {
        let kind: FaultKind
        /// The code or uid of what it is about.
        let what: String
        let detail: String
    }

    enum FaultKind: String, Sendable, CaseIterable {
        case unreachable, backward
        case neverRuns = "never_runs"
        case empty, overlap, far

        var title: Localized {
            switch self {
            case .unreachable: Localized("Без рейсов", "No thread stops there")
            case .backward: Localized("Время идёт назад", "Times run backward")
            case .neverRuns: Localized("Никогда не ходит", "Never runs")
            case .empty: Localized("Город без станций", "No stations")
            case .overlap: Localized("Рейс повторяется", "Runs twice at once")
            case .far: Localized("Далеко от города", "Far from its settlement")
            }
        }
    }

    /// The first faults of each kind, and how many there are of each.
    func faults() -> (lines: [FaultLine], counts: [(kind: FaultKind, count: Int)]) {
        let all = timetable.faults().map(line)
        let byKind = Dictionary(grouping: all) { $0.kind }
        let lines = FaultKind.allCases.flatMap { (byKind[$0] ?? []).prefix(Self.linesMax) }
        return (lines, FaultKind.allCases.map { ($0, byKind[$0]?.count ?? 0) }.filter { $0.1 > 0 })
    }

    private func line(_ fault: TimetableFault) -> FaultLine {
        func uid(_ thread: Int32) -> String { writer.text(timetable.threads[Int(thread)].uid) }
        return switch fault {
        case .unreachable(let station):
            FaultLine(kind: .unreachable, what: writer.code(station), detail: title(station))
        case .backward(let thread, let position):
            FaultLine(
                kind: .backward,
                what: uid(thread),
                detail: Localized("остановка \(position + 1)", "stop \(position + 1)")[writer.language]
            )
        case .neverRuns(let calendar):
            FaultLine(
                kind: .neverRuns,
                what: "\(timetable.calendarIDs[Int(calendar)])",
                detail: state.calendars[Int(calendar)].title
            )
        case .emptySettlement(let index):
            FaultLine(
                kind: .empty,
                what: "c\(timetable.settlements[Int(index)].code)",
                detail: title(.settlement(index))
            )
        case .overlap(let thread, let other, let station):
            FaultLine(kind: .overlap, what: uid(thread), detail: "\(uid(other)), \(title(station))")
        case .far(let station, let kilometres):
            FaultLine(
                kind: .far,
                what: writer.code(station),
                detail: "\(title(station)), \(Int(kilometres)) \(Localized("км", "km")[writer.language])"
            )
        }
    }
}
