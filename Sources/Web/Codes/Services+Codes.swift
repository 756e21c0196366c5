import Core

extension Services {
    /// Lets the SMS of a code go, and throws `.unavailable` where the gateway has refused it.
    ///
    /// A gateway that is slow to answer has the benefit of the doubt: the outbox goes on trying.
    package func requireSent(_ code: IssuedCode) async throws {
        guard code.isSent else { return }
        courier.wake()
        guard
            case .failed(let reason)? = try await outbox.outcome(
                of: code.messageID,
                within: Limits.codeSendWait
            )
        else { return }
        throw Problem(
            .unavailable,
            Localized("СМС не отправлена: \(reason.ru)", "The SMS was not sent: \(reason.en)"),
            retryAfter: 10
        )
    }
}
