import Apps
import ArgumentParser
import Core
import FoundationEssentials
import Glibc
import Web

/// The program with its server, command line and migrations.
@main
struct Vitrina: AsyncParsableCommand {
    /// The noun of a command line; the parser compares every command of its tree, so that is all it gets.
    private static let noun = TaskLocal<(any ParsableCommand.Type)?>(wrappedValue: nil)

    static var configuration: CommandConfiguration {
        if let noun = noun.get() { return CommandConfiguration(commandName: "vitrina", subcommands: [noun]) }
        return CommandConfiguration(
            commandName: "vitrina",
            abstract: Localized(
                "Управляет содержимым мобильных приложений.",
                "Runs the content of mobile apps."
            ).here,
            usage: "vitrina <noun> <verb> [options]",
            discussion: Localized(
                """
                Примеры:
                  vitrina --version
                  vitrina serve --migrate
                  vitrina offers list --state live
                  vitrina search зара
                  vitrina offers create --set name=Кофе --set cost=250 --publish
                  vitrina news publish ID --server https://mall.example --token-file token

                Команды работают с базой из настроек (vitrina config), а с --server — с сервером.
                Коды выхода: 0 сделано, 64 не понято, 65 данные или конфликт, 66 не найдено, 69 нет связи, 70 сбой, 75 повторите \
                (изменено другим, предел), 77 нельзя, 78 настройки, 130 прервано.
                """,
                """
                Examples:
                  vitrina --version
                  vitrina serve --migrate
                  vitrina offers list --state live
                  vitrina search зара
                  vitrina offers create --set name=Кофе --set cost=250 --publish
                  vitrina news publish ID --server https://mall.example --token-file token

                Each command works on the database of the settings (vitrina config), or with --server on a server.
                Exit codes: 0 done, 64 usage, 65 data or conflict, 66 not found, 69 not reached, 70 internal, 75 try again \
                (changed meanwhile, limited), 77 not allowed, 78 settings, 130 interrupted.
                """
            ).here,
            groupedSubcommands: [
                CommandGroup(
                    name: Localized("Содержимое", "Content").here,
                    subcommands: Catalog.types.map(contentGroup) + Catalog.commands(in: .content) + [
                        Search.self, Media.self, Releases.self,
                        AgendaCommand.self, Warnings.self,
                        Status.self,
                        Changes.self, Export.self, Import.self, Promote.self,
                    ]
                ),
                CommandGroup(
                    name: Localized("Флаги", "Flags").here,
                    subcommands: [Flags.self, Conditions.self, ResourceGroup<FlagProjects>.self]
                ),
                CommandGroup(
                    name: Localized("Баллы и подарки", "Loyalty").here,
                    subcommands: Catalog.commands(in: .loyalty)
                ),
                CommandGroup(
                    name: Localized("Люди", "People").here,
                    subcommands: Catalog.commands(in: .people) + [SMSCodes.self]
                ),
                CommandGroup(
                    name: Localized("Сервер", "Running it").here,
                    subcommands: running + Catalog.commands(in: .system)
                ),
                CommandGroup(
                    name: Localized("Издалека", "From afar").here,
                    subcommands: [Contexts.self, Completion.self]
                ),
            ]
        )
    }

    /// Commands that no app declares.
    ///
    /// They are looked for first, since a start need not wait for the whole catalogue.
    private static let running: [any ParsableCommand.Type] = [
        Serve.self, Migrate.self, Seed.self, Doctor.self, Logs.self, Config.self, OpenAPI.self,
        AppSettingsCommand.self,
    ]

    static var _errorPrefix: String { "error: " }

    static func main() async {
        let arguments = ArgumentOrder.placed(Array(CommandLine.arguments.dropFirst()), under: Vitrina.self)
        // A closed connection or pipe must be an error of the call, and must not end the program.
        signal(SIGPIPE, SIG_IGN)
        if Completion.isAsked(arguments) {
            await Completion.answer(arguments)
            Glibc.exit(0)
        }
        let exit = await run(arguments)
        let isWritten = fflush(nil) == 0
        if exit == .success, isOutputClosed { endAsUnread() }
        // A full disk must not look like success.
        guard isWritten else {
            let what = Localized("Ответ не записать.", "The answer could not be written.")
            let failure = Failure(.unexpected, "unwritten", what)
            Glibc.exit(report(failure, arguments).rawValue)
        }
        Glibc.exit(exit.rawValue)
    }

    /// Ends the program as after a closed pipe: `vitrina offers list | head -1`.
    private static func endAsUnread() {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
    }

    /// Runs one command line and returns its exit status; all errors are printed here.
    private static func run(_ arguments: [String]) async -> ExitCode {
        // The parser's own flag would appear in the help of `edit` next to the version of an entry.
        if arguments == ["--version"] {
            print(version)
            return .success
        }
        do {
            var command = try await noun.withValue(try known(arguments).first) {
                try await asyncParseAsRoot(arguments)
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .success
        } catch let code as ExitCode {
            return code
        } catch {
            return report(error, arguments)
        }
    }

    private static func report(_ error: any Error, _ arguments: [String]) -> ExitCode {
        let code = exitCode(for: error)
        if code == .success {
            print(ParserWords.text(fullMessage(for: error), in: Localized.language))
            return code
        }
        let terminal = Terminal(
            environment: ProcessInfo.processInfo.environment,
            color: ColorChoice(in: arguments)
        )
        let isUsage = code == .validationFailure && !(error is Failure)
        let failure =
            isUsage
            ? Failure.usage(Localized(same: ParserWords.text(message(for: error), in: terminal.language)))
            : Failure(error)
        if arguments.contains("--json") {
            terminal.note(failure.json(in: terminal.language).text)
        } else if isUsage {
            let text = ParserWords.text(fullMessage(for: error), in: terminal.language)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                terminal.note(String(line))
            }
        } else {
            for line in failure.lines(in: terminal.language, style: terminal.messages) { terminal.note(line) }
        }
        return failure.exit.code
    }

    /// The noun and the verbs of a command line.
    ///
    /// Throws if one is unknown, and suggests the nearest one.
    private static func known(_ arguments: [String]) throws -> [any ParsableCommand.Type] {
        var command: any ParsableCommand.Type = Vitrina.self
        var commands: [any ParsableCommand.Type] = []
        if let word = arguments.first, let own = running.first(where: { $0.name == word }) {
            (command, commands) = (own, [own])
        }
        for word in arguments.dropFirst(commands.count) {
            let subcommands = command.subcommands
            guard !word.hasPrefix("-"), !subcommands.isEmpty, word != "help" else { break }
            let names = subcommands.map { ($0.name, $0) }
            guard let next = names.first(where: { $0.0 == word })?.1 else {
                let isOptional = command.configuration.defaultSubcommand != nil
                guard !isOptional else { break }
                let near = names.map(\.0).nearest(to: word)
                let place = (["vitrina"] + commands.map { $0.name }).joined(separator: " ")
                throw Failure.usage(
                    Localized(
                        "Нет команды «\(place) \(word)»."
                            + (near.map { " Может быть, \($0)?" } ?? " Есть: \(place) --help"),
                        "There is no command “\(place) \(word)”."
                            + (near.map { " Did you mean \($0)?" } ?? " See \(place) --help")
                    )
                )
            }
            command = next
            commands.append(next)
        }
        return commands
    }
}
