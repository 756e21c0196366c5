import Core
import Storage

/// The access log: what staff did that is no change of content.
enum AuditEntries: ResourceDeclaration {
    static let resource: Resource = .init(
        name: "audit",
        title: Localized("Доступ", "Access log"),
        one: Localized("Строка журнала", "Entry"),
        about: Localized(
            "Входы, роли, ключи: всё, что не правка записей",
            "Sign-ins, roles, keys: all that is no change of content"
        ),
        path: "/system/audit",
        section: .system,
        right: .manageStaff,
        source: ResourceSource("audit a", key: "a.id", .number),
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "a.at"),
            ResourceColumn("by", .text, Localized("Кто", "Who"), "a.author"),
            ResourceColumn("action", .object(action), Localized("Что", "What"), "a.action"),
            ResourceColumn("detail", .object(detail), Localized("Подробно", "Details"), "a.detail"),
            ResourceColumn("address", .text, Localized("Адрес", "Address"), "a.address"),
            ResourceColumn("door", .text, Localized("Откуда", "From"), "a.door", place: .answer),
            ResourceColumn(
                "subject",
                .text,
                Localized("О ком или о чём", "Subject"),
                "a.subject",
                place: .answer
            ),
            ResourceColumn(
                "staff_id",
                .id,
                Localized("Id сотрудника", "Staff ID"),
                "a.staff_id",
                place: .answer
            ),
            ResourceColumn("id", .number, Localized("Номер", "Number"), "a.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "q",
                Localized("Кто", "Who"),
                .words(columns: ["a.author"], id: "a.staff_id")
            ),
            ResourceFilter(
                "action",
                Localized("Что", "What"),
                .choice(
                    subjects.map { name, title, prefixes in
                        let conditions = prefixes.map { "a.action LIKE \($0 + ".%")" as SQL }
                        return ResourceOption(name, title, conditions.joined(separator: " OR "))
                    },
                    all: Localized("Всё", "Everything")
                )
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("a.at")),
        ],
        empty: (
            Localized("Журнал пуст", "The log is empty"),
            Localized(
                "Здесь появятся входы и права сотрудников.",
                "Sign-ins and rights of staff appear here."
            )
        )
    )

    /// What actions are about, with what their names begin with.
    private static let subjects: [(name: String, title: Localized, prefixes: [String])] = [
        ("staff", Localized("Входы и сотрудники", "Sign-ins and staff"), ["staff"]),
        ("tokens", Localized("Ключи", "API keys"), ["token"]),
        ("outbox", Localized("Веб-хуки и исходящие", "Web hooks and outbox"), ["hook", "outbox"]),
        ("content", Localized("Файлы и планы", "Files and plans"), ["media", "release", "schedule"]),
        ("settings", Localized("Настройки", "Settings"), ["setting", "template", "client"]),
        ("flags", Localized("Флаги", "Flags"), ["flags"]),
        ("codes", Localized("Коды СМС", "SMS codes"), ["code", "codes"]),
        ("people", Localized("Люди", "People"), ["person", "people", "phone"]),
        (
            "loyalty", Localized("Баллы и подарки", "Points and gifts"),
            ["points", "gift", "guest", "referral", "loyalty"]
        ),
    ]

    private static let action = ResourceObject(
        schema: ["type": "string", "description": "What was done: `staff.created`."],
        form: .words,
        read: { name, _, _ in .string(name) },
        title: { name, language in AuditWords.text(name.string ?? "")[language] }
    )

    private static let detail = ResourceObject(
        schema: ["type": "object"],
        form: .words,
        read: { text, _, _ in try JSON(parsing: text) },
        title: { AuditWords.detail($0, $1) }
    )
}
