import Storage

/// Who does something, when and from where: what each line of the audit is signed with.
package struct AuditSignature: Sendable {
    package let author: Author
    package let at: Timestamp
    package let address: String?

    package init(author: Author, at: Timestamp, address: String?) {
        (self.author, self.at, self.address) = (author, at, address)
    }

    /// Records a deed in the transaction that does it; `detail` never holds a secret.
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
