import Core
import Storage
import Web

/// Cleanup of the mall's tables.
extension Mall {
    package func tidy(_ services: Services) async throws {
        let now = services.now()
        while true {
            let ended = try await services.database.write { connection in
                try connection.expireGifts(at: now, random: services.random)
            }
            if ended < Limits.housekeepingBatch { break }
        }
        try await removeUnconfirmed(services, at: now)
        try await SearchLog.tidy(services)
    }

    /// Removes users who never entered their code (mall.md 6.3).
    private func removeUnconfirmed(_ services: Services, at now: Timestamp) async throws {
        let settings = try await services.appSettings.of("mall")
        let age: Duration = .seconds(86_400 * settings.integer("unconfirmed_days"))
        let before = now.advanced(by: .zero - age)
        var count = Limits.housekeepingBatch
        while count == Limits.housekeepingBatch {
            count = try await services.database.write { connection in
                let ids = try connection.rows(
                    """
                    DELETE FROM mall_users WHERE id IN (
                        SELECT id FROM mall_users WHERE confirmed_at IS NULL AND created_at < \(before)
                        ORDER BY created_at LIMIT \(Limits.housekeepingBatch)
                    ) AND confirmed_at IS NULL
                    RETURNING id
                    """
                ).map { try $0.get("id", as: String.self) }
                for id in ids { try connection.execute("DELETE FROM points_accounts WHERE id = \(id)") }
                return ids.count
            }
        }
    }
}
