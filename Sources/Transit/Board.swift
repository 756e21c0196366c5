import Storage

/// The departures or arrivals of a station.
package struct Board {
    package enum Event: String, Sendable, CaseIterable { case departure, arrival }

    package struct Entry: Sendable, Hashable {
        package let thread: Int32
        package let position: Int32
        package let serviceDay: Int32
        /// In seconds since 1970; nil at the end of a thread.
        package let departure: Int64?
        /// Nil at its start.
        package let arrival: Int64?
    }

    private let timetable: Timetable
    private let station: Int32
    private let event: Event
    private let transports: Set<TransportKind>
    private var bases = ServiceBases()

    /// Every kind of transport if `transports` is empty.
    package init(
        _ timetable: Timetable,
        of station: Int32,
        _ event: Event = .departure,
        transports: Set<TransportKind> = []
    ) {
        (self.timetable, self.station, self.event) = (timetable, station, event)
        self.transports = transports
    }

    /// The entries of a local day of the station in the order of their times, and threads that run every so often.
    package mutating func entries(on day: Int32) -> (timed: [Entry], intervals: [Entry]) {
        let zone = timetable.zone(ofStation: station)
        var (timed, intervals): ([Entry], [Entry]) = ([], [])
        for visit in visits {
            let days = timetable.days(of: visit.thread)
            if timetable.threads[Int(visit.thread)].frequency != nil {
                if days.contains(day) { intervals.append(interval(visit, on: day)) }
                continue
            }
            guard let time = time(of: visit) else { continue }
            let near = day - time / 86_400
            for serviceDay in near - 2...near + 2 where days.contains(serviceDay) {
                let base = bases.base(
                    of: serviceDay,
                    in: timetable.threads[Int(visit.thread)].zone,
                    timetable
                )
                guard zone.day(at: base + Int64(time)) == day else { continue }
                timed.append(entry(visit, serviceDay, base))
            }
        }
        return (sorted(timed), intervals)
    }

    /// One entry of each thread: of its next running day from `today` on, else of its last; by the time of the day.
    package mutating func entries(near today: Int32) -> (timed: [Entry], intervals: [Entry]) {
        var (timed, intervals): ([(time: Int32, entry: Entry)], [Entry]) = ([], [])
        for visit in visits {
            guard let serviceDay = timetable.days(of: visit.thread).nearest(today) else { continue }
            if timetable.threads[Int(visit.thread)].frequency != nil {
                intervals.append(interval(visit, on: serviceDay))
            } else if let time = time(of: visit) {
                let base = bases.base(
                    of: serviceDay,
                    in: timetable.threads[Int(visit.thread)].zone,
                    timetable
                )
                timed.append((time % 86_400, entry(visit, serviceDay, base)))
            }
        }
        timed.sort { ($0.time, $0.entry.thread) < ($1.time, $1.entry.thread) }
        return (timed.map(\.entry), intervals)
    }

    /// The last stations of the threads that are on the board, each once, in the order of their titles.
    package var termini: [Int32] {
        let ends = Set(visits.compactMap { timetable.stops(of: $0.thread).last?.station }).subtracting([
            station
        ])
        return ends.sorted {
            timetable.texts[timetable.stations[Int($0)].title]
                < timetable.texts[timetable.stations[Int($1)].title]
        }
    }

    private var visits: [Visit] {
        timetable.visits(of: station).filter { visit in
            let thread = timetable.threads[Int(visit.thread)]
            let isEnd = event == .departure ? visit.position == thread.stopCount - 1 : visit.position == 0
            let boarding = timetable.stop(visit.thread, Int(visit.position)).boarding
            return !isEnd && (event == .departure ? boarding.allowsOn : boarding.allowsOff)
                && (transports.isEmpty || transports.contains(thread.transport))
        }
    }

    private func time(of visit: Visit) -> Int32? {
        let stop = timetable.stop(visit.thread, Int(visit.position))
        return event == .departure ? stop.departure : stop.arrival
    }

    private func interval(_ visit: Visit, on day: Int32) -> Entry {
        Entry(thread: visit.thread, position: visit.position, serviceDay: day, departure: nil, arrival: nil)
    }

    private func entry(_ visit: Visit, _ serviceDay: Int32, _ base: Int64) -> Entry {
        let stop = timetable.stop(visit.thread, Int(visit.position))
        let isLast = visit.position == timetable.threads[Int(visit.thread)].stopCount - 1
        return Entry(
            thread: visit.thread,
            position: visit.position,
            serviceDay: serviceDay,
            departure: isLast ? nil : stop.departure.map { base + Int64($0) },
            arrival: visit.position == 0 ? nil : stop.arrival.map { base + Int64($0) }
        )
    }

    private func sorted(_ entries: [Entry]) -> [Entry] {
        func key(_ entry: Entry) -> (Int64, Int32) {
            ((event == .departure ? entry.departure : entry.arrival) ?? 0, entry.thread)
        }
        return entries.sorted { key($0) < key($1) }
    }
}
