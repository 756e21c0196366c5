import Foundation
import Storage

/// A time zone as a table of its changes, so that a query needs no calendar.
package struct Zone: Sendable {
    /// Before the first change and after the last the offset stays.
    private static let years: ClosedRange<Int64> = 1990...2060

    package let name: String
    private let changes: [Int64]
    /// One more than there are changes: before, between and after them, in seconds east of UTC.
    private let offsets: [Int32]

    /// Nil for a name that the system does not know.
    package init?(_ name: String) {
        guard let zone = TimeZone(identifier: name),
            let first = CivilDate(year: Self.years.lowerBound, month: 1, day: 1),
            let last = CivilDate(year: Self.years.upperBound, month: 1, day: 1)
        else { return nil }
        var date = Date(timeIntervalSince1970: Double(first.daysSince1970 * 86_400))
        let end = Date(timeIntervalSince1970: Double(last.daysSince1970 * 86_400))
        var changes: [Int64] = []
        var offsets = [Int32(clamping: zone.secondsFromGMT(for: date))]
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next < end, next > date {
            changes.append(Int64(next.timeIntervalSince1970))
            offsets.append(Int32(clamping: zone.secondsFromGMT(for: next)))
            date = next
        }
        self.init(name: name, changes: changes, offsets: offsets)
    }

    init(name: String, changes: [Int64], offsets: [Int32]) {
        (self.name, self.changes, self.offsets) = (name, changes, offsets)
    }

    /// Seconds east of UTC at an instant (seconds since 1970).
    package func offset(at instant: Int64) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return Int64(offsets[low])
    }

    /// The local day at an instant.
    package func day(at instant: Int64) -> Int32 { Int32(clamping: (instant + offset(at: instant)).days) }

    /// The instant from which times of a service day count: noon minus twelve hours (GTFS, `stop_times.txt`).
    ///
    /// It is midnight but for days on which the clock changes.
    package func base(of day: Int32) -> Int64 {
        let noon = Int64(day) * 86_400 + 43_200
        // The offset at noon itself, as a clock changes at night.
        let near = noon - offset(at: noon)
        return noon - offset(at: near) - 43_200
    }
}

extension Int64 {
    /// Whole days, rounded down.
    var days: Int64 { self >= 0 ? self / 86_400 : (self - 86_399) / 86_400 }
}
