import Core
import Storage
import Web

/// The keys with which apps call the timetable (T5, T6, T7, T98).
package enum TravelKeys: ResourceDeclaration {
    private static let perMinuteMax: Int64 = 1_000_000
    private static let perDayMax: Int64 = 1_000_000_000
    private static let secretLength = 36

    package static let resource: Resource = .init(
        app: Travel.app,
        name: "keys",
        title: Localized("Ключи приложений", "Keys of apps"),
        one: Localized("Ключ", "Key"),
        about: Localized(
            "Ключи, с которыми приложения спрашивают расписание",
            "Keys with which apps ask for the timetable"
        ),
        path: "/travel/keys",
        section: .app,
        right: .writeSettings,
        source: ResourceSource("timetable_keys a", key: "a.id"),
        columns: [
            ResourceColumn("name", .text, Localized("Название", "Name"), "a.name", place: .main),
            ResourceColumn("prefix", .text, Localized("Начало", "Prefix"), "a.prefix", place: .below),
            disabledColumn,
            ResourceColumn("requests", .number, Localized("Запросов", "Requests"), requests),
            ResourceColumn("per_minute", .number, Localized("В минуту", "A minute"), "a.per_minute"),
            ResourceColumn("per_day", .number, Localized("В сутки", "A day"), "a.per_day"),
            ResourceColumn("created_at", .moment, Localized("Создан", "Made"), "a.created_at", place: .page),
            ResourceColumn("created_by", .text, Localized("Кем", "By"), "a.created_by", place: .page),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "a.id", place: .answer),
        ],
        parts: [calls],
        panel: TravelKeyPanel.panel,
        actions: [creation, change, disabling, enabling, removal],
        empty: (
            Localized("Ключей нет", "No keys"),
            Localized("Создайте ключ и впишите его в приложение.", "Make a key, and put it into the app.")
        )
    )

    private static let disabledColumn = ResourceColumn(
        "is_disabled",
        .bool(yes: Localized("выключен", "off"), no: Localized("работает", "works")),
        Localized("Состояние", "State"),
        "a.is_disabled"
    )
    /// The number of all requests of a key that are written down.
    private static let requests: SQL = """
        (SELECT CAST(coalesce(sum(n.count), 0) AS bigint) FROM day_counts n WHERE n.app = \(literal: Travel.app)
            AND n.subject = CAST(a.id AS TEXT))
        """

    /// Only answered: the page has the plots of `TravelKeyPanel`.
    private static let calls = ResourcePart(
        "calls",
        Localized("Запросы по дням", "Requests by the day"),
        tables: "day_counts n",
        order: "n.day DESC, n.kind",
        columns: [
            ResourceColumn("day", .text, Localized("День", "Day"), "CAST(n.day AS TEXT)", place: .answer),
            ResourceColumn("call", .text, Localized("Запрос", "Call"), "n.kind", place: .answer),
            ResourceColumn("count", .number, Localized("Раз", "Times"), "n.count", place: .answer),
        ],
        empty: Localized("Этим ключом ещё не пользовались.", "The key has not been used yet."),
        where: { "n.app = \(literal: Travel.app) AND n.subject = \($0)" }
    )

    // MARK: Actions

    private static let inputs = [
        ResourceInput(
            "name",
            Localized("Название", "Name"),
            .text(lengthMax: 100),
            isRequired: true,
            hint: Localized("какому приложению он нужен", "the app that uses it")
        ),
        ResourceInput(
            "per_minute",
            Localized("Запросов в минуту", "Requests a minute"),
            .number(1...perMinuteMax),
            hint: Localized("пусто — сколько угодно", "any number if empty")
        ),
        ResourceInput(
            "per_day",
            Localized("Запросов в сутки", "Requests a day"),
            .number(1...perDayMax),
            hint: Localized("пусто — сколько угодно; сутки по UTC", "any number if empty; days of UTC")
        ),
    ]

    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Новый ключ", "New key"),
        command: "add",
        right: .writeSettings,
        inputs: inputs,
        also: [("key", ["type": "string", "description": "The key, shown this once."])],
        isPrimary: true
    ) { call in
        let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
        let secret = call.services.random.characters(secretLength, of: alphabet)
        let id = Identifier.new(at: call.signature.at, random: call.services.random)
        let name = (call.values.text("name") ?? "").trimmingSpaces
        try await write(call) { connection in
            try connection.insertTravelKey(
                id: id,
                name: name,
                secret: secret,
                perMinute: call.values.integer("per_minute"),
                perDay: call.values.integer("per_day"),
                at: call.signature.at,
                by: call.author.name
            )
            try call.signature.record(
                .travelKeyAdded,
                subject: id,
                detail: ["name": .string(name)],
                on: connection
            )
        }
        return ResourceOutcome(Localized("Ключ «\(name)»", "Key “\(name)”"), id: id, secret: ("key", secret))
    }

    private static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        command: "edit",
        right: .writeSettings,
        inputs: inputs
    ) { call in
        var changes: [SQL] = []
        if let name = call.values.text("name") { changes.append("name = \(name)") }
        if call.values.has("per_minute") {
            changes.append("per_minute = \(call.values.integer("per_minute"))")
        }
        if call.values.has("per_day") { changes.append("per_day = \(call.values.integer("per_day"))") }
        guard !changes.isEmpty else { return ResourceOutcome(Localized("Без изменений", "Nothing changed")) }
        let list = changes.joined(separator: ", ")
        try await update(call, list, .travelKeyChanged)
        return ResourceOutcome(Localized("Ключ сохранён", "The key is saved"), id: call.id)
    }

    private static let disabling = ResourceAction(
        "disable",
        Localized("Выключить", "Switch off"),
        right: .writeSettings,
        question: Localized(
            "Приложение сразу перестанет получать расписание.",
            "The app stops getting the timetable at once."
        ),
        isOffered: { resource.value(disabledColumn, of: $0) != true }
    ) { call in
        try await update(call, "is_disabled = \(true)", .travelKeyChanged)
        return Localized("Ключ выключен", "The key is off")
    }

    private static let enabling = ResourceAction(
        "enable",
        Localized("Включить", "Switch on"),
        right: .writeSettings,
        isOffered: { resource.value(disabledColumn, of: $0) == true }
    ) { call in
        try await update(call, "is_disabled = \(false)", .travelKeyChanged)
        return Localized("Ключ включён", "The key works again")
    }

    private static let removal = ResourceAction(
        "remove",
        .remove,
        Localized("Удалить", "Remove"),
        right: .writeSettings,
        question: Localized("Ключ перестанет действовать сразу.", "The key stops working at once.")
    ) { call in
        try await write(call) { connection in
            let count = try connection.execute("DELETE FROM timetable_keys WHERE id = \(call.id)")
            guard count == 1 else { throw resource.notFound }
            try call.signature.record(.travelKeyRemoved, subject: call.id, on: connection)
        }
        return ResourceOutcome(Localized("Ключ удалён", "The key is removed"))
    }

    private static func update(
        _ call: ResourceAction.Call,
        _ changes: SQL,
        _ action: AuditAction
    ) async throws {
        try await write(call) { connection in
            let count = try connection.execute("UPDATE timetable_keys SET \(changes) WHERE id = \(call.id)")
            guard count == 1 else { throw resource.notFound }
            let detail = JSON.object(call.values.members)
            try call.signature.record(action, subject: call.id, detail: detail, on: connection)
        }
    }

    /// Writes in one transaction, and waits until this server knows.
    private static func write(
        _ call: ResourceAction.Call,
        _ body: @escaping @Sendable (any Connection) throws -> Void
    ) async throws {
        try await call.services.database.write { connection in
            try body(connection)
            try connection.raiseTravelKeys()
        }
        try await call.services.travel.keys.refresh()
    }
}
