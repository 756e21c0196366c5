import Apps
import ArgumentParser
import Core
import FoundationEssentials
import Glibc
import Logging
import NIOCore
import Storage
import Web

/// Runs `vitrina serve --migrate`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Запустить сервер.",
        "Run the server.",
        discussion: Localized(
            """
            Отставшую базу сервер не примет; --migrate сначала её обновит. Более новую примет, если её обновления \
            лишь добавляли. Ctrl-C или SIGTERM завершает его, когда на начатое ответили.
            """,
            """
            It refuses a database that is behind this program; --migrate brings it up to date first. It takes a newer \
            one if its migrations have only added. Ctrl-C or SIGTERM ends it once what runs has been answered.
            """
        ).here
    )

    @Flag(help: ArgumentHelp("Сначала обновить базу.", "Bring the database up to date first.")) var migrate =
        false
    @OptionGroup var copy: MigrationCopy.Options
    @OptionGroup var older: OlderServers.Options
    @Option(help: ArgumentHelp("Где слушать (127.0.0.1).", "Where to listen (127.0.0.1).")) var host: String?
    @Option(
        help: ArgumentHelp("Порт (8080); 0 — любой свободный.", "The port (8080); 0 for any that is free.")
    ) var port: String?
    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "Файл сертификата: сервер сам говорит по HTTPS.",
            "The file of the certificate: the server itself speaks HTTPS."
        ),
        completion: .file()
    ) var tlsCertificate: String?
    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("Файл его закрытого ключа.", "The file of its private key."),
        completion: .file()
    ) var tlsKey: String?
    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp("Адрес сервера для приложений.", "How apps reach the server.")
    ) var publicURL: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var place: PlaceOptions

    func run() async throws {
        // Each connection is one of the files that may be open.
        Descriptors.raiseLimit()
        let source = try place.source(adding: [
            .host: host, .port: port, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey,
            .publicURL: publicURL,
        ])
        let configuration = try source.read()
        let sockets = try Self.sockets()
        let terminal = output.terminal
        let composition = try await Composition(configuration, isServer: true) { database in
            guard migrate else { return }
            try await OlderServers(database: database, options: older).refuse()
            try await MigrationCopy(database: database, options: copy, terminal: terminal).keep()
            _ = try await Migrator(database).migrate { .current }
        }
        composition.services.metrics.libraries.use()
        try await composition.services.refresh()
        let database = Self.name(of: composition.database, configuration)
        let setup = try await Self.setupSecret(composition, terminal)
        let drain = Duration.seconds(configuration.shutdownSeconds)
        let services = composition.server.parts(
            at: sockets.map { .sockets($0.handles) }
                ?? .address(host: configuration.host, port: configuration.port),
            port: sockets?.port ?? configuration.port,
            drain: drain
        ) { port in
            let host = sockets?.host ?? configuration.host
            Self.announce(configuration, host: host, port: port, database: database, setup: setup, terminal)
        }
        let run = ServerRun(
            services,
            drain: drain,
            reloads: SettingsReload(source, configuration, composition).reloads,
            logger: composition.services.logger
        ) { await composition.close() }
        do {
            try await run.run()
        } catch let error as IOError {
            throw Self.failure(error, configuration)
        }
        terminal.note(Localized("Сервер остановлен.", "The server has stopped."))
    }

    /// The sockets that a supervisor has handed over; nil if there are none.
    private static func sockets() throws(Failure) -> InheritedSockets? {
        do throws(InheritedSockets.Unusable) {
            return try InheritedSockets(ProcessInfo.processInfo.environment)
        } catch {
            throw Configuration.wrong(
                Localized(
                    "Переданные сокеты (LISTEN_FDS) не годятся: \(error.reason.ru).",
                    "The sockets that were handed over (LISTEN_FDS) are of no use: \(error.reason.en)."
                )
            )
        }
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
        host: String,
        port: Int,
        database: String,
        setup: String?,
        _ terminal: Terminal
    ) {
        let name = host.contains(":") ? "[\(host)]" : host
        let scheme = configuration.tls == nil ? "http" : "https"
        let address = "\(scheme)://\(name):\(port)"
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
            let isAny = ["0.0.0.0", "::"].contains(host)
            let place = configuration.publicURL ?? (isAny ? "\(scheme)://localhost:\(port)" : address)
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
