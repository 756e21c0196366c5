import Storage

extension Outbox {
    /// The result of the attempts so far, with the reason of a failure.
    package enum Outcome: Sendable, Hashable {
        case sent
        case failed(Localized)
    }

    /// Nil if no attempt to send the message has ended.
    func outcome(of id: Int64) async throws -> Outcome? {
        let row = try await database.read { connection in
            try connection.rows("SELECT state, last_error FROM outbox WHERE id = \(id)").first
        }
        // Only messages that were sent long ago are deleted.
        guard let row else { return .sent }
        if let error = try row.localized("last_error") { return .failed(error) }
        let state: String = try row.get("state")
        return state == OutboxMessage.State.waiting.rawValue ? nil : .sent
    }
}

extension OutboxCourier {
    /// Wakes the courier and waits for the first attempt to send a message; nil if none has ended by then.
    ///
    /// The courier reports its own attempts. Another server may send the message, so the database is polled as well.
    package func outcome(of id: Int64, within time: Duration) async throws -> Outbox.Outcome? {
        let end = ContinuousClock.now.advanced(by: time)
        return try await withAttempts(of: id) { attempts in
            wake()
            while ContinuousClock.now < end {
                let pause = min(Self.outcomePause, ContinuousClock.now.duration(to: end))
                await Self.next(attempts, within: pause)
                if let outcome = try await outbox.outcome(of: id) { return outcome }
            }
            return nil
        }
    }

    /// Waits for the SMS of a code to be sent, and throws `.unavailable` if the gateway has refused it.
    ///
    /// A gateway that responds slowly is assumed to succeed: the outbox continues to try.
    package func requireSent(_ code: IssuedCode) async throws {
        guard code.isSent,
            case .failed? = try await outcome(of: code.messageID, within: Limits.codeSendWait)
        else { return }
        throw Problem(
            .unavailable,
            // The reason may expose the gateway, so only staff see it, in the outbox.
            Localized(
                "Не удалось отправить СМС. Попробуйте ещё раз чуть позже.",
                "The SMS could not be sent. Try again a little later."
            ),
            retryAfter: 10
        )
    }

    private static let outcomePause: Duration = .seconds(1)

    /// Waits for the next element or the time limit, whichever is first.
    private static func next(_ attempts: AsyncStream<Void>, within time: Duration) async {
        await withTaskGroup { group in
            group.addTask { for await _ in attempts { return } }
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Outbox {
    /// Cancels a message that still waits, because its contents are no longer valid.
    package static func giveUp(_ id: Int64, at now: Timestamp, on connection: any Connection) throws {
        let rows = try connection.rows("SELECT payload FROM outbox WHERE id = \(id) AND state = 'waiting'")
        guard let row = rows.first else { return }
        let payload = try JSON(parsing: row.get("payload", as: String.self)).merged(with: [
            "text": nil, "secret": nil,
        ])
        try connection.send(
            """
            UPDATE outbox SET state = 'failed', ended_at = \(now), payload = \(payload.text)
            WHERE id = \(id) AND state = 'waiting'
            """
        )
    }
}
