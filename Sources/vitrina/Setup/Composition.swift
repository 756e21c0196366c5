import Apps
import Core
import FoundationEssentials
import Logging
import Storage
import Web

/// The opened database and services of the settings, for the server and for commands without a server.
struct Composition: Sendable {
    let database: any Database
    let services: Services
    let server: Server
    let changeable: ChangeableParts

    /// Opens the database; throws, with the command to run, if it is older than this program, or too new for it.
    ///
    /// `prepare` first runs the work that the database needs, such as migrations. Only a server logs its requests and
    /// its slow statements: what a command says is for a person.
    init(
        _ configuration: Configuration,
        isServer: Bool = false,
        prepare: (any Database) async throws -> Void = { _ in }
    ) async throws {
        let lines = isServer ? ServerLog() : nil
        let level = Locked(configuration.logLevel)
        var logger = configuration.logger(also: lines)
        logger.handler = LeveledLogHandler(logger.handler, level)
        let slow = isServer ? configuration.watching.slowStatements(logger) : nil
        let database = try await Self.database(configuration, slow: slow)
        do {
            let clock = try await Self.clock(of: database)
            let now: @Sendable () -> Timestamp = { clock.now() }
            try await prepare(database)
            try await Self.requireFitting(Migrator(database).status())
            var settings = try configuration.webSettings(isServer: isServer)
            settings.serverLog = lines
            settings.tracer = try isServer ? configuration.watching.tracer(now: now) : nil
            // Its wrapper would cost each transaction a little where nothing is traced.
            let used: any Database = settings.tracer == nil ? database : TracedDatabase(database)
            let senders = try configuration.senders(on: used, now: now).map { ReplaceableSender($0) }
            changeable = ChangeableParts(level: level, slow: slow, senders: senders)
            services = Services(
                database: used,
                staff: StaffStore(database: used, now: now),
                media: try configuration.mediaStore(on: used, now: now),
                settings: settings,
                modules: Catalog.modules,
                logger: logger,
                now: now,
                clock: clock,
                random: .system,
                senders: senders
            )
            try await services.media.prepare()
            self.database = used
        } catch {
            // The original error is more important; a failure to close adds no information.
            try? await database.close()
            throw error
        }
        server = Server(services: services, authority: "localhost:\(configuration.port)")
    }

    /// Throws, with the remedy, if the database is older than this program, or too new for it.
    static func requireFitting(_ status: Migrator.Status) throws(Failure) {
        let faults: [(steps: [String], ru: String, en: String, advice: Localized)] = [
            (
                status.changed, "База создана другой версией:", "The database is of another version:",
                Localized("Возьмите ту версию vitrina.", "Use the version of vitrina that made it.")
            ),
            (
                status.barring, "Программа слишком стара для этой базы, в ней есть",
                "This program is too old for the database, which has",
                Localized("Возьмите более новую vitrina.", "Use a newer version of vitrina.")
            ),
            (
                status.pending, "База отстаёт от программы:", "The database is behind this program by",
                Localized("Выполните: vitrina migrate", "Run: vitrina migrate")
            ),
        ]
        for (steps, ru, en, advice) in faults where !steps.isEmpty {
            let names = steps.joined(separator: ", ")
            let detail = Localized("\(ru) \(names).", "\(en) \(names).")
            throw Failure(.configuration, "migration", detail, advice: [advice])
        }
    }

    static func clock(of database: any Database) async throws -> DatabaseClock {
        let clock = DatabaseClock(database) { .current }
        try await clock.look()
        return clock
    }

    func close() async {
        services.settings.requestLog?.flush()
        // All acknowledged changes are already on disk.
        try? await database.close()
    }

    /// Opens PostgreSQL if its URL is set, else SQLite in the data directory, which is created with mode 700.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - slow: The receiver of slow statements; nil if they are not reported.
    ///   - hasReplica: False if reports must see what was written just before, so that the primary answers them.
    /// - Returns: The database, which connects when it is needed.
    /// - Throws: The failure of the directory or of the file.
    static func database(
        _ configuration: Configuration,
        slow: SlowStatements? = nil,
        hasReplica: Bool = true
    ) async throws -> any Database {
        try makeDirectory(configuration.data)
        if let url = configuration.postgres {
            var settings = PostgresSettings(url: url, sessions: configuration.sessions)
            settings.slow = slow
            settings.replica = hasReplica ? configuration.readReplica : nil
            settings.replicaLagMax = .seconds(configuration.readReplicaSeconds)
            return PostgresDatabase(settings)
        }
        return try SQLiteDatabase(path: "\(configuration.data)/vitrina.db", slow: slow)
    }

    static func makeDirectory(_ path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            let reason = (error as? CocoaError)?.reason ?? "\(error)"
            throw Failure(
                .configuration,
                "configuration",
                Localized(
                    "Папку данных \(path) не создать: \(reason)",
                    "The data directory \(path) cannot be made: \(reason)"
                )
            )
        }
    }
}

extension Configuration {
    /// The log of the server, on standard error, and its last lines in memory.
    fileprivate func logger(also lines: ServerLog?) -> Logger {
        var logger = Logger(label: "vitrina") { label -> any LogHandler in
            let whole = StreamLogHandler.standardError(label: label)
            guard let lines else { return whole }
            return MultiplexLogHandler([whole, ServerLogHandler(lines) { .current }])
        }
        logger.logLevel = logLevel
        return logger
    }

    /// The part of the settings that the server uses.
    fileprivate func webSettings(isServer: Bool) throws(Failure) -> WebSettings {
        WebSettings(
            publicURL: publicURL,
            trustedProxies: trustedProxies,
            rateLimit: rateLimit,
            timeZone: timeZone,
            historyAge: historyAge,
            isProduction: isProduction,
            isEmulator: isEmulator,
            hookHosts: hookHosts,
            google: google,
            backups: try backupTarget(),
            tls: try isServer ? serverTLS() : nil,
            metrics: watching.metrics,
            requestLog: isServer && watching.hasRequestLog ? RequestLog.standardError : nil,
            dataDirectory: data,
            all: serverSettings
        )
    }
}
