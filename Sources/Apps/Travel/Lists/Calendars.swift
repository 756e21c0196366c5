import Core
import Storage
import Transit
import Web

/// The calendars of threads: days of the week in a range, with exceptions (T95).
package enum Calendars: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "calendars",
        title: Localized("Календари", "Calendars"),
        one: Localized("Календарь", "Calendar"),
        about: Localized("По каким дням ходят рейсы", "On which days threads run"),
        path: "/travel/calendars",
        section: .app,
        source: ResourceSource("timetable_calendars a", key: "a.id", .number),
        columns: [
            ResourceColumn("title", .text, Localized("Название", "Title"), "a.title", place: .main),
            ResourceColumn("days", .object(days), Localized("Ходит", "Runs"), all),
            startColumn,
            endColumn,
            ResourceColumn(
                "threads",
                .number,
                Localized("Рейсов", "Threads"),
                "(SELECT count(*) FROM timetable_threads t WHERE t.calendar = a.id)"
            ),
            weekdaysColumn,
            addedColumn,
            removedColumn,
            ResourceColumn("id", .number, Localized("Номер", "ID"), "a.id", place: .page),
            .updated("a"),
        ],
        filters: [
            ResourceFilter(
                "q",
                Localized("Название", "Title"),
                .words(columns: ["a.title"], id: "CAST(a.id AS TEXT)")
            )
        ],
        panel: CalendarPanel.panel,
        actions: editor.actions,
        empty: Areas.empty
    )

    static let startColumn = ResourceColumn("starts_on", .text, Localized("С", "From"), "a.starts_on")
    static let endColumn = ResourceColumn("ends_on", .text, Localized("По", "Until"), "a.ends_on")
    static let weekdaysColumn = ResourceColumn(
        "weekdays",
        .object(weekdays),
        Localized("Дни недели", "Days of the week"),
        "CAST(a.weekdays AS TEXT)",
        place: .answer
    )
    static let addedColumn = ResourceColumn(
        "added",
        .choices([], none: none),
        Localized("И ещё", "Also"),
        "a.added",
        place: .page
    )
    static let removedColumn = ResourceColumn(
        "removed",
        .choices([], none: none),
        Localized("Кроме", "Except"),
        "a.removed",
        place: .page
    )
    private static let none = Localized("нет", "none")
    static let weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let choices = zip(weekdayNames, CalendarWords.weekdayNames).map { ResourceChoice($0, $1) }

    /// The columns of a calendar in one text, for its words.
    private static let all: SQL = """
        a.starts_on || ' ' || a.ends_on || ' ' || CAST(a.weekdays AS TEXT) || ' ' || a.added || ' ' || a.removed
        """

    private static let days = ResourceObject.text { text, _, language in words(text, language) }

    private static let weekdays = ResourceObject(
        schema: Schema.list(of: Schema.text),
        form: .words,
        read: { text, _, _ in .array(names(UInt8(clamping: Int64(text) ?? 0)).map { .string($0) }) },
        title: { value, _ in value.strings.joined(separator: ", ") }
    )

    /// A bit for each day of the week that is named; Monday is the first.
    static func bits(_ names: [String]) -> UInt8 {
        weekdayNames.enumerated().filter { names.contains($0.element) }
            .reduce(0) { $0 | 1 << UInt8($1.offset) }
    }

    private static func names(_ bits: UInt8) -> [String] {
        weekdayNames.enumerated().filter { bits & (1 << UInt8($0.offset)) != 0 }.map { $0.element }
    }

    private static func words(_ text: String, _ language: Language) -> String {
        let parts = text.split(separator: " ", maxSplits: 3).map { String($0) }
        guard parts.count == 4, let first = Int32(day: parts[0]), let last = Int32(day: parts[1]),
            let split = parts[3].firstRange(of: "] [")
        else { return "" }
        let calendar = Calendar(
            title: "",
            first: first,
            last: last,
            weekdays: UInt8(clamping: Int64(parts[2]) ?? 0),
            added: Calendar.days(String(parts[3][..<split.lowerBound]) + "]"),
            removed: Calendar.days("[" + String(parts[3][split.upperBound...]))
        )
        return CalendarWords(calendar, language).whole
    }

    private static let editor = TimetableEditor<CalendarRow>(
        table: TimetableTables.calendars,
        subject: "calendar",
        one: Localized("Календарь", "Calendar"),
        fields: fields,
        blank: { _ in CalendarRow() },
        read: { try CalendarRow($0) },
        check: { row, _ in
            guard row.calendar.first <= row.calendar.last else {
                throw TimetableField<CalendarRow>.fault("ends_on", "раньше начала", "is before the beginning")
            }
            guard row.calendar.last - row.calendar.first <= RunningDays.spanMax else {
                throw TimetableField<CalendarRow>.fault(
                    "ends_on",
                    "не больше 10 лет",
                    "must be within 10 years"
                )
            }
        },
        use: { id, connection in
            let count = try connection.count("timetable_threads", "calendar = \(Int64(id) ?? 0)")
            return count == 0
                ? nil : Localized("По календарю ходят рейсы: \(count).", "Threads run by it: \(count).")
        }
    )

    private static let fields: [TimetableField<CalendarRow>] = [
        .title(\.calendar.title),
        day("starts_on", Localized("С", "From"), \.calendar.first),
        day("ends_on", Localized("По", "Until"), \.calendar.last),
        TimetableField("weekdays", Localized("Дни недели", "Days of the week"), .choices(choices)) {
            row,
            value,
            _ in
            row.calendar.weekdays = bits(value.strings)
        },
        exceptions("added", Localized("И ещё в эти дни", "Also on these days"), \.calendar.added)
            .edited(by: "days"),
        exceptions("removed", Localized("Кроме этих дней", "Except on these days"), \.calendar.removed),
    ]

    private static func day(
        _ name: String,
        _ title: Localized,
        _ path: any WritableKeyPath<CalendarRow, Int32> & Sendable
    ) -> TimetableField<CalendarRow> {
        TimetableField(
            name,
            title,
            .text(lengthMax: 10),
            isRequired: true,
            hint: Localized("ГГГГ-ММ-ДД", "YYYY-MM-DD")
        ) { row, value, _ in
            guard let day = Int32(day: value.string ?? "") else {
                throw TimetableField<CalendarRow>.fault(
                    name,
                    "нужна дата ГГГГ-ММ-ДД",
                    "must be a date, YYYY-MM-DD"
                )
            }
            row[keyPath: path] = day
        }
    }

    private static func exceptions(
        _ name: String,
        _ title: Localized,
        _ path: any WritableKeyPath<CalendarRow, [Int32]> & Sendable
    ) -> TimetableField<CalendarRow> {
        TimetableField(
            name,
            title,
            .texts(countMax: Calendar.exceptionsMax, lengthMax: 10),
            hint: Localized("ГГГГ-ММ-ДД, по одной в строке", "YYYY-MM-DD, one a line")
        ) { row, value, _ in
            row[keyPath: path] = try value.strings.map { text in
                guard let day = Int32(day: text) else {
                    throw TimetableField<CalendarRow>.fault(name, "\(text) — не дата", "\(text) is no date")
                }
                return day
            }
        }
    }
}

/// A calendar with the number of its row.
struct CalendarRow: Sendable {
    var id: Int64 = 0
    var calendar = Calendar(title: "", first: 0, last: 0, weekdays: 0)

    init() {}

    init(_ row: Row) throws {
        id = try row.get("id")
        calendar = try Calendar(row)
    }
}
