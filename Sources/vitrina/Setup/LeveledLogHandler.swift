import Logging
import Storage

/// Gives all loggers of a server one level, which may change while it runs.
struct LeveledLogHandler: LogHandler {
    private var parent: any LogHandler
    private let level: Locked<Logger.Level>

    init(_ parent: any LogHandler, _ level: Locked<Logger.Level>) {
        (self.parent, self.level) = (parent, level)
        // What the loggers let through is the level's to decide.
        self.parent.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { level.value }
        set { level.update { $0 = newValue } }
    }

    var metadata: Logger.Metadata {
        get { parent.metadata }
        set { parent.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { parent.metadataProvider }
        set { parent.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { parent[metadataKey: key] }
        set { parent[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { parent.log(event: event) }
}
