import Core
import HTTPTypes
import Storage

extension RequestLog {
    /// One answered request.
    struct Entry: Sendable {
        /// The longest path and list of parameters that a line has.
        static let textLengthMax = 1_000
        /// A longer name of a parameter is rather a token without a name.
        private static let nameLengthMax = 40

        let at: Timestamp
        let method: String
        /// The path with its secrets hidden.
        let path: String
        /// The query as received; only the names of its parameters are written, because values may be tokens.
        let query: String?
        let route: String
        let status: Int
        let bytes: Int
        let duration: Duration
        let address: String
        let actor: RequestActor?
        let requestID: String
        let trace: TraceParent?
        /// True if the answer came from the cache, or was evaluated in the channel.
        let isFast: Bool

        var line: [UInt8] {
            var writer = JSONWriter()
            writer.object { line in
                line.member("time", at.description)
                line.member("method", method)
                line.member("path", String(path.prefix(Self.textLengthMax)))
                line.member("query", names)
                line.member("route", route)
                line.member("status", Int64(status))
                line.member("bytes", Int64(bytes))
                line.member("ms", milliseconds)
                line.member("address", address)
                line.member("author", JSON(actor?.kind))
                line.member("author_id", JSON(actor?.id))
                line.member("request_id", requestID)
                line.member("trace_id", JSON(trace?.traceID))
                line.member("fast", isFast)
            }
            return writer.bytes + [UInt8(ascii: "\n")]
        }

        /// The names of the parameters, each once.
        private var names: JSON {
            var names: [String] = []
            for part in (query ?? "").prefix(Self.textLengthMax).split(separator: "&") {
                let own = part.prefix { $0 != "=" }
                // Without a value it may be a token, too.
                let isName = own.count < part.count && own.count <= Self.nameLengthMax
                let name = isName ? String(own) : SecretPaths.hidden
                if !name.isEmpty, !names.contains(name) { names.append(name) }
            }
            return .array(names.map { .string($0) })
        }

        /// To the microsecond.
        private var milliseconds: Double { (duration / .microseconds(1)).rounded() / 1_000 }
    }
}

extension RequestLog {
    /// An id for a request that got none from the server.
    static func newID() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-Id") ?? .via
    static let traceParent = HTTPField.Name("traceparent") ?? .via
}
