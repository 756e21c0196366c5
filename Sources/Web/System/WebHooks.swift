import Core
import Storage

/// The web hooks, addresses that are notified of changes.
package enum WebHooks: ResourceDeclaration {
    package static let resource: Resource = .init(
        name: "hooks",
        title: Localized("Веб-хуки", "Web hooks"),
        one: Localized("Веб-хук", "Web hook"),
        about: Localized(
            "Сообщаем другим программам о правках: подписанный запрос, повторы, журнал",
            "Other programs are told of changes: a signed request, retries, a log"
        ),
        path: "/system/hooks",
        section: .system,
        right: .manageHooks,
        source: ResourceSource("hooks h", key: "h.id"),
        columns: columns,
        tabs: tabs,
        parts: [
            ResourcePart(
                "deliveries",
                Localized("Доставки", "Deliveries"),
                tables: "outbox o",
                order: "o.id DESC",
                columns: HookDeliveries.columns,
                empty: Localized(
                    "Ещё ничего не отправляли. «Проверить» шлёт пробное событие",
                    "Nothing was sent yet. “Test” sends an event to try it"
                )
            ) { "o.kind = 'hook' AND o.subject = \($0)" }
        ],
        actions: [creation, test, change, rotation, removal],
        empty: (
            Localized("Веб-хуков нет", "No web hooks"),
            Localized(
                "Добавьте адрес программы, которой сообщать о правках.",
                "Add the address of a program that is told of changes."
            )
        )
    )

    static let tabs = [
        ResourceTab(Localized("Веб-хуки", "Web hooks"), of: { resource }),
        ResourceTab(Localized("Доставки", "Deliveries"), of: { HookDeliveries.resource }),
    ]

    private static let columns: [ResourceColumn] = [
        ResourceColumn("url", .text, Localized("Адрес", "Address"), "h.url", place: .main),
        ResourceColumn(
            "description",
            .text,
            Localized("Для чего", "What for"),
            "h.description",
            place: .below
        ),
        ResourceColumn(
            "events",
            .choices(events, none: Localized("нет", "none")),
            Localized("События", "Events"),
            "h.events"
        ),
        ResourceColumn(
            "types",
            .choices([], none: Localized("все", "all")),
            Localized("Виды записей", "Types of content"),
            "h.types"
        ),
        ResourceColumn(
            "state",
            .choice(states),
            Localized("Состояние", "State"),
            """
            CASE WHEN h.off_reason IS NOT NULL THEN h.off_reason WHEN NOT h.is_active THEN 'off'
                WHEN h.failing_since IS NOT NULL THEN 'silent' ELSE 'on' END
            """
        ),
        ResourceColumn(
            "is_active",
            .bool(yes: Localized("включён", "on"), no: Localized("выключен", "off")),
            Localized("Включён", "On"),
            "h.is_active",
            place: .answer
        ),
        moment("failing_since", Localized("Не отвечает с", "Failing since"), "h.failing_since"),
        moment("switched_off.at", Localized("Выключен сервером", "Switched off by the server"), "h.off_at"),
        ResourceColumn(
            "switched_off.reason",
            .choice(states.filter { Hook.OffReason(rawValue: $0.value) != nil }),
            Localized("Почему выключен", "Why it was switched off"),
            "h.off_reason",
            place: .answer
        ),
        moment(
            "previous_secret_until",
            Localized("Прежний секрет подписывает до", "The old secret signs until"),
            "h.previous_secret_until"
        ),
        moment("created_at", Localized("Добавлен", "Added"), "h.created_at"),
        ResourceColumn(
            "created_by",
            .text,
            Localized("Кто добавил", "Added by"),
            "h.created_by",
            place: .page
        ),
        moment("updated_at", Localized("Изменён", "Changed"), "h.updated_at"),
        ResourceColumn("id", .id, Localized("Номер", "ID"), "h.id", place: .page),
    ]

    private static func moment(_ name: String, _ title: Localized, _ sql: SQL) -> ResourceColumn {
        ResourceColumn(name, .moment, title, sql, place: .page)
    }

    private static let states = [
        ResourceChoice("on", Localized("включён", "on"), "pub"),
        ResourceChoice("silent", Localized("не отвечает", "not answering"), "warn"),
        ResourceChoice("off", Localized("выключен", "off"), "arch"),
        ResourceChoice(
            Hook.OffReason.gone.rawValue,
            Localized("выключен: ответил 410", "off: it answered 410"),
            "bad"
        ),
        ResourceChoice(
            Hook.OffReason.failing.rawValue,
            Localized("выключен: только ошибки", "off: it only failed"),
            "bad"
        ),
    ]

    static let events = HookEvent.patterns.map { pattern in
        let title =
            switch pattern {
            case "*": Localized("всё, и то, что появится", "all, also those to come")
            case "content.*": Localized("все правки записей", "every change of content")
            case _:
                HistoryEntry.Action(rawValue: String(pattern.dropFirst("content.".count)))
                    .map { ChangeLine.verb($0) } ?? Localized(same: pattern)
            }
        return ResourceChoice(pattern, title)
    }
}
