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

    var timetable: Timetable { state.timetable }

    init(_ services: Services, _ language: Language) async throws {
        try await services.live.load()
        state = try await services.travel.live.state()
        writer = TravelWriter(state, services.live.state, language, baseURL: "")
        now = services.now()
    }

    /// A station near a place.
    struct PlaceLine: Sendable {
        let code: String
        let title: String
        let kilometres: Double
    }

    // MARK: Places

    /// A place by its code, or by its title as people write it.
    func place(_ text: String, _ name: String, isStation: Bool = false) throws(Problem) -> TravelPlace {
        let text = text.trimmingSpaces
        if let place = try? timetable.place(text) {
            if case .settlement = place, isStation { throw Self.noStation(name) }
            return place
        }
        let wanted = text.lowercased()
        func isMeant(_ titles: [TextPool.ID]) -> Bool {
            titles.contains { $0 != .none && timetable.texts[$0].lowercased() == wanted }
        }
        let town = timetable.settlements.firstIndex { isMeant([$0.title, $0.titleEn, $0.popularTitle]) }
        if let town, !isStation { return .settlement(Int32(town)) }
        let station = timetable.stations.firstIndex {
            !$0.isHidden && isMeant([$0.title, $0.titleEn, $0.popularTitle])
        }
        if let station, !wanted.isEmpty { return .station(Int32(station)) }
        if town != nil { throw Self.noStation(name) }
        throw .invalid([Fault("#/\(name)", "нет такого места", "is no place of the timetable")])
    }

    private static func noStation(_ name: String) -> Problem {
        .invalid([
            Fault("#/\(name)", "это город: выберите его станцию", "is a settlement; choose a station of it")
        ])
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
