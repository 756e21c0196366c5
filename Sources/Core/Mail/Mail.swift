import Storage

/// A mail that is to be sent.
package struct Mail: Sendable, Hashable {
    package let to: String
    package let subject: String
    package let text: String
    /// Until when the code holds that it brings; nil where it brings none.
    package let codeUntil: Timestamp?
    /// What of the text nobody but the receiver may read: a password, a token; nil where it brings none.
    package let secret: String?
    /// How often it is tried; nil for as often as any message.
    package let attemptsMax: Int64?

    package init(
        to: String,
        subject: String,
        text: String,
        codeUntil: Timestamp? = nil,
        secret: String? = nil,
        attemptsMax: Int64? = nil
    ) {
        self.to = to
        self.subject = subject
        self.text = text
        self.codeUntil = codeUntil
        self.secret = secret
        self.attemptsMax = attemptsMax
    }

    /// What it brings along; it waits beside the outbox.
    package var file: MailFile?

    var payload: JSON {
        var members: [String: JSON] = [
            "to": .string(to), "subject": .string(subject), "text": .string(text),
        ]
        members["secret"] = secret.map { .string($0) }
        members["attempts_max"] = attemptsMax.map { .integer($0) }
        return .object(members)
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
            isSecret: mail.codeUntil != nil || mail.secret != nil,
            at: now,
            on: connection
        )
    }
}
