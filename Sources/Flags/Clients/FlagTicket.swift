import Core
import Storage

/// A short-lived ticket for one stream of events, so that its URL, which may be logged, contains no key (R93).
package struct FlagTicket: Sendable {
    private let secrets: SecretStore
    private let now: @Sendable () -> Timestamp

    package init(secrets: SecretStore, now: @escaping @Sendable () -> Timestamp) {
        self.secrets = secrets
        self.now = now
    }

    /// A text for a URL: the id of the key, the expiry and a signature.
    package func make(for key: String) async throws -> String {
        let step = Limits.flagTicketStep
        let end = now().advanced(by: Limits.flagTicketAge).seconds / step * step
        let text = "\(key).\(end)"
        return text + "." + (try await signature(text))
    }

    /// The id of the key in a ticket; nil if the signature is wrong or the ticket has expired.
    package func key(of ticket: String) async throws -> String? {
        guard ticket.utf8.count <= Limits.flagTicketLengthMax else { return nil }
        let parts = ticket.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let end = Int64(parts[1]), end > now().seconds else { return nil }
        let right = try await signature("\(parts[0]).\(parts[1])")
        return isEqualInConstantTime(Array(parts[2].utf8), Array(right.utf8)) ? String(parts[0]) : nil
    }

    private func signature(_ text: String) async throws -> String {
        let key = try await secrets.secret("flag-tickets")
        return Base64URL.encode(HMAC.sha256(Array("events.\(text)".utf8), key: key))
    }
}
