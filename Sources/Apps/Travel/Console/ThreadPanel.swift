import Core
import Storage
import Transit
import Web

/// The stops of a thread as a table, and its way on a small map.
enum ThreadPanel {
    static let panel = ResourcePanel("timetable-thread") { row, services, context in
        let lookup = try await TimetableLookup(services, context.language)
        let resource = Threads.resource
        let lines = resource.value(Threads.stopsColumn, of: row).strings
        let hasTimes = resource.value(Threads.frequencyColumn, of: row) == .null
        let stops = lookup.stops(lines, hasTimes: hasTimes)
        let drawing = LineDrawing(stops.compactMap(\.point))
        let uid = resource.value(Threads.uidColumn, of: row).string ?? ""
        return [
            "stops": .array(stops.map { json($0, context.language) }),
            "map": .string(TimetableMapPage.path(thread: uid)), "drawing": drawing?.json ?? .null,
            "label": .string(
                [stops.first?.title, stops.last?.title].compactMap { $0 }.joined(separator: " — ")
            ),
        ]
    }

    private static func json(_ line: TimetableLookup.StopLine, _ language: Language) -> JSON {
        let stop = line.stop
        let places = [stop?.platform, stop?.terminal].compactMap { $0 }
        return [
            "title": .string(line.title.isEmpty ? stop.map { "s\($0.station)" } ?? "" : line.title),
            "path": .string(stop.map { "\(Stations.resource.path)/\($0.station)" } ?? ""),
            "arrival": .string(stop?.arrival.map { ThreadLine.clock($0) } ?? ""),
            "departure": .string(stop?.departure.map { ThreadLine.clock($0) } ?? ""),
            "platform": .string(places.joined(separator: ", ")),
            "boarding": .string(stop?.boarding.title[language] ?? ""),
            "fault": .string(line.fault?[language] ?? ""),
        ]
    }
}

extension TransitStop.Boarding {
    /// Empty if passengers may board and alight.
    var title: Localized {
        switch self {
        case .both: Localized("", "")
        case .onlyOn: Localized("только посадка", "boarding only")
        case .onlyOff: Localized("только высадка", "alighting only")
        case .pass: Localized("без остановки", "does not stop")
        }
    }
}
