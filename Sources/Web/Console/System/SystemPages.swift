import Core
import Hummingbird
import Storage

/// What happened, who came in, and what runs where.
struct SystemPages: Sendable {
    private static let pageSize = 50

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("system/changes") { request, context in try await changes(request, context) }
        group.get("system/audit") { request, context in try await audit(request, context) }
        group.get("system/health") { _, context in try await health(context) }
        group.get("help") { _, context in
            try await console.show(
                ConsolePage("help", title: Localized("Клавиши", "Keys")[context.language], path: "/help"),
                context
            )
        }
    }

    private func changes(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let given = request.query.filter {
            ["type", "author", "cursor"].contains($0.name) && !$0.value.isEmpty
        }
        let answer = try await console.api(context).get(
            "/changes",
            given + [(name: "limit", value: String(Self.pageSize))]
        )
        let chosen = given.last { $0.name == "type" }?.value
        let page = ConsolePage(
            "changes",
            title: Localized("Журнал", "Changes")[context.language],
            path: "/system/changes",
            context: [
                "changes": .array(
                    (answer["items"]?.array ?? []).map { ChangeLine($0, console, context).json }
                ),
                "next": next(answer, given, "/system/changes"),
                "author": .string(given.last { $0.name == "author" }?.value ?? ""),
                "kinds": .array(
                    console.types.map { type in
                        [
                            "name": .string(type.name), "title": .string(type.title[context.language]),
                            "is_chosen": .bool(type.name == chosen),
                        ]
                    }
                ),
            ],
            types: given.contains { $0.name == "cursor" } ? [] : ["*"]
        )
        return try await console.show(page, context)
    }

    private func audit(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let given = request.query.filter { $0.name == "cursor" }
        let answer = try await console.api(context).get(
            "/audit",
            given + [(name: "limit", value: String(Self.pageSize))]
        )
        let time = console.time(context)
        let items = (answer["items"]?.array ?? []).map { entry -> JSON in
            [
                "when": .string(entry["at"]?.string.flatMap { Timestamp($0) }.map(time.moment) ?? ""),
                "by": entry["by"] ?? "", "door": entry["door"] ?? "",
                "action": .string(
                    AuditWords.text(entry["action"]?.string ?? "")[context.language]
                ),
                "detail": .string(AuditWords.detail(entry["detail"])),
                "address": entry["address"] ?? .null,
            ]
        }
        let page = ConsolePage(
            "audit",
            title: Localized("Доступ", "Access log")[context.language],
            path: "/system/audit",
            context: ["entries": .array(items), "next": next(answer, given, "/system/audit")]
        )
        return try await console.show(page, context)
    }

    /// The address of the next page; null on the last one.
    private func next(_ answer: JSON, _ given: AdminAPI.Query, _ path: String) -> JSON {
        guard let cursor = answer["next"]?.string else { return .null }
        let query = given.filter { $0.name != "cursor" } + [(name: "cursor", value: cursor)]
        return .string(
            path + "?" + query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        )
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

/// What the access log says, for people.
enum AuditWords {
    static func text(_ action: String) -> Localized {
        switch AuditAction(action) {
        case .signedIn: Localized("вход", "signed in")
        case .signInRefused: Localized("вход не удался", "could not sign in")
        case .signedOut: Localized("выход", "signed out")
        case .sessionsEnded: Localized("выход везде", "signed out everywhere")
        case .staffCreated: Localized("новый сотрудник", "added a member of staff")
        case .staffChanged: Localized("сотрудник изменён", "changed a member of staff")
        case .tokenCreated: Localized("новый ключ", "made an API key")
        case .tokenRevoked: Localized("ключ отозван", "revoked an API key")
        case .hookCreated: Localized("новый вебхук", "added a web hook")
        case .hookChanged: Localized("вебхук изменён", "changed a web hook")
        case .hookRemoved: Localized("вебхук удалён", "removed a web hook")
        case .hookRotated: Localized("новый секрет вебхука", "renewed the secret of a web hook")
        case .hookTested: Localized("вебхук проверен", "tested a web hook")
        case .hookRetried: Localized("вебхук повторён", "sent to a web hook again")
        case .hookSwitchedOff: Localized("вебхук выключен сервером", "switched a failing web hook off")
        case .settingChanged: Localized("настройка приложения", "changed a setting of an app")
        case .codesSeen: Localized("смотрит коды СМС", "looked at SMS codes")
        case .codeRevealed: Localized("номер показан целиком", "saw a phone number whole")
        case .messageRetried: Localized("сообщение отправлено снова", "sent a message again")
        case _: Localized(action, action)
        }
    }

    /// The details in one line.
    static func detail(_ json: JSON?) -> String {
        (json?.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
            "\(name): \(value.string ?? value.text)"
        }.joined(separator: ", ")
    }
}
