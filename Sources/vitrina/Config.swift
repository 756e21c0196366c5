import ArgumentParser
import Core

/// Runs `vitrina config`.
struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Показать все настройки и откуда взяты значения.",
        "Show every setting, and where its value comes from.",
        discussion: Localized(
            """
            Значение берётся из первого места, где оно есть: параметр, окружение (VITRINA_PORT), файл vitrina.json \
            в рабочей папке или --config, значение по умолчанию.
            """,
            """
            A value comes from the first place that has it: a flag, the environment (VITRINA_PORT), the file \
            vitrina.json in the working folder or --config, the default.
            """
        ).here
    )

    @Flag(
        help: ArgumentHelp(
            "Вывести образец файла окружения со всеми настройками.",
            "Print a sample of an environment file with every setting."
        )
    ) var sample = false
    @OptionGroup var options: Options

    func run() async throws {
        let terminal = options.output.terminal
        let language = terminal.language
        guard !sample else { return terminal.say(Setting.sample(in: language)) }
        let configuration = try options.place.configuration()
        if options.output.json {
            let members = Setting.allCases.map { setting -> (String, JSON) in
                let entry = configuration.entries.first { $0.setting == setting }
                let origin = entry?.origin ?? .standard
                return (setting.rawValue, ["value": JSON(entry?.shown), "origin": .string(origin.name.en)])
            }
            terminal.say(JSON.object(Dictionary(members) { first, _ in first }).text)
            return
        }
        let columns = [
            Table.Column(Localized("НАСТРОЙКА", "SETTING")),
            Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE"), isFlexible: true),
            Table.Column(Localized("ОТКУДА", "FROM")),
            Table.Column(Localized("ЧТО ЭТО", "WHAT IT IS"), isFlexible: true),
        ]
        let rows = Setting.allCases.map { setting in
            let entry = configuration.entries.first { $0.setting == setting }
            return [
                setting.rawValue, entry?.shown ?? "—", (entry?.origin ?? .standard).name[language],
                setting.helpWithReload[language],
            ]
        }
        if options.output.quiet {
            for setting in Setting.allCases { terminal.say(setting.rawValue) }
        } else {
            try terminal.say(Table(columns, rows: rows))
        }
    }
}
