/// A fault of a timetable that the database cannot refuse.
package enum TimetableFault: Sendable, Hashable {
    /// No thread stops there.
    case unreachable(station: Int32)
    /// Times of a thread run backward, or miss, at a stop.
    case backward(thread: Int32, position: Int32)
    /// Threads that refer to it never run.
    case neverRuns(calendar: Int32)
    case emptySettlement(Int32)
    /// Two threads with one number and carrier leave a station at the same moment on one day.
    case overlap(thread: Int32, other: Int32, station: Int32)
    /// A station lies this many kilometres from its settlement.
    case far(station: Int32, kilometres: Double)
}

extension Timetable {
    /// In kilometres.
    private static let farMin = 100.0

    /// Every fault, kind by kind.
    package func faults() -> [TimetableFault] {
        unreachable + backward + silent + empty + overlaps + far
    }

    private var unreachable: [TimetableFault] {
        stations.indices.filter { visits[Int32($0)].isEmpty && !stations[$0].isHidden }
            .map { .unreachable(station: Int32($0)) }
    }

    private var backward: [TimetableFault] {
        threads.indices.filter { threads[$0].frequency == nil }.compactMap { index in
            stops(of: Int32(index)).timesFault.map {
                .backward(thread: Int32(index), position: Int32($0.position))
            }
        }
    }

    private var silent: [TimetableFault] {
        let used = Set(threads.map(\.calendar))
        return calendars.indices.filter { calendars[$0].isEmpty && used.contains(Int32($0)) }
            .map { .neverRuns(calendar: Int32($0)) }
    }

    private var empty: [TimetableFault] {
        settlements.indices.filter { members[Int32($0)].isEmpty }.map { .emptySettlement(Int32($0)) }
    }

    private struct Departure: Hashable {
        let number: TextPool.ID
        let carrier: TextPool.ID
        let station: Int32
        let time: Int32
        let zone: UInt16
    }

    private var overlaps: [TimetableFault] {
        var known: [Departure: [Int32]] = [:]
        var faults: [TimetableFault] = []
        for (index, thread) in threads.enumerated() where thread.frequency == nil && thread.number != .none {
            guard let stop = stops(of: Int32(index)).first, let time = stop.departure else { continue }
            let departure = Departure(
                number: thread.number,
                carrier: thread.carrier,
                station: stop.station,
                time: time,
                zone: thread.zone
            )
            let others = known[departure] ?? []
            if let other = others.first(where: { calendars.meet(threads[Int($0)].calendar, thread.calendar) })
            {
                faults.append(.overlap(thread: Int32(index), other: other, station: stop.station))
            }
            known[departure] = others + [Int32(index)]
        }
        return faults
    }

    private var far: [TimetableFault] {
        stations.enumerated().compactMap { index, station in
            guard station.settlement >= 0, let here = station.point,
                let there = settlements[Int(station.settlement)].point
            else { return nil }
            let distance = here.distance(to: there)
            return distance > Self.farMin ? .far(station: Int32(index), kilometres: distance) : nil
        }
    }
}

extension [RunningDays] {
    /// True if two calendars have a day in common.
    fileprivate func meet(_ left: Int32, _ right: Int32) -> Bool {
        let (left, right) = (self[Int(left)], self[Int(right)])
        let (first, last) = (Swift.max(left.first, right.first), Swift.min(left.last, right.last))
        return first <= last && (first...last).contains { left.contains($0) && right.contains($0) }
    }
}
