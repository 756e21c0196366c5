import Storage

extension Outbox {
    /// The newest messages, or those before an id.
    package func list(
        kind: OutboxKind? = nil,
        state: OutboxMessage.State? = nil,
        limit: Int = Limits.pageSizeDefault,
        before: Int64? = nil
    ) async throws -> Page<OutboxMessage> {
        let ofKind: SQL = kind.map { "AND kind = \($0.name)" } ?? ""
        // The database uses the partial index of unsent messages only if the statement repeats its condition.
        let unsent: SQL = state == nil || state == .sent ? "" : "AND state <> 'sent'"
        let ofState: SQL = state.map { "AND state = \($0.rawValue)" } ?? ""
        let messages = try await database.read { connection in
            try connection.rows(
                """
                SELECT * FROM outbox WHERE id < \(before ?? .max) \(ofKind) \(ofState) \(unsent)
                ORDER BY id DESC LIMIT \(limit + 1)
                """
            ).map(OutboxMessage.init)
        }
        let page = Array(messages.prefix(limit))
        return Page(
            elements: page,
            next: messages.count > limit ? page.last.map { String($0.id) } : nil
        )
    }

    package func message(_ id: Int64) async throws -> OutboxMessage {
        try await database.read { try $0.message(id) }
    }

    /// Sends a message again at once; throws `.conflict` if there is nothing to send.
    package func retry(_ id: Int64, by author: Author, address: String? = nil) async throws -> OutboxMessage {
        let now = now()
        return try await database.write { connection in
            let message = try connection.message(id)
            try author.require(message.kind == .hook ? .manageHooks : .manageStaff)
            try message.requireSendable(at: now)
            // A message that is being sent is left alone until its lease has ended.
            let isWaiting = message.state == .waiting
            let count = try connection.execute(
                """
                UPDATE outbox SET state = 'waiting', attempts = \(isWaiting ? message.attempts : 0), due_at = \(now),
                    ended_at = NULL
                WHERE id = \(id) AND state = \(message.state.rawValue) AND attempts = \(message.attempts)
                """
            )
            guard count == 1 else { throw Problem.underWay }
            if !isWaiting { try Campaign.count(message, as: message.state, by: -1, on: connection) }
            try AuditLog.record(
                .messageRetried,
                subject: String(id),
                detail: ["kind": .string(message.kind.name)],
                by: author,
                at: now,
                address: address,
                on: connection
            )
            connection.notify()
            return try connection.message(id)
        }
    }
}

extension AuditAction {
    package static let messageRetried = AuditAction(
        "outbox.retried",
        Localized("сообщение отправлено снова", "sent a message again")
    )
}

extension OutboxMessage {
    fileprivate func requireSendable(at now: Timestamp) throws(Problem) {
        switch state {
        case .sent:
            throw Problem(.conflict, Localized("Уже отправлено.", "It has been sent."))
        case .kept where kind == .sms:
            throw Problem(
                .conflict,
                Localized(
                    "Это сообщение тестового режима, оно не отправляется.",
                    "This message is of the test mode and is not sent."
                )
            )
        case .waiting where dueAt > now && attempts > 0 && lastError == nil:
            throw .underWay
        case .waiting, .failed, .kept: break
        }
        if [.sms, .mail, .push].contains(kind), (try? OutboxText(json: payload))?.text == nil {
            throw Problem(
                .conflict,
                Localized("Текста уже нет: запросите новый код.", "The text has gone: ask for another code.")
            )
        }
        if let validUntil, validUntil <= now {
            throw Problem(.conflict, Localized("Отправлять уже поздно.", "It is too late to send it."))
        }
    }
}

extension Problem {
    fileprivate static let underWay = Problem(
        .conflict,
        Localized("Сообщение как раз отправляется.", "The message is being sent just now.")
    )
}

extension Connection {
    fileprivate func message(_ id: Int64) throws -> OutboxMessage {
        guard let row = try rows("SELECT * FROM outbox WHERE id = \(id)").first else {
            throw Problem.notFound(Localized("Такого сообщения нет.", "There is no such message."))
        }
        return try OutboxMessage(row)
    }
}
