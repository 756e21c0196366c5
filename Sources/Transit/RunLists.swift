/// The runs of patterns around a day, made when they are first asked for.
struct RunLists {
    /// A thread on one service day; `base` counts from midnight UTC of the day that is asked for.
    struct Run {
        let thread: Int32
        let serviceDay: Int32
        let base: Int32
    }

    /// Journeys end two days after the day.
    private static let daysAfter: Int32 = 3

    private let timetable: Timetable
    private let day: Int32
    private var bases = ServiceBases()
    private var lists: [Int32: [Run]] = [:]

    init(_ timetable: Timetable, around day: Int32) {
        (self.timetable, self.day) = (timetable, day)
    }

    /// In the order of their departures, at each stop.
    mutating func of(_ pattern: Int32) -> [Run] {
        if let list = lists[pattern] { return list }
        var list: [Run] = []
        let threads = timetable.patterns.threads[pattern]
        let latest = threads.map { timetable.stops(of: $0).last?.arrival ?? 0 }.max() ?? 0
        for serviceDay in day - latest / 86_400 - 2...day + Self.daysAfter {
            for thread in threads where timetable.days(of: thread).contains(serviceDay) {
                let base = bases.base(of: serviceDay, in: timetable.threads[Int(thread)].zone, timetable)
                let relative = base - Int64(day) * 86_400
                list.append(Run(thread: thread, serviceDay: serviceDay, base: Int32(clamping: relative)))
            }
        }
        lists[pattern] = list
        return list
    }

    /// The first run that departs from a stop at a time or later.
    func first(_ list: [Run], at position: Int32, from time: Int32) -> Int? {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            let departure = timetable.stop(list[middle].thread, Int(position)).departure
            guard let departure else { return nil }
            if list[middle].base + departure < time { low = middle + 1 } else { high = middle }
        }
        return low < list.count ? low : nil
    }
}
