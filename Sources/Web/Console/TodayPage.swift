import Core
import Hummingbird
import Storage

/// The start page: entries that go live or end today, warnings, changes of colleagues.
struct TodayPage: Sendable {
    private static let warningsMax = 6
    private static let suggestionsMax = 5
    private static let changesMax = 6
    private static let daysAhead = 14

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.post("today/flags/{app}/{type}/{id}/{field}/{value}") { request, context in
            try await setFlag(context)
        }
    }

    func show(_ context: ConsoleContext) async throws -> Response {
        let time = console.time(context)
        // These queries run concurrently.
        try context.author.require(.readContent)
        let query = try AgendaQuery(limit: 40, at: time.now)
        async let agendaSoon = console.services.agenda.page(query, at: time.now)
        async let changesSoon = console.services.changes.list(limit: Self.changesMax)
        async let attentionSoon = attention(context)
        let warnings = try await console.services.warnings()
        let (agenda, changes, attention) = try await (agendaSoon, changesSoon, attentionSoon)
        let today = Localized("Сегодня изменится", "Today")
        let count = agenda.elements.count { time.days(until: $0.at) == 0 }
        let what = counted(
            count,
            context.language,
            ru: ("запись", "записи", "записей"),
            en: ("change", "changes")
        )
        let title = "\(time.weekday(time.now).capitalizedStart), \(time.day(time.now))"
        var page = ConsolePage("today", title: Localized("Сводка", "Today")[context.language], path: "/")
        page.types = ["*"]
        page.context = [
            "heading": .string(title),
            "sub": .string(count == 0 ? "" : "\(today[context.language]) \(what)"),
            "charts": .array(charts(context, time)),
            "warnings": .array(
                attention.map(\.json) + warnings.prefix(Self.warningsMax).map { warning($0, context) }
            ),
            "warning_count": .integer(Int64(warnings.count + attention.count)),
            "days": .array(days(agenda.elements, context, time)),
            "suggestions": .array(suggestions(context, time)),
            "changes": .array(
                changes.elements.map { ChangeLine($0, console, context, back: "/").json }
            ),
            "creatable": .array(creatable(context)),
        ]
        return try await console.show(page, context)
    }

    private func attention(_ context: ConsoleContext) async throws -> [AttentionLine] {
        var lines: [AttentionLine] = []
        for module in console.services.modules { lines += try await module.attention(context, console) }
        return lines
    }

    /// The types to which a person may add entries.
    private func creatable(_ context: ConsoleContext) -> [JSON] {
        guard context.author.may(.writeContent) else { return [] }
        return console.services.modules.flatMap { module in
            module.types.map { declaration in
                [
                    "path": .string("/\(module.name)/\(declaration.type.name)/new"),
                    "title": .string(declaration.type.noun[context.language].capitalizedStart),
                ]
            }
        }
    }

    // MARK: Charts

    /// The number of live entries of each type with a window, today and on the coming days.
    private func charts(_ context: ConsoleContext, _ time: HumanTime) -> [JSON] {
        let days = (0..<Self.daysAhead).map { $0 == 0 ? time.now : time.startOfDay(in: $0) }
        return console.types.filter { $0.window != .none }.prefix(3).map { type in
            var counts = days.map { _ in 0 }
            var always = 0
            // One pass over the entries, which may be many; most are live on both the first day and the last.
            for content in console.services.live.state[type.name].contents {
                if let first = days.first, let last = days.last, content.isOpen(at: first),
                    content.isOpen(at: last)
                {
                    always += 1
                    continue
                }
                for (day, moment) in days.enumerated() where content.isOpen(at: moment) { counts[day] += 1 }
            }
            return chart(type.title[context.language], counts.map { $0 + always }, context.language)
        }
    }

    private func chart(_ title: String, _ counts: [Int], _ language: Language) -> JSON {
        let (first, last) = (counts.first ?? 0, counts.last ?? 0)
        let line = Sparkline(counts)
        let change = last - first
        let sign = change > 0 ? "+" : "−"
        return [
            "title": .string(title), "value": .integer(Int64(first)),
            "change": change == 0 ? .null : .string("\(sign)\(abs(change))"),
            "is_up": .bool(change > 0),
            "sub": .string(
                Localized("в эфире, дальше — 14\u{A0}дней", "live, and the next 14\u{A0}days")[language]
            ),
            "label": .string(
                Localized(
                    "\(title): сейчас \(first), через 14 дней \(last)",
                    "\(title): \(first) now, \(last) in 14 days"
                )[language]
            ),
            "line": .string(line.line), "area": .string(line.area),
        ]
    }

    // MARK: Lists

    private func warning(_ warning: LiveWarning, _ context: ConsoleContext) -> JSON {
        let base = "/\(warning.app)/"
        let field = String(warning.warning.pointer.dropFirst(2))
        let place = warning.content.map { "\($0.type.name)/\($0.id)" }
        let isFlag = warning.content?.type.field(field)?.isImmediate ?? false
        return [
            "title": .string(warning.title[context.language]),
            "detail": .string(warning.warning.detail[context.language]),
            "kind": .string(warning.content?.type.noun[context.language] ?? ""),
            "path": .string(base + (place ?? "home")),
            "off": isFlag && context.mayWrite
                ? JSON(place.map { "/today/flags\(base)\($0)/\(field)/off" }) : .null,
        ]
    }

    private func days(_ entries: [Agenda.Entry], _ context: ConsoleContext, _ time: HumanTime) -> [JSON] {
        var days: [(day: Int, at: Timestamp, items: [JSON])] = []
        for entry in entries {
            let at = entry.at
            let day = max(0, time.days(until: at))
            if days.last?.day != day {
                guard days.count < 5 else { break }
                days.append((day, at, []))
            }
            days[days.count - 1].items.append(AgendaLine(entry, console, context).json(at: time.time(at)))
        }
        return days.map { day in
            [
                "number": .integer(Int64(time.dayNumber(day.at))), "is_today": .bool(day.day == 0),
                "name": .string(
                    day.day == 0 ? Localized("сегодня", "today")[context.language] : time.weekday(day.at)
                ),
                "items": .array(Array(day.items.prefix(6))),
                "more": day.items.count > 6 ? .integer(Int64(day.items.count - 6)) : .null,
            ]
        }
    }

    /// Live entries, and soon live ones, that could be shown on the home screen.
    private func suggestions(_ context: ConsoleContext, _ time: HumanTime) -> [JSON] {
        guard context.mayWrite else { return [] }
        let found = console.services.modules.flatMap { module in
            module.types.map { $0.type }.filter { $0.window != .none }.flatMap {
                type -> [(LiveContent, JSON)] in
                guard let flag = type.fields.first(where: \.isImmediate) else { return [] }
                let image = type.fields.first { $0.kind == .image }?.name
                let contents = console.services.live.state[type.name].contents
                return newest(contents) {
                    $0.liveUntil.map { time.now < $0 } ?? true && !$0.bool(flag.name)
                }
                .map { content in
                    (content, suggestion(content, type, flag, image, module.name, context, time))
                }
            }
        }
        return found.sorted { ($0.0.createdAt, $0.0.id) > ($1.0.createdAt, $1.0.id) }.prefix(
            Self.suggestionsMax
        )
        .map(\.1)
    }

    /// The newest few matching entries, without sorting all of them.
    private func newest(_ contents: [LiveContent], _ fits: (LiveContent) -> Bool) -> [LiveContent] {
        var newest: [LiveContent] = []
        for content in contents {
            if newest.count == Self.suggestionsMax, let last = newest.last,
                last.createdAt >= content.createdAt
            {
                continue
            }
            guard fits(content) else { continue }
            let place = newest.firstIndex { $0.createdAt < content.createdAt } ?? newest.count
            newest.insert(content, at: place)
            newest = Array(newest.prefix(Self.suggestionsMax))
        }
        return newest
    }

    private func suggestion(
        _ content: LiveContent,
        _ type: ContentType,
        _ flag: Field,
        _ image: String?,
        _ app: String,
        _ context: ConsoleContext,
        _ time: HumanTime
    ) -> JSON {
        let until = content.liveUntil.map {
            Localized("до \(time.shortDay($0))", "until \(time.shortDay($0))")[context.language]
        }
        return [
            "title": .string(content.text(type.titleField, context.language)),
            "sub": .string([type.noun[context.language], until].compactMap { $0 }.joined(separator: " · ")),
            "path": .string("/\(app)/\(type.name)/\(content.id)"),
            "image": image.flatMap { content.string($0) }.map { .string("/media/\($0)") } ?? .null,
            "on": .string("/today/flags/\(app)/\(type.name)/\(content.id)/\(flag.name)/on"),
        ]
    }

    // MARK: Actions

    private func setFlag(_ context: ConsoleContext) async throws -> Response {
        let (id, field) = (try context.parameters.require("id"), try context.parameters.require("field"))
        guard let type = console.type(named: try context.parameters.require("type")) else {
            throw Problem.notFound(Localized("Такого типа нет.", "There is no such type."))
        }
        let value = try context.parameters.require("value") == "on"
        let content = try await console.services.contents.change(
            id,
            of: type,
            by: .setFlag(field, value),
            as: ContentStore.Act(author: context.author)
        )
        let title = type.title(of: content.fields)
        return try await console.done(
            value
                ? Localized("«\(title)» на экране", "“\(title)” is on the screen")
                : Localized("«\(title)» скрыто с экрана", "“\(title)” is off the screen"),
            undo: [.setting(field, to: !value, of: content.id, type)],
            to: "/",
            context
        )
    }
}

