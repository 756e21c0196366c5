import Core
import Storage

/// API tokens of programs: the author's own, or everybody's for an owner.
enum Tokens: ResourceDeclaration {
    static let resource: Resource = .init(
        name: "tokens",
        title: Localized("Ключи", "API keys"),
        one: Localized("Ключ", "API key"),
        about: Localized(
            "Ключи, с которыми программы работают с API",
            "Keys with which programs call the API"
        ),
        path: "/system/keys",
        section: .people,
        source: ResourceSource("staff_tokens t JOIN staff s ON s.id = t.staff_id", key: "t.id"),
        scope: { $0.isOwner ? "TRUE" : "t.staff_id = \($0.staffID)" },
        columns: [
            ResourceColumn("name", .text, Localized("Название", "Name"), "t.name", place: .main),
            ResourceColumn("prefix", .text, Localized("Начало", "Prefix"), "t.prefix", place: .below),
            ResourceColumn("staff", .text, Localized("Чей", "Whose"), "s.name"),
            .role("t.role"),
            .grants("t.grants"),
            ResourceColumn(
                "last_used_at",
                .moment,
                Localized("Последний вход", "Last used"),
                "t.last_used_at"
            ),
            ResourceColumn("expires_at", .moment, Localized("Действует до", "Ends"), "t.expires_at"),
            revokedColumn,
            ResourceColumn(
                "created_at",
                .moment,
                Localized("Создан", "Created"),
                "t.created_at",
                place: .answer
            ),
            ResourceColumn(
                "staff_id",
                .id,
                Localized("Id сотрудника", "ID of the member"),
                "t.staff_id",
                place: .answer
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "t.id", place: .answer),
        ],
        actions: [creation, revocation],
        empty: (
            Localized("Ключей нет", "No API keys"),
            Localized(
                "Создайте ключ для программы, которой нужен API.",
                "Create a key for a program that needs the API."
            )
        )
    )

    private static let revokedColumn = ResourceColumn(
        "revoked_at",
        .moment,
        Localized("Отозван", "Revoked"),
        "t.revoked_at"
    )
    private static let daysMax = Limits.tokenAgeMax.components.seconds / 86_400

    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Новый ключ", "New key"),
        about: Localized("Сделать ключ API; он показывается один раз.", "Make an API key; it is shown once."),
        right: .readContent,
        inputs: [
            ResourceInput(
                "name",
                Localized("Название", "Name"),
                .text(lengthMax: Limits.staffNameLengthMax),
                isRequired: true,
                hint: Localized("какой программе он нужен", "the program that uses it")
            ),
            .role(initial: "viewer"),
            .grants,
            ResourceInput(
                "expires_in_days",
                Localized("Сколько дней действует", "Days until it ends"),
                .number(1...daysMax),
                hint: Localized("без числа — \(daysMax)", "\(daysMax) if empty")
            ),
            ResourceInput(
                "staff_id",
                Localized("Чей он", "Whose it is"),
                .row(of: { StaffMembers.resource }),
                hint: Localized("без него — ваш", "yours if empty"),
                option: "for",
                isShown: false
            ),
        ],
        also: [("token", ["type": "string", "description": "The key, shown this once."])],
        isPrimary: true
    ) { call in
        let staff = call.services.staff
        let (token, secret) = try await staff.createToken(
            name: call.values.text("name") ?? "",
            role: call.values.role ?? .viewer,
            grants: call.values.grants ?? [],
            expiresInDays: call.values.integer("expires_in_days").map { Int($0) },
            for: try await owner(call),
            by: call.author,
            address: call.address
        )
        let done = Localized("Ключ «\(token.name)»", "Key “\(token.name)”")
        return ResourceOutcome(done, id: token.id, secret: ("token", secret))
    }

    /// The member for whom a token acts: the named one, else its author, else the first owner.
    ///
    /// The last applies to the person who runs the program, who is not a member of staff.
    private static func owner(_ call: ResourceAction.Call) async throws -> String? {
        let named = call.values.text("staff_id")
        guard named == nil, call.author.staffID == nil else { return named }
        return try await call.services.staff.list(by: call.author).filter { $0.role == .owner && $0.isActive }
            .min { $0.createdAt < $1.createdAt }?.id
    }

    private static let revocation = ResourceAction(
        "revoke",
        .remove,
        Localized("Отозвать", "Revoke"),
        about: Localized("Отозвать ключ API.", "Revoke an API key."),
        right: .readContent,
        question: Localized("Ключ перестанет действовать сразу.", "The key stops working at once."),
        isOffered: { resource.value(revokedColumn, of: $0) == .null }
    ) { call in
        try await call.services.staff.revokeToken(call.id, by: call.author, address: call.address)
        return ResourceOutcome(Localized("Ключ отозван", "The key is revoked"))
    }
}
