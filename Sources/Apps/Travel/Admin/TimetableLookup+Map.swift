import Core
import Transit

/// The map: stations in a window, and the lines of threads.
extension TimetableLookup {
    /// Points of one answer.
    static let pointsMax = 2_000
    /// Points of all lines of one answer.
    private static let linePointsMax = 20_000

    /// A station as a point of the map.
    struct MapStation: Sendable {
        let code: String
        let title: String
        let settlement: String
        let kind: String
        let transport: TransportKind
        let point: Point
        /// The stops of threads.
        let served: Int
    }

    /// A way that threads take.
    struct MapLine: Sendable {
        let thread: Int64
        let title: String
        let number: String
        let transport: TransportKind
        let points: [Point]
    }

    /// The stations in a window, the most served first, and how many there are.
    func map(
        _ window: MapWindow,
        _ transports: Set<TransportKind>,
        countMax: Int = pointsMax
    ) -> (stations: [MapStation], total: Int) {
        let (stations, total) = timetable.stations(in: window, transports: transports, countMax: countMax)
        return (stations.compactMap(mapStation), total)
    }

    /// Nil for a station without a place.
    func mapStation(_ index: Int32) -> MapStation? {
        let station = timetable.stations[Int(index)]
        guard let point = station.point else { return nil }
        return MapStation(
            code: writer.code(index),
            title: title(index),
            settlement: station.settlement < 0 ? "" : title(.settlement(station.settlement)),
            kind: station.kind.title[writer.language],
            transport: station.transport,
            point: point,
            served: timetable.served(index)
        )
    }

    /// The ways of the threads that stop at a station, each once.
    func lines(at station: Int32) -> [MapLine] {
        var (known, lines, count): (Set<[Point]>, [MapLine], Int) = ([], [], 0)
        for visit in timetable.visits(of: station) {
            let line = line(of: visit.thread)
            guard known.insert(line.points).inserted, line.points.count > 1 else { continue }
            count += line.points.count
            guard lines.count < Self.linesMax, count <= Self.linePointsMax else { break }
            lines.append(line)
        }
        return lines
    }

    /// The way of one thread.
    func line(of index: Int32) -> MapLine {
        let thread = timetable.threads[Int(index)]
        return MapLine(
            thread: thread.id,
            title: writer.text(thread.title, thread.titleEn),
            number: writer.text(thread.number),
            transport: thread.transport,
            points: timetable.line(of: index)
        )
    }

    /// A thread by its uid.
    func thread(_ uid: String) throws(Problem) -> Int32 {
        guard let thread = timetable.thread(uid) else {
            throw .invalid([Fault("#/thread", "нет такого рейса", "is no thread")])
        }
        return thread
    }
}
