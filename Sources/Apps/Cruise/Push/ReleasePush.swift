import Core
import Storage
import Web

/// Tells every telephone of a new version of the app, once (C141): by a campaign of its own.
struct ReleasePush: DueWork {
    /// A version that was published longer ago is no news, for example after an import.
    private static let newsAge: Duration = .seconds(86_400)

    let database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes

    func carryOut() async throws -> DueReport {
        var report = DueReport()
        let now = now()
        guard let version = try await newest(at: now) else { return report }
        let id = Identifier.new(at: now, random: random)
        report.done = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO push_campaigns (id, app, title, text, data, audience, state, starts_at, release, created_at,
                    created_by)
                VALUES (\(id), \(Cruise.app), 'Доступна новая версия', 'Установите обновление',
                    \(JSON.object(["version": .string(version)]).text), '{"release": true}', 'planned', \(now),
                    \(version), \(now), 'server')
                ON CONFLICT (release) DO NOTHING
                """
            )
        }
        return report
    }

    /// The newest version that apps see, unless it is announced already, or no longer new.
    private func newest(at now: Timestamp) async throws -> String? {
        let since = now.advanced(by: .zero - Self.newsAge)
        return try await database.read { connection -> String? in
            let rows = try connection.rows(
                """
                SELECT app_version, published_at, live_from FROM app_versions
                WHERE (live_from IS NULL OR live_from <= \(now)) AND (live_until IS NULL OR live_until >= \(now))
                """
            )
            let versions = try rows.compactMap { row in
                AppVersion(try row.get("app_version")).map { (number: $0, row: row) }
            }
            guard let row = versions.max(by: { $0.number < $1.number })?.row else { return nil }
            let shown: Timestamp = try row.get("published_at")
            let from: Timestamp? = try row.get("live_from")
            guard max(shown, from ?? shown) > since else { return nil }
            let version: String = try row.get("app_version")
            let told = try connection.rows("SELECT id FROM push_campaigns WHERE release = \(version)")
            return told.isEmpty ? version : nil
        }
    }
}
