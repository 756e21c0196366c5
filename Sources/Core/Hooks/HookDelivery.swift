import Storage

/// One event for one hook, with everything that came of it.
package struct HookDelivery: Sendable {
    package struct Attempt: Sendable {
        let number: Int64
        let at: Timestamp
        /// Nil where there was no answer.
        package let status: Int64?
        let error: Localized?
        let milliseconds: Int64
        /// What the answer was, and how long; what it says is not kept, as it may be meant for nobody here.
        let answerType: String?
        let answerSize: Int64?
    }

    /// What the list says of the content.
    private static let contentNames: Set<String> = ["id", "type", "version", "title"]

    package let message: OutboxMessage
    /// The newest first.
    package let attempts: [Attempt]

    package func json(in language: Language) -> JSON {
        let content: JSON =
            if let content = message.payload["content"] {
                .object((content.object ?? [:]).filter { Self.contentNames.contains($0.key) })
            } else {
                .null
            }
        let isWaiting = message.state == .waiting
        return [
            "id": .integer(message.id), "event_id": .string(message.eventID),
            "event": message.payload["event"] ?? .null, "content": content,
            "state": .string(message.state.rawValue), "attempts": .integer(message.attempts),
            "created_at": .string(message.createdAt.description),
            "next_attempt_at": isWaiting ? JSON.string(message.dueAt.description) : JSON.null,
            "ended_at": JSON(message.endedAt?.description), "error": JSON(message.lastError?[language]),
            "log": .array(attempts.map { $0.json(in: language) }),
        ]
    }
}

extension HookDelivery.Attempt {
    init(_ row: Row) throws {
        number = try row.get("number")
        at = try row.get("at")
        status = try row.get("status")
        error = try row.localized("error")
        milliseconds = try row.get("milliseconds")
        answerType = try row.get("answer_type")
        answerSize = try row.get("answer_size")
    }

    fileprivate func json(in language: Language) -> JSON {
        [
            "attempt": .integer(number), "at": .string(at.description),
            "status": status.map { JSON.integer($0) } ?? JSON.null, "error": JSON(error?[language]),
            "duration_ms": .integer(milliseconds), "answer_type": JSON(answerType),
            "answer_size": answerSize.map { JSON.integer($0) } ?? JSON.null,
        ]
    }
}

extension HookStore {
    /// The deliveries of a hook, the newest first.
    package func deliveries(
        of id: String,
        limit: Int,
        before: Int64?,
        by author: Author
    ) async throws -> Page<HookDelivery> {
        try author.require(.manageHooks)
        return try await database.read { connection in
            let hook = try connection.hook(id)
            let messages = try connection.rows(
                """
                SELECT * FROM outbox
                WHERE kind = \(OutboxKind.hook.name) AND subject = \(hook.id) AND id < \(before ?? .max)
                ORDER BY id DESC LIMIT \(limit + 1)
                """
            ).map(OutboxMessage.init)
            let page = try connection.deliveries(Array(messages.prefix(limit)))
            let next = messages.count > limit ? page.last.map { String($0.message.id) } : nil
            return Page(elements: page, next: next)
        }
    }

    package func delivery(_ number: Int64, of id: String, by author: Author) async throws -> HookDelivery {
        try author.require(.manageHooks)
        return try await database.read { try $0.delivery(number, of: $0.hook(id)) }
    }

    /// Has a delivery sent again, with the same event id and as many attempts as a new one.
    package func retry(
        _ number: Int64,
        of id: String,
        by author: Author,
        address: String? = nil
    ) async throws -> HookDelivery {
        try author.require(.manageHooks)
        let at = now()
        return try await database.write { connection in
            let hook = try connection.hook(id)
            let delivery = try connection.delivery(number, of: hook)
            guard hook.isActive || delivery.message.isTest else {
                throw Problem(
                    .conflict,
                    Localized(
                        "Веб-хук выключен, сначала включите его.",
                        "The web hook is off; switch it on first."
                    )
                )
            }
            try connection.execute(
                """
                UPDATE outbox SET state = 'waiting', attempts = 0, due_at = \(at), ended_at = NULL
                WHERE id = \(number)
                """
            )
            try connection.notify()
            let detail: JSON = ["event_id": .string(delivery.message.eventID)]
            try connection.record(.hookRetried, hook, detail, by: author, at: at, address: address)
            return try connection.delivery(number, of: hook)
        }
    }
}

extension OutboxMessage {
    /// Somebody tries a hook out: once, and also while it is switched off.
    var isTest: Bool { payload["event"]?.string == HookEvent.test.name }
}

extension Connection {
    func delivery(_ number: Int64, of hook: Hook) throws -> HookDelivery {
        let rows = try rows(
            """
            SELECT * FROM outbox
            WHERE id = \(number) AND kind = \(OutboxKind.hook.name) AND subject = \(hook.id)
            """
        )
        guard let delivery = try deliveries(rows.map(OutboxMessage.init)).first else {
            throw Problem.notFound(
                Localized("Такой доставки у веб-хука нет.", "The web hook has no such delivery.")
            )
        }
        return delivery
    }

    fileprivate func deliveries(_ messages: [OutboxMessage]) throws -> [HookDelivery] {
        guard !messages.isEmpty else { return [] }
        let ids = messages.map { "\($0.id)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            """
            SELECT * FROM hook_attempts WHERE message_id IN (\(ids)) ORDER BY id DESC
            LIMIT \(Limits.pageSizeMax * Int(Limits.outboxAttemptsMax))
            """
        )
        let attempts = try Dictionary(grouping: rows) { try $0.get("message_id", as: Int64.self) }
        return try messages.map { message in
            let own = attempts[message.id] ?? []
            return HookDelivery(message: message, attempts: try own.map(HookDelivery.Attempt.init))
        }
    }
}
