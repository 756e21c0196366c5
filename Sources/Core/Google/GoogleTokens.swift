import Storage

/// The scope of an access token.
package enum GoogleScope: String, Sendable {
    case remoteConfig = "https://www.googleapis.com/auth/firebase.remoteconfig"
    case messaging = "https://www.googleapis.com/auth/firebase.messaging"
}

/// Access tokens of service accounts (RFC 7523), each cached until shortly before it expires.
package actor GoogleTokens {
    private static let tokenSizeMax = 64 << 10
    private static let tokensMax = 200
    /// The time before its expiry from which a token is no longer used.
    private static let tokenMargin: Duration = .seconds(60)

    private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    private var tokens: [String: (text: String, until: Timestamp)] = [:]

    package init() {}

    func token(
        for account: GoogleAccount,
        scope: GoogleScope,
        at now: Timestamp,
        timeout: Duration
    ) async throws(GoogleFault) -> String {
        if let known = tokens[Self.key(account, scope)], known.until > now { return known.text }
        let (text, life) = try await Self.exchange(account, scope, at: now, timeout: timeout)
        tokens = tokens.filter { $0.value.until > now }
        if tokens.count < Self.tokensMax {
            tokens[Self.key(account, scope)] = (
                text, now.advanced(by: .seconds(life) - Self.tokenMargin)
            )
        }
        return text
    }

    /// Drops a token that the API has rejected.
    func forget(_ account: GoogleAccount, scope: GoogleScope) {
        tokens[Self.key(account, scope)] = nil
    }

    private static func key(_ account: GoogleAccount, _ scope: GoogleScope) -> String {
        "\(account.id) \(scope.rawValue)"
    }

    private static func exchange(
        _ account: GoogleAccount,
        _ scope: GoogleScope,
        at now: Timestamp,
        timeout: Duration
    ) async throws(GoogleFault) -> (text: String, life: Int64) {
        let assertion = try account.assertion(scope: scope.rawValue, at: now)
        let form = "grant_type=\(grant.percentEncoded)&assertion=\(assertion)"
        let answer: HTTPAnswer
        do throws(Problem) {
            answer = try await HTTPClient(timeout: timeout, bodySizeMax: Self.tokenSizeMax).send(
                "POST",
                account.tokenURL,
                headers: [
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                ],
                body: .bytes(Array(form.utf8))
            )
        } catch {
            throw GoogleFault(.away, error.detail)
        }
        let json = (try? JSON(parsing: answer.body)) ?? .null
        guard answer.status == 200 else {
            let reason = json["error_description"]?.string ?? json["error"]?.string
            throw GoogleFault(
                status: answer.status,
                reason,
                Localized("Google не дал токен", "Google has given no token")
            )
        }
        guard let text = json["access_token"]?.string, !text.isEmpty,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { throw GoogleFault(.away, unclear) }
        return (text, min(max(json["expires_in"]?.integer ?? 3_600, 0), 86_400))
    }

    private static let unclear = Localized(
        "Ответ Google на запрос токена не разобрать.",
        "Google's answer to the request for a token cannot be read."
    )
}
