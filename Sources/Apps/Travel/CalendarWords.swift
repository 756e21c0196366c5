import Core
import Storage
import Transit

/// The words of the days on which a thread runs, as passengers read them (T54, T95).
struct CalendarWords {
    /// More days than these are not listed one by one.
    private static let listMax = 12
    private static let everyDay: UInt8 = 0b111_1111
    private static let workdays: UInt8 = 0b001_1111
    private static let weekend: UInt8 = 0b110_0000

    private let calendar: Calendar
    private let language: Language

    init(_ calendar: Calendar, _ language: Language) {
        (self.calendar, self.language) = (calendar, language)
    }

    /// «ежедневно», «по будням», «пн, ср, пт», «только 12, 13 июня».
    var days: String {
        let added = calendar.added.filter { !isRegular($0) }
        if calendar.weekdays == 0 || calendar.first > calendar.last { return only(added) }
        let also =
            added.isEmpty || added.count > Self.listMax ? "" : ", \(text("а также", "also")) \(list(added))"
        return week + also
    }

    /// «12, 13 июня»: the days on which it does not run though its weekdays say so; empty if there are none.
    var exceptions: String {
        let removed = calendar.removed.filter { isRegular($0) }
        return removed.isEmpty || removed.count > Self.listMax ? "" : list(removed)
    }

    /// The days and the exceptions: «ежедневно, кроме 12 июня».
    var whole: String {
        exceptions.isEmpty ? days : "\(days), \(text("кроме", "except")) \(exceptions)"
    }

    private func isRegular(_ day: Int32) -> Bool {
        day >= calendar.first && day <= calendar.last
            && calendar.weekdays & (1 << RunningDays.weekday(day)) != 0
    }

    private func text(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    private var week: String {
        switch calendar.weekdays {
        case Self.everyDay: text("ежедневно", "daily")
        case Self.workdays: text("по будням", "on weekdays")
        case Self.weekend: text("по выходным", "on weekends")
        case _:
            Self.weekdayNames.enumerated().filter { calendar.weekdays & (1 << UInt8($0.offset)) != 0 }
                .map { $0.element[language] }.joined(separator: ", ")
        }
    }

    private func only(_ days: [Int32]) -> String {
        guard days.count <= Self.listMax else { return text("по отдельным дням", "on certain days") }
        return days.isEmpty ? text("не ходит", "does not run") : "\(text("только", "only")) \(list(days))"
    }

    /// «6, 7, 13 июня, 1 июля».
    private func list(_ days: [Int32]) -> String {
        let dates = days.sorted().map { CivilDate(daysSince1970: Int64($0)) }
        var parts: [String] = []
        for (index, date) in dates.enumerated() {
            let next = index + 1 < dates.count ? dates[index + 1] : nil
            let month = Self.monthNames[Int(date.month) - 1][language]
            let isLastOfMonth = next?.month != date.month || next?.year != date.year
            parts.append(isLastOfMonth ? "\(date.day) \(month)" : "\(date.day)")
        }
        return parts.joined(separator: ", ")
    }

    static let weekdayNames = [
        Localized("пн", "Mon"), Localized("вт", "Tue"), Localized("ср", "Wed"), Localized("чт", "Thu"),
        Localized("пт", "Fri"), Localized("сб", "Sat"), Localized("вс", "Sun"),
    ]

    static let monthNames = [
        Localized("января", "January"), Localized("февраля", "February"), Localized("марта", "March"),
        Localized("апреля", "April"), Localized("мая", "May"), Localized("июня", "June"),
        Localized("июля", "July"), Localized("августа", "August"), Localized("сентября", "September"),
        Localized("октября", "October"), Localized("ноября", "November"), Localized("декабря", "December"),
    ]
}
