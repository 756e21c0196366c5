import Core
import FoundationEssentials
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
    /// The address to which traces are sent; nil if there are none.
    private let tracesURL: String?
    private let traceHeaders: [String]
    private let traceShare: Double

    init(_ reader: ConfigurationReader) throws(Failure) {
        let metrics = try reader.choice(.metrics, ["off", "local", "open"])
        self.metrics = MetricsAccess(rawValue: metrics) ?? .off
        hasRequestLog = try reader.choice(.accessLog, ["off", "json"]) == "json"
        let milliseconds = try reader.number(.slowMilliseconds, 0...3_600_000)
        slow = milliseconds == 0 ? nil : Duration.milliseconds(milliseconds)
        tracesURL = try reader.url(.otlpURL, schemes: ["http", "https"]).map(withoutSlash)
        traceHeaders = headerLines(try reader.text(.otlpHeaders))
        traceShare = try reader.share(.otlpSample)
        // Every command reports a fault of theirs.
        _ = try tracer { .current }
    }

    /// Sends traces of what the server does; nil if there is no place for them.
    ///
    /// Throws the failure of a header.
    func tracer(now: @escaping @Sendable () -> Timestamp) throws(Failure) -> Tracer? {
        guard let tracesURL else { return nil }
        let process = ProcessInfo.processInfo
        let (host, id) = (String(process.hostName.prefix(200)), Int64(process.processIdentifier))
        do throws(Fault) {
            let collector = try TraceCollector(
                url: tracesURL,
                headers: traceHeaders,
                resource: [
                    "service.name": "vitrina", "service.version": .string(version),
                    "service.instance.id": .string("\(host):\(id)"), "host.name": .string(host),
                    "process.pid": .integer(id),
                ]
            )
            return Tracer(share: traceShare, to: collector, now: now)
        } catch {
            throw Configuration.wrong(error)
        }
    }

    /// Logs slow statements with their text, which has no values; the bound may change while the server runs.
    func slowStatements(_ logger: Logger) -> SlowStatements {
        let statements = SlowStatements(longerThan: slow ?? .zero) { slow in
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
        if slow == nil { statements.change(to: nil) }
        return statements
    }
}

extension ConfigurationReader {
    /// A part of a whole.
    fileprivate func share(_ setting: Setting) throws(Failure) -> Double {
        guard let entry = entry(setting) else { return 1 }
        guard let share = Double(entry.text), 0...1 ~= share else {
            throw wrong(entry, Localized("должна быть числом от 0 до 1", "must be a number from 0 to 1"))
        }
        return share
    }
}