/// A small chart without axes, as SVG paths.
package struct Sparkline {
    static let (width, height) = (280.0, 72.0)
    package let line: String
    package var area: String { line.isEmpty ? "" : line + "L280 70L0 70Z" }

    package init(_ counts: [Int]) {
        guard counts.count > 1, let most = counts.max() else {
            line = ""
            return
        }
        let step = Self.width / Double(counts.count - 1)
        line = counts.enumerated().map { number, count in
            let y = 66 - 58 * Double(count) / Double(max(1, most))
            return "\(number == 0 ? "M" : "L")\((Double(number) * step).tenths) \(y.tenths)"
        }.joined()
    }
}

extension AttentionLine {
    fileprivate var json: JSON {
        [
            "title": .string(title), "kind": .string(kind), "detail": .string(detail),
            "path": .string(path), "off": .null,
        ]
    }
}

extension Double {
}

extension ConsoleContext {
    package var mayWrite: Bool { author.may(.writeContent) }
}

extension Console {
    /// All content types, of any app.
    package var types: [ContentType] { services.modules.flatMap { $0.types }.map { $0.type } }

    /// The name of the app that has a content type.
    package func app(of type: String) -> String {
        services.modules.first { $0.types.contains { $0.type.name == type } }?.name ?? ""
    }
}
