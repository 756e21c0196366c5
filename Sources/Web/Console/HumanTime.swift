import Core
import Foundation
import Storage

/// Formats and parses times for people, briefly and in the time zone of the installation.
package struct HumanTime: Sendable {
    package let language: Language
    package let now: Timestamp
    private let calendar: Calendar
    private let year: Int?

    package init(zone: TimeZone, language: Language, now: Timestamp) {
        (self.language, self.now) = (language, now)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        year = calendar.dateComponents([.year], from: Self.date(now)).year
    }

    /// In UTC, as counters by the day are kept.
    static func utc(_ language: Language, now: Timestamp) -> HumanTime {
        HumanTime(zone: .gmt, language: language, now: now)
    }

    /// `29 ноября`, `29 November`; with the year if it is another one.
    package func day(_ moment: Timestamp) -> String { words(moment, Self.months) }

    /// `29 ноя`, `29 Nov`.
    package func shortDay(_ moment: Timestamp) -> String { words(moment, Self.shortMonths) }

    /// `10:00`.
    package func time(_ moment: Timestamp) -> String {
        let parts = parts(moment)
        return Self.two(parts.hour ?? 0) + ":" + Self.two(parts.minute ?? 0)
    }

    /// `25 ноя, 10:00`; `сегодня, 10:00`.
    package func moment(_ moment: Timestamp) -> String {
        "\(near(moment) ?? shortDay(moment)), \(time(moment))"
    }

    /// `сегодня`, `завтра`, `вчера`; nil for other days.
    package func near(_ moment: Timestamp) -> String? {
        switch days(until: moment) {
        case 0: Localized("сегодня", "today")[language]
        case 1: Localized("завтра", "tomorrow")[language]
        case -1: Localized("вчера", "yesterday")[language]
        case _: nil
        }
    }

    /// `пятница`, `Friday`.
    package func weekday(_ moment: Timestamp) -> String {
        let number = (parts(moment).weekday ?? 1) - 1
        return Self.weekdays.indices.contains(number) ? Self.weekdays[number][language] : ""
    }

    /// The day of the month.
    package func dayNumber(_ moment: Timestamp) -> Int { parts(moment).day ?? 1 }

    /// The number of midnights between now and the moment; negative for the past.
    package func days(until moment: Timestamp) -> Int {
        dayNumber(sinceEpoch: moment) - dayNumber(sinceEpoch: now)
    }

    /// The day in the time zone; computed without the calendar, which is a hundred times slower, for long lists.
    private func dayNumber(sinceEpoch moment: Timestamp) -> Int {
        let seconds = Int(moment.seconds) + calendar.timeZone.secondsFromGMT(for: Self.date(moment))
        return Int((Double(seconds) / 86_400).rounded(.down))
    }

    /// The first moment of the day after this number of days.
    package func startOfDay(in days: Int) -> Timestamp {
        let start = calendar.startOfDay(for: Self.date(now))
        let day = calendar.date(byAdding: .day, value: days, to: start) ?? start
        return Timestamp(microseconds: Int64(day.timeIntervalSince1970) * 1_000_000) ?? now
    }

    /// The format of a `datetime-local` field: `2026-11-25T10:00`.
    package func field(_ moment: Timestamp) -> String {
        let parts = parts(moment)
        let year = String(parts.year ?? 0)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-" + Self.two(parts.month ?? 1)
            + "-"
            + Self.two(parts.day ?? 1) + "T" + time(moment)
    }

    /// Parses the value of such a field; nil for anything else.
    package func moment(ofField text: String) -> Timestamp? {
        let numbers = text.split(whereSeparator: { "-T:".contains($0) }).map { Int($0) }
        guard 5...6 ~= numbers.count, text.utf8.count <= 19, !numbers.contains(nil) else { return nil }
        let known = numbers.compactMap { $0 }
        guard 1...9999 ~= known[0] else { return nil }
        let parts = DateComponents(
            year: known[0],
            month: known[1],
            day: known[2],
            hour: known[3],
            minute: known[4],
            second: known.count > 5 ? known[5] : 0
        )
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
        return Timestamp(microseconds: Int64(date.timeIntervalSince1970) * 1_000_000)
    }

    /// `UTC+3`.
    package var zoneName: String {
        let minutes = calendar.timeZone.secondsFromGMT(for: Self.date(now)) / 60
        let sign = minutes < 0 ? "−" : "+"
        let rest = abs(minutes) % 60
        return "UTC\(sign)\(abs(minutes) / 60)" + (rest == 0 ? "" : ":\(Self.two(rest))")
    }

    // MARK: Parts

    private static func date(_ moment: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(moment.microseconds) / 1_000_000)
    }

    private func parts(_ moment: Timestamp) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .hour, .minute, .weekday], from: Self.date(moment))
    }

    private func words(_ moment: Timestamp, _ months: [Localized]) -> String {
        let parts = parts(moment)
        let month = (parts.month ?? 1) - 1
        let name = months.indices.contains(month) ? months[month][language] : ""
        let year = parts.year == year ? "" : "\u{A0}\(parts.year ?? 0)"
        return "\(parts.day ?? 1)\u{A0}\(name)\(year)"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static let months = [
        Localized("января", "January"), Localized("февраля", "February"), Localized("марта", "March"),
        Localized("апреля", "April"), Localized("мая", "May"), Localized("июня", "June"),
        Localized("июля", "July"), Localized("августа", "August"), Localized("сентября", "September"),
        Localized("октября", "October"), Localized("ноября", "November"), Localized("декабря", "December"),
    ]
    private static let shortMonths = [
        Localized("янв", "Jan"), Localized("фев", "Feb"), Localized("мар", "Mar"), Localized("апр", "Apr"),
        Localized("мая", "May"), Localized("июн", "Jun"), Localized("июл", "Jul"), Localized("авг", "Aug"),
        Localized("сен", "Sep"), Localized("окт", "Oct"), Localized("ноя", "Nov"), Localized("дек", "Dec"),
    ]
    private static let weekdays = [
        Localized("воскресенье", "Sunday"), Localized("понедельник", "Monday"),
        Localized("вторник", "Tuesday"),
        Localized("среда", "Wednesday"), Localized("четверг", "Thursday"), Localized("пятница", "Friday"),
        Localized("суббота", "Saturday"),
    ]
}

extension Console {
    package func time(_ context: ConsoleContext) -> HumanTime {
        HumanTime(zone: services.settings.timeZone, language: context.language, now: services.now())
    }
}

/// A number with its noun, in either language.
package func counted(
    _ number: Int,
    _ language: Language,
    ru: (one: String, few: String, many: String),
    en: (one: String, many: String)
) -> String {
    let words: String
    switch language {
    case .ru:
        let (ten, hundred) = (abs(number % 10), abs(number % 100))
        words =
            if 11...14 ~= hundred { ru.many } else if ten == 1 { ru.one } else if 2...4 ~= ten { ru.few } else
            {
                ru.many
            }
    case .en: words = number == 1 ? en.one : en.many
    }
    return "\(number)\u{A0}\(words)"
}
