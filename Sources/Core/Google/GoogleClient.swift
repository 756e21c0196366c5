import Storage

/// Calls a Google API as a service account, with a fresh token if the first one is rejected.
package struct GoogleClient: Sendable {
    let account: GoogleAccount
    let scope: GoogleScope
    let tokens: GoogleTokens
    let timeout: Duration
    let now: @Sendable () -> Timestamp

    package init(
        account: GoogleAccount,
        scope: GoogleScope,
        tokens: GoogleTokens,
        timeout: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.account, self.scope, self.tokens) = (account, scope, tokens)
        (self.timeout, self.now) = (timeout, now)
    }

    /// A response of any status is returned; throws `.away` if there is none.
    package func send(
        _ method: String,
        _ url: String,
        headers: [String: String] = [:],
        body: [UInt8]? = nil,
        answerSizeMax: Int
    ) async throws(GoogleFault) -> HTTPAnswer {
        let answer = try await attempt(method, url, headers, body, answerSizeMax)
        guard answer.status == 401 else { return answer }
        await tokens.forget(account, scope: scope)
        return try await attempt(method, url, headers, body, answerSizeMax)
    }

    private func attempt(
        _ method: String,
        _ url: String,
        _ headers: [String: String],
        _ body: [UInt8]?,
        _ answerSizeMax: Int
    ) async throws(GoogleFault) -> HTTPAnswer {
        let token = try await tokens.token(for: account, scope: scope, at: now(), timeout: timeout)
        do throws(Problem) {
            return try await HTTPClient(timeout: timeout, bodySizeMax: answerSizeMax).send(
                method,
                url,
                headers: [("Authorization", "Bearer \(token)")] + headers.map { ($0.key, $0.value) },
                body: body.map { .bytes($0) } ?? .none
            )
        } catch {
            throw GoogleFault(.away, error.detail)
        }
    }
}

extension HTTPAnswer {
    /// The body, compressed or not, parsed as JSON.
    package func json(sizeMax: Int) throws(Problem) -> JSON {
        let isGzip = body.starts(with: [0x1F, 0x8B])
        return try JSON(parsing: isGzip ? try Gzip.inflated(body, max: sizeMax) : body)
    }
}
