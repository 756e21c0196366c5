/// Threads that call at the same stations in the same order, so that a search scans them at once: the routes of RAPTOR.
///
/// Within a pattern no thread overtakes another, on one day or over midnight, so its runs have one order at every stop.
struct Patterns: Sendable {
    /// The most that two threads of a pattern may lie apart at a stop, so that a run of one day never overtakes one of
    /// the day before; a day may have 23 hours.
    private static let spreadMax: Int32 = 22 * 3_600

    struct Stop: Sendable {
        let pattern: Int32
        let position: Int32
    }

    /// The threads of each pattern in the order of their departures.
    private(set) var threads = Groups<Int32>()
    /// The stops of the patterns at each station.
    private(set) var atStation = Groups<Stop>()
    private(set) var count = 0

    init() {}

    init(_ timetable: Timetable) {
        var lists: [[Int32]] = []
        for group in Self.groups(timetable) { lists += Self.split(group, timetable) }
        count = lists.count
        threads = Groups(
            lists.count,
            lists.enumerated().flatMap { index, list in list.map { (Int32(index), $0) } }
        )
        var stops: [(group: Int32, element: Stop)] = []
        for (index, list) in lists.enumerated() {
            guard let first = list.first else { continue }
            for (position, stop) in timetable.stops(of: first).enumerated() {
                stops.append((stop.station, Stop(pattern: Int32(index), position: Int32(position))))
            }
        }
        atStation = Groups(timetable.stations.count, stops)
    }

    var size: Int { threads.size + atStation.size }

    /// Threads with times whose stations, zone, transport and rules of boarding are the same.
    private static func groups(_ timetable: Timetable) -> [[Int32]] {
        var groups: [[Int32]] = []
        var known: [Int: [Int]] = [:]
        for index in timetable.threads.indices {
            let thread = Int32(index)
            guard timetable.threads[index].frequency == nil, timetable.stops(of: thread).timesFault == nil
            else { continue }
            var hasher = Hasher()
            hasher.combine(timetable.threads[index].zone)
            hasher.combine(timetable.threads[index].transport)
            for stop in timetable.stops(of: thread) {
                hasher.combine(stop.station)
                hasher.combine(stop.boarding)
            }
            let hash = hasher.finalize()
            if let place = known[hash]?.first(where: { isSame(groups[$0][0], thread, timetable) }) {
                groups[place].append(thread)
            } else {
                known[hash, default: []].append(groups.count)
                groups.append([thread])
            }
        }
        return groups
    }

    private static func isSame(_ left: Int32, _ right: Int32, _ timetable: Timetable) -> Bool {
        timetable.threads[Int(left)].zone == timetable.threads[Int(right)].zone
            && timetable.threads[Int(left)].transport == timetable.threads[Int(right)].transport
            && timetable.stops(of: left).elementsEqual(timetable.stops(of: right)) {
                $0.station == $1.station && $0.boarding == $1.boarding
            }
    }

    private static func split(_ group: [Int32], _ timetable: Timetable) -> [[Int32]] {
        var lists: [[Int32]] = []
        let order = group.map { ($0, timetable.stops(of: $0).first?.departure ?? 0) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        for (thread, _) in order {
            let place = lists.firstIndex { list in
                guard let first = list.first, let last = list.last else { return false }
                return follows(thread, last: last, first: first, timetable)
            }
            if let place { lists[place].append(thread) } else { lists.append([thread]) }
        }
        return lists
    }

    private static func follows(_ thread: Int32, last: Int32, first: Int32, _ timetable: Timetable) -> Bool {
        let (stops, before) = (timetable.stops(of: thread), timetable.stops(of: last))
        let earliest = timetable.stops(of: first)
        for offset in 0..<stops.count {
            let stop = stops[stops.startIndex + offset]
            let other = before[before.startIndex + offset]
            let start = earliest[earliest.startIndex + offset]
            for (time, limit, begin) in [
                (stop.arrival, other.arrival, start.arrival),
                (stop.departure, other.departure, start.departure),
            ] {
                guard let time, let limit, let begin else { continue }
                // Times are below ten days, so nothing overflows.
                guard time >= limit, time &- begin <= spreadMax else { return false }
            }
        }
        return true
    }
}
