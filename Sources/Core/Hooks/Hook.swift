import Storage

/// A web hook: an address that is notified of changes.
package struct Hook: Sendable, Hashable {
    /// The reason for which the server itself switched a hook off.
    package enum OffReason: String, Sendable, CaseIterable {
        /// The address answered 410.
        case gone
        /// Every delivery has failed for days.
        case failing
    }

    package let id: String
    package let url: String
    package let description: String
    /// The patterns of the events that it is subscribed to.
    package let events: [String]
    /// Nil for entries of every type.
    package let types: [String]?
    package let isActive: Bool
    /// The time until which the previous secret signs as well.
    package let previousSecretUntil: Timestamp?

    func wants(_ event: HookEvent, of type: String) -> Bool {
        events.contains { event.matches($0) } && (types?.contains(type) ?? true)
    }
}

extension Hook {
    /// All columns but the secrets.
    static let columns: SQL = "id, url, description, events, types, is_active, previous_secret_until"
    static let active: SQL = "SELECT \(columns) FROM hooks WHERE is_active"

    init(_ row: Row) throws {
        id = try row.get("id")
        url = try row.get("url")
        description = try row.get("description")
        events = try JSON(parsing: row.get("events", as: String.self)).strings
        types = try row.get("types", as: String?.self).map { text in try JSON(parsing: text).strings }
        isActive = try row.get("is_active")
        previousSecretUntil = try row.get("previous_secret_until")
    }
}

extension Connection {
    func hook(_ id: String, lock: SQL = "") throws -> Hook {
        let missing = Problem.notFound(Localized("Такого веб-хука нет.", "There is no such web hook."))
        guard let id = Identifier.normalized(id) else { throw missing }
        let rows = try rows("SELECT \(Hook.columns) FROM hooks WHERE id = \(id) \(lock)")
        guard let row = rows.first else { throw missing }
        return try Hook(row)
    }
}

extension AuditAction {
    package static let hookCreated = AuditAction(
        "hook.created",
        Localized("новый веб-хук", "added a web hook")
    )
    package static let hookChanged = AuditAction(
        "hook.changed",
        Localized("веб-хук изменён", "changed a web hook")
    )
    package static let hookRemoved = AuditAction(
        "hook.removed",
        Localized("веб-хук удалён", "removed a web hook")
    )
    package static let hookRotated = AuditAction(
        "hook.secret-rotated",
        Localized("новый секрет веб-хука", "renewed the secret of a web hook")
    )
    package static let hookTested = AuditAction(
        "hook.tested",
        Localized("веб-хук проверен", "tested a web hook")
    )
    package static let hookRetried = AuditAction(
        "hook.retried",
        Localized("веб-хук повторён", "sent to a web hook again")
    )
    /// Switched off by the server itself.
    package static let hookSwitchedOff = AuditAction(
        "hook.switched-off",
        Localized("веб-хук выключен сервером", "switched a failing web hook off")
    )
}

extension OutboxKind {
    package static let hook = OutboxKind("hook")
}
