import Core
import Storage

/// Formats and parses times for people, briefly and in the time zone of the installation.
package struct HumanTime: Sendable {
    package let language: Language
    package let now: Timestamp
    private let zone: Zone

    package init(zone: Zone, language: Language, now: Timestamp) {
        (self.zone, self.language, self.now) = (zone, language, now)
    }

    /// In UTC, as counters by the day are kept.
    static func utc(_ language: Language, now: Timestamp) -> HumanTime {
        HumanTime(zone: .utc, language: language, now: now)
    }

    /// `29 ноября`, `29 November`; with the year if it is another one.
    package func day(_ moment: Timestamp) -> String { words(moment, Self.months) }

    /// `29 ноя`, `29 Nov`.
    package func shortDay(_ moment: Timestamp) -> String { words(moment, Self.shortMonths) }

    /// `10:00`.
    package func time(_ moment: Timestamp) -> String {
        let minutes = (zone.local(moment.seconds) - localDay(moment) * 86_400) / 60
        return Self.two(minutes / 60) + ":" + Self.two(minutes % 60)
    }

    /// `10:00:07.250`, and `20 ноя, 10:00:07.250` on other days than today.
    func exact(_ moment: Timestamp) -> String {
        let second = (zone.local(moment.seconds) - localDay(moment) * 86_400) % 60
        let milliseconds = (moment.microseconds - moment.seconds * 1_000_000) / 1_000
        let clock = "\(time(moment)):\(Self.two(second)).\(String(1_000 + milliseconds).dropFirst())"
        return days(until: moment) == 0 ? clock : "\(shortDay(moment)), \(clock)"
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
        // The first of January 1970 was a Thursday.
        Self.weekdays[Int((localDay(moment) % 7 + 11) % 7)][language]
    }

    /// The day of the month.
    package func dayNumber(_ moment: Timestamp) -> Int { Int(localDate(moment).day) }

    /// The number of midnights between now and the moment; negative for the past.
    package func days(until moment: Timestamp) -> Int {
        Int(localDay(moment) - localDay(now))
    }

    /// The first moment of the day after this number of days.
    package func startOfDay(in days: Int) -> Timestamp {
        let day = localDay(now) + Int64(Int32(clamping: days))
        return Timestamp(seconds: zone.instant(local: day * 86_400)) ?? now
    }

    /// The format of a `datetime-local` field: `2026-11-25T10:00`.
    package func field(_ moment: Timestamp) -> String {
        "\(localDate(moment))T\(time(moment))"
    }

    /// Parses the value of such a field; nil for anything else.
    package func moment(ofField text: String) -> Timestamp? {
        let numbers = text.split(whereSeparator: { "-T:".contains($0) }).map { Int64($0) }
        guard 5...6 ~= numbers.count, text.utf8.count <= 19, !numbers.contains(nil) else { return nil }
        let known = numbers.compactMap { $0 }
        let (hour, minute, second) = (known[3], known[4], known.count > 5 ? known[5] : 0)
        guard let date = CivilDate(year: known[0], month: known[1], day: known[2]),
            0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second
        else { return nil }
        let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        let instant = zone.instant(local: local)
        // The clocks may skip that time.
        return zone.local(instant) == local ? Timestamp(seconds: instant) : nil
    }

    /// `UTC+3`.
    package var zoneName: String {
        let minutes = zone.offset(at: now.seconds) / 60
        let sign = minutes < 0 ? "−" : "+"
        let rest = abs(minutes) % 60
        return "UTC\(sign)\(abs(minutes) / 60)" + (rest == 0 ? "" : ":\(Self.two(rest))")
    }

    // MARK: Parts

    /// The day in the time zone, counted from 1970.
    private func localDay(_ moment: Timestamp) -> Int64 { Int64(zone.day(at: moment.seconds)) }

    private func localDate(_ moment: Timestamp) -> CivilDate { CivilDate(daysSince1970: localDay(moment)) }

    private func words(_ moment: Timestamp, _ months: [Localized]) -> String {
        let date = localDate(moment)
        let year = date.year == localDate(now).year ? "" : "\u{A0}\(date.year)"
        return "\(date.day)\u{A0}\(months[Int(date.month - 1)][language])\(year)"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }

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
