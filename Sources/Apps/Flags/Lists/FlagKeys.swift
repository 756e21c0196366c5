import Core
import Flags
import Storage
import Web

/// The keys that are built into apps: they open values and nothing else.
enum FlagKeys: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "flags",
        parent: "projects",
        name: "keys",
        address: ["flags", "{\(FlagProjects.part)}", "keys"],
        owner: .flagProject("k.project_id"),
        title: Localized("Ключи приложений", "Keys of apps"),
        one: Localized("Ключ", "Key"),
        about: Localized(
            "Ключи, встроенные в приложения: открывают значения и больше ничего",
            "Keys that are built into apps: they open values and nothing else"
        ),
        path: "/flags/{\(FlagProjects.part)}/settings",
        section: .app,
        right: .readFlags,
        source: ResourceSource("flag_keys k", key: "k.id"),
        columns: [
            ResourceColumn("name", .text, Localized("Название", "Name"), "k.name", place: .main),
            ResourceColumn("prefix", .text, Localized("Начало", "Prefix"), "k.prefix", place: .below),
            ResourceColumn("created_at", .moment, Localized("Создан", "Made"), "k.created_at"),
            ResourceColumn("last_used_at", .moment, Localized("Использован", "Used"), "k.last_used_at"),
            disabled,
            ResourceColumn("created_by", .text, Localized("Кем", "By"), "k.created_by", place: .page),
            ResourceColumn("project", .text, Localized("Проект", "Project"), "k.project_id", place: .answer),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "k.id", place: .page),
        ],
        actions: [creation, disabling],
        isEmbedded: true,
        empty: (
            Localized("Ключей нет", "No keys"),
            Localized("Без ключа приложение ничего не получит.", "No app gets anything without one.")
        )
    )

    static let disabled = ResourceColumn("disabled_at", .moment, Localized("Закрыт", "Shut"), "k.disabled_at")
    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Новый ключ", "New key"),
        right: .writeSettings,
        inputs: [.flagName(Localized("Для чего он", "What it is for"))],
        also: [("key", ["type": "string", "description": "The key, shown this once."])]
    ) { call in
        let (key, secret) = try await call.services.flags.store.createKey(
            name: call.values.text("name") ?? "",
            of: call.owner,
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(Localized("Новый ключ", "The new key"), id: key.id, secret: ("key", secret))
    }

    private static let disabling = ResourceAction(
        "disable",
        .remove,
        Localized("Закрыть навсегда", "Shut for ever"),
        right: .writeSettings,
        question: Localized(
            "Приложения с этим ключом больше не получат значений.",
            "Apps with this key get no values any more."
        ),
        isOffered: { resource.value(disabled, of: $0) == .null }
    ) { call in
        _ = try await call.services.flags.store.disableKey(
            call.id,
            of: call.owner,
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(Localized("Ключ закрыт", "The key is shut"))
    }
}
