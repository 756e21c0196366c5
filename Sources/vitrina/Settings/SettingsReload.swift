import Core
import Logging
import Storage
import Web

/// Reads the settings of a running server again, and takes up those that need no restart.
struct SettingsReload: Sendable {
    private let source: ConfigurationSource
    private let composition: Composition
    /// The values that hold.
    private let texts: Locked<[Setting: String]>

    init(_ source: ConfigurationSource, _ configuration: Configuration, _ composition: Composition) {
        (self.source, self.composition) = (source, composition)
        texts = Locked(configuration.texts)
    }

    /// Everything that the server reads again: the settings, and the files of the services.
    var reloads: [Reload] {
        [Reload("settings", read: { try read() })]
            + composition.services.reloads.map { part in Reload(part.name) { try part.reload() } }
    }

    private func read() throws(Wrong) {
        do throws(Failure) {
            try take(source.read(isAgain: true))
        } catch {
            throw Wrong(description: error.message.en)
        }
    }

    /// A setting that is wrong, in words for the log.
    private struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    /// Throws before anything is taken up, if a value is wrong.
    private func take(_ new: Configuration) throws(Failure) {
        let (services, changeable) = (composition.services, composition.changeable)
        let (old, now) = (texts.value, new.texts)
        // The sender of notifications keeps its project, which holds until a restart.
        let senders = try new.senders(on: composition.database, now: services.now)
            .filter { [.sms, .mail].contains($0.kind) }
        let changed = Setting.allCases.filter { old[$0] != now[$0] }
        let (taken, waiting) = (changed.filter(\.isReloaded), changed.filter { !$0.isReloaded })
        changeable.level.update { $0 = new.logLevel }
        changeable.slow?.change(to: new.watching.slow)
        for sender in senders {
            for own in changeable.senders { own.replace(with: sender) }
        }
        let shown = Dictionary(new.serverSettings.map { ($0.name, $0) }) { first, _ in first }
        let reloaded = Set(Setting.allCases.filter(\.isReloaded).map(\.rawValue))
        services.settings.changing.take(
            rateLimit: new.rateLimit,
            historyAge: new.historyAge,
            metrics: new.watching.metrics,
            all: services.settings.all.map { reloaded.contains($0.name) ? shown[$0.name] ?? $0 : $0 }
        )
        texts.update { texts in
            for setting in taken { texts[setting] = now[setting] }
        }
        tell(taken, waiting)
    }

    private func tell(_ taken: [Setting], _ waiting: [Setting]) {
        let logger = composition.services.logger
        let names = taken.map(\.rawValue).joined(separator: ", ")
        logger.notice("settings are read again", metadata: ["changed": "\(names.isEmpty ? "none" : names)"])
        guard !waiting.isEmpty else { return }
        logger.warning(
            "changed settings hold after a restart only",
            metadata: ["settings": "\(waiting.map(\.rawValue).joined(separator: ", "))"]
        )
    }
}

/// The parts of a composition that take up new settings while the server runs.
struct ChangeableParts: Sendable {
    let level: Locked<Logger.Level>
    /// Nil if slow statements are not logged at all.
    let slow: SlowStatements?
    let senders: [ReplaceableSender]
}

extension Configuration {
    /// The retention of the history; nil for no limit.
    var historyAge: Duration? { historyDays == 0 ? nil : .seconds(historyDays * 86_400) }

    /// The values as written.
    fileprivate var texts: [Setting: String] {
        Dictionary(entries.map { ($0.setting, $0.text) }) { first, _ in first }
    }
}
