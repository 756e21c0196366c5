import Core
import Hummingbird
import Storage

/// What runs where, and the keys of the console.
struct SystemPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("system/health") { _, context in try await health(context) }
        group.get("help") { _, context in
            try await console.show(
                ConsolePage("help", title: Localized("Клавиши", "Keys")[context.language], path: "/help"),
                context
            )
        }
    }

    private func health(_ context: ConsoleContext) async throws -> Response {
        let status = try await console.api(context).get("/status")
        let time = console.time(context)
        let servers = (status["servers"]?.array ?? []).map { server -> JSON in
            let started = server["started_at"]?.string.flatMap { Timestamp($0) }
            return [
                "host": server["host"] ?? "", "port": server["port"] ?? 0, "process": server["process"] ?? 0,
                "version": server["version"] ?? "", "since": .string(started.map(time.moment) ?? ""),
            ]
        }
        let settings = status["settings"] ?? [:]
        let contents = (status["contents"]?.array ?? []).map { line -> JSON in
            let name = line["type"]?.string
            let title = console.types.first { $0.name == name }?.title[context.language]
            return ["title": .string(title ?? ""), "live": line["live"] ?? 0]
        }
        let page = ConsolePage(
            "health",
            title: Localized("Состояние", "Health")[context.language],
            path: "/system/health",
            context: [
                "version": status["version"] ?? "", "servers": .array(servers),
                "database": .string(status["database"]?.string == "postgres" ? "PostgreSQL" : "SQLite"),
                "outbox": status["outbox"] ?? [:], "contents": .array(contents),
                "has_failed": .bool(status["outbox"]?["failed"]?.integer ?? 0 > 0),
                "public_url": settings["public_url"] ?? .null,
                "time_zone": .string("\(settings["time_zone"]?.string ?? ""), \(time.zoneName)"),
                "rate_limit": settings["rate_limit"] ?? 0,
                "trusted_proxies": settings["trusted_proxies"] ?? 0,
                "history_days": settings["history_days"] ?? .null,
            ]
        )
        return try await console.show(page, context)
    }
}

extension JSON {
    /// The address of the page after this one of a list; null on the last.
    func nextPage(of path: String, _ given: AdminAPI.Query) -> JSON {
        guard let cursor = self["next"]?.string else { return .null }
        let query = given.filter { $0.name != "cursor" } + [(name: "cursor", value: cursor)]
        return .string(
            path + "?" + query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        )
    }
}
