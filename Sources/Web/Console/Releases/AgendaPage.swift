import Core
import Hummingbird
import Storage

/// What will change by itself: `/agenda`.
struct AgendaPage: Sendable {
    /// For how many days somebody can look ahead.
    private static let spans = [7, 30]

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("agenda") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let time = console.time(context)
        let asked = request.query.last { $0.name == "days" }.flatMap { Int($0.value) } ?? Self.spans[0]
        let days = Self.spans.contains(asked) ? asked : Self.spans[0]
        var query: AdminAPI.Query = [("days", String(days))]
        if let cursor = request.query.last(where: { $0.name == "cursor" })?.value {
            query.append(("cursor", cursor))
        }
        let agenda = try await console.api(context).get("/agenda", query)
        let entries = agenda["items"]?.array ?? []
        let late = entries.filter { $0["state"] != "waiting" }
        let coming = entries.filter { $0["state"] == "waiting" }
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
            "more": agenda["next"]?.string.map {
                .string("/agenda?days=\(days)&cursor=\($0.percentEncoded)")
            } ?? .null,
        ]
        return try await console.show(page, context)
    }

    private func grouped(_ entries: [JSON], _ time: HumanTime, _ context: ConsoleContext) -> [JSON] {
        var days: [(at: Timestamp, lines: [JSON])] = []
        for entry in entries {
            guard let at = entry["at"]?.string.flatMap({ Timestamp($0) }) else { continue }
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

    private func line(_ entry: JSON, _ time: HumanTime, _ context: ConsoleContext) -> JSON {
        let at = entry["at"]?.string.flatMap { Timestamp($0) }
        let isWaiting = entry["state"] == "waiting"
        let clock = at.map { isWaiting ? time.time($0) : time.moment($0) } ?? ""
        let line = AgendaLine(entry, console, context).json(at: clock)
        let items = (entry["items"]?.array ?? []).map { item -> JSON in
            let name = item["type"]?.string ?? ""
            let path = "/\(console.app(of: name))/\(name)/\(item["id"]?.string ?? "")"
            return item.merged(with: [
                "path": .string(path), "is_withdrawn": .bool(item["action"] == "withdraw"),
            ])
        }
        let fault = entry["fault"]?["detail"]?.string
        return line.merged(with: [
            "items": .array(items), "by": .string(entry["by"]?.string ?? ""),
            "fault": .string(fault ?? ""), "is_overdue": .bool(entry["state"] == "overdue"),
        ])
    }
}
