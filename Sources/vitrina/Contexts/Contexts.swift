import ArgumentParser
import Core
import Foundation

/// Named servers, each with its token.
struct Contexts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Named servers, each with its token.",
        discussion: """
            Which one a command speaks to: --server, else --context, else VITRINA_SERVER or VITRINA_CONTEXT, else the \
            setting server of vitrina.json, else the context in use. The name none is the database of the settings.
            """,
        subcommands: [Add.self, Use.self, List.self, Show.self, Remove.self]
    )

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let commands speak to this server from now on."
        )

        @Argument(help: "The name.", completion: .custom(Candidates.contexts)) var name: String?
        @Flag(help: "Go back to the database of the settings.") var none = false
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (name != nil) != none else { throw ValidationError("Give a name, or --none.") }
        }

        func run() async throws {
            let environment = ProcessInfo.processInfo.environment
            var file = try ContextFile(environment)
            let wanted = none || name == Context.noneName ? nil : name
            let context = try wanted.map { name throws(Failure) in try file.named(name) }
            file.use(context?.name)
            try file.write()
            let report = ContextReport(file: file, output: output)
            if let context {
                report.answer(context)
                report.note(
                    Localized(
                        "Команды говорят с \(context.url).",
                        "Commands speak to \(context.url) from now on."
                    )
                )
            } else {
                report.answer(none: ())
                report.note(
                    Localized("Команды работают с базой.", "Commands work on the database from now on.")
                )
            }
            // What stands above the context in use would make this look broken.
            for name in ["VITRINA_SERVER", "VITRINA_CONTEXT"] where environment[name]?.isEmpty == false {
                report.note(Localized("Но задана \(name).", "But \(name) is set, which comes first."))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the contexts; their tokens are not shown."
        )

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let file = try ContextFile(ProcessInfo.processInfo.environment)
            ContextReport(file: file, output: output).answerAll()
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the context in use, or another.")

        @Argument(help: "The name (the one in use).", completion: .custom(Candidates.contexts))
        var name: String?
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let file = try ContextFile(ProcessInfo.processInfo.environment)
            let report = ContextReport(file: file, output: output)
            guard let name = name ?? file.current else {
                report.answer(none: ())
                report.note(
                    Localized(
                        "Контекст не выбран: команды работают с базой.",
                        "No context is in use: commands work on the database."
                    )
                )
                return
            }
            report.answer(try file.named(name))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a context and its token; the token goes on working."
        )

        @Argument(help: "The name.", completion: .custom(Candidates.contexts)) var name: String
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var output: OutputOptions

        func run() async throws {
            var file = try ContextFile(ProcessInfo.processInfo.environment)
            let context = try file.named(name)
            try output.terminal.confirm(
                Localized(
                    "Контекст \(name) (\(context.url)) будет забыт.",
                    "The context \(name) (\(context.url)) will be forgotten."
                ),
                isAgreed: yes
            )
            file.remove(name)
            try file.write()
            let report = ContextReport(file: file, output: output)
            report.answer(["name": .string(name)], names: [name]) { .empty }
            report.note(Localized("Контекст \(name) забыт.", "The context \(name) is forgotten."))
        }
    }
}

/// Shows contexts, never their tokens.
struct ContextReport {
    let file: ContextFile
    let output: OutputOptions

    private var terminal: Terminal { output.terminal }

    func answerAll() {
        let json: JSON = ["items": .array(file.contexts.map(json)), "current": JSON(file.current)]
        answer(json, names: file.contexts.map(\.name)) { table(file.contexts) }
        if file.contexts.isEmpty {
            note(
                Localized(
                    "Контекстов нет: vitrina context add NAME --url URL",
                    "There are none: vitrina context add NAME --url URL"
                )
            )
        }
    }

    func answer(_ context: Context) {
        answer(json(context), names: [context.name]) { table([context]) }
    }

    func answer(none: Void) {
        answer(["name": .null], names: []) { .empty }
    }

    func answer(_ json: JSON, names: [String], table: () -> Table) {
        if output.json {
            terminal.say(json.text)
        } else if output.quiet {
            for name in names { terminal.say(name) }
        } else {
            let text = table().text(width: terminal.width, style: terminal.output)
            if !text.isEmpty { terminal.say(text) }
        }
    }

    func note(_ text: Localized) {
        if !output.json && !output.quiet { terminal.note(text) }
    }

    private func table(_ contexts: [Context]) -> Table {
        let titles = [
            Localized("", ""), Localized("ИМЯ", "NAME"), Localized("АДРЕС", "URL"), Localized("КТО", "WHO"),
            Localized("ЗАЩИЩЁН", "PROTECTED"),
        ]
        let columns = titles.map { Table.Column($0[terminal.language]) }
        let rows = contexts.map { context in
            [
                context.name == file.current ? "*" : "", context.name, context.url, context.who ?? "",
                context.isProtected ? Localized("да", "yes")[terminal.language] : "",
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func json(_ context: Context) -> JSON {
        [
            "name": .string(context.name), "url": .string(context.url), "who": JSON(context.who),
            "protected": .bool(context.isProtected), "current": .bool(context.name == file.current),
        ]
    }
}
