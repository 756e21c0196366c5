import Core
import Logging
import Storage

/// A line of the server's log, with what readers choose it by.
struct ServerLogLine: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case message, request
    }

    /// A message as an object of JSON; of a request only the parts, because few lines are ever read.
    private enum Content: Sendable {
        case message([UInt8])
        indirect case request(RequestLog.Entry)
    }

    /// The memory of a line besides its texts, in bytes.
    private static let overhead = 160
    private static let messageLengthMax = 2_000
    private static let valueLengthMax = 2_000
    private static let valuesMax = 30
    private static let failureMin = 500

    let kind: Kind
    let at: Timestamp
    let level: Logger.Level
    let requestID: String?
    let path: String?
    let status: Int?
    let milliseconds: Double?
    private let content: Content
    /// Its number in the log of this server, set when it is read.
    var number: Int64 = 0

    /// The line as an object of JSON.
    var text: [UInt8] {
        switch content {
        case .message(let text): text
        case .request(let entry): Array(entry.line.dropLast())
        }
    }

    /// Its memory, in bytes.
    var size: Int {
        switch content {
        case .message(let text):
            text.count + (path?.utf8.count ?? 0) + (requestID?.utf8.count ?? 0) + Self.overhead
        case .request(let entry): entry.size + MemoryLayout<RequestLog.Entry>.stride + Self.overhead
        }
    }

    /// A request; a failure of the server has the level of an error.
    init(_ entry: RequestLog.Entry) {
        (kind, at, path) = (.request, entry.at, entry.path)
        level = entry.status >= Self.failureMin ? .error : .info
        (requestID, status) = (entry.requestID, entry.status)
        milliseconds = entry.duration / .milliseconds(1)
        content = .request(entry)
    }

    /// A message, of which the metadata may name the request, the path, the status and the milliseconds.
    init(_ message: String, _ metadata: [String: String], _ level: Logger.Level, at: Timestamp) {
        (kind, self.at, self.level) = (.message, at, level)
        var others = metadata
        let requestID = others.removeValue(forKey: "hb.request.id")
        self.requestID = requestID
        path = metadata["path"].map { String($0.prefix(RequestLog.Entry.textLengthMax)) }
        status = metadata["status"].flatMap { Int($0) }
        milliseconds = metadata["ms"].flatMap { Double($0) }
        var writer = JSONWriter()
        writer.object { line in
            line.member("time", at.description)
            line.member("message", String(message.prefix(Self.messageLengthMax)))
            line.key("metadata")
            line.object { values in
                for (name, value) in others.sorted(by: { $0.key < $1.key }).prefix(Self.valuesMax) {
                    values.member(name, String(value.prefix(Self.valueLengthMax)))
                }
            }
            line.member("request_id", JSON(requestID))
        }
        content = .message(writer.bytes)
    }

    /// The line as the admin API answers it.
    func json(of server: String) throws(Problem) -> JSON {
        try JSON(parsing: text).adding([
            "kind": .string(kind.rawValue), "server": .string(server), "number": .integer(number),
            "level": .string(level.rawValue),
        ])
    }

    /// The schema in OpenAPI.
    static let schema = Schema.object(
        [
            "kind": Schema.choice(of: Kind.self),
            "server": Schema.described(Schema.text, "The id of the server, as `server.id`."),
            "number": Schema.described(Schema.integer, "In the log of this server."),
            "time": Schema.moment,
            "level": Schema.described(
                Schema.choice(Logger.Level.allCases.map(\.rawValue)),
                "A request that was answered with 500 or more is an `error`, every other one `info`."
            ),
            "request_id": Schema.optionalText, "message": Schema.text,
            "metadata": ["type": "object", "additionalProperties": Schema.text],
            "method": Schema.text, "path": Schema.text,
            "query": Schema.described(Schema.list(of: Schema.text), "The names of the parameters."),
            "route": Schema.text, "status": Schema.integer, "bytes": Schema.integer,
            "ms": ["type": "number"], "address": Schema.text, "author": Schema.optionalText,
            "author_id": Schema.optionalText, "trace_id": Schema.optionalText, "fast": Schema.flag,
        ],
        optional: [
            "message", "metadata", "method", "path", "query", "route", "status", "bytes", "ms", "address",
            "author", "author_id", "trace_id", "fast",
        ]
    )
}
