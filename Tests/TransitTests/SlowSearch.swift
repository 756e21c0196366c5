import Storage
@testable import Transit

/// Searches by looking at everything.
struct SlowSearch {
    let timetable: Timetable

    /// Every run of every thread with times, around some days.
    private func runs(around day: Int32) -> [(thread: Int32, day: Int32, base: Int64)] {
        timetable.threads.indices.filter { timetable.threads[$0].frequency == nil }.flatMap { index in
            (day - 5...day + 4).filter { timetable.days(of: Int32(index)).contains($0) }.map {
                (Int32(index), $0, timetable.zone(ofThread: Int32(index)).base(of: $0))
            }
        }
    }

    /// Every ride from a station.
    private func rides(around day: Int32) -> [Ride] {
        runs(around: day).flatMap { run in
            let stops = Array(timetable.stops(of: run.thread))
            return stops.indices.flatMap { from in
                (from + 1..<max(from + 1, stops.count)).compactMap { to -> Ride? in
                    guard stops[from].boarding.allowsOn, stops[to].boarding.allowsOff,
                        let departure = stops[from].departure, let arrival = stops[to].arrival
                    else { return nil }
                    return Ride(
                        thread: run.thread,
                        serviceDay: run.day,
                        boarding: Int32(from),
                        alighting: Int32(to),
                        departure: run.base + Int64(departure),
                        arrival: run.base + Int64(arrival)
                    )
                }
            }
        }
    }

    private func origin(_ ride: Ride) -> Int32 { timetable.stop(ride.thread, Int(ride.boarding)).station }
    private func destination(_ ride: Ride) -> Int32 {
        timetable.stop(ride.thread, Int(ride.alighting)).station
    }

    private func departs(_ ride: Ride, on day: Int32) -> Bool {
        timetable.zone(ofStation: origin(ride)).day(at: ride.departure) == day
    }

    func direct(from origins: [Int32], to destinations: [Int32], on day: Int32) -> Set<Ride> {
        let all = rides(around: day).filter {
            origins.contains(origin($0)) && destinations.contains(destination($0))
        }
        let byThread = Dictionary(grouping: all) { [$0.thread, $0.serviceDay] }
        let chosen = byThread.values.compactMap { rides -> Ride? in
            guard let alighting = rides.map(\.alighting).min() else { return nil }
            return rides.filter { $0.alighting == alighting }.max { $0.boarding < $1.boarding }
        }
        return Set(chosen.filter { departs($0, on: day) })
    }

    /// Departure, arrival and number of rides of each journey that no other one outdoes, without direct rides.
    func journeys(from origins: [Int32], to destinations: [Int32], on day: Int32) -> Set<[Int64]> {
        let rides = rides(around: day)
        let starts = rides.filter { origins.contains(origin($0)) && departs($0, on: day) }
        var found: [[Int64]] = []
        func extend(_ ride: Ride, _ count: Int64, _ departure: Int64) {
            if ride.arrival - departure > 48 * 3_600 { return }
            if destinations.contains(destination(ride)) { found.append([departure, ride.arrival, count]) }
            guard count < 3 else { return }
            for next in rides where next.departure >= ride.arrival {
                guard let time = timetable.changeTime(destination(ride), origin(next)),
                    next.departure >= ride.arrival + Int64(time)
                else { continue }
                extend(next, count + 1, departure)
            }
        }
        for start in starts { extend(start, 1, start.departure) }
        let unique = Set(found)
        return unique.filter { one in
            one[2] > 1
                && !unique.contains { $0 != one && $0[0] >= one[0] && $0[1] <= one[1] && $0[2] <= one[2] }
        }
    }

    func board(of station: Int32, _ event: Board.Event, on day: Int32) -> Set<[Int64]> {
        let zone = timetable.zone(ofStation: station)
        return Set(
            runs(around: day).flatMap { run in
                timetable.stops(of: run.thread).enumerated().compactMap { position, stop -> [Int64]? in
                    let isEnd =
                        event == .departure
                        ? position == timetable.stops(of: run.thread).count - 1 : position == 0
                    let may = event == .departure ? stop.boarding.allowsOn : stop.boarding.allowsOff
                    let time = event == .departure ? stop.departure : stop.arrival
                    guard stop.station == station, !isEnd, may, let time else { return nil }
                    let instant = run.base + Int64(time)
                    return zone.day(at: instant) == day ? [Int64(run.thread), Int64(position), instant] : nil
                }
            }
        )
    }
}
