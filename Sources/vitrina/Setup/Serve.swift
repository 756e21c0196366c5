import Apps
import ArgumentParser
import Core
import Glibc
import Hummingbird
import Logging
import NIOCore
import Storage
import Web

/// Runs `vitrina serve --migrate`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Localized("Запустить сервер.", "Run the server.").here,
        discussion: Localized(
            """
            Базу другой версии сервер не примет; --migrate сначала её обновит. Ctrl-C или SIGTERM завершает его, когда \
            на начатое ответили.
            """,
            """
            It refuses a database that is behind or ahead of this program; --migrate brings it up to date first. \
            Ctrl-C or SIGTERM ends it once what runs has been answered.
            """
        ).here
    )

    @Flag(help: ArgumentHelp("Сначала обновить базу.", "Bring the database up to date first.")) var migrate =
        false
    @OptionGroup var copy: MigrationCopy.Options
    @Option(help: ArgumentHelp("Где слушать (127.0.0.1).", "Where to listen (127.0.0.1).")) var host: String?
    @Option(
        help: ArgumentHelp("Порт (8080); 0 — любой свободный.", "The port (8080); 0 for any that is free.")
    ) var port: String?
    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp("Адрес сервера для приложений.", "How apps reach the server.")
    ) var publicURL: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var place: PlaceOptions

    func run() async throws {
        let configuration = try place.configuration(
            adding: [.host: host, .port: port, .publicURL: publicURL],
            usesContexts: false
        )
        let terminal = output.terminal
        let composition = try await Composition(configuration, isServer: true) { database in
            guard migrate else { return }
            try await MigrationCopy(database: database, options: copy, terminal: terminal).keep()
            _ = try await Migrator(database).migrate { .current }
        }
        composition.services.metrics.libraries.use()
        try await composition.services.refresh()
        let database = Self.name(of: composition.database, configuration)
        let setup = try await Self.setupSecret(composition, terminal)
        let application = composition.server.application(host: configuration.host, port: configuration.port) {
            port in
            Self.announce(configuration, port: port, database: database, setup: setup, terminal)
        }
        do {
            try await application.runService()
        } catch let error as IOError {
            await composition.close()
            throw Self.failure(error, configuration)
        } catch {
            await composition.close()
            throw error
        }
        await composition.close()
        terminal.note(Localized("Сервер остановлен.", "The server has stopped."))
    }

    /// Returns the secret of the link that creates the first owner; nil if there is one, or on a storage error.
    private static func setupSecret(_ composition: Composition, _ terminal: Terminal) async throws -> String?
    {
        do {
            return try await composition.services.staff.newSetupSecret()
        } catch let error as StorageError {
            terminal.note(Failure(error).message)
            return nil
        }
    }

    static func name(of database: any Database, _ configuration: Configuration) -> String {
        switch database.dialect {
        case .sqlite: "SQLite \(configuration.data)/vitrina.db"
        case .postgres: "PostgreSQL"
        }
    }

    private static func announce(
        _ configuration: Configuration,
        port: Int,
        database: String,
        setup: String?,
        _ terminal: Terminal
    ) {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let address = "http://\(host):\(port)"
        let language = terminal.language
        var rows = [[Localized("Админка (API)", "Admin API")[language], "\(address)/admin/api/v1"]]
        rows += Catalog.apps.map { [$0.title[language], "\(address)\($0.publicPrefix)"] }
        if let url = configuration.publicURL {
            rows.append([Localized("Снаружи", "From outside")[language], url])
        }
        rows.append([Localized("База", "Database")[language], database])
        let table = Table(["", ""].map { Table.Column($0) }, hasHeader: false, rows: rows)
        terminal.say("Vitrina \(version)")
        terminal.say(table.text(width: nil, style: terminal.output))
        if let setup {
            // No browser can open the URL "any address".
            let isAny = ["0.0.0.0", "::"].contains(configuration.host)
            let place = configuration.publicURL ?? (isAny ? "http://localhost:\(port)" : address)
            let minutes = StaffStore.setupAge.components.seconds / 60
            terminal.say(
                Localized(
                    "\nВойти пока некому. Первого владельца создаёт эта ссылка, один раз и за \(minutes) минут:",
                    "\nNobody can sign in yet. This link makes the first owner, once, within \(minutes) minutes:"
                )[language]
            )
            terminal.say("  \(place)/setup/\(setup)")
        }
        // A parent process that reads a pipe waits for these lines.
        fflush(nil)
    }

    private static func failure(_ error: IOError, _ configuration: Configuration) -> Failure {
        let place = "\(configuration.host):\(configuration.port)"
        let reason = String(cString: strerror(error.errnoCode))
        guard error.errnoCode == EADDRINUSE else {
            return Failure(
                .unreachable,
                "unreachable",
                Localized("Слушать \(place) нельзя: \(reason).", "Cannot listen at \(place): \(reason).")
            )
        }
        return Failure(
            .unreachable,
            "unreachable",
            Localized("Порт занят: \(place).", "Something listens at \(place) already."),
            advice: [Localized("Другой порт: --port 8081", "Another port: --port 8081")]
        )
    }
}
