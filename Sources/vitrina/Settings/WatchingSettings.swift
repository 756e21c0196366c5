import Core
import Logging
import Storage
import Web

/// The settings of what a server tells about itself.
struct WatchingSettings: Sendable {
    /// A longer text of a statement is cut in the log.
    private static let textLengthMax = 2_000

    let metrics: MetricsAccess
    let hasRequestLog: Bool
    /// The time from which statements are logged; nil if none is.
    let slow: Duration?

    init(_ reader: ConfigurationReader) throws(Failure) {
        let metrics = try reader.choice(.metrics, ["off", "local", "open"])
        self.metrics = MetricsAccess(rawValue: metrics) ?? .off
        hasRequestLog = try reader.choice(.accessLog, ["off", "json"]) == "json"
        let milliseconds = try reader.number(.slowMilliseconds, 0...3_600_000)
        slow = milliseconds == 0 ? nil : Duration.milliseconds(milliseconds)
    }

    /// Logs slow statements with their text, which has no values; nil if none is logged.
    func slowStatements(_ logger: Logger) -> SlowStatements? {
        slow.map { bound in
            SlowStatements(longerThan: bound) { slow in
                let text = slow.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                logger.warning(
                    slow.isTransaction ? "slow transaction" : "slow statement",
                    metadata: [
                        "database": "\(slow.database.rawValue)",
                        "ms": "\(Int64(slow.duration / .milliseconds(1)))",
                        "sql": "\(text.prefix(Self.textLengthMax))",
                    ]
                )
            }
        }
    }
}
