import ArgumentParser
import Core

/// Apps with remote flags, each with its environments.
struct FlagProjects: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects",
        abstract: Localized(
            "Приложения с флагами, их среды, ключи и тестовые устройства.",
            "Apps with remote flags, their environments, keys and test devices."
        ).here,
        discussion: Localized(
            """
            Примеры:
              vitrina projects create mods-test --app mods --environment test --title "Melon, test"
              vitrina projects keys create "iOS 2.4" --project mods-test
              vitrina projects devices add cXyz… "Anna's iPhone"
            """,
            """
            Examples:
              vitrina projects create mods-test --app mods --environment test --title "Melon, test"
              vitrina projects keys create "iOS 2.4" --project mods-test
              vitrina projects devices add cXyz… "Anna's iPhone"
            """
        ).here,
        subcommands: [
            List.self, Show.self, Create.self, Edit.self, Delete.self, FlagKeys.self, FlagDevices.self,
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Список проектов.", "List the projects.").here
        )

        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try await session.answerWhole(["flags"], table: session.projectTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Показать проект и его настройки.", "Show a project with its settings.").here
        )

        @Argument(
            help: ArgumentHelp("Id проекта.", "The id of the project."),
            completion: .custom(Candidates.flagProjects)
        ) var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let project = try await session.api.get(["flags", id])
                session.answer(project) {
                    let plain = ["title", "app", "environment", "number"].map { ($0, project[$0]) }
                    let settings = (project["settings"]?.object ?? [:]).sorted { $0.key < $1.key }
                    let version = [
                        ("version", project["version"]?["number"]), ("in_draft", project["changes"]),
                    ]
                    let rows = (plain + version + settings.map { ($0.key, $0.value) }).map { name, value in
                        [name, session.shown(value)]
                    }
                    return Table(
                        [Table.Column(""), Table.Column("", isFlexible: true)],
                        hasHeader: false,
                        rows: rows
                    )
                }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Создать проект: одну среду приложения.",
                "Make a project: one environment of an app."
            ).here
        )

        @Argument(
            help: ArgumentHelp(
                "Его id, как в Firebase: mods-test.",
                "Its id, as Firebase has them: mods-test."
            )
        ) var id: String
        @Option(
            help: ArgumentHelp(
                "Приложение, чьи среды относятся друг к другу.",
                "The app whose environments belong together."
            )
        ) var app: String
        @Option(help: ArgumentHelp("production, test и другие.", "production, test…")) var environment:
            String = "production"
        @Option(help: ArgumentHelp("Как его называют люди.", "What people call it.")) var title: String
        @Option(
            help: ArgumentHelp(
                "Двенадцать цифр, встроенные в приложения.",
                "Twelve digits, as apps have them built in.",
                valueName: "number"
            )
        )
        var number: Int64?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [
                    "id": .string(id), "app": .string(app), "environment": .string(environment),
                    "title": .string(title),
                ]
                body["number"] = number.map { .integer($0) }
                let project = try await session.api.send(APICall(.post, ["flags"], json: .object(body)))
                session.answer(project) { session.projectTable([project]) }
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized("Изменить проект.", "Change a project.").here
        )

        @Argument(
            help: ArgumentHelp("Id проекта.", "The id of the project."),
            completion: .custom(Candidates.flagProjects)
        ) var id: String
        @Option(help: ArgumentHelp("Как его называют люди.", "What people call it.")) var title: String?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp(
                "Сообщать ли клиентам об изменениях сразу.",
                "Whether clients are told of changes as they happen."
            )
        )
        var realtime: Bool?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp(
                "Должен ли кто-то ещё одобрять каждое изменение.",
                "Whether somebody else must approve each change."
            )
        )
        var requireApproval: Bool?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp(
                "Должен ли запрос доказывать свою установку.",
                "Whether a fetch must prove its installation."
            )
        )
        var requireInstallationToken: Bool?
        @Option(
            help: ArgumentHelp(
                "Связать с этим проектом Firebase; none — разорвать связь.",
                "Link it to this Firebase project; none ends that.",
                valueName: "id"
            )
        )
        var google: String?
        @Flag(
            inversion: .prefixedNo,
            help: ArgumentHelp(
                "Отправлять ли каждую публикацию в Firebase самой.",
                "Whether each publication goes to Firebase by itself."
            )
        )
        var googlePush: Bool?
        @OptionGroup var options: Options

        func validate() throws {
            guard title != nil || !settings.isEmpty else {
                throw ValidationError(
                    Localized(
                        "Что изменить? Укажите --title или настройку.",
                        "Change what? Give --title or a setting."
                    ).here
                )
            }
        }

        private var settings: [String: JSON] {
            var settings: [String: JSON] = [:]
            settings["realtime"] = realtime.map { .bool($0) }
            settings["require_approval"] = requireApproval.map { .bool($0) }
            settings["require_installation_token"] = requireInstallationToken.map { .bool($0) }
            if let google = googleSettings { settings["google"] = google }
            return settings
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = ["settings": .object(settings)]
                body["title"] = title.map { .string($0) }
                let call = APICall(.patch, ["flags", id], json: .object(body))
                let project = try await session.api.send(call)
                session.answer(project) { session.projectTable([project]) }
                session.note(Localized("Сохранено.", "Saved."))
            }
        }

        /// The link to Google; nil without the options, and null to remove the link.
        private var googleSettings: JSON? {
            if google == "none" { return .some(.null) }
            var members: [String: JSON] = [:]
            members["project"] = google.map { .string($0) }
            members["push"] = googlePush.map { .bool($0) }
            return members.isEmpty ? nil : .object(members)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: Localized(
                "Удалить проект с флагами, версиями и ключами навсегда.",
                "Remove a project with its flags, versions and keys, for ever."
            ).here
        )

        @Argument(
            help: ArgumentHelp("Id проекта.", "The id of the project."),
            completion: .custom(Candidates.flagProjects)
        ) var id: String
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let project = try await session.api.get(["flags", id])
                let title = project["title"]?.string ?? id
                try session.terminal.confirm(
                    Localized(
                        "«\(title)» исчезнет со всеми версиями и ключами, приложения останутся без флагов.",
                        "“\(title)” goes with every version and key, and its apps are left without flags."
                    ),
                    isAgreed: yes
                )
                _ = try await session.api.send(APICall(.delete, ["flags", id]))
                session.answer(["id": .string(id)]) { .empty }
                session.note(Localized("Удалено.", "Removed."))
            }
        }
    }
}

extension Session {
    fileprivate func projectTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column("ID"), Table.Column(Localized("НОМЕР", "NUMBER")),
            Table.Column(Localized("ПРИЛОЖЕНИЕ", "APP")),
            Table.Column(Localized("СРЕДА", "ENVIRONMENT")),
            Table.Column(Localized("НАЗВАНИЕ", "TITLE"), isFlexible: true),
            Table.Column(Localized("ВЕРСИЯ", "VERSION"), isNumber: true),
            Table.Column(Localized("В ЧЕРНОВИКЕ", "IN DRAFT"), isNumber: true),
        ]
        return Table(
            columns,
            rows: items.map { project in
                [
                    project.id ?? "", project["number"]?.string ?? "", project["app"]?.string ?? "",
                    project["environment"]?.string ?? "", project["title"]?.string ?? "",
                    project["version"]?["number"].number ?? "", project["changes"].number,
                ]
            }
        )
    }
}
