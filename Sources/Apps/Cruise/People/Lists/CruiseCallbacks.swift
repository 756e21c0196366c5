import Core
import Storage
import Web

/// Requests to be called back, with who takes care of them (C83, C166).
enum CruiseCallbacks: ResourceDeclaration {
    static let resource: Resource = .init(
        app: Cruise.app,
        name: "callbacks",
        title: title,
        one: Localized("Заявка на звонок", "Call-back"),
        about: Localized(
            "Кто просит перезвонить, новые сверху",
            "Requests for a call, the newest first"
        ),
        path: "/cruise/callbacks",
        section: .app,
        right: .readPeople,
        source: ResourceSource(
            """
            cruise_callbacks c LEFT JOIN cruise_users u ON u.id = c.user_id LEFT JOIN staff s ON s.id = c.assignee_id
            """,
            key: "c.id"
        ),
        columns: columns,
        filters: [
            ResourceFilter(
                "state",
                Localized("Состояние", "State"),
                .tabs(states.map { ResourceOption($0.value, $0.title, "c.state = \($0.value)") })
            ),
            ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["c"])),
            ResourceFilter(
                "assignee",
                Localized("Почта ответственного", "E-mail of the assignee"),
                .name("s.email", lengthMax: Limits.emailLengthMax)
            ),
            ResourceFilter("cruise", Localized("Круиз", "Cruise"), .content { "c.cruise_id = \($0)" }),
            ResourceFilter(
                "user",
                Localized("Кто", "Who"),
                .person(table: "cruise_users") { "c.user_id = \($0)" }
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("c.created_at")),
        ],
        tabs: [
            ResourceTab(Localized("Все", "All"), of: { resource }),
            ResourceTab(Localized("Новые", "New"), [("state", "new")], of: { resource }),
            ResourceTab(Localized("В работе", "In work"), [("state", "work")], of: { resource }),
            ResourceTab(Localized("Готовы", "Done"), [("state", "done")], of: { resource }),
        ],
        sums: states.map { state in
            ResourceSum(state.value, state.title) { _ in
                "count(CASE WHEN c.state = \(state.value) THEN 1 END)"
            }
        },
        actions: [taking, finishing, change],
        isExported: true,
        isPersonal: true,
        empty: (
            Localized("Заявок нет", "No call-backs"),
            Localized("Здесь появятся те, кому нужно перезвонить.", "Those who want a call appear here.")
        )
    )

    static let title = Localized("Заявки на звонок", "Call-backs")

    static let states = [
        ResourceChoice("new", Localized("новая", "new"), "warn", icon: "bell"),
        ResourceChoice("work", Localized("в работе", "in work"), "plan", icon: "clock"),
        ResourceChoice("done", Localized("готова", "done"), "pub", icon: "check"),
    ]

    static let state = ResourceColumn("state", .choice(states), Localized("Состояние", "State"), "c.state")
    private static let columns = [
        ResourceColumn("phone", .object(phone), Localized("Телефон", "Phone"), "c.phone"),
        ResourceColumn("user", .cruiseUser, Localized("Кто", "Who")),
        ResourceColumn("cruise", .text, Localized("Круиз", "Cruise"), "c.cruise_title"),
        state,
        ResourceColumn("assignee_name", .text, Localized("Ответственный", "Assignee"), "s.name"),
        ResourceColumn(
            "assignee",
            .text,
            Localized("Почта ответственного", "E-mail"),
            "s.email",
            place: .page
        ),
        ResourceColumn("created_at", .moment, Localized("Когда", "When"), "c.created_at"),
        ResourceColumn("updated_at", .moment, Localized("Изменена", "Changed"), "c.updated_at", place: .page),
        ResourceColumn("note", .quote, Localized("Заметка", "Note"), "c.note", place: .page),
        ResourceColumn("type", .number, Localized("Тип", "Type"), "c.kind", place: .answer),
        ResourceColumn(
            "cruise_id",
            .id,
            Localized("Номер круиза", "Cruise ID"),
            "c.cruise_id",
            place: .answer
        ),
        ResourceColumn("id", .id, Localized("Номер", "ID"), "c.id", place: .page),
    ]

    /// Whole, because it is to be called.
    private static let phone = ResourceObject.text { text, author, _ in
        let phone = PhoneNumber(kept: text)
        return author.may(.readPeople) ? phone.spaced : phone.masked
    }

    // MARK: Actions

    private static let taking = ResourceAction(
        "take",
        Localized("Взять в работу", "Take"),
        right: .writePeople,
        isPrimary: true,
        isOffered: { resource.value(state, of: $0) == "new" }
    ) { call in
        try await update(
            call,
            "state = 'work', assignee_id = \(call.author.staffID)",
            ["state": "work"],
            from: "new"
        )
        return Localized("Заявка у вас", "The call-back is yours")
    }

    private static let finishing = ResourceAction(
        "finish",
        Localized("Готово", "Done"),
        right: .writePeople,
        isOffered: { resource.value(state, of: $0) == "work" }
    ) { call in
        try await update(call, "state = 'done'", ["state": "done"], from: "work")
        return Localized("Заявка закрыта", "The call-back is done")
    }

    private static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        command: "edit",
        right: .writePeople,
        inputs: [
            ResourceInput("state", Localized("Состояние", "State"), .choice(states), isRequired: true),
            ResourceInput(
                "assignee",
                Localized("Ответственный", "Assignee"),
                .text(lengthMax: Limits.emailLengthMax),
                hint: Localized(
                    "почта сотрудника; пусто — никто",
                    "the e-mail of a member of staff; empty for none"
                )
            ),
            ResourceInput("note", Localized("Заметка", "Note"), .paragraph(lengthMax: 1_000)),
        ]
    ) { call in
        var changes: [SQL] = []
        if let state = call.values.text("state") { changes.append("state = \(state)") }
        if call.values.has("note") { changes.append("note = \(call.values.text("note"))") }
        if call.values.has("assignee") {
            let id = try await staffID(of: call.values.text("assignee"), call)
            changes.append("assignee_id = \(id)")
        }
        guard !changes.isEmpty else { return ResourceOutcome(Localized("Без изменений", "Nothing changed")) }
        // The note is about a person, so the log only says that there is one.
        let fields = call.values.members.keys.sorted().map { JSON.string($0) }
        let detail: JSON = ["fields": .array(fields), "state": JSON(call.values.text("state"))]
        try await update(call, changes.joined(separator: ", "), detail)
        return ResourceOutcome(Localized("Заявка сохранена", "The call-back is saved"), id: call.id)
    }

    private static let overtaken = Problem(
        .conflict,
        Localized(
            "Заявку уже изменил кто-то другой. Обновите страницу.",
            "Somebody else has changed the call-back already. Load the page again."
        )
    )

    private static func staffID(of email: String?, _ call: ResourceAction.Call) async throws -> String? {
        guard let email, !email.isEmpty else { return nil }
        let row = try await call.services.database.read { connection in
            try connection.rows("SELECT id FROM staff WHERE email = \(email.lowercased()) AND is_active")
                .first
        }
        guard let row else {
            throw Problem.invalid([
                Fault("#/assignee", "нет такого сотрудника", "must be the e-mail of one of the staff")
            ])
        }
        return try row.get("id")
    }

    /// Throws `.conflict` if the call-back is not in the state `from`, because another one of the staff was first.
    private static func update(
        _ call: ResourceAction.Call,
        _ changes: SQL,
        _ detail: JSON,
        from before: String? = nil
    ) async throws {
        try await call.services.database.write { connection in
            let state: SQL = before.map { "AND state = \($0)" } ?? ""
            let count = try connection.execute(
                """
                UPDATE cruise_callbacks SET \(changes), updated_at = \(call.signature.at)
                WHERE id = \(call.id) \(state)
                """
            )
            guard count == 1 else {
                let known = try connection.rows("SELECT id FROM cruise_callbacks WHERE id = \(call.id)")
                throw known.isEmpty ? resource.notFound : overtaken
            }
            try call.signature.record(.callbackChanged, subject: call.id, detail: detail, on: connection)
        }
    }
}

extension AuditAction {
    static let callbackChanged = AuditAction(
        "callback.changed",
        Localized("заявка на звонок изменена", "changed a call-back")
    )
}
