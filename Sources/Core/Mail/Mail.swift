import Storage

/// A mail that is to be sent.
package struct Mail: Sendable, Hashable {
    package let to: String
    package let subject: String
    package let text: String
    /// Until when the code holds that it brings; nil where it brings none.
    package let codeUntil: Timestamp?

    package init(to: String, subject: String, text: String, codeUntil: Timestamp? = nil) {
        self.to = to
        self.subject = subject
        self.text = text
        self.codeUntil = codeUntil
    }

    var payload: JSON {
        ["to": .string(to), "subject": .string(subject), "text": .string(text)]
    }
}

extension OutboxKind {
    package static let mail = OutboxKind("mail")
}

extension Outbox {
    /// Puts a mail down in the transaction that is its cause.
    @discardableResult
    package static func enqueue(
        _ mail: Mail,
        subject: String,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> Int64 {
        try enqueue(
            .mail,
            eventID: "mail-\(subject)",
            payload: mail.payload,
            lane: "mail",
            subject: subject,
            validUntil: mail.codeUntil,
            isSecret: mail.codeUntil != nil,
            at: now,
            on: connection
        )
    }
}
