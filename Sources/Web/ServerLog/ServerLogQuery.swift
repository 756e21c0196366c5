import Core
import Logging

/// The lines that somebody looks for on the page of the server's log.
///
/// They are in its URL, by the names of the API.
struct ServerLogQuery: Sendable {
    /// The levels from which lines are shown; nil for all lines.
    static let levels: [Logger.Level?] = [nil, .warning, .error]
    static let failures = 500...599
    private static let pathLengthMax = 1_000
    private static let requestIDLengthMax = 128
    private static let slowStandard = 1_000
    private static let slowMax = 3_600_000

    /// Nil for all lines.
    var level: Logger.Level?
    /// True if only requests that the server has failed to answer are shown.
    var isFailure = false
    /// The milliseconds from which a request or a statement is shown; nil for all of them.
    var slow: Int?
    /// The beginning of the paths; empty for all of them.
    var path = ""
    /// Empty for all requests.
    var requestID = ""
    /// The place before which lines are shown; nil for the newest ones.
    var place: ServerLogCursor?
    /// True if the page is shown again and again.
    var isRefreshed = false

    init() {}

    /// A value of the form that is none of its field is left out.
    init(_ form: Form) {
        let level = form["level"].flatMap { Logger.Level(rawValue: $0) }
        self.level = Self.levels.contains(level) ? level : nil
        isFailure = form["status"] == Self.failuresText
        slow = form["slow"].flatMap { Int($0) }.flatMap { 0...Self.slowMax ~= $0 ? $0 : nil }
        path = String((form["path"] ?? "").prefix(Self.pathLengthMax))
        requestID = String((form["request"] ?? "").prefix(Self.requestIDLengthMax))
        place = form["before"].flatMap { $0.isEmpty ? nil : ServerLogCursor($0) }
        isRefreshed = form["refresh"] == "1"
    }

    static var failuresText: String { "\(failures.lowerBound)..\(failures.upperBound)" }

    /// The milliseconds that the page offers.
    var slowOffer: Int { slow ?? Self.slowStandard }

    /// True if some lines are not shown.
    var isNarrowed: Bool {
        level != nil || isFailure || slow != nil || !path.isEmpty || !requestID.isEmpty || place != nil
    }

    var filter: ServerLogFilter {
        ServerLogFilter(
            level: level,
            statuses: isFailure ? Self.failures : nil,
            path: path.isEmpty ? nil : path,
            requestID: requestID.isEmpty ? nil : requestID,
            milliseconds: slow.map { Double($0) }
        )
    }

    /// The URL of the page with these lines.
    var address: String {
        let values: [(name: String, value: String?)] = [
            ("level", level?.rawValue), ("status", isFailure ? Self.failuresText : nil),
            ("slow", slow.map { String($0) }), ("path", path), ("request", requestID),
            ("before", place?.text), ("refresh", isRefreshed ? "1" : nil),
        ]
        let words = values.compactMap { name, value -> String? in
            guard let value, !value.isEmpty else { return nil }
            return "\(name)=\(value.percentEncoded)"
        }
        return words.isEmpty ? ServerLogPage.path : "\(ServerLogPage.path)?\(words.joined(separator: "&"))"
    }

    /// The same choices, from the newest line on.
    var newest: ServerLogQuery {
        var query = self
        query.place = nil
        return query
    }

    /// The newest lines with another choice.
    func with(_ change: (inout ServerLogQuery) -> Void) -> ServerLogQuery {
        var query = newest
        change(&query)
        return query
    }
}
