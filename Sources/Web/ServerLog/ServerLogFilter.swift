import Core
import Logging
import Storage

/// Chooses lines of the server's log; a line must have all that is given.
struct ServerLogFilter: Sendable {
    private let since: Timestamp?
    private let level: Logger.Level?
    private let statuses: ClosedRange<Int>?
    private let path: String?
    private let requestID: String?
    private let milliseconds: Double?

    /// Throws the fault of a parameter.
    init(_ call: RouteCall) throws(Problem) {
        since = call.moment("since")
        level = call.text("level").flatMap { Logger.Level(rawValue: $0) }
        (path, requestID) = (call.text("path"), call.text("request"))
        milliseconds = call.integer("slow").map { Double($0) }
        guard let text = call.text("status") else {
            statuses = nil
            return
        }
        guard let statuses = Self.statuses(text) else {
            throw .invalid([
                Fault(
                    "#/status",
                    "должно быть кодом или промежутком 500..599",
                    "must be a status, or 500..599"
                )
            ])
        }
        self.statuses = statuses
    }

    /// Nil chooses by everything but this; a path is the beginning of one.
    init(
        level: Logger.Level?,
        statuses: ClosedRange<Int>?,
        path: String?,
        requestID: String?,
        milliseconds: Double?
    ) {
        since = nil
        (self.level, self.statuses, self.path) = (level, statuses, path)
        (self.requestID, self.milliseconds) = (requestID, milliseconds)
    }

    /// Nil unless the text is a status, or two with the lower one first: `500..599`.
    private static func statuses(_ text: String) -> ClosedRange<Int>? {
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        guard let first = numbers.first, let last = numbers.last, first <= last,
            text == (numbers.count == 1 ? "\(first)" : "\(first)..\(last)"),
            100...599 ~= first, 100...599 ~= last
        else { return nil }
        return first...last
    }

    func fits(_ line: ServerLogLine) -> Bool {
        if let since, line.at < since { return false }
        if let level, line.level < level { return false }
        if let statuses { guard let status = line.status, statuses.contains(status) else { return false } }
        if let path { guard let own = line.path, own.hasPrefix(path) else { return false } }
        if let requestID, line.requestID != requestID { return false }
        if let milliseconds { guard let own = line.milliseconds, own >= milliseconds else { return false } }
        return true
    }
}
