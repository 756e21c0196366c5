import Storage

extension Outbox {
    /// What became of a message so far: nil while nothing has been tried, else whether that went well, and the reason.
    package enum Outcome: Sendable, Hashable {
        case sent
        case failed(Localized)
    }

    /// Waits a while for the first attempt to send a message; nil where none has ended by then.
    package func outcome(of id: Int64, within time: Duration) async throws -> Outcome? {
        let end = ContinuousClock.now.advanced(by: time)
        while true {
            let row = try await database.read { connection in
                try connection.rows("SELECT state, last_error FROM outbox WHERE id = \(id)").first
            }
            // What is gone was sent long ago.
            guard let row else { return .sent }
            if let error = try row.localized("last_error") { return .failed(error) }
            if try row.get("state", as: String.self) != OutboxMessage.State.waiting.rawValue { return .sent }
            guard ContinuousClock.now < end else { return nil }
            try await Task.sleep(for: Self.outcomePause)
        }
    }

    private static var outcomePause: Duration { .milliseconds(50) }
}

extension Outbox {
    /// Gives a message up that waits for its next attempt, as what it brings is not to hold.
    package static func giveUp(_ id: Int64, at now: Timestamp, on connection: any Connection) throws {
        let rows = try connection.rows("SELECT payload FROM outbox WHERE id = \(id) AND state = 'waiting'")
        guard let row = rows.first else { return }
        let payload = try JSON(parsing: row.get("payload", as: String.self)).merged(with: [
            "text": nil, "secret": nil,
        ])
        try connection.execute(
            """
            UPDATE outbox SET state = 'failed', ended_at = \(now), payload = \(payload.text)
            WHERE id = \(id) AND state = 'waiting'
            """
        )
    }
}
