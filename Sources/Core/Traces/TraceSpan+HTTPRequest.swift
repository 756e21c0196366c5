extension TraceSpan {
    private static let failureMin = 400

    /// Finishes the span of a request to another server.
    ///
    /// Of its URL only the host is in the span, since paths and queries may hold keys.
    func end(_ request: HTTPRequest, _ result: Result<HTTPAnswer, any Error>) {
        var attributes: [String: JSON] = [
            "http.request.method": .string(request.method), "server.address": .string(request.host),
        ]
        var error: String?
        switch result {
        case .success(let answer):
            attributes["http.response.status_code"] = .integer(Int64(answer.status))
            error = answer.status >= Self.failureMin ? String(answer.status) : nil
        case .failure(is CancellationError): error = "cancelled"
        case .failure: error = "unreachable"
        }
        end(request.method, attributes, error: error)
    }
}
