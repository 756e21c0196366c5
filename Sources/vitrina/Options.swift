import ArgumentParser
import Core
import FoundationEssentials
import Storage

/// The options for the target of a command: the database of the settings, or a server.
struct PlaceOptions: ParsableArguments {
    @Option(help: .config, completion: .file(extensions: ["json"])) var config: String?
    @Option(help: .data, completion: .directory) var data: String?
    @Option(help: .postgres) var postgres: String?
    @Option(help: .context, completion: .custom(Candidates.contexts)) var context: String?
    @Option(help: .server) var server: String?
    @Option(name: .customLong("token-file"), help: .tokenFile, completion: .file()) var tokenFile: String?
    @Option(help: .token) var token: String?

    func configuration(
        adding more: [Setting: String?] = [:],
        usesContexts: Bool = true
    ) throws(Failure) -> Configuration {
        try Configuration(
            flags: flags(adding: more),
            environment: ProcessInfo.processInfo.environment,
            file: config,
            context: context,
            usesContexts: usesContexts
        )
    }

    /// The source of a server's settings; it ignores contexts.
    func source(adding more: [Setting: String?]) throws(Failure) -> ConfigurationSource {
        ConfigurationSource(
            flags: try flags(adding: more),
            file: config,
            environment: ServerEnvironment(ProcessInfo.processInfo.environment)
        )
    }

    private func flags(adding more: [Setting: String?]) throws(Failure) -> [Setting: String] {
        var flags: [Setting: String] = more.compactMapValues { $0 }
        flags[.data] = data
        flags[.postgres] = postgres
        flags[.server] = server
        flags[.token] = token
        if token == nil, let tokenFile { flags[.token] = try Self.token(in: tokenFile) }
        return flags
    }

    static func token(in path: String) throws(Failure) -> String {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 4096 else {
            throw Failure(
                .configuration,
                "configuration",
                Localized("Файл токена \(path) не прочитать.", "The token file \(path) cannot be read.")
            )
        }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}

/// The options for the output of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: .json) var json = false
    @Flag(name: [.short, .long], help: .quiet) var quiet = false
    @Flag(help: .wide) var wide = false
    @Option(help: .columns) var columns: String?
    @Option(help: .color) var color = ColorChoice.auto

    var terminal: Terminal {
        var terminal = Terminal(environment: ProcessInfo.processInfo.environment, color: color)
        terminal.isWide = wide
        terminal.columns = (columns ?? "").split(separator: ",").map {
            $0.trimmed
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

    @Option(help: .confirm, completion: .custom(Candidates.contexts)) var confirm: String?

    // The options of `output` and `place`, which are no groups here: a debug build of ArgumentParser checks a group four
    // times for each time that it checks what the group is in.
    @Flag(help: .json) var json = false
    @Flag(name: [.short, .long], help: .quiet) var quiet = false
    @Flag(help: .wide) var wide = false
    @Option(help: .columns) var columns: String?
    @Option(help: .color) var color = ColorChoice.auto
    @Option(help: .config, completion: .file(extensions: ["json"])) var config: String?
    @Option(help: .data, completion: .directory) var data: String?
    @Option(help: .postgres) var postgres: String?
    @Option(help: .context, completion: .custom(Candidates.contexts)) var context: String?
    @Option(help: .server) var server: String?
    @Option(name: .customLong("token-file"), help: .tokenFile, completion: .file()) var tokenFile: String?
    @Option(help: .token) var token: String?

    var output: OutputOptions {
        var output = OutputOptions()
        (output.json, output.quiet, output.wide) = (json, quiet, wide)
        (output.columns, output.color) = (columns, color)
        return output
    }

    var place: PlaceOptions {
        var place = PlaceOptions()
        (place.config, place.data, place.postgres) = (config, data, postgres)
        (place.context, place.server) = (context, server)
        (place.tokenFile, place.token) = (tokenFile, token)
        return place
    }

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
