import Storage

/// A server that takes spans by OTLP over HTTP, as JSON: `POST /v1/traces`.
package struct TraceCollector: Sendable {
    private static let path = "/v1/traces"

    private let url: String
    private let headers: [(name: String, value: String)]
    /// The attributes of this server, in the JSON of OTLP.
    private let resource: JSON

    /// Creates the collector at an address, which needs no path.
    ///
    /// - Parameters:
    ///   - url: The address without a slash at its end: `http://127.0.0.1:4318`.
    ///   - headers: Lines of `Name: value` for each request, such as that of a token.
    ///   - resource: The attributes of this server by the names of OpenTelemetry: `service.name`.
    /// - Throws: The fault of a header, under the name of the setting `otlp_headers`.
    package init(url: String, headers: [String] = [], resource: [String: JSON]) throws(Fault) {
        self.url = url + Self.path
        var lines = try headers.map { line throws(Fault) in try Self.header(line) }
        lines.append(("Content-Type", "application/json"))
        self.headers = lines
        self.resource = FinishedSpan.attributes(resource)
    }

    /// Sends spans.
    ///
    /// - Parameters:
    ///   - spans: The spans, which are one request.
    ///   - timeout: The time for the answer.
    /// - Throws: `.unavailable` if the collector may take them later, else `.conflict`.
    func take(_ spans: [FinishedSpan], within timeout: Duration) async throws(Problem) {
        let body: JSON = [
            "resourceSpans": [
                [
                    "resource": ["attributes": resource],
                    "scopeSpans": [["scope": ["name": "vitrina"], "spans": .array(spans.map(\.json))]],
                ]
            ]
        ]
        let answer = try await HTTPClient(timeout: timeout).send(
            "POST",
            url,
            headers: headers,
            body: .bytes(body.bytes)
        )
        guard !(200..<300 ~= answer.status) else { return }
        let mayPass = answer.status >= 500 || [408, 429].contains(answer.status)
        throw Problem(
            mayPass ? .unavailable : .conflict,
            Localized("Ответ с кодом \(answer.status).", "The answer was \(answer.status).")
        )
    }

    private static func header(_ line: String) throws(Fault) -> (name: String, value: String) {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            parts[1].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw Fault(
                "#/otlp_headers",
                "должна состоять из строк «Имя: значение», между ними |",
                "must be lines of “Name: value” with | between"
            )
        }
        return (parts[0], parts[1])
    }
}
