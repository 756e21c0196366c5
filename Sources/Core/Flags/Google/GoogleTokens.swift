import Storage

/// Access tokens of service accounts (RFC 7523), each kept until shortly before its end.
package actor GoogleTokens {
    private static let scope = "https://www.googleapis.com/auth/firebase.remoteconfig"
    private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    private var tokens: [String: (text: String, until: Timestamp)] = [:]

    package init() {}

    func token(
        for account: GoogleAccount,
        at now: Timestamp,
        timeout: Duration
    ) async throws(GoogleFault) -> String {
        if let known = tokens[account.id], known.until > now { return known.text }
        let (text, life) = try await Self.exchange(account, at: now, timeout: timeout)
        tokens = tokens.filter { $0.value.until > now }
        if tokens.count < Limits.googleTokensMax {
            tokens[account.id] = (text, now.advanced(by: .seconds(life) - Limits.googleTokenMargin))
        }
        return text
    }

    /// Somebody does not take it any more.
    func forget(_ account: GoogleAccount) {
        tokens[account.id] = nil
    }

    private static func exchange(
        _ account: GoogleAccount,
        at now: Timestamp,
        timeout: Duration
    ) async throws(GoogleFault) -> (text: String, life: Int64) {
        let assertion = try account.assertion(scope: scope, at: now)
        let form = "grant_type=\(grant.percentEncodedWhole)&assertion=\(assertion)"
        let answer: HTTPAnswer
        do throws(Problem) {
            answer = try await HTTPClient(timeout: timeout, bodySizeMax: Limits.googleTokenSizeMax).send(
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

extension GoogleFault {
    /// What an answer that is no success says; limits and faults of theirs pass.
    init(status: Int, _ reason: String?, _ what: Localized) {
        let words = String(
            String.UnicodeScalarView(
                (reason ?? "").unicodeScalars.lazy.map {
                    $0.properties.generalCategory == .control ? " " : $0
                }
                .prefix(Limits.googleReasonLengthMax)
            )
        )
        let end = words.isEmpty ? "." : ": \(words)" + (words.last?.isPunctuation == true ? "" : ".")
        self.init(
            status == 429 || status >= 500 ? .away : .refused,
            Localized("\(what.ru), код \(status)\(end)", "\(what.en), status \(status)\(end)")
        )
    }
}
