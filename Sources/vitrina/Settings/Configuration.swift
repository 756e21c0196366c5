import Core
import FoundationEssentials
import Logging
import Storage
import Web

/// The server configuration of this run; a flag precedes the environment, the file and the default.
struct Configuration: Sendable {
    enum Origin: Sendable, Hashable {
        case flag(String)
        case environment(String)
        case file(String)
        case context(String)
        case standard

        var name: Localized {
            switch self {
            case .flag(let name): Localized("флаг \(name)", "flag \(name)")
            case .environment(let name): Localized("переменная \(name)", "environment \(name)")
            case .file(let path): Localized("файл \(path)", "file \(path)")
            case .context(let name): Localized("контекст \(name)", "context \(name)")
            case .standard: Localized("по умолчанию", "default")
            }
        }
    }

    /// A value as written, with its origin.
    struct Entry: Sendable, Hashable {
        let setting: Setting
        let text: String
        let origin: Origin

        var shown: String { setting.isSecret ? "••••" : text }
    }

    static let fileName = "vitrina.json"

    /// The values that are set, in the order of `Setting.allCases`.
    let entries: [Entry]
    let isProduction: Bool
    let data: String
    let postgres: String?
    let sessions: Int
    /// The address of a standby that answers reports; nil if there is none.
    let readReplica: String?
    /// The seconds that it may be behind.
    let readReplicaSeconds: Int
    let host: String
    let port: Int
    /// The time that a shutdown waits for open connections, in seconds.
    let shutdownSeconds: Int
    /// The files of TLS; nil if the server speaks plain HTTP.
    let tls: TLSFiles?
    let publicURL: String?
    let timeZone: Zone
    let logLevel: Logger.Level
    let rateLimit: Int
    let trustedProxies: Int
    let historyDays: Int
    let isEmulator: Bool
    let hookHosts: [String]
    let google: GoogleSettings
    let server: String?
    let token: String?
    let archiveMegabytes: Int
    let objects: ObjectSettings
    let watching: WatchingSettings
    /// The context that the command uses.
    let context: Context?

    /// Reads the settings; `file` is the requested file, or nil for `vitrina.json` if it exists.
    ///
    /// `context` is the name on the command line; commands that prepare a database ignore contexts.
    init(
        flags: [Setting: String] = [:],
        environment: [String: String],
        file: String? = nil,
        context: String? = nil,
        usesContexts: Bool = true
    ) throws(Failure) {
        let written = try Self.read(file)
        let entries = Setting.allCases.compactMap { Self.entry($0, flags, environment, written) }
        let place =
            try usesContexts
            ? Self.place(
                flags: flags,
                environment: environment,
                hasServerInFile: written?.values[.server] != nil,
                context: context
            )
            : .settings
        self.context = if case .context(let context) = place { context } else { nil }
        self.entries = Self.entries(entries, at: place, flags: flags)
        let reader = ConfigurationReader(entries: self.entries)
        isProduction = try reader.choice(.mode, ["production", "development"]) == "production"
        data = try reader.text(.data) ?? "./var"
        postgres = try reader.postgresURL(.postgres)
        sessions = try reader.number(.sessions, 1...200)
        readReplica = try reader.readReplica()
        readReplicaSeconds = try reader.number(.readReplicaSeconds, 1...3_600)
        host = try reader.text(.host) ?? "127.0.0.1"
        port = try reader.number(.port, 0...65_535)
        tls = try reader.tls()
        shutdownSeconds = try reader.number(.shutdownSeconds, 0...600)
        publicURL = try reader.url(.publicURL, schemes: ["http", "https"]).map(withoutSlash)
        timeZone = try reader.timeZone()
        logLevel = try reader.logLevel()
        rateLimit = try reader.number(.rateLimit, 0...1_000_000)
        trustedProxies = try reader.number(.trustedProxies, 0...10)
        historyDays = try reader.number(.historyDays, 0...36_500)
        isEmulator = try reader.choice(.emulator, ["off", "on"]) == "on"
        hookHosts = try reader.hosts(.hookHosts)
        google = try reader.google()
        server = try reader.url(.server, schemes: ["http", "https"]).map(withoutSlash)
        token = try reader.text(.token)
        // The basic ZIP format ends at 4 GB.
        archiveMegabytes = try reader.number(.archiveMegabytes, 1...4_000)
        objects = try ObjectSettings(reader, data: data)
        watching = try WatchingSettings(reader)
        try reader.checkWaysOut()
    }

    /// Returns the value of a setting with its origin: a flag precedes the environment, which precedes the file.
    private static func entry(
        _ setting: Setting,
        _ flags: [Setting: String],
        _ environment: [String: String],
        _ written: (path: String, values: [Setting: String])?
    ) -> Entry? {
        if let text = flags[setting] {
            return Entry(setting: setting, text: text, origin: .flag(setting.flagName))
        }
        if let text = environment[setting.environmentName], !text.isEmpty {
            return Entry(setting: setting, text: text, origin: .environment(setting.environmentName))
        }
        if let text = written?.values[setting] {
            return Entry(setting: setting, text: text, origin: .file(written?.path ?? fileName))
        }
        return setting.standard.map { Entry(setting: setting, text: $0, origin: .standard) }
    }

    private static func read(_ file: String?) throws(Failure) -> (path: String, values: [Setting: String])? {
        let path = file ?? fileName
        guard file != nil || FileManager.default.fileExists(atPath: path) else { return nil }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Limits.bodySizeMax else {
            throw wrong(
                Localized("Файл настроек \(path) не прочитать.", "The settings file \(path) cannot be read.")
            )
        }
        guard
            case .success(.object(let members)) = Result(catching: { () throws(Problem) in
                try JSON(parsing: bytes)
            })
        else {
            throw wrong(
                Localized("В \(path) не объект JSON.", "The settings file \(path) is not a JSON object.")
            )
        }
        var values: [Setting: String] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let setting = Setting(rawValue: name) else {
                let near = Setting.allCases.map(\.rawValue).nearest(to: name)
                throw wrong(
                    Localized(
                        "В \(path) неизвестная настройка \(name)."
                            + (near.map { " Может быть, \($0)?" } ?? ""),
                        "\(path) sets \(name), which is no setting."
                            + (near.map { " Did you mean \($0)?" } ?? "")
                    )
                )
            }
            guard let text = value.string ?? value.integer.map({ String($0) }) else {
                throw wrong(
                    Localized(
                        "В \(path) настройка \(name) должна быть строкой или числом.",
                        "In \(path) the setting \(name) must be a string or a number."
                    )
                )
            }
            values[setting] = text
        }
        return (path, values)
    }

    static func wrong(_ message: Localized) -> Failure {
        Failure(.configuration, "configuration", message)
    }

    /// The failure of the setting that a fault names, as `#/sms_url`.
    static func wrong(_ fault: Fault) -> Failure {
        let name = fault.pointer.dropFirst(2)
        return wrong(
            Localized("Настройка \(name) \(fault.detail.ru).", "The setting \(name) \(fault.detail.en).")
        )
    }
}
