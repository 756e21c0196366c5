import Storage

/// Rides without a change between two sets of stations.
///
/// A thread that serves several of them is found once: it is left at the first stop of the destination, and boarded at
/// the last stop of the origin before that.
package struct DirectSearch {
    private let timetable: Timetable
    private let transports: Set<TransportKind>
    /// The base of each day and zone that was asked for.
    private var bases = ServiceBases()

    /// Every kind of transport if `transports` is empty.
    package init(_ timetable: Timetable, transports: Set<TransportKind> = []) {
        (self.timetable, self.transports) = (timetable, transports)
    }

    /// Rides that depart on a local day of their station, in the order of departure.
    package mutating func rides(
        from origins: some Sequence<Int32>,
        to destinations: some Sequence<Int32>,
        on day: Int32
    ) -> (rides: [Ride], intervals: [IntervalRide]) {
        var (rides, intervals): ([Ride], [IntervalRide]) = ([], [])
        for pair in pairs(from: origins, to: destinations) {
            let thread = timetable.threads[Int(pair.thread)]
            if thread.frequency != nil {
                guard timetable.days(of: pair.thread).contains(day) else { continue }
                intervals.append(pair.interval(on: day))
            } else {
                rides += runs(of: pair, on: day)
            }
        }
        return (sorted(rides), intervals.sorted { $0.thread < $1.thread })
    }

    /// One ride of each thread: on its next running day from `today` on, else on its last.
    package mutating func rides(
        from origins: some Sequence<Int32>,
        to destinations: some Sequence<Int32>,
        near today: Int32
    ) -> (rides: [Ride], intervals: [IntervalRide]) {
        var (rides, intervals): ([Ride], [IntervalRide]) = ([], [])
        for pair in pairs(from: origins, to: destinations) {
            guard let day = timetable.days(of: pair.thread).nearest(today) else { continue }
            if timetable.threads[Int(pair.thread)].frequency != nil {
                intervals.append(pair.interval(on: day))
            } else if let ride = ride(pair, serviceDay: day) {
                rides.append(ride)
            }
        }
        return (sorted(rides), intervals.sorted { $0.thread < $1.thread })
    }

    private func sorted(_ rides: [Ride]) -> [Ride] {
        rides.sorted { ($0.departure, $0.arrival, $0.thread) < ($1.departure, $1.arrival, $1.thread) }
    }

    // MARK: Which threads

    private struct Pair {
        let thread: Int32
        var boarding: Int32
        var alighting: Int32

        func interval(on day: Int32) -> IntervalRide {
            IntervalRide(thread: thread, serviceDay: day, boarding: boarding, alighting: alighting)
        }
    }

    private func pairs(
        from origins: some Sequence<Int32>,
        to destinations: some Sequence<Int32>
    ) -> [Pair] {
        var ends: [Int32: [Int32]] = [:]
        for station in destinations {
            for visit in timetable.visits(of: station) where allows(visit, \.allowsOff) {
                ends[visit.thread, default: []].append(visit.position)
            }
        }
        if ends.isEmpty { return [] }
        var starts: [Int32: [Int32]] = [:]
        for station in origins {
            for visit in timetable.visits(of: station) where ends[visit.thread] != nil {
                if allows(visit, \.allowsOn) { starts[visit.thread, default: []].append(visit.position) }
            }
        }
        return starts.compactMap { thread, starts in
            guard let first = starts.min(),
                let end = ends[thread]?.filter({ $0 > first }).min(),
                let start = starts.filter({ $0 < end }).max()
            else { return nil }
            return Pair(thread: thread, boarding: start, alighting: end)
        }
    }

    private func allows(_ visit: Visit, _ act: KeyPath<TransitStop.Boarding, Bool>) -> Bool {
        (transports.isEmpty || transports.contains(timetable.threads[Int(visit.thread)].transport))
            && timetable.stop(visit.thread, Int(visit.position)).boarding[keyPath: act]
    }

    // MARK: When they run

    private mutating func runs(of pair: Pair, on day: Int32) -> [Ride] {
        guard let departure = timetable.stop(pair.thread, Int(pair.boarding)).departure else { return [] }
        let days = timetable.days(of: pair.thread)
        let zone = timetable.zone(ofStation: timetable.stop(pair.thread, Int(pair.boarding)).station)
        // Zones lie up to 26 hours apart.
        let near = day - departure / 86_400
        return (near - 2...near + 2).compactMap { serviceDay in
            guard days.contains(serviceDay), let ride = ride(pair, serviceDay: serviceDay),
                zone.day(at: ride.departure) == day
            else { return nil }
            return ride
        }
    }

    private mutating func ride(_ pair: Pair, serviceDay: Int32) -> Ride? {
        guard let departure = timetable.stop(pair.thread, Int(pair.boarding)).departure,
            let arrival = timetable.stop(pair.thread, Int(pair.alighting)).arrival
        else { return nil }
        let base = bases.base(of: serviceDay, in: timetable.threads[Int(pair.thread)].zone, timetable)
        return Ride(
            thread: pair.thread,
            serviceDay: serviceDay,
            boarding: pair.boarding,
            alighting: pair.alighting,
            departure: base + Int64(departure),
            arrival: base + Int64(arrival)
        )
    }
}

/// The instants from which service days count, kept for one query: few days and zones are asked for often.
struct ServiceBases {
    private struct Key: Hashable {
        let day: Int32
        let zone: UInt16
    }

    private var known: [Key: Int64] = [:]

    mutating func base(of day: Int32, in zone: UInt16, _ timetable: Timetable) -> Int64 {
        let key = Key(day: day, zone: zone)
        if let base = known[key] { return base }
        let base = timetable.zones[Int(zone)].base(of: day)
        known[key] = base
        return base
    }
}
