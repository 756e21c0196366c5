import Core
import Storage

/// The deliveries to web hooks, successful or not.
package enum HookDeliveries: ResourceDeclaration {
    package static let resource: Resource = .init(
        parent: "hooks",
        name: "deliveries",
        title: Localized("Доставки", "Deliveries"),
        one: Localized("Доставка", "Delivery"),
        about: Localized(
            "Что доставлено веб-хукам и что нет, новое сверху",
            "Deliveries to web hooks, also failed ones, the newest first"
        ),
        path: "/system/hooks/deliveries",
        navigation: "/system/hooks",
        section: .system,
        right: .manageHooks,
        source: ResourceSource(
            "outbox o JOIN hooks h ON CAST(h.id AS text) = o.subject AND o.kind = 'hook'",
            key: "o.id",
            .number
        ),
        columns: columns + [
            ResourceColumn("hook", .text, Localized("Веб-хук", "Web hook"), "h.url"),
            ResourceColumn("ended_at", .moment, Localized("Закончено", "Ended"), "o.ended_at", place: .page),
            ResourceColumn("hook_id", .id, Localized("Номер веб-хука", "Hook ID"), "h.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "hook",
                Localized("Веб-хук", "Web hook"),
                .id { "o.subject = \($0)" },
                isArgument: true
            ),
            ResourceFilter("state", Localized("Состояние", "State"), .messageState),
        ],
        tabs: WebHooks.tabs,
        parts: [attempts],
        actions: [retry],
        empty: (
            Localized("Ещё ничего не отправляли", "Nothing was sent yet"),
            Localized(
                "Здесь появится каждое событие для веб-хука.",
                "Each event for a web hook appears here."
            )
        )
    )

    static let columns: [ResourceColumn] = [
        ResourceColumn("created_at", .moment, Localized("Когда", "When"), "o.created_at"),
        ResourceColumn("event", .text, Localized("Событие", "Event"), "o.payload ->> 'event'"),
        ResourceColumn("content", .object(content), Localized("Запись", "Content"), "o.payload -> 'content'"),
        .messageState,
        ResourceColumn(
            "status",
            .number,
            Localized("Ответ", "Answer"),
            "(SELECT a.status FROM hook_attempts a WHERE a.message_id = o.id ORDER BY a.id DESC LIMIT 1)"
        ),
        .messageError,
        ResourceColumn("attempts", .number, Localized("Попыток", "Attempts"), "o.attempts"),
        .nextAttempt,
        ResourceColumn("event_id", .text, Localized("Id события", "Event ID"), "o.event_id", place: .page),
        ResourceColumn("id", .number, Localized("Номер", "Number"), "o.id", place: .page),
    ]

    /// The content entry of an event, as the list shows it.
    private static let content = ResourceObject(
        schema: [
            "type": ["object", "null"],
            "properties": [
                "id": ["type": "string"], "type": ["type": "string"], "version": ["type": "integer"],
                "title": ["type": ["string", "null"]],
            ],
        ],
        form: .words,
        read: { text, _, _ in
            let names: Set = ["id", "type", "version", "title"]
            return try JSON(parsing: text).object.map { .object($0.filter { names.contains($0.key) }) }
                ?? .null
        },
        title: { value, _ in (try? value.get("title", as: String.self)) ?? "" }
    )

    private static let attempts = ResourcePart(
        "log",
        Localized("Попытки", "Attempts"),
        tables: "hook_attempts a",
        order: "a.id DESC",
        columns: [
            ResourceColumn("attempt", .number, Localized("Попытка", "Attempt"), "a.number"),
            ResourceColumn("at", .moment, Localized("Когда", "When"), "a.at"),
            ResourceColumn("status", .number, Localized("Ответ", "Answer"), "a.status"),
            ResourceColumn("error", .object(.localized), Localized("Ошибка", "Error"), "a.error"),
            ResourceColumn("duration_ms", .number, Localized("Мс", "Ms"), "a.milliseconds"),
            ResourceColumn("answer_type", .text, Localized("Тип ответа", "Answer type"), "a.answer_type"),
            ResourceColumn("answer_size", .number, Localized("Байт", "Bytes"), "a.answer_size"),
        ],
        empty: Localized("Ещё не отправляли", "Not sent yet")
    ) { "a.message_id = \(Int64($0) ?? 0)" }

    private static let retry = ResourceAction(
        "retry",
        Localized("Повторить", "Send again"),
        right: .manageHooks,
        isOffered: { resource.value(.messageState, of: $0) != "waiting" }
    ) { call in
        try await call.services.hooks.retry(Int64(call.id) ?? 0, by: call.author, address: call.address)
        call.services.courier.wake()
        return Localized("Отправляем ещё раз", "Sending again")
    }
}
