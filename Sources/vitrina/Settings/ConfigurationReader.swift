import Core
import FoundationEssentials
import Logging
import Storage

/// Parses written values; a failure includes the setting and its origin.
struct ConfigurationReader {
    let entries: [Configuration.Entry]

    func entry(_ setting: Setting) -> Configuration.Entry? { entries.first { $0.setting == setting } }

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

    /// An address of PostgreSQL.
    ///
    /// libpq reads what follows its scheme: several hosts, each with a port, are no URL.
    func postgresURL(_ setting: Setting) throws(Failure) -> String? {
        guard let entry = entry(setting) else { return nil }
        let text = entry.text.lowercased()
        guard ["postgres://", "postgresql://"].contains(where: { text.hasPrefix($0) && text != $0 }) else {
            throw wrong(
                entry,
                Localized("должна быть адресом вида postgres://…", "must be an address like postgres://…")
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

    func wrong(_ entry: Configuration.Entry, _ what: Localized) -> Failure {
        let (name, shown, origin) = (entry.setting.rawValue, entry.shown, entry.origin.name)
        return Configuration.wrong(
            Localized(
                "Настройка \(name) \(what.ru), а там «\(shown)» (\(origin.ru)).",
                "The setting \(name) \(what.en); it is “\(shown)” (\(origin.en))."
            )
        )
    }
}

/// The headers in a setting, which has `|` or a line break between them.
func headerLines(_ text: String?) -> [String] {
    (text ?? "").split { $0 == "|" || $0 == "\n" }.map { String($0) }
}

/// The URL without slashes at its end.
func withoutSlash(_ url: String) -> String {
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    return url
}
