import Storage

/// A mail to be sent.
package struct Mail: JSONReadable, Hashable {
    package let to: String
    package let subject: String
    package let text: String
    /// The time until which the code in the mail is valid; nil if it contains none.
    package let codeUntil: Timestamp?
    /// The secret part of the text, such as a password or a token; nil if there is none.
    package let secret: String?
    /// The maximum number of attempts; nil for that of any message.
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

    /// The attachment, which is stored next to the outbox.
    package var file: MailFile?

    /// Reads the payload of a message.
    package init(json payload: JSON) throws(Fault) {
        self.init(
            to: try payload.get("to"),
            subject: try payload.get("subject", as: String?.self) ?? "",
            text: try payload.get("text")
        )
    }

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
    /// Enqueues a mail in the transaction that causes it.
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
