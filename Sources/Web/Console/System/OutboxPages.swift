import Core
import Hummingbird
import Storage

/// What leaves the building: SMS, mails and web hooks, and what has become of them.
struct OutboxPages: Sendable {
    static let path = "/system/outbox"
    private static let pageSize = 50
    private static let kinds: [(name: String, title: Localized)] = [
        ("sms", Localized("СМС", "SMS")), ("mail", Localized("Письмо", "Mail")),
        ("push", Localized("Уведомление", "Notification")),
        ("hook", Localized("Веб-хук", "Web hook")),
    ]

    let console: Console
    private var kinds: [(name: String, title: Localized)] {
        Self.kinds + console.services.modules.flatMap(\.outboxKinds)
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await list(request, context) }
        group.post(RouterPath("\(Self.path)/{id}/retry")) { request, context in
            let id = try context.parameters.require("id").percentEncoded
            try await console.api(context).send(.post, "/outbox/\(id)/retry")
            return try await console.done(
                Localized("Отправляем ещё раз", "Sending again"),
                to: Self.path,
                context
            )
        }
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.manageStaff)
        let language = context.language
        let given = request.query.filter {
            ["kind", "state", "cursor"].contains($0.name) && !$0.value.isEmpty
        }
        let answer = try await console.api(context).get(
            "/outbox",
            given + [(name: "limit", value: String(Self.pageSize))]
        )
        let (kind, state) = (
            given.last { $0.name == "kind" }?.value, given.last { $0.name == "state" }?.value
        )
        var page = ConsolePage(
            "outbox",
            title: Localized("Исходящие", "Outbox")[language],
            path: Self.path
        )
        page.context = [
            "messages": .array((answer["items"]?.array ?? []).map { line($0, context) }),
            "kinds": .array(
                kinds.map { option in
                    [
                        "name": .string(option.name), "title": .string(option.title[language]),
                        "is_chosen": .bool(option.name == kind),
                    ]
                }
            ),
            "states": .array(
                OutboxMessage.State.allCases.map { option in
                    [
                        "name": .string(option.rawValue), "title": .string(option.title[language]),
                        "is_chosen": .bool(option.rawValue == state),
                    ]
                }
            ),
            "next": JSON(
                answer["next"]?.string.map { cursor in
                    let query = given.filter { $0.name != "cursor" } + [(name: "cursor", value: cursor)]
                    return Self.path + "?"
                        + query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
                }
            ),
        ]
        return try await console.show(page, context)
    }

    private func line(_ message: JSON, _ context: ConsoleContext) -> JSON {
        let language = context.language
        let time = console.time(context)
        func moment(_ name: String) -> String? {
            message[name]?.string.flatMap { Timestamp($0) }.map(time.moment)
        }
        let state = OutboxMessage.State(rawValue: message["state"]?.string ?? "") ?? .failed
        let kind = message["kind"]?.string ?? ""
        // An SMS of the test mode is not to be sent, and one whose code has gone cannot be.
        let isSMS = kind == "sms"
        let mayRetry =
            isSMS ? state == .failed && message["text"]?.string != nil : [.failed, .kept].contains(state)
        return [
            "id": message["id"] ?? 0, "when": .string(moment("created_at") ?? ""),
            "kind": .string(kinds.first { $0.name == kind }?.title[language] ?? kind),
            "to": message["to"] ?? .null, "title": message["title"] ?? .null,
            "has_text": .bool(message["text"]?.string != nil),
            "parts": LinkedText(message["text"]?.string ?? "").json,
            "state": .string(state.title[language]), "class": .string(state.pill),
            "attempts": .string(message["attempts"]?.integer.map { $0 == 0 ? "" : String($0) } ?? ""),
            "next": JSON(moment("next_attempt_at")),
            "error": message["error"] ?? .null,
            "may_retry": .bool(mayRetry && context.author.may(kind == "hook" ? .manageHooks : .manageStaff)),
        ]
    }
}

extension OutboxMessage.State {
    fileprivate var title: Localized {
        switch self {
        case .waiting: Localized("Ждёт", "Waiting")
        case .sent: Localized("Отправлено", "Sent")
        case .failed: Localized("Не отправлено", "Failed")
        case .kept: Localized("Только хранится", "Kept only")
        }
    }

    fileprivate var pill: String {
        switch self {
        case .waiting: "plan"
        case .sent: "pub"
        case .failed: "bad"
        case .kept: "arch"
        }
    }
}
