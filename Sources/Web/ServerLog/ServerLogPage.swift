import Core
import Hummingbird
import Logging
import Storage

/// The last lines of the log of the server that answers, newest first.
struct ServerLogPage: Sendable {
    static let path = "/system/logs"
    static let title = Localized("Лог сервера", "Server log")
    private static let linesMax = 100
    private static let refreshSeconds: Int64 = 2

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        // Lines have addresses of people, and details of the machine.
        try context.author.require(.manageStaff)
        guard let log = console.services.settings.serverLog else { throw Problem.noServerLog }
        let query = ServerLogQuery(request.asked)
        let tail = log.tail(Self.linesMax, before: query.place ?? ServerLogCursor(), where: query.filter.fits)
        let time = console.time(context)
        let lines = try tail.lines.map { try Self.line($0, of: log, query, time) }
        // Earlier lines do not change.
        let isRefreshed = query.isRefreshed && query.place == nil
        let own: JSON = [
            "action": .string(Self.path), "host": .string(log.host), "process": .integer(log.process),
            "lines": .array(lines), "has_lines": .bool(!lines.isEmpty),
            "earlier": JSON(tail.earlier.map { place in query.with { $0.place = place }.address }),
            "newest": JSON(query.place.map { _ in query.newest.address }),
            "is_whole": .bool(tail.isWhole), "is_narrowed": .bool(query.isNarrowed),
            "refresh_seconds": isRefreshed ? .integer(Self.refreshSeconds) : .null,
        ]
        let page = ConsolePage(
            "server-log",
            title: Self.title[context.language],
            path: Self.path,
            context: own.merged(with: Self.filters(query, context.language))
        )
        return try await console.show(page, context)
    }

    // MARK: Parts

    private static func filters(_ query: ServerLogQuery, _ language: Language) -> JSON {
        let levels = ServerLogQuery.levels.map { level -> JSON in
            [
                "title": .string(choice(level)[language]),
                "href": .string(query.with { $0.level = level }.address),
                "is_here": .bool(level == query.level),
            ]
        }
        let slow = words(Double(query.slowOffer))[language]
        return [
            "levels": .array(levels), "level_value": .string(query.level?.rawValue ?? ""),
            "failures": .string(ServerLogQuery.failuresText), "is_failure": .bool(query.isFailure),
            "slow_value": .string(String(query.slowOffer)), "is_slow": .bool(query.slow != nil),
            "slow_title": .string(Localized("От \(slow)", "\(slow) or more")[language]),
            "path_value": .string(query.path), "request_value": .string(query.requestID),
            "is_refreshed": .bool(query.isRefreshed),
            "all": .string(ServerLogQuery().with { $0.isRefreshed = query.isRefreshed }.address),
        ]
    }

    private static func line(
        _ line: ServerLogLine,
        of log: ServerLog,
        _ query: ServerLogQuery,
        _ time: HumanTime
    ) throws -> JSON {
        let told = try ServerLogAnswer.Line(json: try line.json(of: log.id))
        let language = time.language
        let details = told.details.map { detail -> JSON in
            ["name": .string(detail.name), "value": .string(detail.value)]
        }
        let ofRequest = line.requestID.map { id in
            ServerLogQuery().with { ($0.requestID, $0.isRefreshed) = (id, query.isRefreshed) }.address
        }
        return [
            "key": .string("\(log.id)-\(line.number)"), "at": .string(line.at.description),
            "when": .string(time.exact(line.at)),
            "level": .string(line.level.title[language]), "tone": .string(line.level.tone),
            "words": .string(told.title), "cause": JSON(told.cause),
            "details": .array(details), "has_details": .bool(!details.isEmpty),
            "status": JSON(line.status.map { String($0) }), "status_tone": .string(tone(line.status ?? 0)),
            "took": JSON(line.milliseconds.map { words($0)[language] }),
            "request": JSON(line.requestID), "request_href": JSON(ofRequest),
            "request_short": .string(String((line.requestID ?? "").suffix(8))),
        ]
    }

    private static func choice(_ level: Logger.Level?) -> Localized {
        switch level {
        case nil: Localized("Всё", "All")
        case .error?: Localized("Ошибки", "Errors")
        case .warning?: Localized("Предупреждения", "Warnings")
        case let level?: level.title
        }
    }

    private static func tone(_ status: Int) -> String {
        switch status {
        case ..<400: ""
        case ..<500: "warn"
        case _: "bad"
        }
    }

    /// `0,4 мс`, `120 мс`, `1,2 с`; empty for what is no time, which metadata may have.
    private static func words(_ milliseconds: Double) -> Localized {
        guard 0..<1_000_000_000 ~= milliseconds else { return Localized(same: "") }
        let isLong = milliseconds >= 1_000
        let tenths = Int((isLong ? milliseconds / 100 : milliseconds * 10).rounded())
        let isWhole = tenths % 10 == 0 || !isLong && tenths >= 100
        let (ru, en) =
            isWhole
            ? ("\(tenths / 10)", "\(tenths / 10)")
            : ("\(tenths / 10),\(tenths % 10)", "\(tenths / 10).\(tenths % 10)")
        return isLong
            ? Localized("\(ru)\u{A0}с", "\(en)\u{A0}s")
            : Localized("\(ru)\u{A0}мс", "\(en)\u{A0}ms")
    }
}

extension Logger.Level {
    fileprivate var title: Localized {
        switch self {
        case .trace: Localized("трасса", "trace")
        case .debug: Localized("отладка", "debug")
        case .info: Localized("инфо", "info")
        case .notice: Localized("заметка", "notice")
        case .warning: Localized("предупреждение", "warning")
        case .error: Localized("ошибка", "error")
        case .critical: Localized("критично", "critical")
        }
    }

    /// The class of its colour; the word is there for those who do not see it.
    fileprivate var tone: String {
        switch self {
        case .trace, .debug, .info, .notice: ""
        case .warning: "warn"
        case .error, .critical: "bad"
        }
    }
}
