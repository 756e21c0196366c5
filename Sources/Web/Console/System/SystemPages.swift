import Core
import Hummingbird
import Storage

/// The status page, and the help with the keyboard shortcuts.
struct SystemPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("system/health") { _, context in try await health(context) }
        group.get("help") { _, context in try await help(context) }
    }

    /// The tasks that this person may perform, and the shortcuts.
    private func help(_ context: ConsoleContext) async throws -> Response {
        let tasks = HelpTask.common(console) + console.services.modules.flatMap(\.help)
        let page = ConsolePage(
            "help",
            title: Localized("Справка", "Help")[context.language],
            path: "/help",
            context: [
                "tasks": .array(
                    tasks.filter { context.author.may($0.right) }.map { $0.json(context.language) }
                )
            ]
        )
        return try await console.show(page, context)
    }

    /// The lines about the clock, the file of the database and the read replica; no database has all.
    private func checks(_ health: HealthFindings, _ time: HumanTime, _ language: Language) -> [JSON] {
        var lines: [JSON] = []
        if let clock = health.clock {
            lines.append([
                "title": .string(Localized("Часы этого сервера", "The clock of this server")[language]),
                "text": .string(clock[language]), "dot": health.isAdrift ? "warn" : "ok",
            ])
        }
        if let moment = health.damage.damagedAt ?? health.damage.checkedAt {
            let isDamaged = health.damage.damagedAt != nil
            let text =
                isDamaged
                ? Localized("повреждён: vitrina doctor --deep", "damaged: vitrina doctor --deep")
                : Localized("цел", "whole")
            lines.append([
                "title": .string(Localized("Файл базы", "The database file")[language]),
                "text": .string("\(text[language]), \(time.moment(moment))"),
                "dot": isDamaged ? "bad" : "ok",
            ])
        }
        if let replica = health.replica {
            lines.append([
                "title": .string(Localized("Реплика для чтения", "The read replica")[language]),
                "text": .string(replica.text[language]), "dot": replica.state == .ok ? "ok" : "warn",
            ])
        }
        return lines
    }

    private func health(_ context: ConsoleContext) async throws -> Response {
        try context.author.require(.readContent)
        let (status, time) = (try await console.services.status(), console.time(context))
        let servers = status.servers.map { server -> JSON in
            [
                "host": .string(server.host), "port": .integer(server.port),
                "process": .integer(server.process), "version": .string(server.version),
                "since": .string(time.moment(server.startedAt)),
            ]
        }
        let contents = status.contents.map { line -> JSON in
            ["title": .string(line.type.title[context.language]), "live": .integer(Int64(line.live))]
        }
        let checks = checks(status.health, time, context.language)
        let page = ConsolePage(
            "health",
            title: Localized("Состояние", "Health")[context.language],
            path: "/system/health",
            context: [
                "version": .string(version), "servers": .array(servers),
                "database": .string(status.database == "postgres" ? "PostgreSQL" : "SQLite"),
                "outbox": .object(status.outbox.mapValues { .integer($0) }), "contents": .array(contents),
                "has_failed": .bool(status.outbox[OutboxMessage.State.failed.rawValue] ?? 0 > 0),
                "public_url": JSON(status.publicURL),
                "time_zone": .string("\(status.timeZone), \(time.zoneName)"),
                "rate_limit": .integer(Int64(status.rateLimit)),
                "trusted_proxies": .integer(Int64(status.trustedProxies)),
                "history_days": status.historyDays.map { .integer($0) } ?? .null,
                "has_checks": .bool(!checks.isEmpty), "checks": .array(checks),
            ]
        )
        return try await console.show(page, context)
    }
}
