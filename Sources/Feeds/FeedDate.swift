/// A day of the Gregorian calendar, without a time zone.
package struct FeedDate: Sendable, Hashable, Comparable {
    static let years = 1900...2200

    /// Since 1 January 1970.
    package let days: Int32

    package init(days: Int32) {
        self.days = days
    }

    /// Nil if there is no such day from 1900 to 2200.
    package init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), 1...12 ~= month, day >= 1,
            day <= Self.length(of: month, in: year)
        else { return nil }
        // The year begins in March, so that the leap day is its last (Hinnant, days_from_civil).
        let shifted = month > 2 ? year : year - 1
        let (era, ofEra) = (shifted / 400, shifted % 400)
        let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        days = Int32(era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468)
    }

    package static func < (left: FeedDate, right: FeedDate) -> Bool { left.days < right.days }

    /// 0 is Monday, 6 is Sunday.
    package var weekday: Int { Int(((days &+ 3) % 7 &+ 7) % 7) }

    /// `20220615`.
    package var compact: String { text(separator: "") }
    /// `2022-06-15`.
    package var iso: String { text(separator: "-") }

    private func text(separator: String) -> String {
        let (year, month, day) = civil
        let parts = [(year, 4), (month, 2), (day, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
        }
        return parts.joined(separator: separator)
    }

    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case _: 31
        }
    }
}
