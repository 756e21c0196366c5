/// The SMS.ru gateway by its documentation: one message per request, the response as JSON.
package struct SMSRu: SMSGateway {
    package static let address = "https://sms.ru/sms/send"

    private let url: String
    private let key: String
    private let sender: String?
    private let timeout: Duration

    /// `sender` is a name that the provider has approved; `url` differs only for a test double.
    package init(
        key: String,
        sender: String? = nil,
        url: String = address,
        timeout: Duration = Limits.smsTimeout
    ) {
        self.url = url
        self.key = key
        self.sender = sender
        self.timeout = timeout
    }

    package func send(_ sms: SMS) async -> OutboxResult.Outcome {
        let digits = sms.phone.description.filter { $0 != "+" }
        var fields = [("api_id", key), ("to", digits), ("msg", sms.text), ("json", "1")]
        if let sender { fields.append(("from", sender)) }
        let body = fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        do throws(Problem) {
            let reason = SMSReason(sms, key: key)
            let client = HTTPClient(timeout: timeout, bodySizeMax: Limits.smsAnswerSizeMax)
            let answer = try await client.send(
                "POST",
                url,
                headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: .bytes(Array(body.utf8))
            )
            guard 200..<300 ~= answer.status else {
                return SMSSuccess.standard.outcome(of: answer, reason: reason.words(of: answer))
            }
            return try Self.outcome(of: JSON(parsing: answer.body), reason)
        } catch {
            return .again(error.kind == .malformed ? Self.unclear : error.detail)
        }
    }

    /// First the status of the whole request, then that of the message in it.
    private static func outcome(of answer: JSON, _ reason: SMSReason) -> OutboxResult.Outcome {
        guard let code = answer["status_code"]?.integer else { return .again(unclear) }
        guard code == taken else { return outcome(code, reason.cleaned(answer["status_text"]?.string)) }
        guard let message = answer["sms"]?.object?.values.first, let own = message["status_code"]?.integer
        else { return .again(unclear) }
        return outcome(own, reason.cleaned(message["status_text"]?.string))
    }

    private static func outcome(_ code: Int64, _ words: String?) -> OutboxResult.Outcome {
        let words = words ?? "SMS.ru: \(code)"
        let error = Localized(words, words)
        return switch code {
        // Accepted, in progress, sent, delivered.
        case 100...103: .sent
        case _ where lasting.contains(code): .failed(error)
        case _: .again(error)
        }
    }

    private static let taken: Int64 = 100
    /// Faults of the key, the number, the text or the contract, and daily limits: a retry cannot succeed.
    private static let lasting: Set<Int64> = [
        150, 200, 202, 203, 204, 205, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 221,
        222,
        230, 232, 233, 300, 301, 302, 303, 304, 305,
    ]
    private static let unclear = Localized(
        "Ответ SMS.ru не разобрать.",
        "The answer of SMS.ru cannot be read."
    )
}
