import Core
import Storage
import Web

/// Events of users, newest first (A92).
package enum AccountEvents: ResourceDeclaration {
    package static let resource = Resource(
        app: "accounts",
        name: "events",
        address: ["accounts", "events"],
        title: Localized("События", "Events"),
        one: Localized("Событие", "Event"),
        about: Localized(
            "Коды, регистрации, входы, письма и правки сотрудников",
            "Codes, registrations, sign-ins, mails, and what staff have changed"
        ),
        path: "/accounts/events",
        section: .app,
        source: ResourceSource(
            """
            accounts_events e LEFT JOIN accounts_users u ON u.id = e.user_id
            LEFT JOIN accounts_clients c ON c.id = u.client_id
            """,
            key: "e.id",
            .number
        ),
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "e.at"),
            ResourceColumn("kind", .choice(kinds), Localized("Что", "Kind"), "e.kind"),
            ResourceColumn("text", .object(text), Localized("Событие", "Event")),
            ResourceColumn("user", .object(user), Localized("Кто", "Who")),
            ResourceColumn(
                "user_id",
                .id,
                Localized("Id аккаунта", "Account ID"),
                "e.user_id",
                place: .answer
            ),
            ResourceColumn(
                "client_id",
                .id,
                Localized("Id клиента", "Client ID"),
                "e.client_id",
                place: .answer
            ),
            ResourceColumn("id", .number, Localized("Номер", "Number"), "e.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "kind",
                Localized("Что", "Kind"),
                .choice(
                    kinds.map { ResourceOption($0.value, $0.title, "e.kind = \($0.value)") },
                    all: Localized("Все события", "All events")
                )
            ),
            ResourceFilter("user", Localized("Аккаунт", "Account"), .id { "e.user_id = \($0)" }),
            ResourceFilter("client", Localized("Клиент", "Client"), .id { "e.client_id = \($0)" }),
            ResourceFilter(
                "period",
                Localized("Когда", "When"),
                .period(
                    "e.at",
                    order: ResourceOrder("at", Localized("Когда", "When"), "e.at", .moment, then: "e.id")
                )
            ),
        ],
        refreshSeconds: 5,
        isPersonal: true,
        empty: (
            Localized("Событий нет", "No events"),
            Localized("Новые появятся сами.", "New ones appear by themselves.")
        )
    )

    private static let kinds = AccountEvent.Kind.allCases.map {
        ResourceChoice($0.rawValue, AccountLabels.kind($0.rawValue))
    }

    private static let text = ResourceObject(
        schema: Schema.text,
        form: .entity,
        // Events of earlier versions have a Russian text only.
        parts: [("ru", "e.text"), ("en", "coalesce(e.text_en, e.text)")],
        make: { texts, author, language in
            let text = Localized(texts["ru"] ?? "", texts["en"] ?? "")
            return .string(AccountMask.text(text[language], for: author))
        },
        title: { value, _ in value.string ?? "" }
    )

    private static let user = ResourceObject(
        AccountReference.self,
        parts: [
            ("id", "u.id"), ("login", "u.login"), ("phone", "u.phone"), ("last", "c.last_name"),
            ("first", "c.first_name"), ("sur", "c.sur_name"),
            ("erased", "CASE WHEN u.erased_at IS NULL THEN NULL ELSE 'yes' END"),
        ],
        make: { texts, author, _ in
            guard let id = texts["id"] else { return nil }
            let name = ["last", "first", "sur"].compactMap { texts[$0] }.joined(separator: " ")
            return AccountReference(
                id: id,
                name: PersonCard.name(name.isEmpty ? nil : name, for: author),
                login: AccountMask.login(texts["login"] ?? "", phone: texts["phone"], for: author),
                isErased: texts["erased"] != nil
            )
        }
    )
}

/// The account of an event.
private struct AccountReference: ResourceValue {
    let id: String
    let name: String?
    let login: String
    let isErased: Bool

    static let schema = Schema.orNull(
        Schema.object([
            "id": Schema.uuid, "name": Schema.optionalText, "login": Schema.text, "is_erased": Schema.flag,
        ])
    )
    var json: JSON {
        [
            "id": .string(id), "name": JSON(name), "login": .string(login), "is_erased": .bool(isErased),
        ]
    }
    var path: String? { "\(AccountPage.path)/\(id)" }

    func title(in language: Language) -> String {
        isErased ? Localized("Данные стёрты", "Erased")[language] : name ?? login
    }
}

extension AccountReference {
    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        name = try json.get("name")
        login = try json.get("login")
        isErased = try json.get("is_erased")
    }
}
