import Logging
import Storage

/// Gives all loggers of a server one level, which may change while it runs.
struct LeveledLogHandler: LogHandler {
    private var parent: any LogHandler
    private let level: Locked<Logger.Level>
    /// It is kept here: every request sets its id, few log a line, and a handler writes each set as text at once.
    var metadata: Logger.Metadata

    init(_ parent: any LogHandler, _ level: Locked<Logger.Level>) {
        (self.parent, self.level, metadata) = (parent, level, parent.metadata)
        // The loggers let every message through; the level decides.
        self.parent.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { level.value }
        set { level.update { $0 = newValue } }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { parent.metadataProvider }
        set { parent.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        if !metadata.isEmpty {
            event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        }
        parent.log(event: event)
    }
}
