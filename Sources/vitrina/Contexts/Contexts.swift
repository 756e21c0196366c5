import ArgumentParser
import Core
import FoundationEssentials

/// Named servers, each with its token.
struct Contexts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        "Именованные серверы с их токенами.",
        "Named servers, each with its token.",
        discussion: Localized(
            """
            С кем говорит команда: --server, иначе --context, иначе VITRINA_SERVER или VITRINA_CONTEXT, иначе настройка \
            server в vitrina.json, иначе выбранный контекст. Имя none — база из настроек.
            """,
            """
            Which one a command speaks to: --server, else --context, else VITRINA_SERVER or VITRINA_CONTEXT, else the \
            setting server of vitrina.json, else the context in use. The name none is the database of the settings.
            """
        ).here,
        subcommands: [Add.self, Use.self, List.self, Show.self, Remove.self]
    )

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Работать дальше с этим сервером.",
            "Let commands speak to this server from now on."
        )

        @Argument(help: ArgumentHelp("Имя.", "The name."), completion: .custom(Candidates.contexts)) var name:
            String?
        @Flag(help: ArgumentHelp("Вернуться к базе из настроек.", "Go back to the database of the settings."))
        var none = false
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (name != nil) != none else {
                throw ValidationError(Localized("Укажите имя или --none.", "Give a name, or --none.").here)
            }
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
                try report.answer(context)
                report.note(
                    Localized(
                        "Команды говорят с \(context.url).",
                        "Commands speak to \(context.url) from now on."
                    )
                )
            } else {
                try report.answer(none: ())
                report.note(
                    Localized("Команды работают с базой.", "Commands work on the database from now on.")
                )
            }
            // These variables override the current context; without a note this would look like an error.
            for name in ["VITRINA_SERVER", "VITRINA_CONTEXT"] where environment[name]?.isEmpty == false {
                report.note(Localized("Но задана \(name).", "But \(name) is set, which comes first."))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список контекстов; токены не показываются.",
            "List the contexts; their tokens are not shown."
        )

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let file = try ContextFile(ProcessInfo.processInfo.environment)
            try ContextReport(file: file, output: output).answerAll()
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать выбранный контекст или другой.",
            "Show the context in use, or another."
        )

        @Argument(
            help: ArgumentHelp("Имя (выбранного).", "The name (the one in use)."),
            completion: .custom(Candidates.contexts)
        )
        var name: String?
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let file = try ContextFile(ProcessInfo.processInfo.environment)
            let report = ContextReport(file: file, output: output)
            guard let name = name ?? file.current else {
                try report.answer(none: ())
                report.note(
                    Localized(
                        "Контекст не выбран: команды работают с базой.",
                        "No context is in use: commands work on the database."
                    )
                )
                return
            }
            try report.answer(file.named(name))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Забыть контекст и его токен; сам токен действует дальше.",
            "Forget a context and its token; the token goes on working."
        )

        @Argument(help: ArgumentHelp("Имя.", "The name."), completion: .custom(Candidates.contexts)) var name:
            String
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
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
            try report.answer(["name": .string(name)], names: [name]) { .empty }
            report.note(Localized("Контекст \(name) забыт.", "The context \(name) is forgotten."))
        }
    }
}

/// The answer about contexts, always without their tokens.
struct ContextReport {
    let file: ContextFile
    let output: OutputOptions

    private var terminal: Terminal { output.terminal }

    func answerAll() throws(Failure) {
        let json: JSON = ["items": .array(file.contexts.map(json)), "current": JSON(file.current)]
        try answer(json, names: file.contexts.map(\.name)) { table(file.contexts) }
        if file.contexts.isEmpty {
            note(
                Localized(
                    "Контекстов нет: vitrina context add NAME --url URL",
                    "There are none: vitrina context add NAME --url URL"
                )
            )
        }
    }

    func answer(_ context: Context) throws(Failure) {
        try answer(json(context), names: [context.name]) { table([context]) }
    }

    func answer(none: Void) throws(Failure) {
        try answer(["name": .null], names: []) { .empty }
    }

    func answer(_ json: JSON, names: [String], table: () -> Table) throws(Failure) {
        if output.json {
            terminal.say(json.text)
        } else if output.quiet {
            for name in names { terminal.say(name) }
        } else {
            try terminal.say(table())
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
        let columns = titles.map { Table.Column($0) }
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
