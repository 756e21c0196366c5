import Core
import Storage

/// The messages to other systems, with their state: SMS, mails, notifications and web hooks.
package enum OutboxMessages: ResourceDeclaration {
    package static let resource: Resource = .init(
        name: "outbox",
        title: Localized("Исходящие", "Outbox"),
        one: Localized("Сообщение", "Message"),
        about: Localized(
            "СМС, письма, уведомления и веб-хуки: что ушло, что ждёт и почему не ушло",
            "SMS, mail, notifications and web hooks: sent, waiting, and failed with the reason"
        ),
        path: "/system/outbox",
        section: .system,
        source: ResourceSource("outbox o", key: "o.id", .number),
        columns: columns,
        filters: [
            ResourceFilter(
                "kind",
                Localized("Что", "Kind"),
                .choice(
                    kinds.map { ResourceOption($0.value, $0.title, "o.kind = \($0.value)") },
                    all: Localized("Всё", "Everything")
                )
            ),
            ResourceFilter("state", Localized("Состояние", "State"), .messageState),
        ],
        sums: OutboxMessage.State.allCases.map { state in
            ResourceSum(state.rawValue, state.title) { _ in
                "count(CASE WHEN o.state = \(state.rawValue) THEN 1 END)"
            }
        },
        actions: [retry],
        isPersonal: true,
        empty: (
            Localized("Ничего не отправляли", "Nothing was sent"),
            Localized(
                "Здесь появится всё, что уходит с сервера.",
                "Messages that leave the server appear here."
            )
        )
    )

    static let kind = ResourceColumn("kind", .choice(kinds), Localized("Что", "Kind"), "o.kind", place: .main)
    private static let textColumn = ResourceColumn(
        "text",
        .object(
            .text(.message) { text, author, _ in
                let parts = try JSON(parsing: text).array ?? []
                guard let isSecret = parts.first?.bool, let payload = parts.last else { return nil }
                return try OutboxText(json: payload).text(isSecret: isSecret, for: author)
            }
        ),
        Localized("Текст", "Text"),
        """
        CASE WHEN \(hasText)
            THEN (CASE WHEN o.is_secret THEN '[true,' ELSE '[false,' END) || CAST(o.payload AS text) || ']' END
        """
    )
    private static let columns: [ResourceColumn] = [
        ResourceColumn("created_at", .moment, Localized("Когда", "When"), "o.created_at"),
        kind,
        ResourceColumn(
            "to",
            .object(
                .text { payload, author, _ in
                    try OutboxText(json: JSON(parsing: payload)).receiver(for: author)
                }
            ),
            Localized("Кому", "To"),
            "CASE WHEN \(hasText) THEN CAST(o.payload AS text) END",
            place: .below
        ),
        ResourceColumn(
            "title",
            .text,
            Localized("Тема", "Title"),
            "coalesce(o.payload ->> 'subject', o.payload ->> 'event')",
            place: .below
        ),
        textColumn,
        .messageState,
        .messageError,
        ResourceColumn("attempts", .number, Localized("Попыток", "Attempts"), "o.attempts"),
        .nextAttempt,
        ResourceColumn("ended_at", .moment, Localized("Закончено", "Ended"), "o.ended_at", place: .page),
        ResourceColumn(
            "valid_until",
            .moment,
            Localized("Отправлять до", "Valid until"),
            "o.valid_until",
            place: .page
        ),
        ResourceColumn("subject", .text, Localized("О чём", "Subject"), "o.subject", place: .answer),
        ResourceColumn("id", .number, Localized("Номер", "Number"), "o.id", place: .page),
    ]

    /// True for messages to people; others have much more in their payload.
    private static let hasText: SQL = "o.kind NOT IN ('hook', 'flags')"

    private static let kinds = [
        ResourceChoice("sms", Localized("СМС", "SMS")),
        ResourceChoice("mail", Localized("Письмо", "Mail")),
        ResourceChoice("push", Localized("Уведомление", "Notification")),
        ResourceChoice("device-push", Localized("Уведомление устройству", "Notification to a device")),
        ResourceChoice("hook", Localized("Веб-хук", "Web hook")),
        ResourceChoice("flags", Localized("Флаги в Firebase", "Flags to Firebase")),
    ]

    private static let retry = ResourceAction(
        "retry",
        Localized("Повторить", "Send again"),
        right: .manageStaff,
        isOffered: { row in
            let (kind, state) = (
                resource.value(Self.kind, of: row), resource.value(.messageState, of: row)
            )
            // An SMS of the test mode must not be sent, and one whose code is gone cannot be.
            guard kind == "sms" else { return state == "failed" || state == "kept" }
            return state == "failed" && resource.value(textColumn, of: row) != .null
        }
    ) { call in
        _ = try await call.services.outbox.retry(
            Int64(call.id) ?? 0,
            by: call.author,
            address: call.address
        )
        call.services.courier.wake()
        return Localized("Отправляем ещё раз", "Sending again")
    }
}

extension ResourceColumn {
    package static let messageState = ResourceColumn(
        "state",
        .choice(
            OutboxMessage.State.allCases.map { ResourceChoice($0.rawValue, $0.title, $0.tone) }
        ),
        Localized("Состояние", "State"),
        "o.state"
    )

    static let messageError = ResourceColumn(
        "error",
        .object(.localized),
        Localized("Ошибка", "Error"),
        "o.last_error"
    )

    static let nextAttempt = ResourceColumn(
        "next_attempt_at",
        .moment,
        Localized("Дальше", "Next"),
        "CASE WHEN o.state = 'waiting' THEN o.due_at END",
        place: .page
    )
}

extension ResourceFilter.Kind {
    static let messageState = Self.choice(
        OutboxMessage.State.allCases.map { state in
            // The database uses the partial index of unsent messages only if the statement repeats its condition.
            let unsent: SQL = state == .sent ? "TRUE" : "o.state <> 'sent'"
            return ResourceOption(state.rawValue, state.title, "o.state = \(state.rawValue) AND \(unsent)")
        },
        all: Localized("Любое состояние", "Any state")
    )
}

extension ResourceObject {
    /// A text that is stored in every language.
    package static let localized: ResourceObject = .text { text, _, language in
        try Localized(kept: JSON(parsing: text))[language]
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

    fileprivate var tone: String {
        switch self {
        case .waiting: "plan"
        case .sent: "pub"
        case .failed: "bad"
        case .kept: "arch"
        }
    }
}
