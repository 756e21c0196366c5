import Core

/// Actions on web hooks.
extension WebHooks {
    private static let about = [
        ResourceInput(
            "description",
            Localized("Для чего", "What for"),
            .text(lengthMax: Limits.hookDescriptionLengthMax)
        ),
        ResourceInput(
            "events",
            Localized("События", "Events"),
            .choices(events),
            initial: ["content.published"],
            option: "event"
        ),
        ResourceInput(
            "types",
            Localized("Только записи этих видов", "Only contents of these types"),
            .texts(countMax: Limits.hookEventsMax, lengthMax: Limits.urlLengthMax),
            hint: Localized("как в API: offers; без них — все", "as in the API: offers; all if empty"),
            option: "type",
            off: ("all-types", Localized("Записи всех видов", "Contents of every type"))
        ),
    ]

    private static let secret: (name: String, schema: JSON) = (
        "secret", ["type": "string", "description": "The secret that signs, shown this once."]
    )

    private static func address(isArgument: Bool) -> ResourceInput {
        ResourceInput(
            "url",
            Localized("Адрес", "Address"),
            .text(lengthMax: Limits.urlLengthMax),
            isRequired: true,
            isArgument: isArgument
        )
    }

    static let creation = ResourceAction(
        "create",
        .create,
        Localized("Добавить", "Add"),
        about: Localized("Добавить веб-хук.", "Add a web hook."),
        command: "add",
        right: .manageHooks,
        manual: manual,
        inputs: [address(isArgument: true)] + about + [
            ResourceInput(
                "is_active",
                Localized("Включён", "On"),
                .bool,
                off: ("inactive", Localized("Оставить выключенным", "Leave it switched off")),
                isShown: false
            )
        ],
        also: [secret],
        isPrimary: true
    ) { call in
        let (hook, secret) = try await call.services.hooks.create(
            changes(call.values),
            by: call.author,
            address: call.address
        )
        let done = Localized("Секрет подписи", "Signing secret")
        return ResourceOutcome(done, id: hook.id, secret: ("secret", secret))
    }

    static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        about: Localized("Изменить веб-хук.", "Change a web hook."),
        command: "edit",
        right: .manageHooks,
        inputs: [address(isArgument: false)] + about + [
            ResourceInput("is_active", Localized("Включён", "On"), .bool, option: "active")
        ]
    ) { call in
        let hooks = call.services.hooks
        let before = try await hooks.get(call.id, by: call.author)
        let changes = changes(call.values)
        let hook = try await hooks.update(call.id, changes, by: call.author, address: call.address)
        let undo: JSON = [
            "url": .string(before.url), "description": .string(before.description),
            "events": .array(before.events.map { .string($0) }),
            "types": .array((before.types ?? []).map { .string($0) }), "is_active": .bool(before.isActive),
        ]
        return ResourceOutcome(
            Localized("\(hook.url): сохранено", "\(hook.url): saved"),
            undo: ("change", undo)
        )
    }

    private static func changes(_ values: ResourceValues) -> HookChanges {
        HookChanges(
            url: values.text("url"),
            description: values.has("description") ? values.text("description") ?? "" : nil,
            events: values.texts("events"),
            types: values.has("types") ? values.texts("types") ?? [] : nil,
            isActive: values.bool("is_active")
        )
    }

    static let removal = ResourceAction(
        "remove",
        .remove,
        Localized("Удалить", "Remove"),
        about: Localized("Удалить веб-хук.", "Remove a web hook."),
        right: .manageHooks,
        question: Localized(
            "Веб-хук исчезнет вместе с журналом доставок.",
            "The web hook goes with its log of deliveries."
        )
    ) { call in
        try await call.services.hooks.remove(call.id, by: call.author, address: call.address)
        return ResourceOutcome(Localized("Веб-хук удалён", "The web hook is removed"))
    }

    static let rotation = ResourceAction(
        "secret",
        .row,
        Localized("Новый секрет", "New secret"),
        about: Localized("Дать веб-хуку новый секрет.", "Give a web hook a new secret."),
        command: "rotate",
        right: .manageHooks,
        also: [secret]
    ) { call in
        let (_, secret) = try await call.services.hooks.rotateSecret(
            call.id,
            by: call.author,
            address: call.address
        )
        let done = Localized(
            "Секрет подписи, прежний ещё 24 часа",
            "Signing secret; the old one for 24 hours"
        )
        return ResourceOutcome(done, secret: ("secret", secret))
    }

    static let test = ResourceAction(
        "test",
        .row,
        Localized("Проверить", "Test"),
        right: .manageHooks,
        also: [("delivery", ["type": "integer", "description": "The number of the delivery."])]
    ) { call in
        let number = try await call.services.hooks.test(call.id, by: call.author, address: call.address)
        return ResourceOutcome(
            Localized("Проверка отправлена, ответ появится ниже", "A test is sent, its answer appears below"),
            more: ["delivery": .integer(number)]
        )
    }

    /// The description of the API for receivers.
    private static let manual = """
        Each event is sent as a POST whose body is JSON: `id` (the event id), `event`, `at`, `by`, `door`, `note`, \
        `content` (a Content) and `truncated`, which is true where `fields` and `live` were left out because the body \
        would have been over \(Limits.hookPayloadSizeMax) bytes.

        `Vitrina-Event` names the event, `Vitrina-Delivery` is the event id, and `Vitrina-Signature` has the form \
        `t=<seconds since 1970>,v1=<hex>`. To verify it: take the secret as it was shown (the whole text, in UTF-8) as \
        the key, compute HMAC-SHA256 of the digits of `t`, a full stop and the body as it came, byte by byte; compare \
        the hexadecimal digest with each `v1` in constant time (there are two for 24 hours after a new secret), and \
        refuse a `t` that is more than 5 minutes away from your clock.

        Only public addresses are reached: one of this machine or its network is refused when it is about to be \
        connected to, unless its host is in the setting `hook_hosts` of the server. Of an answer the log keeps its status, \
        type, size and time.

        Any answer of 2xx within 10 seconds is a delivery; redirects are not followed. 410 switches the web hook off. \
        Everything else is tried \(Limits.outboxAttemptsMax) times over about a day, with growing pauses. An event may \
        come more than once, always with the same event id, and the order is not promised: the `version` of the \
        content tells which is newer. After 5 days of nothing but failures the web hook is switched off, and says so.
        """
}
