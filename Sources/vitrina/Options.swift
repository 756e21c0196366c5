import ArgumentParser
import Core
import Foundation

/// The options for the target of a command: the database of the settings, or a server.
struct PlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Файл настроек (vitrina.json в рабочей папке).",
            "The settings file (vitrina.json in the working folder).",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var config: String?

    @Option(
        help: ArgumentHelp("Папка данных (./var).", "The data directory (./var).", valueName: "directory"),
        completion: .directory
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            "База PostgreSQL; лучше в VITRINA_POSTGRES: параметр виден в ps.",
            "The PostgreSQL to use; better in VITRINA_POSTGRES, since a flag shows in ps.",
            valueName: "url"
        )
    )
    var postgres: String?

    @Option(
        help: ArgumentHelp(
            "Работать с этим сервером (vitrina context); none — с базой.",
            "Speak to this named server (vitrina context); none is the database.",
            valueName: "name"
        ),
        completion: .custom(Candidates.contexts)
    )
    var context: String?

    @Option(
        help: ArgumentHelp(
            "Работать с этим сервером, а не с базой.",
            "Speak to this server instead of the database.",
            valueName: "url"
        )
    )
    var server: String?

    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp("Файл с токеном.", "A file that holds the token.", valueName: "file"),
        completion: .file()
    )
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Токен; лучше в VITRINA_TOKEN или --token-file: параметр виден в ps.",
            "The token; better in VITRINA_TOKEN or --token-file, since a flag shows in ps."
        )
    )
    var token: String?

    func configuration(
        adding more: [Setting: String?] = [:],
        usesContexts: Bool = true
    ) throws(Failure) -> Configuration {
        var flags: [Setting: String] = more.compactMapValues { $0 }
        flags[.data] = data
        flags[.postgres] = postgres
        flags[.server] = server
        flags[.token] = token
        if token == nil, let tokenFile { flags[.token] = try Self.token(in: tokenFile) }
        return try Configuration(
            flags: flags,
            environment: ProcessInfo.processInfo.environment,
            file: config,
            context: context,
            usesContexts: usesContexts
        )
    }

    static func token(in path: String) throws(Failure) -> String {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 4096 else {
            throw Failure(
                .configuration,
                "configuration",
                Localized("Файл токена \(path) не прочитать.", "The token file \(path) cannot be read.")
            )
        }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The options for the output of a command.
struct OutputOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Вывести один документ JSON с ключами API.",
            "Print one JSON document with the keys of the API."
        )
    )
    var json = false

    @Flag(name: [.short, .long], help: ArgumentHelp("Вывести только id.", "Print only ids."))
    var quiet = false

    @Flag(
        help: ArgumentHelp(
            "Показать все столбцы и полные id, какой бы узкий ни был терминал.",
            "Show every column and whole ids, however narrow the terminal is."
        )
    )
    var wide = false

    @Option(
        help: ArgumentHelp(
            "Показать только эти столбцы таблицы, по их названиям.",
            "Show only these columns of a table, by their titles.",
            valueName: "a,b"
        )
    )
    var columns: String?

    @Option(help: ArgumentHelp("Цвет: auto, always или never.", "Colour: auto, always or never."))
    var color = ColorChoice.auto

    var terminal: Terminal {
        var terminal = Terminal(environment: ProcessInfo.processInfo.environment, color: color)
        terminal.isWide = wide
        terminal.columns = (columns ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return terminal
    }
}

/// The options of every command that uses the API.
struct Options: ParsableArguments {
    @Flag(
        name: .customLong("dry-run"),
        help: ArgumentHelp(
            "Показать, что изменится, и ничего не менять.",
            "Show what a change would do, and change nothing."
        )
    )
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Согласиться для защищённого контекста, назвав его.",
            "Agree, for a protected context, by its name.",
            valueName: "context"
        ),
        completion: .custom(Candidates.contexts)
    )
    var confirm: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var place: PlaceOptions

    /// Opens the target, runs the work, and closes the target.
    func run(
        through door: Author.Door = .cli,
        watching watch: WatchOptions? = nil,
        _ body: (Session) async throws -> Void
    ) async throws {
        let configuration = try place.configuration()
        let session = try await Session(
            configuration: configuration,
            output: output,
            door: door,
            confirmed: confirm,
            isDryRun: dryRun,
            watch: watch?.watching
        )
        do {
            try await session.run(body)
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }
}

/// The reason of a change, for the history.
struct NoteOption: ParsableArguments {
    @Option(help: ArgumentHelp("Зачем; останется в истории.", "Why; kept in the history."))
    var note: String?
}
