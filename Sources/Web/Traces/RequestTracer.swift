import Core
import HTTPTypes

/// Makes the spans of the requests that this server answers.
struct RequestTracer: Sendable {
    private static let failureMin = 500

    private let tracer: Tracer
    private let secrets: SecretPaths
    private let hasTrustedProxies: Bool

    /// Nil if requests are not traced.
    init?(_ services: Services) {
        guard let tracer = services.settings.tracer else { return nil }
        (self.tracer, secrets) = (tracer, SecretPaths(services))
        hasTrustedProxies = services.settings.trustedProxies > 0
    }

    /// Begins the span of a request, in the trace of its client if it names one.
    ///
    /// Only a trusted proxy decides whether the trace is sent.
    func begin(_ fields: HTTPFields, since began: ContinuousClock.Instant) -> TraceSpan {
        tracer.begin(
            .server,
            in: TraceParent(fields[.traceParent]),
            isTrusted: hasTrustedProxies,
            since: began
        )
    }

    /// Finishes the span of a request.
    ///
    /// `target` is its path, whose secrets are hidden, with the query, which is left out.
    func end(
        _ span: TraceSpan,
        method: String,
        target: String,
        route: String,
        status: Int,
        requestID: String
    ) {
        let path = target.prefix { $0 != "?" }
        // A method that a client has made up would be a name of its own.
        let name = HTTPRequest.Method(rawValue: method).flatMap { RequestMetrics.isKnown($0) ? method : nil }
        span.end(
            "\(name ?? "HTTP") \(route)",
            [
                "http.request.method": .string(name ?? "_OTHER"), "http.route": .string(route),
                "url.path": .string(secrets.redacted(String(path.prefix(RequestLog.Entry.textLengthMax)))),
                "http.response.status_code": .integer(Int64(status)),
                "vitrina.request.id": .string(requestID),
            ],
            error: status >= Self.failureMin ? String(status) : nil
        )
    }
}
