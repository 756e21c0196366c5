import Storage

/// An address that is told of changes.
package struct Hook: Sendable, Hashable {
    /// Why the server itself has switched a hook off.
    package enum OffReason: String, Sendable, CaseIterable {
        /// It answered 410.
        case gone
        /// It has only failed for days.
        case failing
    }

    package let id: String
    package let url: String
    package let description: String
    /// The patterns of the events that it wants.
    package let events: [String]
    /// Nil for the contents of every type.
    package let types: [String]?
    package let isActive: Bool
    package let createdAt: Timestamp
    package let createdBy: String
    package let updatedAt: Timestamp
    /// Until when the secret before the present one signs too.
    package let previousSecretUntil: Timestamp?
    /// Since when there were only failures.
    package let failingSince: Timestamp?
    package let offReason: OffReason?
    package let offAt: Timestamp?

    func wants(_ event: HookEvent, of type: String) -> Bool {
        events.contains { event.matches($0) } && (types?.contains(type) ?? true)
    }

    /// What the API says of it; its secret never is among it.
    package var json: JSON {
        let off: JSON =
            if let offReason {
                ["reason": .string(offReason.rawValue), "at": JSON(offAt?.description)]
            } else {
                .null
            }
        return [
            "id": .string(id), "url": .string(url), "description": .string(description),
            "events": .array(events.map { .string($0) }),
            "types": types.map { .array($0.map { .string($0) }) } ?? .null, "is_active": .bool(isActive),
            "created_at": .string(createdAt.description), "created_by": .string(createdBy),
            "updated_at": .string(updatedAt.description),
            "previous_secret_until": JSON(previousSecretUntil?.description),
            "failing_since": JSON(failingSince?.description), "switched_off": off,
        ]
    }
}

extension Hook {
    /// Everything but the secrets.
    static let columns: SQL = """
        id, url, description, events, types, is_active, created_at, created_by, updated_at, previous_secret_until,
        failing_since, off_reason, off_at
        """

    init(_ row: Row) throws {
        id = try row.get("id")
        url = try row.get("url")
        description = try row.get("description")
        events = try JSON(parsing: row.get("events", as: String.self)).strings
        types = try row.get("types", as: String?.self).map { text in try JSON(parsing: text).strings }
        isActive = try row.get("is_active")
        createdAt = try row.get("created_at")
        createdBy = try row.get("created_by")
        updatedAt = try row.get("updated_at")
        previousSecretUntil = try row.get("previous_secret_until")
        failingSince = try row.get("failing_since")
        offReason = try row.get("off_reason", as: String?.self).flatMap { OffReason(rawValue: $0) }
        offAt = try row.get("off_at")
    }
}

extension Connection {
    func hook(_ id: String) throws -> Hook {
        let missing = Problem.notFound(Localized("Такого веб-хука нет.", "There is no such web hook."))
        guard let id = Identifier.normalized(id) else { throw missing }
        let rows = try rows("SELECT \(Hook.columns) FROM hooks WHERE id = \(id)")
        guard let row = rows.first else { throw missing }
        return try Hook(row)
    }
}

extension AuditAction {
    package static let hookCreated = AuditAction("hook.created")
    package static let hookChanged = AuditAction("hook.changed")
    package static let hookRemoved = AuditAction("hook.removed")
    package static let hookRotated = AuditAction("hook.secret-rotated")
    package static let hookTested = AuditAction("hook.tested")
    package static let hookRetried = AuditAction("hook.retried")
    /// By the server itself.
    package static let hookSwitchedOff = AuditAction("hook.switched-off")
}

extension OutboxKind {
    package static let hook = OutboxKind("hook")
}
