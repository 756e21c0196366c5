import Core
import Storage
import Transit
import Web

/// The next months of a calendar with the running days marked.
enum CalendarPanel {
    private static let months = 6

    static let panel = ResourcePanel("timetable-calendar") { row, services, context in
        let calendar = Calendar(row)
        let today = Int32(clamping: services.now().seconds / 86_400)
        let start = RunningMonths.start(calendar, today: today)
        let shown = RunningMonths(calendar, from: start, count: months).months
        return [
            "words": .string(CalendarWords(calendar, context.language).whole),
            "weekdays": .array(CalendarWords.weekdayNames.map { .string($0[context.language]) }),
            "months": .array(shown.map { json($0, context.language) }),
        ]
    }

    private static func json(_ month: RunningMonths.Month, _ language: Language) -> JSON {
        let blanks = [RunningMonths.Day?](repeating: nil, count: month.offset)
        let cells = blanks + month.days.map { $0 }
        let weeks = stride(from: 0, to: cells.count, by: 7).map { start -> JSON in
            ["days": .array(cells[start..<min(start + 7, cells.count)].map { day($0, language) })]
        }
        return ["title": .string(RunningMonths.title(month.first, language)), "weeks": .array(weeks)]
    }

    private static func day(_ day: RunningMonths.Day?, _ language: Language) -> JSON {
        guard let day else { return ["number": "", "classes": "", "words": ""] }
        let words =
            day.isRunning ? Localized("ходит", "runs") : Localized("не ходит", "does not run")
        let classes = [day.isRunning ? "on" : "", day.isException ? "odd" : ""]
        return [
            "number": .string("\(CivilDate(daysSince1970: Int64(day.day)).day)"),
            "classes": .string(classes.filter { !$0.isEmpty }.joined(separator: " ")),
            "words": .string(words[language]),
        ]
    }
}

extension Calendar {
    /// The calendar of a row of the list.
    fileprivate init(_ row: ResourceRow) {
        let resource = Calendars.resource
        func day(_ column: ResourceColumn) -> Int32 {
            resource.value(column, of: row).string.flatMap { Int32(day: $0) } ?? 0
        }
        func days(_ column: ResourceColumn) -> [Int32] {
            resource.value(column, of: row).strings.compactMap { Int32(day: $0) }
        }
        self.init(
            title: "",
            first: day(Calendars.startColumn),
            last: day(Calendars.endColumn),
            weekdays: Calendars.bits(resource.value(Calendars.weekdaysColumn, of: row).strings),
            added: days(Calendars.addedColumn),
            removed: days(Calendars.removedColumn)
        )
    }
}
