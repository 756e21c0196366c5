import Core
import Hummingbird
import Storage

/// The scheduled changes: `/agenda`.
struct AgendaPage: Sendable {
    /// The numbers of days that the agenda can cover.
    private static let spans = [7, 30]

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("agenda") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let time = console.time(context)
        let asked = request.query.last { $0.name == "days" }.flatMap { Int($0.value) } ?? Self.spans[0]
        let days = Self.spans.contains(asked) ? asked : Self.spans[0]
        try context.author.require(.readContent)
        let cursor = request.query.last { $0.name == "cursor" }.map { String($0.value) }
        let query = try AgendaQuery(days: days, cursor: cursor, at: time.now)
        let found = try await console.services.agenda.page(query, at: time.now)
        let entries = found.elements
        let late = entries.filter { $0.state != .waiting }
        let coming = entries.filter { $0.state == .waiting }
        var page = ConsolePage(
            "agenda",
            title: Localized("Что изменится", "What changes")[context.language],
            path: "/agenda",
            types: ["*"]
        )
        page.context = [
            "spans": .array(
                Self.spans.map { span in
                    [
                        "href": .string("/agenda?days=\(span)"), "is_on": .bool(span == days),
                        "title": .string(
                            counted(span, context.language, ru: ("день", "дня", "дней"), en: ("day", "days"))
                        ),
                    ]
                }
            ),
            "late": .array(late.map { line($0, time, context) }),
            "days": .array(grouped(coming, time, context)),
            "is_empty": .bool(entries.isEmpty),
            "more": JSON(found.next.map { "/agenda?days=\(days)&cursor=\($0.percentEncoded)" }),
        ]
        return try await console.show(page, context)
    }

    private func grouped(_ entries: [Agenda.Entry], _ time: HumanTime, _ context: ConsoleContext) -> [JSON] {
        var days: [(at: Timestamp, lines: [JSON])] = []
        for entry in entries {
            let at = entry.at
            let line = line(entry, time, context)
            if let last = days.last, time.days(until: last.at) == time.days(until: at) {
                days[days.count - 1].lines.append(line)
            } else {
                days.append((at, [line]))
            }
        }
        return days.map { day in
            let name = [time.near(day.at)?.capitalizedStart, time.day(day.at), time.weekday(day.at)]
            return [
                "name": .string(name.compactMap { $0 }.joined(separator: ", ")), "lines": .array(day.lines),
            ]
        }
    }

    private func line(_ entry: Agenda.Entry, _ time: HumanTime, _ context: ConsoleContext) -> JSON {
        let clock = entry.state == .waiting ? time.time(entry.at) : time.moment(entry.at)
        let line = AgendaLine(entry, console, context).json(at: clock)
        let items = entry.items.map { item -> JSON in
            [
                "path": .string("/\(console.app(of: item.type))/\(item.type)/\(item.id)"),
                "title": .string(item.title), "is_withdrawn": .bool(item.action == .withdraw),
            ]
        }
        return line.merged(with: [
            "items": .array(items), "by": .string(entry.author ?? ""),
            "fault": .string(entry.fault?.detail[context.language] ?? ""),
            "is_overdue": .bool(entry.state == .overdue),
        ])
    }
}
