import Core
import Storage
import Web

/// Cleanup of the accounts' tables.
extension Accounts {
    /// The time for which events are stored.
    private static let eventAge: Duration = .seconds(366 * 86_400)

    package func tidy(_ services: Services) async throws {
        let now = services.now()
        let batch = Limits.housekeepingBatch
        let events = now.advanced(by: .zero - Self.eventAge)
        let lapsed: [SQL] = [
            """
            UPDATE accounts_users SET token_hash = NULL, token_until = NULL WHERE id IN (
                SELECT id FROM accounts_users WHERE token_until <= \(now) LIMIT \(batch)
            ) AND token_until <= \(now)
            """,
            """
            DELETE FROM accounts_spares WHERE id IN (
                SELECT id FROM accounts_spares WHERE expires_at <= \(now) LIMIT \(batch)
            )
            """,
            // An opened link must still report that the address is confirmed.
            """
            DELETE FROM accounts_links WHERE id IN (
                SELECT id FROM accounts_links WHERE expires_at <= \(now) AND opened_at IS NULL LIMIT \(batch)
            ) AND opened_at IS NULL
            """,
            """
            DELETE FROM accounts_events WHERE id IN (
                SELECT id FROM accounts_events WHERE at <= \(events) ORDER BY at, id LIMIT \(batch)
            )
            """,
        ]
        for statement in lapsed {
            var count = batch
            while count == batch {
                count = try await services.database.write { try $0.execute(statement) }
            }
        }
        try await forgetTexts(services, at: now)
    }

    /// Removes outbox texts with passwords once those have expired; texts of codes are stored for a day.
    private func forgetTexts(_ services: Services, at now: Timestamp) async throws {
        var count = Limits.housekeepingBatch
        while count == Limits.housekeepingBatch {
            count = try await services.database.write { connection in
                let rows = try connection.rows(
                    """
                    SELECT id, payload FROM outbox
                    WHERE kind IN (\(OutboxKind.mail.name), \(OutboxKind.sms.name)) AND state <> 'waiting'
                        AND event_id NOT LIKE 'code-%' AND valid_until <= \(now) AND payload ->> 'text' IS NOT NULL
                    LIMIT \(Limits.housekeepingBatch)
                    """
                )
                for row in rows {
                    let payload = try JSON(parsing: row.get("payload", as: String.self)).merged(with: [
                        "text": nil
                    ])
                    try connection.send(
                        "UPDATE outbox SET payload = \(payload.text) WHERE id = \(row.get("id", as: Int64.self))"
                    )
                }
                return rows.count
            }
        }
    }
}
