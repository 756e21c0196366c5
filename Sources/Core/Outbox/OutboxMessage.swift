import Storage

/// A message to another system: a web hook, an SMS, a mail, a push notification.
package struct OutboxMessage: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable, JSONReadable {
        case waiting, sent
        /// All attempts have failed.
        case failed
        /// Not sent, only stored for staff to read: in a test mode.
        case kept
    }

    package let id: Int64
    /// The id by which the receiver recognizes a repeated message; the same at every attempt.
    package let eventID: String
    package let kind: OutboxKind
    package let lane: String
    package let subject: String?
    package let payload: JSON
    /// The span of the request that has caused it; nil if it was not traced, or there was none.
    package let cause: TraceParent?
    package let state: State
    /// The number of attempts, including the current one.
    package let attempts: Int64
    package let dueAt: Timestamp
    package let lastError: Localized?
    package let createdAt: Timestamp
    package let endedAt: Timestamp?
    /// Nothing is sent from then on.
    package let validUntil: Timestamp?
    /// True if the text is erased once the message is sent or has failed.
    package let isSecret: Bool

    /// The maximum number of attempts, including the current one.
    var attemptsMax: Int64 {
        let own = try? payload.get("attempts_max", as: Int64?.self)
        return min(max(own ?? Limits.outboxAttemptsMax, 1), Limits.outboxAttemptsMax)
    }
}

/// The kind of a message; each subject declares its own in an extension.
package struct OutboxKind: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

extension OutboxMessage {
    init(_ row: Row) throws {
        id = try row.get("id")
        eventID = try row.get("event_id")
        kind = OutboxKind(try row.get("kind"))
        lane = try row.get("lane")
        subject = try row.get("subject")
        let kept = try JSON(parsing: row.get("payload", as: String.self))
        let place = try? kept.get(TraceParent.headerName, as: String.self)
        cause = TraceParent(place)
        payload = place == nil ? kept : kept.merged(with: [TraceParent.headerName: nil])
        state = State(rawValue: try row.get("state")) ?? .failed
        attempts = try row.get("attempts")
        dueAt = try row.get("due_at")
        lastError = try row.localized("last_error")
        createdAt = try row.get("created_at")
        endedAt = try row.get("ended_at")
        validUntil = try row.get("valid_until")
        isSecret = try row.get("is_secret")
    }
}
