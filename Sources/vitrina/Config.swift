import ArgumentParser
import Core

/// Runs `vitrina config`.
struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show every setting, and where its value comes from.",
        discussion: """
            A value comes from the first place that has it: a flag, the environment (VITRINA_PORT), the file \
            vitrina.json in the working folder or --config, the default.
            """
    )

    @OptionGroup var options: Options

    func run() async throws {
        let configuration = try options.place.configuration()
        let terminal = options.output.terminal
        let language = terminal.language
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
            Table.Column(Localized("НАСТРОЙКА", "SETTING")[language]),
            Table.Column(Localized("ЗНАЧЕНИЕ", "VALUE")[language], isFlexible: true),
            Table.Column(Localized("ОТКУДА", "FROM")[language]),
            Table.Column(Localized("ЧТО ЭТО", "WHAT IT IS")[language], isFlexible: true),
        ]
        let rows = Setting.allCases.map { setting in
            let entry = configuration.entries.first { $0.setting == setting }
            return [
                setting.rawValue, entry?.shown ?? "—", (entry?.origin ?? .standard).name[language],
                setting.help[language],
            ]
        }
        if options.output.quiet {
            for setting in Setting.allCases { terminal.say(setting.rawValue) }
        } else {
            terminal.say(Table(columns, rows: rows).text(width: terminal.width, style: terminal.output))
        }
    }
}
