/// The days on which threads run: days of the week in a range, with days added and removed (GTFS `calendar.txt` and
/// `calendar_dates.txt`).
///
/// Days are numbers since 1970-01-01.
package struct RunningDays: Sendable, Hashable {
    /// The longest range, in days.
    package static let spanMax = 3_660

    package let first: Int32
    package let last: Int32
    /// A bit a day from `first` on.
    private let bits: [UInt64]

    /// Bit 0 of `weekdays` is Monday; a range over `spanMax` is cut.
    package init(
        from start: Int32,
        to end: Int32,
        weekdays: UInt8,
        added: [Int32] = [],
        removed: [Int32] = []
    ) {
        let days = Self.days(from: start, to: end, weekdays: weekdays, added: added, removed: Set(removed))
        guard let first = days.first, let last = days.last else {
            (self.first, self.last, bits) = (0, -1, [])
            return
        }
        var bits = [UInt64](repeating: 0, count: Int(last - first) / 64 + 1)
        for day in days { bits[Int(day - first) / 64] |= 1 << UInt64(Int(day - first) % 64) }
        (self.first, self.last, self.bits) = (first, last, bits)
    }

    private static func days(
        from start: Int32,
        to end: Int32,
        weekdays: UInt8,
        added: [Int32],
        removed: Set<Int32>
    ) -> [Int32] {
        let end = min(end, start.addingReportingOverflow(Int32(spanMax)).partialValue)
        var days: Set<Int32> = []
        if start <= end {
            for day in start...end where weekdays & (1 << weekday(day)) != 0 { days.insert(day) }
        }
        let sorted = days.union(added).subtracting(removed).sorted()
        guard let first = sorted.first else { return [] }
        return sorted.filter { Int64($0) - Int64(first) <= Int64(spanMax) * 2 }
    }

    /// 0 for Monday.
    package static func weekday(_ day: Int32) -> UInt8 {
        UInt8(((Int64(day) + 3) % 7 + 7) % 7)
    }

    package var isEmpty: Bool { last < first }

    package func contains(_ day: Int32) -> Bool {
        guard day >= first, day <= last else { return false }
        let place = Int(day - first)
        return bits[place / 64] >> UInt64(place % 64) & 1 == 1
    }

    /// The first running day from `day` on, else the last one before it; nil if there is none.
    package func nearest(_ day: Int32) -> Int32? {
        guard !isEmpty else { return nil }
        if day <= last { for day in max(day, first)...last where contains(day) { return day } }
        return last
    }

    package var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }
}
