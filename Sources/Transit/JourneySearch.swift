import Storage

/// Journeys with changes on one day, by the range query of RAPTOR (rRAPTOR).
///
/// Delling, Pajor, Werneck: "Round-Based Public Transit Routing", Transportation Science 49(3), 2015, section 4.2. Round
/// k finds the earliest arrivals with k rides. Departures are tried from the latest to the earliest and the labels stay,
/// so each departure only adds journeys that no later one makes needless. Stations and patterns from which the
/// destination cannot be reached with the rides that are left (`Reach`) are passed over.
package struct JourneySearch {
    /// Two changes.
    package static let ridesMax = 3
    /// A journey takes two days at most.
    private static let durationMax: Int32 = 48 * 3_600
    private static let never = Int32.max

    private let timetable: Timetable
    private let day: Int32
    private let destinations: [Int32]
    private let isDestination: [Bool]
    private let reach: Reach
    private let transports: Set<TransportKind>
    /// The instant that times of labels count from.
    private let zero: Int64
    private var runs: RunLists
    private var labels: Labels
    /// The earliest arrival at the destination with at most so many rides.
    private var targets = [Int32](repeating: never, count: ridesMax + 1)

    package init(
        _ timetable: Timetable,
        to destinations: [Int32],
        on day: Int32,
        transports: Set<TransportKind> = []
    ) {
        self.timetable = timetable
        self.day = day
        self.destinations = destinations
        self.transports = transports
        var isDestination = [Bool](repeating: false, count: timetable.stations.count)
        for station in destinations { isDestination[Int(station)] = true }
        self.isDestination = isDestination
        reach = Reach(timetable, to: destinations, ridesMax: UInt8(Self.ridesMax)) { thread in
            transports.isEmpty || transports.contains(timetable.threads[Int(thread)].transport)
        }
        zero = Int64(day) * 86_400
        runs = RunLists(timetable, around: day)
        labels = Labels(stations: timetable.stations.count, rounds: Self.ridesMax)
    }

    /// Journeys with one change or two that no other one outdoes, in the order of departure.
    ///
    /// One outdoes another if it departs no earlier, arrives no later and has no more rides; direct rides do so, too.
    package mutating func journeys(from origins: [Int32]) -> [Journey] {
        var found: [Journey] = []
        let events = departures(from: origins)
        var index = 0
        while index < events.count {
            let time = events[index].time
            var marked: Set<Int32> = []
            while index < events.count, events[index].time == time {
                let event = events[index]
                labels.begin(event.station, time)
                ride(event, &marked)
                index += 1
            }
            found += arrivals(after: time, 1, marked)
            for round in 2...Self.ridesMax {
                let ready = change(marked, in: round - 1)
                marked = scan(ready, in: round)
                found += arrivals(after: time, round, marked)
            }
        }
        return found.reversed()
    }

    // MARK: Departures

    private struct Event {
        let time: Int32
        let station: Int32
        let pattern: Int32
        let position: Int32
        let run: RunLists.Run
    }

    /// The departures of the day from stations, the latest first.
    private mutating func departures(from origins: [Int32]) -> [Event] {
        var events: [Event] = []
        for station in Set(origins) {
            let zone = timetable.zone(ofStation: station)
            for stop in timetable.patterns.atStation[station]
            where reach.isUseful(pattern: stop.pattern, ridesLeft: UInt8(Self.ridesMax)) {
                for run in runs.of(stop.pattern) {
                    let at = timetable.stop(run.thread, Int(stop.position))
                    guard at.boarding.allowsOn, let departure = at.departure else { continue }
                    let instant = zero + Int64(run.base) + Int64(departure)
                    guard zone.day(at: instant) == day else { continue }
                    events.append(
                        Event(
                            time: run.base + departure,
                            station: station,
                            pattern: stop.pattern,
                            position: stop.position,
                            run: run
                        )
                    )
                }
            }
        }
        return events.sorted { ($0.time, $0.pattern, $0.position) > ($1.time, $1.pattern, $1.position) }
    }

    /// The first ride: one run from one stop on.
    private mutating func ride(_ event: Event, _ marked: inout Set<Int32>) {
        let stops = timetable.stops(of: event.run.thread)
        for position in Int(event.position) + 1..<stops.count {
            let stop = stops[stops.startIndex + position]
            guard stop.boarding.allowsOff, let arrival = stop.arrival else { continue }
            let leg = Leg(run: event.run, boarding: event.position, alighting: Int32(position))
            arrive(at: stop.station, event.run.base + arrival, by: leg, in: 1, &marked, latest: event.time)
        }
    }

    // MARK: Rounds

    /// Notes an arrival if it is earlier than every one with as many rides or fewer.
    private mutating func arrive(
        at station: Int32,
        _ time: Int32,
        by leg: Leg,
        in round: Int,
        _ marked: inout Set<Int32>,
        latest departure: Int32
    ) {
        guard reach.isUseful(station: station, ridesLeft: UInt8(Self.ridesMax - round)),
            time <= departure + Self.durationMax, time < targets[round],
            labels.arrive(at: station, time, by: leg, in: round)
        else { return }
        marked.insert(station)
        if isDestination[Int(station)] {
            for later in round...Self.ridesMax { targets[later] = min(targets[later], time) }
        }
    }

    /// Changes from the stations that were just reached; answers where one can board earlier than before.
    private mutating func change(_ stations: Set<Int32>, in round: Int) -> Set<Int32> {
        var ready: Set<Int32> = []
        for station in stations {
            let arrival = labels.arrival(at: station, in: round)
            for next in timetable.changes(from: station) {
                guard let seconds = timetable.changeTime(station, next) else { continue }
                if labels.getReady(at: next, arrival + seconds, from: station, in: round) {
                    ready.insert(next)
                }
            }
        }
        return ready
    }

    /// Scans the patterns at the stations where one can board earlier.
    private mutating func scan(_ ready: Set<Int32>, in round: Int) -> Set<Int32> {
        var first: [Int32: Int32] = [:]
        for station in ready {
            for stop in timetable.patterns.atStation[station]
            where reach.isUseful(pattern: stop.pattern, ridesLeft: UInt8(Self.ridesMax - round + 1)) {
                first[stop.pattern] = min(first[stop.pattern] ?? .max, stop.position)
            }
        }
        var marked: Set<Int32> = []
        for (pattern, position) in first { scan(pattern, from: position, in: round, &marked) }
        return marked
    }

    private mutating func scan(
        _ pattern: Int32,
        from start: Int32,
        in round: Int,
        _ marked: inout Set<Int32>
    ) {
        let list = runs.of(pattern)
        guard let any = list.first else { return }
        var (current, boarding): (Int?, Int32) = (nil, 0)
        for position in start..<timetable.threads[Int(any.thread)].stopCount {
            if let current {
                let run = list[current]
                let stop = timetable.stop(run.thread, Int(position))
                if stop.boarding.allowsOff, let arrival = stop.arrival {
                    let leg = Leg(run: run, boarding: boarding, alighting: position)
                    arrive(
                        at: stop.station,
                        run.base + arrival,
                        by: leg,
                        in: round,
                        &marked,
                        latest: labels.departure
                    )
                }
            }
            let stop = timetable.stop(any.thread, Int(position))
            let ready = labels.ready(at: stop.station, in: round - 1)
            guard ready != Self.never, stop.boarding.allowsOn else { continue }
            let next = runs.first(list, at: position, from: ready)
            if let next, next < current ?? .max { (current, boarding) = (next, position) }
        }
    }

    // MARK: Journeys

    /// The journeys that arrive in this round, only the earliest; direct rides are no journeys.
    private func arrivals(after time: Int32, _ round: Int, _ marked: Set<Int32>) -> [Journey] {
        guard round > 1 else { return [] }
        let best = marked.filter {
            isDestination[Int($0)] && labels.arrival(at: $0, in: round) == targets[round]
        }
        return best.min().map { [journey(to: $0, in: round)] } ?? []
    }

    private func journey(to station: Int32, in round: Int) -> Journey {
        var rides: [Ride] = []
        var station = station
        for round in stride(from: round, through: 1, by: -1) {
            let leg = labels.leg(to: station, in: round)
            let boarding = timetable.stop(leg.run.thread, Int(leg.boarding))
            let alighting = timetable.stop(leg.run.thread, Int(leg.alighting))
            let base = zero + Int64(leg.run.base)
            rides.append(
                Ride(
                    thread: leg.run.thread,
                    serviceDay: leg.run.serviceDay,
                    boarding: leg.boarding,
                    alighting: leg.alighting,
                    departure: base + Int64(boarding.departure ?? 0),
                    arrival: base + Int64(alighting.arrival ?? 0)
                )
            )
            station = labels.origin(of: boarding.station, in: round - 1)
        }
        return Journey(rides.reversed())
    }
}
