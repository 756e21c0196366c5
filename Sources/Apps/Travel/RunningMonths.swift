import Core
import Storage
import Transit

/// The running days of a calendar as months: how staff check what they have filled in.
struct RunningMonths: Sendable {
    static let countMax = 12

    struct Day: Sendable, Hashable {
        let day: Int32
        let isRunning: Bool
        /// Added to the days of the week, or taken away from them.
        let isException: Bool
    }

    struct Month: Sendable {
        let first: CivilDate
        let days: [Day]
        /// The day of the week of the first day, 0 for Monday.
        var offset: Int { Int(RunningDays.weekday(Int32(clamping: first.daysSince1970))) }
    }

    let months: [Month]

    /// Begins with the month of a day.
    init(_ calendar: Calendar, from day: Int32, count: Int) {
        let (running, exceptions) = (calendar.runningDays, Set(calendar.added + calendar.removed))
        let start = CivilDate(daysSince1970: Int64(day))
        var (year, month) = (start.year, start.month)
        var months: [Month] = []
        while months.count < min(count, Self.countMax),
            let first = CivilDate(year: year, month: month, day: 1)
        {
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
            guard let next = CivilDate(year: year, month: month, day: 1) else { break }
            let days = (Int32(clamping: first.daysSince1970)..<Int32(clamping: next.daysSince1970)).map {
                day in
                Day(day: day, isRunning: running.contains(day), isException: exceptions.contains(day))
            }
            months.append(Month(first: first, days: days))
        }
        self.months = months
    }

    /// The day whose month is shown first: today, or the first running day if the calendar begins later.
    static func start(_ calendar: Calendar, today: Int32) -> Int32 {
        let running = calendar.runningDays
        return running.isEmpty ? today : max(today, running.first)
    }

    /// «ноябрь 2026».
    static func title(_ first: CivilDate, _ language: Language) -> String {
        "\(names[Int(first.month) - 1][language]) \(first.year)"
    }

    private static let names = [
        Localized("январь", "January"), Localized("февраль", "February"), Localized("март", "March"),
        Localized("апрель", "April"), Localized("май", "May"), Localized("июнь", "June"),
        Localized("июль", "July"), Localized("август", "August"), Localized("сентябрь", "September"),
        Localized("октябрь", "October"), Localized("ноябрь", "November"), Localized("декабрь", "December"),
    ]
}
