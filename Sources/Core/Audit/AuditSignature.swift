import Storage

/// The author, the time and the client address of an action, which sign its entry in the audit.
package struct AuditSignature: Sendable {
    package let author: Author
    package let at: Timestamp
    package let address: String?

    package init(author: Author, at: Timestamp, address: String?) {
        (self.author, self.at, self.address) = (author, at, address)
    }

    /// Records an action in the transaction that performs it; `detail` never holds a secret.
    package func record(
        _ action: AuditAction,
        subject: String? = nil,
        detail: JSON = [:],
        on connection: any Connection
    ) throws {
        try AuditLog.record(
            action,
            subject: subject,
            detail: detail,
            by: author,
            at: at,
            address: address,
            on: connection
        )
    }
}
