import Logging
import Storage

/// Keeps everything that is logged, at every level.
package final class LogLines: Sendable {
    private let lines = Locked([String]())

    package init() {}

    package var all: [String] { lines.value }

    package var logger: Logger {
        Logger(label: "test") { [lines] _ in Handler(lines: lines) }
    }

    private struct Handler: LogHandler {
        let lines: Locked<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        func log(event: LogEvent) {
            let more = metadata.merging(event.metadata ?? [:]) { _, new in new }
            lines.update { $0.append("\(event.level) \(event.message) \(more)") }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
    }
}
