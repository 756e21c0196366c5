import Apps
import ArgumentParser
import Core
import Web

/// The app settings, which staff change while the server runs.
struct AppSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        "Настройки приложений; действуют сразу, без перезапуска.",
        "The settings of the apps; changes hold at once, without a restart.",
        discussion: Localized(
            """
            Примеры:
              vitrina settings list mall
              vitrina settings set mall points_registration=150 test_mode=true
              vitrina settings reset mall points_registration

            Настройки самого сервера показывает vitrina config.
            """,
            """
            Examples:
              vitrina settings list mall
              vitrina settings set mall points_registration=150 test_mode=true
              vitrina settings reset mall points_registration

            What the server itself is set to is shown by vitrina config.
            """
        ).here,
        subcommands: [List.self, Set.self, Reset.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать все настройки приложения.",
            "Show every setting of an app."
        )

        @Argument(help: ArgumentHelp("Приложение.", "The app."), completion: .custom(Candidates.apps))
        var app = Catalog.apps[0].name
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                try session.answerSettings(try await session.api.get(["settings", app]))
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Задать настройки приложения.",
            "Decide settings of an app."
        )

        @Argument(help: ArgumentHelp("Приложение.", "The app."), completion: .custom(Candidates.apps))
        var app: String
        @Argument(
            help: ArgumentHelp("Что задать.", "The settings and their values.", valueName: "name=value"),
            completion: .custom(Candidates.appSettings)
        )
        var values: [Assignment]
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let settings = try await session.api.get(
                    ["settings", app],
                    as: Page<DecidedSetting.Answer>.self
                )
                var body: [String: JSON] = [:]
                for value in values {
                    let setting = settings.elements.first { $0.name == value.path }
                    body[value.path] = Self.json(value.text, setting?.kind)
                }
                let answer = try await session.api.send(
                    APICall(.patch, ["settings", app], json: .object(body))
                )
                try session.answerSettings(answer, only: Swift.Set(body.keys))
                session.note(Localized("Сохранено.", "Saved."))
            }
        }

        /// Converts a typed value; a value of the wrong kind is sent as text, so that the server reports the fault.
        private static func json(_ text: String, _ kind: String?) -> JSON {
            switch kind {
            case "bool": Bool(text).map { .bool($0) } ?? .string(text)
            case "integer": Int64(text).map { .integer($0) } ?? .string(text)
            case _: .string(text)
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Вернуть значение по умолчанию.",
            "Go back to the standard."
        )

        @Argument(help: ArgumentHelp("Приложение.", "The app."), completion: .custom(Candidates.apps))
        var app: String
        @Argument(
            help: ArgumentHelp("Имена настроек.", "The names of settings."),
            completion: .custom(Candidates.appSettingNames)
        )
        var names: [String]
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let body = JSON.object(Dictionary(names.map { ($0, .null) }) { first, _ in first })
                let answer = try await session.api.send(APICall(.patch, ["settings", app], json: body))
                try session.answerSettings(answer, only: Swift.Set(names))
                session.note(Localized("Сохранено.", "Saved."))
            }
        }
    }
}

extension Session {
    /// Prints all settings, or for a user only the changed ones.
    fileprivate func answerSettings(_ json: JSON, only names: Set<String>? = nil) throws {
        let items = try Page<DecidedSetting.Answer>(json: json).elements.filter { item in
            names.map { $0.contains(item.name) } ?? true
        }
        answer(json, ids: items.map(\.name)) {
            let columns = [
                Table.Column(Localized("НАСТРОЙКА", "SETTING")),
                Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE")),
                Table.Column(Localized("ЕДИНИЦЫ", "UNIT")),
                Table.Column(Localized("ПО УМОЛЧАНИЮ", "STANDARD")),
                Table.Column(Localized("КТО РЕШИЛ", "DECIDED BY")),
                Table.Column(Localized("КОГДА", "AT")),
                Table.Column(Localized("ЧТО ЭТО", "WHAT IT IS"), isFlexible: true),
            ]
            let rows = items.map { item in
                [
                    item.name, settingText(item.value), item.unit ?? "", settingText(item.standard),
                    item.changedBy ?? "—", clock.text(item.changedAt), item.title,
                ]
            }
            return Table(columns, rows: rows)
        }
    }

    private func settingText(_ value: JSON) -> String {
        value.string.map { $0.isEmpty ? "—" : $0 } ?? value.text
    }
}
