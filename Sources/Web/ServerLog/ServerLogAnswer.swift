import Core
import Storage

/// Lines of a server's log, as the admin API answers them.
package struct ServerLogAnswer: Sendable, JSONReadable {
    /// The server whose lines they are.
    package struct Origin: Sendable, Hashable, JSONReadable {
        package let id: String
        package let host: String
        package let process: Int64

        package init(json: JSON) throws(Fault) {
            id = try json.get("id")
            host = try json.get("host")
            process = try json.get("process")
        }
    }

    /// A value of a line, by its name.
    struct Detail: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// One line, as people read it.
    package struct Line: Sendable, JSONReadable {
        package let time: Timestamp
        package let level: String
        package let requestID: String?
        /// Of a request.
        package let status: Int?
        package let milliseconds: String
        /// The method and the path, or the message.
        let title: String
        /// The metadata of a message; of a request the route, the address, the author and the like.
        let details: [Detail]
        /// The method and the path, or the message with its metadata.
        package let text: String
        /// The error that a message is about.
        var cause: String? { details.first { $0.name == "error" }?.value }

        package init(json: JSON) throws(Fault) {
            time = try json.get("time")
            level = try json.get("level")
            requestID = try json.get("request_id")
            status = try json.get("status")
            milliseconds = json["ms"].map { $0.text } ?? ""
            if let message = try json.get("message", as: String?.self) {
                let metadata = try json.get("metadata", as: [String: String]?.self) ?? [:]
                let values = metadata.sorted { $0.key < $1.key }
                title = message
                details = values.map { value in Detail(name: value.key, value: value.value) }
                text = ([message] + values.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
            } else {
                let (method, path): (String, String) = (try json.get("method"), try json.get("path"))
                let line = "\(method) \(path)"
                (title, text) = (line, line)
                details = try Self.details(ofRequest: json)
            }
        }

        private static func details(ofRequest json: JSON) throws(Fault) -> [Detail] {
            var values: [(name: String, value: String?)] = []
            for name in ["route", "address", "author", "author_id", "trace_id"] {
                values.append((name, try json.get(name, as: String?.self)))
            }
            let parameters = try json.get("query", as: [String]?.self) ?? []
            values.append(("query", parameters.joined(separator: ", ")))
            values.append(("bytes", try json.get("bytes", as: Int?.self).map { String($0) }))
            return values.compactMap { name, value -> Detail? in
                guard let value, !value.isEmpty else { return nil }
                return Detail(name: name, value: value)
            }
        }
    }

    package let server: Origin
    package let items: [JSON]
    /// The place after these lines.
    package let next: String
    package let hasMore: Bool
    /// The lines that have left the memory before they were read.
    package let missed: Int

    package init(json: JSON) throws(Fault) {
        server = try json.get("server")
        items = try json.get("items")
        next = try json.get("next")
        hasMore = try json.get("more")
        missed = try json.get("missed")
    }
}
