import Core
import Flags
import Storage
import Web

/// Apps with their environments; clients know each as a Firebase project.
package enum FlagProjects: ResourceDeclaration {
    /// The name of a project in addresses: its id or its number.
    static let part = "project"

    package static let resource: Resource = .init(
        app: "flags",
        name: "projects",
        address: ["flags"],
        part: part,
        title: Localized("Проекты", "Projects"),
        one: Localized("Проект", "Project"),
        about: Localized(
            "Приложения с флагами, их среды, ключи и тестовые устройства",
            "Apps with remote flags, their environments, keys and test devices"
        ),
        path: "/flags",
        section: .app,
        right: .readFlags,
        source: ResourceSource(tables, key: "p.id", or: "CAST(p.number AS text)", .text),
        columns: columns,
        orders: [ResourceOrder("created", Localized("Создан", "Made"), "p.created_at", .moment)],
        actions: [creation, change, removal],
        isEmbedded: true,
        empty: (
            Localized("Проектов нет", "No projects"),
            Localized("Создайте проект для приложения.", "Make a project for an app.")
        )
    )

    /// The projects with the newest version and the draft of what apps fetch.
    private static let tables: SQL = """
        flag_projects p LEFT JOIN flag_versions v ON v.project_id = p.id AND v.namespace = \(FlagPlace.clients)
            AND v.number = (SELECT max(n.number) FROM flag_versions n
                WHERE n.project_id = p.id AND n.namespace = \(FlagPlace.clients))
        LEFT JOIN flag_drafts d ON d.project_id = p.id AND d.namespace = \(FlagPlace.clients)
            AND d.template IS NOT NULL
        """

    private static let columns: [ResourceColumn] = [
        ResourceColumn("title", .text, Localized("Название", "Title"), "p.title", place: .main),
        ResourceColumn("app", .text, Localized("Приложение", "App"), "p.app"),
        ResourceColumn("environment", .text, Localized("Среда", "Environment"), "p.environment"),
        ResourceColumn("number", .text, Localized("Номер", "Number"), "CAST(p.number AS text)"),
        ResourceColumn("version.number", .number, Localized("Версия", "Version"), "coalesce(v.number, 0)"),
        ResourceColumn("version.at", .moment, Localized("Вышла", "Published"), "v.at", place: .page),
        ResourceColumn("version.by", .text, Localized("Кто", "By"), "v.author", place: .page),
        ResourceColumn("draft.updated_at", .moment, Localized("В черновике с", "Draft"), "d.updated_at"),
        ResourceColumn(
            "draft.updated_by",
            .text,
            Localized("Кто правил", "Edited by"),
            "d.edited_by",
            place: .page
        ),
        ResourceColumn(
            "settings",
            .object(settings),
            Localized("Настройки", "Settings"),
            "p.settings",
            place: .page
        ),
        ResourceColumn("created_at", .moment, Localized("Создан", "Made"), "p.created_at", place: .page),
        ResourceColumn("id", .text, Localized("Id проекта", "ID"), "p.id", place: .page),
    ]

    private static let settings = ResourceObject(
        schema: [
            "type": "object",
            "properties": [
                "realtime": Schema.flag, "require_approval": Schema.flag,
                "require_installation_token": Schema.flag,
                "google": Schema.object(["project": Schema.text, "push": Schema.flag]),
            ],
        ],
        form: .words,
        read: { text, _, _ in try FlagSettings(json: JSON(parsing: text)).json },
        title: { value, _ in
            let members = (value.object ?? [:]).sorted { $0.key < $1.key }
            return members.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        }
    )

    // MARK: Actions

    private static let title = ResourceInput(
        "title",
        Localized("Как его называют люди", "What people call it"),
        .text(lengthMax: Limits.flagTitleLengthMax),
        isRequired: true
    )

    private static let switches = [
        ResourceInput(
            "settings.realtime",
            Localized(
                "Сообщать ли клиентам об изменениях сразу",
                "Whether clients are told of changes at once"
            ),
            .bool,
            option: "realtime"
        ),
        ResourceInput(
            "settings.require_approval",
            Localized(
                "Должен ли кто-то ещё одобрять каждое изменение",
                "Whether somebody else must approve each change"
            ),
            .bool,
            option: "require-approval"
        ),
        ResourceInput(
            "settings.require_installation_token",
            Localized(
                "Должен ли запрос доказывать свою установку",
                "Whether a fetch must prove its installation"
            ),
            .bool,
            option: "require-installation-token"
        ),
        ResourceInput(
            "settings.google.project",
            Localized("Связать с этим проектом Firebase", "Link it to this Firebase project"),
            .text(lengthMax: Limits.flagTitleLengthMax),
            hint: Localized("none — разорвать связь", "none ends that"),
            option: "google"
        ),
        ResourceInput(
            "settings.google.push",
            Localized(
                "Отправлять ли каждую публикацию в Firebase самой",
                "Whether each publication goes to Firebase by itself"
            ),
            .bool,
            option: "google-push"
        ),
    ]

    private static func name(
        _ name: String,
        _ title: Localized,
        isRequired: Bool = true,
        isArgument: Bool = false
    ) -> ResourceInput {
        ResourceInput(
            name,
            title,
            .text(lengthMax: FlagProject.nameLengthMax),
            isRequired: isRequired,
            isArgument: isArgument
        )
    }

    private static let creation = ResourceAction(
        "create",
        .create,
        Localized("Создать", "Make"),
        right: .writeSettings,
        inputs: [
            name(
                "id",
                Localized("Id, как в Firebase: mods-test", "The id, as in Firebase: mods-test"),
                isArgument: true
            ),
            name(
                "app",
                Localized(
                    "Приложение, чьи среды относятся друг к другу",
                    "The app whose environments belong together"
                )
            ),
            name(
                "environment",
                Localized(
                    "production, test и другие; без неё production",
                    "production, test…; production if absent"
                ),
                isRequired: false
            ),
            title,
            ResourceInput(
                "number",
                Localized("Номер, встроенный в приложения", "The number that is built into apps"),
                .number(FlagProject.numbers)
            ),
        ] + switches
    ) { call in
        let project = try await call.services.flags.store.create(
            NewFlagProject(
                id: call.values.text("id") ?? "",
                number: call.values.integer("number"),
                app: call.values.text("app") ?? "",
                environment: call.values.text("environment") ?? "production",
                title: call.values.text("title") ?? "",
                settings: try changed(FlagSettings(), by: call.values)
            ),
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(Localized("Проект создан", "The project is made"), id: project.id)
    }

    private static let change = ResourceAction(
        "change",
        .change,
        Localized("Изменить", "Change"),
        command: "edit",
        right: .writeSettings,
        inputs: [title] + switches
    ) { call in
        let store = call.services.flags.store
        let project = try await store.project(call.id)
        _ = try await store.edit(
            project: project.id,
            title: call.values.text("title"),
            settings: try changed(project.settings, by: call.values),
            by: call.author,
            address: call.address
        )
        return ResourceOutcome(Localized("Настройки сохранены", "The settings are saved"))
    }

    /// Other members than those of the inputs are kept as they are.
    private static func changed(
        _ before: FlagSettings,
        by values: ResourceValues
    ) throws(Problem) -> FlagSettings {
        guard var change = values.object("settings")?.object else { return before }
        let google = "settings.google.project"
        if values.has(google), [nil, "none"].contains(values.text(google)) { change["google"] = JSON.null }
        return try FlagSettings(json: before.json.merged(with: .object(change)))
    }

    private static let removal = ResourceAction(
        "remove",
        .remove,
        Localized("Удалить", "Remove"),
        command: "delete",
        right: .manageStaff,
        question: Localized(
            "Проект исчезнет со всеми версиями и ключами, приложения останутся без флагов.",
            "The project is deleted with all versions and keys, and its apps have no flags."
        )
    ) { call in
        try await call.services.flags.store.delete(project: call.id, by: call.author, address: call.address)
        return ResourceOutcome(Localized("Проект удалён", "The project is removed"))
    }
}

extension ResourceOwner {
    /// The project of the rows in this column.
    static func flagProject(_ column: SQL) -> ResourceOwner {
        ResourceOwner(FlagProjects.part, of: { FlagProjects.resource }, where: { "\(column) = \($0)" })
    }
}

extension ResourceInput {
    /// The name of a key or of a device.
    static func flagName(_ title: Localized) -> ResourceInput {
        ResourceInput(
            "name",
            title,
            .text(lengthMax: Limits.flagTitleLengthMax),
            isRequired: true,
            isArgument: true
        )
    }
}
