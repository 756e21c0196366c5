import Core

extension Services {
    /// Lets the SMS of a code go, and throws `.unavailable` where the gateway has refused it.
    ///
    /// A gateway that is slow to answer has the benefit of the doubt: the outbox goes on trying.
    package func requireSent(_ code: IssuedCode) async throws {
        guard code.isSent else { return }
        guard case .failed? = try await courier.outcome(of: code.messageID, within: Limits.codeSendWait)
        else {
            return
        }
        throw Problem(
            .unavailable,
            // The reason tells of the gateway, so that only staff see it, in the outbox.
            Localized(
                "Не удалось отправить СМС. Попробуйте ещё раз чуть позже.",
                "The SMS could not be sent. Try again a little later."
            ),
            retryAfter: 10
        )
    }
}
