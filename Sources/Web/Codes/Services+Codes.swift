import Core

extension Services {
    /// Waits for the SMS of a code to be sent, and throws `.unavailable` if the gateway has refused it.
    ///
    /// A gateway that responds slowly is assumed to succeed: the outbox continues to try.
    package func requireSent(_ code: IssuedCode) async throws {
        guard code.isSent else { return }
        guard case .failed? = try await courier.outcome(of: code.messageID, within: Limits.codeSendWait)
        else {
            return
        }
        throw Problem(
            .unavailable,
            // The reason may expose the gateway, so only staff see it, in the outbox.
            Localized(
                "Не удалось отправить СМС. Попробуйте ещё раз чуть позже.",
                "The SMS could not be sent. Try again a little later."
            ),
            retryAfter: 10
        )
    }
}
