import Core
import Storage
import Web

/// The list of devices with the app (M5, M11).
enum Devices: ResourceDeclaration {
    static let resource = Resource(
        app: "mall",
        name: "devices",
        title: Localized("Устройства", "Devices"),
        one: Localized("Устройство", "Device"),
        about: Localized("Телефоны с приложением, новые сверху", "Phones with the app, the newest first"),
        path: "/people/devices",
        section: .people,
        source: ResourceSource(
            "mall_devices d",
            joins: [ResourceJoin("u", "LEFT JOIN mall_users u ON u.id = d.user_id")],
            key: "d.id"
        ),
        columns: [
            ResourceColumn("model", .text, Localized("Модель", "Model"), "d.model", place: .main),
            ResourceColumn(
                "system",
                .text,
                Localized("Система", "System"),
                "d.os || ' ' || d.version_os",
                place: .below
            ),
            ResourceColumn("os", .text, Localized("Семейство", "Family"), "d.os", place: .answer),
            ResourceColumn(
                "version_os",
                .text,
                Localized("Версия", "Version"),
                "d.version_os",
                place: .answer
            ),
            ResourceColumn(
                "user",
                .person(table: "u", path: "/people", nobody: Localized("никто", "nobody")),
                Localized("Кто вошёл", "Signed in")
            ),
            ResourceColumn("push", push, Localized("Уведомления", "Notifications")),
            ResourceColumn(
                "has_push_token",
                .bool(yes: Localized("есть", "yes"), no: Localized("нет", "no")),
                Localized("Разрешение системы", "Permitted by the system"),
                "d.push_token IS NOT NULL"
            ),
            ResourceColumn("install_app", .moment, Localized("Установлено", "Installed"), "d.install_app"),
            ResourceColumn(
                "created_at",
                .moment,
                Localized("Добавлено", "Added"),
                "d.created_at",
                place: .page
            ),
            ResourceColumn(
                "updated_at",
                .moment,
                Localized("Изменено", "Changed"),
                "d.updated_at",
                place: .answer
            ),
            ResourceColumn(
                "rated_at",
                .moment,
                Localized("Оценка приложения", "Rated the app"),
                "d.rated_at",
                place: .page
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "d.id", place: .page),
        ],
        filters: [
            ResourceFilter(
                "q",
                Localized("Модель или версия системы", "Model or system version"),
                .words(columns: ["d.model", "d.version_os"], id: "d.id")
            ),
            ResourceFilter(
                "bound",
                Localized("Вход", "Signed in"),
                .bool(
                    "d.user_id IS NOT NULL",
                    yes: Localized("С входом", "Signed in"),
                    no: Localized("Без входа", "Not signed in"),
                    all: Localized("Все устройства", "All devices")
                )
            ),
            ResourceFilter(
                "push",
                Localized("Уведомления", "Notifications"),
                .choice(
                    kinds.map { ResourceOption($0.name, $0.title, $0.sql) } + [
                        ResourceOption(
                            "none",
                            Localized("Выключены", "Off"),
                            "NOT (d.enable_push_promotion OR d.enable_push_event OR d.enable_push_children)"
                        )
                    ],
                    all: Localized("Любые уведомления", "Any notifications")
                )
            ),
            ResourceFilter(
                "user",
                Localized("Кто входил", "Was signed in"),
                .person(table: "mall_users") { user in
                    "EXISTS (SELECT 1 FROM mall_bindings b WHERE b.device_id = d.id AND b.user_id = \(user))"
                }
            ),
        ],
        parts: [bindings],
        empty: (
            Localized("Пока нет устройств", "No devices yet"),
            Localized(
                "Телефон появится здесь, как только на нём откроют приложение.",
                "A phone appears here once the app is opened on it."
            )
        )
    )

    /// The kinds of notifications.
    private static let kinds = [
        ResourceFlag("event", Localized("мероприятия", "events"), "d.enable_push_event"),
        ResourceFlag("promotion", Localized("акции", "promotions"), "d.enable_push_promotion"),
        ResourceFlag("children", Localized("детям", "for children"), "d.enable_push_children"),
    ]

    /// The notification settings.
    private static let push = ResourceColumn.Kind.flags(kinds, none: Localized("выключены", "off"))

    /// All users who were ever signed in on the device.
    private static let bindings = ResourcePart(
        "history",
        Localized("Кто входил", "Who signed in"),
        tables: "mall_bindings b JOIN mall_users u ON u.id = b.user_id",
        order: "b.last_at DESC",
        columns: [
            ResourceColumn(
                "user",
                .person(table: "u", path: "/people", nobody: Localized("никто", "nobody")),
                Localized("Кто", "Who")
            ),
            ResourceColumn("first_at", .moment, Localized("С", "From"), "b.first_at"),
            ResourceColumn("last_at", .moment, Localized("Последний вход", "Last sign-in"), "b.last_at"),
            ResourceColumn("ended_at", .moment, Localized("До", "Until"), "b.ended_at"),
            ResourceColumn(
                "is_current",
                .bool(yes: Localized("сейчас", "now"), no: Localized("нет", "no")),
                Localized("Вход", "Signed in"),
                "b.ended_at IS NULL"
            ),
        ],
        empty: Localized("На этом телефоне ещё не входили.", "No user has signed in on it yet."),
        where: { "b.device_id = \($0)" }
    )

    /// The label of the notification settings.
    static func push(_ settings: MallDevice.PushSettings, _ language: Language) -> String {
        let isOn = [settings.event, settings.promotion, settings.children]
        let on = zip(kinds, isOn).filter(\.1).map { $0.0.title[language] }
        return on.isEmpty ? Localized("выключены", "off")[language] : on.joined(separator: ", ")
    }
}
