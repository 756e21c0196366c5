import Core
import Storage

/// The members of staff with their roles and permissions.
enum StaffMembers: ResourceDeclaration {
    static let resource: Resource = .init(
        name: "staff",
        title: Localized("Сотрудники", "Staff"),
        one: Localized("Сотрудник", "Member of staff"),
        about: Localized("Кто входит в консоль и что может", "Who signs in, and what they may do"),
        path: "/system/staff",
        section: .people,
        right: .manageStaff,
        source: ResourceSource("staff s", key: "s.id"),
        columns: [
            ResourceColumn("name", .text, Localized("Имя", "Name"), "s.name", place: .main),
            ResourceColumn("email", .text, Localized("Почта", "E-mail"), "s.email", place: .below),
            .role("s.role"),
            .grants("s.grants"),
            ResourceColumn(
                "is_active",
                .bool(yes: Localized("открыт", "open"), no: Localized("закрыт", "closed")),
                Localized("Доступ", "Access"),
                "s.is_active"
            ),
            ResourceColumn(
                "last_sign_in_at",
                .moment,
                Localized("Последний вход", "Last sign-in"),
                "s.last_sign_in_at"
            ),
            ResourceColumn(
                "created_at",
                .moment,
                Localized("Добавлен", "Added"),
                "s.created_at",
                place: .answer
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "s.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "email",
                Localized("Почта", "E-mail"),
                .name("s.email", lengthMax: Limits.emailLengthMax)
            )
        ],
        alias: "email",
        actions: [addition, change, password],
        empty: (
            Localized("Сотрудников нет", "No staff"),
            Localized("Добавьте того, кто будет входить.", "Add somebody who signs in.")
        )
    )

    private static let name = Localized("Имя", "Name")
    private static let openTokens: [(name: String, schema: JSON)] = [
        ("open_tokens", ["type": "integer", "description": "API keys of theirs that still work."])
    ]

    private static let addition = ResourceAction(
        "add",
        .create,
        Localized("Добавить", "Add"),
        about: Localized("Добавить сотрудника.", "Add a member of staff."),
        right: .manageStaff,
        inputs: [
            ResourceInput(
                "email",
                Localized("Почта", "E-mail"),
                .text(lengthMax: Limits.emailLengthMax),
                isRequired: true
            ),
            ResourceInput(
                "name",
                name,
                .text(lengthMax: Limits.staffNameLengthMax),
                hint: Localized(
                    "так его называет история; без имени — часть почты до @",
                    "the name in the history; if empty, the part of the e-mail before @"
                )
            ),
            .role(initial: "editor"),
            .grants,
            ResourceInput(
                "password",
                Localized("Пароль", "Password"),
                .password,
                hint: Localized(
                    "без него пароль придумаем и покажем один раз",
                    "if empty, a password is made and shown once"
                )
            ),
        ],
        also: [
            ("password", ["type": "string", "description": "The password that was made, shown this once."])
        ],
        isPrimary: true
    ) { call in
        let email = call.values.text("email") ?? ""
        let (member, password) = try await call.services.staff.create(
            email: email,
            name: call.values.text("name") ?? String(email.prefix { $0 != "@" }),
            role: call.values.role ?? .viewer,
            grants: call.values.grants ?? [],
            password: call.values.text("password"),
            by: call.author,
            address: call.address
        )
        let done = Localized("\(member.name): пароль", "\(member.name): the password")
        guard let password else {
            return ResourceOutcome(
                Localized("\(member.name): добавлен", "\(member.name): added"),
                id: member.id
            )
        }
        return ResourceOutcome(done, id: member.id, secret: ("password", password))
    }

    private static let change = ResourceAction(
        "edit",
        .change,
        Localized("Изменить", "Change"),
        about: Localized(
            "Изменить имя, роль или права сотрудника.",
            "Change the name, the role or the rights of a member of staff."
        ),
        right: .manageStaff,
        inputs: [
            ResourceInput("name", name, .text(lengthMax: Limits.staffNameLengthMax), isRequired: true),
            .role(),
            .grants,
            ResourceInput("is_active", Localized("Может входить", "May sign in"), .bool, option: "active"),
            ResourceInput("password", Localized("Новый пароль", "New password"), .password, isShown: false),
            ResourceInput(
                "revoke_tokens",
                Localized("Отозвать ключи API", "Revoke API keys"),
                .bool,
                hint: Localized(
                    "новый пароль сам их не отзывает",
                    "a new password alone does not revoke them"
                ),
                isShown: false
            ),
        ],
        also: openTokens,
        remark: { answer in
            guard let count = try? answer.get("open_tokens", as: Int64.self), count > 0 else { return nil }
            return Localized(
                "Продолжают действовать ключи API: \(count). Отозвать их: --revoke-tokens.",
                "API tokens still in force: \(count). To revoke them: --revoke-tokens."
            )
        }
    ) { call in
        let changes = StaffChanges(
            name: call.values.text("name"),
            role: call.values.role,
            grants: call.values.grants,
            isActive: call.values.bool("is_active"),
            password: call.values.text("password"),
            revokesTokens: call.values.bool("revoke_tokens") ?? false
        )
        let staff = call.services.staff
        let before = try await staff.get(call.id, by: call.author)
        let member = try await staff.update(call.id, changes, by: call.author, address: call.address)
        // A new password ends the sessions of the old one, but no API token.
        var more: [String: JSON] = [:]
        if changes.password != nil || changes.revokesTokens {
            more["open_tokens"] = .integer(Int64(try await staff.openTokenCount(of: call.id)))
        }
        let undo: JSON = [
            "name": .string(before.name), "role": .string(before.role.rawValue), "grants": before.grants.json,
            "is_active": .bool(before.isActive),
        ]
        return ResourceOutcome(
            Localized("\(member.name): сохранено", "\(member.name): saved"),
            more: more,
            undo: ("edit", undo)
        )
    }

    /// A remark after a new password if API tokens remain valid; else empty.
    static func remaining(_ count: Int) -> Localized {
        guard count > 0 else { return Localized("", "") }
        return Localized(
            " Продолжают действовать ключи API: \(count).",
            " API keys still in force: \(count)."
        )
    }

    private static let password = ResourceAction(
        "reset-password",
        .row,
        Localized("Новый пароль", "New password"),
        about: Localized("Дать сотруднику новый пароль.", "Give a member of staff a new password."),
        right: .manageStaff,
        question: Localized(
            "Пароль придумаем и покажем один раз. Старый перестанет действовать, открытые сеансы закончатся.",
            "A password is made and shown once. The old one stops working, and open sessions end."
        ),
        inputs: [
            ResourceInput("revoke_tokens", Localized("Отозвать и ключи API", "Revoke API keys too"), .bool)
        ],
        also: openTokens + [
            ("password", ["type": "string", "description": "The new password, shown this once."])
        ]
    ) { call in
        let staff = call.services.staff
        let password = call.services.random.password
        let member = try await staff.update(
            call.id,
            StaffChanges(password: password, revokesTokens: call.values.bool("revoke_tokens") ?? false),
            by: call.author,
            address: call.address
        )
        let count = try await staff.openTokenCount(of: call.id)
        let remaining = remaining(count)
        return ResourceOutcome(
            Localized(
                "\(member.name).\(remaining.ru) Новый пароль",
                "\(member.name).\(remaining.en) New password"
            ),
            secret: ("password", password),
            more: ["open_tokens": .integer(Int64(count))]
        )
    }
}
