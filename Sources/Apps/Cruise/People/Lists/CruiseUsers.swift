import Core
import Storage
import Web

/// The users of the app, for staff (C34, C167).
enum CruiseUsers: ResourceDeclaration {
    static let resource: Resource = .init(
        app: Cruise.app,
        name: "users",
        title: Localized("Пользователи", "Users"),
        one: Localized("Пользователь", "User"),
        about: Localized(
            "Кто зарегистрировался в приложении, новые сверху",
            "Registered users, the newest first"
        ),
        path: path,
        section: .app,
        right: .readPeople,
        source: ResourceSource(users, key: "u.id"),
        columns: columns,
        filters: filters,
        orders: [
            ResourceOrder(
                "created_at",
                Localized("Зарегистрирован", "Registered"),
                "u.created_at",
                .moment
            ),
            ResourceOrder(
                "signed_in_at",
                Localized("Последний вход", "Last sign-in"),
                "coalesce(u.signed_in_at, u.created_at)",
                .moment
            ),
        ],
        sums: [
            ResourceSum("count", Localized("Пользователей", "Users")) { _ in "count(*)" },
            ResourceSum("blocked", Localized("Заблокированы", "Blocked")) { _ in "count(u.blocked_at)" },
        ],
        parts: [devices, signIns, callbacks],
        actions: CruiseUserActs.all,
        isExported: true,
        empty: (
            Localized("Пользователей нет", "No users"),
            Localized("Они появятся после первой регистрации.", "They appear with the first registration.")
        )
    )

    static let path = "/cruise/users"

    /// Names are stored in three columns; the others of `PersonCard` are those of the table.
    private static let users: SQL = """
        (SELECT id, coalesce(phone, username) AS phone, email, sex, birthday, gets_promos, created_at, signed_in_at,
            blocked_at, block_reason, erased_at, search,
            nullif(trim(coalesce(surname || ' ', '') || coalesce(name || ' ', '') || coalesce(patronymic, '')), '') AS name
        FROM cruise_users) u
        """

    private static let states = [
        ResourceChoice("open", Localized("открыт", "open"), "pub", icon: "check"),
        ResourceChoice("blocked", Localized("заблокирован", "blocked"), "bad", icon: "warn"),
        ResourceChoice("erased", Localized("удалён", "erased"), "arch"),
    ]

    static let stateColumn = ResourceColumn("state", .choice(states), Localized("Состояние", "State"), state)
    private static let columns = [
        ResourceColumn("user", .cruiseUser, Localized("Кто", "Who")),
        stateColumn,
        ResourceColumn("devices_count", .number, Localized("Устройств", "Devices"), devicesCount),
        ResourceColumn("created_at", .moment, Localized("Зарегистрирован", "Registered"), "u.created_at"),
        ResourceColumn(
            "signed_in_at",
            .moment,
            Localized("Последний вход", "Last sign-in"),
            "u.signed_in_at"
        ),
        ResourceColumn(
            "blocked_at",
            .moment,
            Localized("Заблокирован", "Blocked"),
            "u.blocked_at",
            place: .page
        ),
        ResourceColumn(
            "block_reason",
            .text,
            Localized("Причина", "Reason"),
            "u.block_reason",
            place: .page
        ),
        ResourceColumn(
            "sex",
            .choice(sexes),
            Localized("Пол", "Sex"),
            "CASE u.sex WHEN 1 THEN 'male' WHEN 2 THEN 'female' END",
            place: .page
        ),
        ResourceColumn("birthday", .text, Localized("Дата рождения", "Birthday"), "u.birthday", place: .page),
        ResourceColumn(
            "gets_promos",
            .bool(yes: Localized("получает", "gets them"), no: Localized("отказался", "unsubscribed")),
            Localized("Акции", "Promotions"),
            "u.gets_promos",
            place: .page
        ),
        ResourceColumn("id", .id, Localized("Номер", "ID"), "u.id", place: .page),
    ]

    private static let state: SQL = """
        CASE WHEN u.erased_at IS NOT NULL THEN 'erased' WHEN u.blocked_at IS NOT NULL THEN 'blocked' ELSE 'open' END
        """

    private static let sexes = [
        ResourceChoice("male", Localized("мужской", "male")),
        ResourceChoice("female", Localized("женский", "female")),
    ]

    private static let devicesCount: SQL = "(SELECT count(*) FROM cruise_devices d WHERE d.user_id = u.id)"

    private static let filters = [
        ResourceFilter(
            "q",
            Localized("Имя, телефон или почта", "Name, phone or e-mail"),
            .words(columns: ["u.search"], id: "u.id")
        ),
        ResourceFilter(
            "state",
            Localized("Состояние", "State"),
            .choice(
                [
                    ResourceOption("open", states[0].title, "u.blocked_at IS NULL AND u.erased_at IS NULL"),
                    ResourceOption("blocked", states[1].title, "u.blocked_at IS NOT NULL"),
                    ResourceOption("erased", states[2].title, "u.erased_at IS NOT NULL"),
                ],
                all: Localized("Все", "All")
            )
        ),
        ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u"])),
        ResourceFilter("period", Localized("Зарегистрирован", "Registered"), .period("u.created_at")),
    ]

    private static let devices = ResourcePart(
        "devices",
        Localized("Устройства", "Devices"),
        tables: "cruise_devices d",
        order: "d.seen_at DESC",
        columns: [
            ResourceColumn(
                "platform",
                .choice(CruiseDevices.platforms),
                Localized("Система", "Platform"),
                "d.platform"
            ),
            ResourceColumn("bound_at", .moment, Localized("С", "Since"), "d.bound_at"),
            ResourceColumn("seen_at", .moment, Localized("Последний запуск", "Last seen"), "d.seen_at"),
        ],
        empty: Localized("Уведомления не дойдут: устройств нет.", "No device, so no notifications."),
        where: { "d.user_id = \($0)" }
    )

    private static let signIns = ResourcePart(
        "sign_ins",
        Localized("Входы", "Sign-ins"),
        tables: "cruise_sessions s",
        order: "s.created_at DESC",
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "s.created_at"),
            ResourceColumn("expires_at", .moment, Localized("До", "Until"), "s.expires_at"),
        ],
        empty: Localized("Сейчас не вошёл нигде.", "Signed in nowhere now."),
        where: { "s.user_id = \($0)" }
    )

    private static let callbacks = ResourcePart(
        "callbacks",
        CruiseCallbacks.title,
        tables: "cruise_callbacks c",
        order: "c.id DESC",
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "c.created_at"),
            ResourceColumn("cruise", .text, Localized("Круиз", "Cruise"), "c.cruise_title"),
            ResourceColumn(
                "state",
                .choice(CruiseCallbacks.states),
                Localized("Состояние", "State"),
                "c.state"
            ),
        ],
        empty: Localized("Перезвонить не просил.", "Has asked for no call."),
        where: { "c.user_id = \($0)" }
    )
}

extension ResourceColumn.Kind {
    /// A user of the cruise app in a joined table `u`.
    static var cruiseUser: Self {
        .person(table: "u", path: CruiseUsers.path, nobody: Localized("гость", "a guest"))
    }
}
