import Storage

/// A notification for one installation of an app.
package struct Push: Sendable, Hashable {
    /// What Firebase knows the installation by.
    package let token: String
    package let title: String
    package let text: String

    package init(to token: String, title: String, text: String) {
        (self.token, self.title, self.text) = (token, title, text)
    }

    /// Nil where a message does not say so.
    init?(_ payload: JSON) {
        guard let token = payload["token"]?.string, let text = payload["text"]?.string else { return nil }
        self.init(to: token, title: payload["subject"]?.string ?? "", text: text)
    }

    var payload: JSON { ["token": .string(token), "subject": .string(title), "text": .string(text)] }
}

extension OutboxKind {
    package static let push = OutboxKind("push")
}

extension Outbox {
    /// A notification that could not be sent for so long is given up.
    package static let pushAge: Duration = .seconds(24 * 3600)

    /// Puts a notification down in the transaction that is its cause; `subject` is whom it is for.
    @discardableResult
    package static func enqueue(
        _ push: Push,
        eventID: String,
        subject: String,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> Int64 {
        try enqueue(
            .push,
            eventID: eventID,
            payload: push.payload,
            lane: "push",
            subject: subject,
            // What comes days later is no news.
            validUntil: now.advanced(by: Self.pushAge),
            at: now,
            on: connection
        )
    }
}
