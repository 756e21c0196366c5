import Core
import Transit
import Web

/// The links of a station: its board and the map.
enum StationPanel {
    static let panel = ResourcePanel("timetable-station") { row, services, context in
        let lookup = try await TimetableLookup(services, context.language)
        let code = "s\(row.id)"
        let station = Int64(row.id).flatMap { lookup.timetable.station($0) }
        let isShown = station.map { !lookup.timetable.stations[Int($0)].isHidden } ?? false
        let hasPlace = station.flatMap { lookup.timetable.stations[Int($0)].point } != nil
        return [
            "board": .string(isShown ? TimetableBoardPage.path(code) : ""),
            "map": .string(isShown && hasPlace ? TimetableMapPage.path(station: code) : ""),
            "threads": .string("\(Threads.resource.path)?station=\(row.id)"),
            "served": .string(
                counted(
                    station.map { lookup.timetable.served($0) } ?? 0,
                    context.language,
                    ru: (one: "рейс", few: "рейса", many: "рейсов"),
                    en: (one: "thread", many: "threads")
                )
            ),
        ]
    }
}
