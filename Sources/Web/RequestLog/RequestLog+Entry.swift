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
        /// So is one longer than this that has other characters than words with `_` between them.
        private static let mixedNameLengthMax = 15

        let at: Timestamp
        let method: String
        /// The path with its secrets hidden.
        let path: String
        /// The names of the parameters, each once: values may be tokens.
        let parameters: [String]
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
                line.member("path", path.bounded(Self.textLengthMax))
                line.member("query", .array(parameters.map { .string($0) }))
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

        /// The bytes of its texts, and of the list of parameters, which may be many short ones.
        var size: Int {
            let names = parameters.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
            return names + method.utf8.count + path.utf8.count + route.utf8.count + address.utf8.count
                + requestID.utf8.count + (actor?.id?.utf8.count ?? 0)
        }

        /// The names of the parameters of a query as received.
        static func names(_ query: Substring) -> [String] {
            var names: [String] = []
            for part in query.prefix(textLengthMax).split(separator: "&") {
                let own = part.prefix { $0 != "=" }
                // Without a value it may be a token, too.
                let name = own.count < part.count && isName(own) ? String(own) : SecretPaths.hidden
                if !name.isEmpty, !names.contains(name) { names.append(name) }
            }
            return names
        }

        private static func isName(_ text: Substring) -> Bool {
            let bytes = text.utf8
            guard bytes.count > mixedNameLengthMax else { return true }
            return bytes.count <= nameLengthMax
                && bytes.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
        }

        /// To the microsecond.
        private var milliseconds: Double { (duration / .microseconds(1)).rounded() / 1_000 }
    }
}

extension String {
    /// The text without what is after so many characters.
    func bounded(_ lengthMax: Int) -> String {
        utf8.count <= lengthMax ? self : String(prefix(lengthMax))
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
