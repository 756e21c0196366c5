import Storage

/// The days of some months, for the mask of running days.
enum MonthMask {
    private static let count = 3

    struct Month {
        let year: Int64
        let month: Int64
        let days: Range<Int32>
    }

    /// The month of a day and the two after it.
    static func months(from day: Int32) -> [Month] {
        let date = CivilDate(daysSince1970: Int64(day))
        return (0..<Int64(count)).compactMap { offset in
            let (year, month) = ahead(date, offset)
            let (after, following) = ahead(date, offset + 1)
            guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970,
                let next = CivilDate(year: after, month: following, day: 1)?.daysSince1970
            else { return nil }
            return Month(year: year, month: month, days: Int32(clamping: first)..<Int32(clamping: next))
        }
    }

    private static func ahead(_ date: CivilDate, _ months: Int64) -> (Int64, Int64) {
        let index = date.month - 1 + months
        return (date.year + index / 12, index % 12 + 1)
    }
}
