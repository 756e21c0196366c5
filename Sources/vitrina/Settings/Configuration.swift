import Core
import FoundationEssentials
import Logging
import Storage

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
    let host: String
    let port: Int
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
    let mediaDirectory: String
    let archiveMegabytes: Int
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
        let reader = Reader(entries: self.entries)
        isProduction = try reader.choice(.mode, ["production", "development"]) == "production"
        data = try reader.text(.data) ?? "./var"
        postgres = try reader.url(.postgres, schemes: ["postgres", "postgresql"])
        sessions = try reader.number(.sessions, 1...200)
        host = try reader.text(.host) ?? "127.0.0.1"
        port = try reader.number(.port, 0...65_535)
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
        mediaDirectory = try reader.text(.mediaDirectory) ?? "\(data)/media"
        // The basic ZIP format ends at 4 GB.
        archiveMegabytes = try reader.number(.archiveMegabytes, 1...4_000)
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

    fileprivate static func wrong(_ message: Localized) -> Failure {
        Failure(.configuration, "configuration", message)
    }
}

private func withoutSlash(_ url: String) -> String {
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    return url
}

/// Parses written values; a failure includes the setting and its origin.
private struct Reader {
    let entries: [Configuration.Entry]

    private func entry(_ setting: Setting) -> Configuration.Entry? { entries.first { $0.setting == setting } }

    func text(_ setting: Setting) throws(Failure) -> String? {
        guard let entry = entry(setting) else { return nil }
        guard !entry.text.isEmpty, !entry.text.utf8.contains(0) else {
            throw wrong(entry, Localized("должна быть непустой", "must not be empty"))
        }
        return entry.text
    }

    func number(_ setting: Setting, _ range: ClosedRange<Int>) throws(Failure) -> Int {
        guard let entry = entry(setting) else { return range.lowerBound }
        guard let number = Int(entry.text), range.contains(number) else {
            let span = (range.lowerBound, range.upperBound)
            throw wrong(
                entry,
                Localized(
                    "должна быть числом от \(span.0) до \(span.1)",
                    "must be a number from \(span.0) to \(span.1)"
                )
            )
        }
        return number
    }

    func url(_ setting: Setting, schemes: [String]) throws(Failure) -> String? {
        guard let entry = entry(setting) else { return nil }
        guard let scheme = URLComponents(anyScript: entry.text)?.scheme?.lowercased(),
            schemes.contains(scheme),
            entry.text.dropFirst(scheme.count).hasPrefix("://")
        else {
            let example = "\(schemes[0])://…"
            throw wrong(
                entry,
                Localized("должна быть адресом вида \(example)", "must be an address like \(example)")
            )
        }
        return entry.text
    }

    /// Checks settings that only the server uses, so that every command reports their faults.
    func checkWaysOut() throws(Failure) {
        _ = try choice(.smsProvider, Setting.smsProviders)
        _ = try url(.smtpURL, schemes: ["smtp", "smtps"])
    }

    func hosts(_ setting: Setting) throws(Failure) -> [String] {
        guard let entry = entry(setting) else { return [] }
        let hosts = entry.text.split { $0 == "," || $0.isWhitespace }.map { String($0) }
        guard hosts.allSatisfy(Destinations.isHost) else {
            throw wrong(
                entry,
                Localized(
                    "должна быть именами или адресами серверов через запятую, с портом или без",
                    "must be hosts with commas between, each with a port or without"
                )
            )
        }
        return hosts
    }

    func google() throws(Failure) -> GoogleSettings {
        let url = try url(.googleURL, schemes: ["https", "http"])
        let pushURL = try self.url(.fcmURL, schemes: ["https", "http"])
        return GoogleSettings(
            keys: try text(.googleKeys),
            url: withoutSlash(url ?? GoogleSettings.url),
            pushProject: try text(.fcmProject),
            pushURL: withoutSlash(pushURL ?? GoogleSettings.pushURL)
        )
    }

    func timeZone() throws(Failure) -> Zone {
        guard let entry = entry(.timeZone) else { return .utc }
        guard let zone = Zone(entry.text) else {
            throw wrong(
                entry,
                Localized(
                    "должна быть часовым поясом, как Europe/Moscow",
                    "must be a time zone like Europe/Moscow"
                )
            )
        }
        return zone
    }

    func choice(_ setting: Setting, _ choices: [String]) throws(Failure) -> String {
        guard let entry = entry(setting) else { return choices[0] }
        guard choices.contains(entry.text) else {
            let names = choices.joined(separator: ", ")
            throw wrong(entry, Localized("должна быть одной из: \(names)", "must be one of \(names)"))
        }
        return entry.text
    }

    func logLevel() throws(Failure) -> Logger.Level {
        guard let entry = entry(.logLevel) else { return .info }
        guard let level = Logger.Level(rawValue: entry.text.lowercased()) else {
            let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong(entry, Localized("должна быть одной из: \(names)", "must be one of \(names)"))
        }
        return level
    }

    private func wrong(_ entry: Configuration.Entry, _ what: Localized) -> Failure {
        let (name, shown, origin) = (entry.setting.rawValue, entry.shown, entry.origin.name)
        return Configuration.wrong(
            Localized(
                "Настройка \(name) \(what.ru), а там «\(shown)» (\(origin.ru)).",
                "The setting \(name) \(what.en); it is “\(shown)” (\(origin.en))."
            )
        )
    }
}
