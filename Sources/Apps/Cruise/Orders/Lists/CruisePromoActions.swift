import Core
import Storage
import Web

/// Actions of staff on promo codes.
enum CruisePromoActions {
    static let all = [creation, change, disabling, enabling]

    private static let usesMax: Int64 = 1_000_000

    private static let bounds = [
        ResourceInput(
            "uses_max",
            Localized("Заказов всего", "Orders altogether"),
            .number(1...usesMax),
            hint: Localized("пусто — сколько угодно", "any number if empty")
        ),
        ResourceInput(
            "user_uses_max",
            Localized("Заказов одного человека", "Orders of one person"),
            .number(1...usesMax),
            hint: Localized("пусто — сколько угодно", "any number if empty")
        ),
        ResourceInput("starts_at", Localized("Действует с", "Valid from"), .moment),
        ResourceInput("ends_at", Localized("Действует до", "Valid until"), .moment),
        ResourceInput("note", Localized("Для чего", "Purpose"), .text(lengthMax: Limits.noteLengthMax)),
    ]

    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Новый промокод", "New promo code"),
        command: "add",
        right: .writeContent,
        inputs: [
            ResourceInput(
                "code",
                Localized("Код", "Code"),
                .text(lengthMax: CruisePromo.codeLengthMax),
                isRequired: true,
                hint: Localized(
                    "буквы, цифры, дефис; регистр не важен",
                    "letters, digits, hyphens; of any case"
                )
            ),
            ResourceInput(
                "percent",
                Localized("Скидка, %", "Discount, %"),
                .number(1...100),
                hint: Localized("или сумма", "or a sum")
            ),
            ResourceInput(
                "kopecks",
                Localized("Скидка, копеек", "Discount, kopecks"),
                .number(1...CruisePromo.sumMax),
                hint: Localized("100 копеек = 1 ₽", "100 kopecks are a ruble")
            ),
        ] + bounds,
        isPrimary: true
    ) { call in
        let code = try code(call.values)
        let (kind, value) = try worth(call.values)
        try checkDates(call.values.moment("starts_at"), call.values.moment("ends_at"))
        let id = Identifier.new(at: call.signature.at, random: call.services.random)
        try await call.services.database.write { connection in
            let added = try connection.execute(
                """
                INSERT INTO cruise_promos (id, code, kind, value, starts_at, ends_at, uses_max, user_uses_max, note,
                    is_disabled, created_at, created_by)
                VALUES (\(id), \(code), \(kind), \(value), \(call.values.moment("starts_at")),
                    \(call.values.moment("ends_at")), \(call.values.integer("uses_max")),
                    \(call.values.integer("user_uses_max")), \(call.values.text("note")), \(false),
                    \(call.signature.at), \(call.author.name))
                ON CONFLICT (code) DO NOTHING
                """
            )
            guard added == 1 else { throw wrong("code", "такой код уже есть", "is taken already") }
            try record(.cruisePromoAdded, id, call, on: connection)
        }
        return ResourceOutcome(Localized("Промокод \(code)", "Promo code \(code)"), id: id)
    }

    /// The code and its worth stay: people have been told them.
    private static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        command: "edit",
        right: .writeContent,
        inputs: bounds
    ) { call in
        try await call.services.database.write { connection in
            // Uses wait here, so that the count cannot pass the new limit.
            let row = try connection.rows(
                "UPDATE cruise_promos SET used = used WHERE id = \(call.id) RETURNING *"
            ).first
            guard let promo = try row.map(CruisePromo.init) else { throw CruisePromos.resource.notFound }
            let values = call.values
            let starts = values.has("starts_at") ? values.moment("starts_at") : promo.startsAt
            let ends = values.has("ends_at") ? values.moment("ends_at") : promo.endsAt
            try checkDates(starts, ends)
            let usesMax = values.has("uses_max") ? values.integer("uses_max") : promo.usesMax
            if let usesMax, usesMax < promo.used {
                throw wrong(
                    "uses_max",
                    "код применили уже \(promo.used) раз",
                    "is below the \(promo.used) uses that there are"
                )
            }
            let userMax = values.has("user_uses_max") ? values.integer("user_uses_max") : promo.userUsesMax
            let note: SQL = values.has("note") ? ", note = \(values.text("note"))" : ""
            try connection.send(
                """
                UPDATE cruise_promos SET starts_at = \(starts), ends_at = \(ends), uses_max = \(usesMax),
                    user_uses_max = \(userMax)\(note)
                WHERE id = \(call.id)
                """
            )
            try record(.cruisePromoChanged, call.id, call, on: connection)
        }
        return ResourceOutcome(Localized("Промокод сохранён", "The promo code is saved"), id: call.id)
    }

    private static let disabling = ResourceAction(
        "disable",
        Localized("Выключить", "Switch off"),
        right: .writeContent,
        question: Localized(
            "Код больше не примут; заказы, где он применён, не изменятся.",
            "The code is refused from now on; orders that have it do not change."
        ),
        isOffered: { CruisePromos.resource.value(CruisePromos.disabledColumn, of: $0) != true }
    ) { call in
        try await set(true, call)
        return Localized("Промокод выключен", "The promo code is off")
    }

    private static let enabling = ResourceAction(
        "enable",
        Localized("Включить", "Switch on"),
        right: .writeContent,
        isOffered: { CruisePromos.resource.value(CruisePromos.disabledColumn, of: $0) == true }
    ) { call in
        try await set(false, call)
        return Localized("Промокод действует", "The promo code is on")
    }

    // MARK: Parts

    private static func set(_ isDisabled: Bool, _ call: ResourceAction.Call) async throws {
        try await call.services.database.write { connection in
            let count = try connection.execute(
                "UPDATE cruise_promos SET is_disabled = \(isDisabled) WHERE id = \(call.id)"
            )
            guard count == 1 else { throw CruisePromos.resource.notFound }
            try record(.cruisePromoChanged, call.id, call, ["is_disabled": .bool(isDisabled)], on: connection)
        }
    }

    private static func code(_ values: ResourceValues) throws(Problem) -> String {
        guard let code = values.text("code").flatMap({ CruisePromo.normalized($0) }) else {
            throw wrong("code", "только буквы, цифры и дефис", "must be letters, digits and hyphens")
        }
        return code
    }

    private static func worth(_ values: ResourceValues) throws(Problem) -> (kind: String, value: Int64) {
        switch (values.integer("percent"), values.integer("kopecks")) {
        case (let percent?, nil): return ("percent", percent)
        case (nil, let kopecks?): return ("sum", kopecks)
        case (nil, nil), (.some, .some):
            throw wrong("percent", "укажите процент или сумму", "is needed, or else a sum")
        }
    }

    private static func checkDates(_ start: Timestamp?, _ end: Timestamp?) throws(Problem) {
        guard let start, let end, end < start else { return }
        throw wrong("ends_at", "раньше начала", "is before the start")
    }

    private static func wrong(_ name: String, _ ru: String, _ en: String) -> Problem {
        .invalid([Fault("#/\(name)", ru, en)])
    }

    private static func record(
        _ action: AuditAction,
        _ id: String,
        _ call: ResourceAction.Call,
        _ detail: JSON = [:],
        on connection: any Connection
    ) throws {
        let values = JSON.object(call.values.members).adding(detail)
        try call.signature.record(action, subject: id, detail: values, on: connection)
    }
}

/// Actions of staff on promo codes.
extension AuditAction {
    static let cruisePromoAdded = AuditAction(
        "cruise.promo-added",
        Localized("новый промокод", "made a promo code")
    )
    static let cruisePromoChanged = AuditAction(
        "cruise.promo-changed",
        Localized("промокод изменён", "changed a promo code")
    )
}
