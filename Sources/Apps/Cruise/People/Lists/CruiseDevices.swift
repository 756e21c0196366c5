import Core
import Storage
import Web

/// The telephones with the app; their tokens are never shown.
enum CruiseDevices: ResourceDeclaration {
    static let resource: Resource = .init(
        app: Cruise.app,
        name: "devices",
        title: Localized("Устройства", "Devices"),
        one: Localized("Устройство", "Device"),
        about: Localized("Телефоны, до которых доходят уведомления", "Telephones that notifications reach"),
        path: "/cruise/devices",
        section: .app,
        right: .readPeople,
        source: ResourceSource("cruise_devices d LEFT JOIN cruise_users u ON u.id = d.user_id", key: "d.id"),
        columns: [
            ResourceColumn("platform", .choice(platforms), Localized("Система", "Platform"), "d.platform"),
            ResourceColumn("user", .cruiseUser, Localized("Кто вошёл", "Signed in")),
            ResourceColumn(
                "is_bound",
                .bool(yes: Localized("есть", "yes"), no: Localized("нет", "no")),
                Localized("Вход", "Sign-in"),
                "d.user_id IS NOT NULL"
            ),
            ResourceColumn("seen_at", .moment, Localized("Последний запуск", "Last seen"), "d.seen_at"),
            ResourceColumn("created_at", .moment, Localized("Добавлено", "Added"), "d.created_at"),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "d.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "platform",
                Localized("Система", "Platform"),
                .choice(
                    platforms.map { ResourceOption($0.value, $0.title, "d.platform = \($0.value)") },
                    all: Localized("Любая система", "Any platform")
                )
            ),
            ResourceFilter(
                "bound",
                Localized("Вход", "Sign-in"),
                .bool(
                    "d.user_id IS NOT NULL",
                    yes: Localized("С входом", "Signed in"),
                    no: Localized("Без входа", "Not signed in"),
                    all: Localized("Все устройства", "All devices")
                )
            ),
            ResourceFilter(
                "user",
                Localized("Кто", "Who"),
                .person(table: "cruise_users") { "d.user_id = \($0)" }
            ),
            ResourceFilter("period", Localized("Последний запуск", "Last seen"), .period("d.seen_at")),
        ],
        empty: (
            Localized("Устройств нет", "No devices"),
            Localized(
                "Телефон появится здесь, когда приложение пришлёт токен.",
                "A telephone appears when the app sends its token."
            )
        )
    )

    static let platforms = [
        ResourceChoice("unknown", Localized("неизвестна", "unknown")),
        ResourceChoice("ios", Localized(same: "iOS")),
        ResourceChoice("android", Localized(same: "Android")),
    ]
}
