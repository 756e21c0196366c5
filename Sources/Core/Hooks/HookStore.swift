import Storage

/// The web hooks, which notify addresses of changes.
///
/// Every method checks the author's permission itself, so no channel can omit it.
package struct HookStore: Sendable {
    package static let hooksMax = 50
    /// The time for which the previous secret signs as well.
    private static let secretOverlap: Duration = .seconds(24 * 3600)

    private let database: any Database
    private let types: [ContentType]
    private let now: @Sendable () -> Timestamp
    private let random: RandomBytes

    package init(
        database: any Database,
        types: [ContentType],
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        self.database = database
        self.types = types
        self.now = now
        self.random = random
    }

    /// Creates a hook; `secret` is returned only this once.
    package func create(
        _ changes: HookChanges,
        by author: Author,
        address: String? = nil
    ) async throws -> (hook: Hook, secret: String) {
        try author.require(.manageHooks)
        let fields = try changes.checked(against: types)
        let at = now()
        let id = Identifier.new(at: at, random: random)
        let secret = newSecret()
        let events = JSON.array((fields.events ?? ["*"]).map { .string($0) })
        let hook = try await database.write { connection in
            let count = try connection.execute(
                """
                INSERT INTO hooks (id, url, description, events, types, is_active, secret, created_at, created_by,
                    updated_at)
                VALUES (\(id), \(fields.url ?? ""), \(fields.description ?? ""), \(events.text),
                    \(fields.typesText), \(fields.isActive ?? true), \(secret), \(at), \(author.name), \(at))
                """
            )
            let counts = try connection.rows("SELECT count(*) AS count FROM hooks")
            let all: Int64 = try counts.first?.get("count") ?? 0
            guard count == 1, all <= Self.hooksMax else { throw Self.tooMany }
            let hook = try connection.hook(id)
            try connection.record(.hookCreated, hook, by: author, at: at, address: address)
            return hook
        }
        return (hook, secret)
    }

    package func get(_ id: String, by author: Author) async throws -> Hook {
        try author.require(.manageHooks)
        return try await database.read { try $0.hook(id) }
    }

    /// Changes a hook; switching it on again clears its failures.
    package func update(
        _ id: String,
        _ changes: HookChanges,
        by author: Author,
        address: String? = nil
    ) async throws -> Hook {
        try author.require(.manageHooks)
        let fields = try changes.checked(against: types)
        let at = now()
        return try await database.write { connection in
            // Fields that are not given stay as another one of the staff sets them now.
            let before = try connection.hook(id, lock: connection.locking("FOR NO KEY UPDATE"))
            let isActive = fields.isActive ?? before.isActive
            let forgets = isActive && (fields.isActive == true || fields.url != nil)
            let events = JSON.array((fields.events ?? before.events).map { .string($0) })
            let types = fields.types == nil ? before.typesText : fields.typesText
            try connection.send(
                """
                UPDATE hooks SET url = \(fields.url ?? before.url),
                    description = \(fields.description ?? before.description), events = \(events.text),
                    types = \(types), is_active = \(isActive), updated_at = \(at),
                    failing_since = CASE WHEN \(forgets) THEN NULL ELSE failing_since END,
                    off_reason = CASE WHEN \(isActive) THEN NULL ELSE off_reason END,
                    off_at = CASE WHEN \(isActive) THEN NULL ELSE off_at END
                WHERE id = \(before.id)
                """
            )
            let after = try connection.hook(before.id)
            try connection.record(.hookChanged, after, by: author, at: at, address: address)
            return after
        }
    }

    /// Removes a hook with its log; messages that still wait for it are never sent.
    package func remove(_ id: String, by author: Author, address: String? = nil) async throws {
        try author.require(.manageHooks)
        let at = now()
        try await database.write { connection in
            let hook = try connection.hook(id)
            try connection.send("DELETE FROM hooks WHERE id = \(hook.id)")
            try connection.send(
                "DELETE FROM outbox WHERE kind = \(OutboxKind.hook.name) AND subject = \(hook.id)"
            )
            try connection.record(.hookRemoved, hook, by: author, at: at, address: address)
        }
    }

    /// A new secret, returned only this once; the previous one stays valid for a day, so that the receiver can switch.
    package func rotateSecret(
        _ id: String,
        by author: Author,
        address: String? = nil
    ) async throws -> (hook: Hook, secret: String) {
        try author.require(.manageHooks)
        let at = now()
        let secret = newSecret()
        let hook = try await database.write { connection in
            let before = try connection.hook(id)
            try connection.send(
                """
                UPDATE hooks SET previous_secret = secret, secret = \(secret), updated_at = \(at),
                    previous_secret_until = \(at.advanced(by: Self.secretOverlap))
                WHERE id = \(before.id)
                """
            )
            let hook = try connection.hook(before.id)
            try connection.record(.hookRotated, hook, by: author, at: at, address: address)
            return hook
        }
        return (hook, secret)
    }

    /// Puts a test event in the outbox, also for a hook that is switched off; returns the id of the message.
    package func test(_ id: String, by author: Author, address: String? = nil) async throws -> Int64 {
        try author.require(.manageHooks)
        let at = now()
        let eventID = "test-\(Identifier.new(at: at, random: random))"
        return try await database.write { connection in
            let hook = try connection.hook(id)
            let payload: JSON = [
                "id": .string(eventID), "event": .string(HookEvent.test.name), "at": .string(at.description),
                "by": .string(author.name), "hook": .string(hook.id),
            ]
            let message = try Outbox.enqueue(
                .hook,
                eventID: eventID,
                payload: payload,
                lane: hook.id,
                subject: hook.id,
                at: at,
                on: connection
            )
            try connection.record(.hookTested, hook, by: author, at: at, address: address)
            return message
        }
    }

    /// Sends a delivery again, with the same event id and as many attempts as a new one.
    package func retry(_ number: Int64, by author: Author, address: String? = nil) async throws {
        try author.require(.manageHooks)
        let at = now()
        try await database.write { connection in
            let found = try connection.rows(
                "SELECT * FROM outbox WHERE id = \(number) AND kind = \(OutboxKind.hook.name)"
            )
            guard let message = try found.first.map(OutboxMessage.init) else { throw Self.noDelivery }
            let hook = try connection.hook(message.subject ?? "")
            guard hook.isActive || message.isTest else {
                throw Problem(
                    .conflict,
                    Localized(
                        "Веб-хук выключен, сначала включите его.",
                        "The web hook is off; switch it on first."
                    )
                )
            }
            try connection.send(
                """
                UPDATE outbox SET state = 'waiting', attempts = 0, due_at = \(at), ended_at = NULL
                WHERE id = \(number)
                """
            )
            connection.notify()
            let detail: JSON = ["event_id": .string(message.eventID)]
            try connection.record(.hookRetried, hook, detail, by: author, at: at, address: address)
        }
    }

    private static let noDelivery = Problem.notFound(
        Localized("Такой доставки нет.", "There is no such delivery.")
    )

    private func newSecret() -> String { "vh_" + Base64URL.encode(random(32)) }

    private static let tooMany = Problem(
        .conflict,
        Localized(
            "Веб-хуков не может быть больше \(Self.hooksMax).",
            "There can be no more than \(Self.hooksMax) web hooks."
        )
    )
}

extension HookChanges {
    fileprivate var typesText: String? {
        guard let types, !types.isEmpty else { return nil }
        return JSON.array(types.map { .string($0) }).text
    }
}

extension Hook {
    fileprivate var typesText: String? {
        types.map { JSON.array($0.map { .string($0) }).text }
    }
}

extension OutboxMessage {
    /// The name of the event that a delivery is about.
    var event: String? { try? payload.get("event", as: String.self) }

    /// True for a test delivery, which is sent once, and also while the hook is switched off.
    var isTest: Bool { event == HookEvent.test.name }
}

extension Connection {
    func record(
        _ action: AuditAction,
        _ hook: Hook,
        _ detail: JSON = [:],
        by author: Author,
        at: Timestamp,
        address: String?
    ) throws {
        let common: JSON = [
            "url": .string(hook.url), "events": .array(hook.events.map { .string($0) }),
            "types": hook.types.map { .array($0.map { .string($0) }) } ?? .null,
            "is_active": .bool(hook.isActive),
        ]
        try AuditLog.record(
            action,
            subject: hook.id,
            detail: common.merged(with: detail),
            by: author,
            at: at,
            address: address,
            on: self
        )
    }
}
