import Core
import Logging
import Storage

/// Adds the messages of a logger to the server's log in memory.
package struct ServerLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.info
    private let lines: ServerLog
    private let now: @Sendable () -> Timestamp

    package init(_ lines: ServerLog, now: @escaping @Sendable () -> Timestamp) {
        (self.lines, self.now) = (lines, now)
    }

    package func log(event: LogEvent) {
        var values = metadata.merging(event.metadata ?? [:]) { _, own in own }.mapValues { "\($0)" }
        if let error = event.error, values["error"] == nil { values["error"] = "\(error)" }
        lines.add(ServerLogLine("\(event.message)", values, event.level, at: now()))
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
