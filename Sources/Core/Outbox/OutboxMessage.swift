import Storage

/// One thing that must leave the building: a web hook, an SMS, a mail, later a push.
package struct OutboxMessage: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case waiting, sent
        /// Given up.
        case failed
        /// Never to be sent, only to be looked at: in a test mode.
        case kept
    }

    package let id: Int64
    /// What the receiver knows it by; the same at every attempt.
    package let eventID: String
    package let kind: OutboxKind
    package let lane: String
    package let subject: String?
    package let payload: JSON
    package let state: State
    /// How often it has been tried, the attempt at hand included.
    package let attempts: Int64
    package let dueAt: Timestamp
    package let lastError: Localized?
    package let createdAt: Timestamp
    package let endedAt: Timestamp?
    /// Nothing is sent from then on.
    package let validUntil: Timestamp?
    /// Its text goes once it has been sent, or given up.
    package let isSecret: Bool

    /// How often it is tried, the attempt at hand included.
    var attemptsMax: Int64 {
        min(max(payload["attempts_max"]?.integer ?? Limits.outboxAttemptsMax, 1), Limits.outboxAttemptsMax)
    }
}

/// The name of a way out of the building; each subject names its own in an extension.
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
        payload = try JSON(parsing: row.get("payload", as: String.self))
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

extension Localized {
    /// Every language, as a column keeps a text that is told later.
    package var json: JSON { ["ru": .string(ru), "en": .string(en)] }
}

extension Row {
    package func localized(_ column: String) throws -> Localized? {
        guard let text = try get(column, as: String?.self) else { return nil }
        let json = try JSON(parsing: text)
        return Localized(json["ru"]?.string ?? "", json["en"]?.string ?? "")
    }
}
