import Storage

/// A notification for one installation of an app.
package struct Push: JSONReadable, Hashable {
    /// The registration token by which Firebase identifies the installation.
    package let token: String
    package let title: String
    package let text: String
    /// The address of a picture; nil for none.
    package let image: String?
    /// The data by which the app chooses the screen for a tap.
    package let data: [String: String]

    package init(
        to token: String,
        title: String,
        text: String,
        image: String? = nil,
        data: [String: String] = [:]
    ) {
        (self.token, self.title, self.text, self.image, self.data) = (token, title, text, image, data)
    }

    /// Reads the payload of a message.
    package init(json payload: JSON) throws(Fault) {
        self.init(
            to: try payload.get("token"),
            title: try payload.get("subject"),
            text: try payload.get("text")
        )
    }

    var payload: JSON { ["token": .string(token), "subject": .string(title), "text": .string(text)] }
}

extension OutboxKind {
    package static let push = OutboxKind("push")
}

extension Outbox {
    /// The time after which an unsent notification is dropped.
    package static let pushAge: Duration = .seconds(24 * 3600)

    /// Enqueues a notification in the transaction that causes it; `subject` is its receiver.
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
            // A notification that is days late is of no use.
            validUntil: now.advanced(by: Self.pushAge),
            at: now,
            on: connection
        )
    }
}
