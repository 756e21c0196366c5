import Core
import Storage
import Transit
import Web

/// A day of a page: the one in the address, else today at the place; and the links to the days beside it.
struct TravelDay: Sendable {
    let day: Int32
    let today: Int32

    init(_ asked: Form, today: Int32) {
        self.today = today
        day = asked["date"].flatMap { Int32(day: $0) } ?? today
    }

    /// «понедельник, 23 ноября 2026».
    static func words(_ day: Int32, _ language: Language) -> String {
        let date = CivilDate(daysSince1970: Int64(day))
        let weekday = CalendarWords.weekdayNames[Int(RunningDays.weekday(day))][language]
        let month = CalendarWords.monthNames[Int(date.month) - 1][language]
        return "\(weekday), \(date.day)\u{A0}\(month) \(date.year)"
    }

    /// «23 ноября».
    static func short(_ day: Int32, _ language: Language) -> String {
        let date = CivilDate(daysSince1970: Int64(day))
        return "\(date.day)\u{A0}\(CalendarWords.monthNames[Int(date.month) - 1][language])"
    }

    /// For the template `timetable-day`; `link` makes the address of another day.
    func json(_ language: Language, link: (Int32) -> String) -> JSON {
        [
            "date": .string(day.day), "words": .string(Self.words(day, language)),
            "before": .string(day > 0 ? link(day - 1) : ""), "after": .string(link(day + 1)),
            "today": .string(day == today ? "" : link(today)),
        ]
    }
}
