import Core
import Logging
import ServiceLifecycle
import Storage
import Web

/// The service that writes the counters of searches every few seconds, on each server.
struct SearchLog: Service {
    /// The maximum number of stored texts; above it, those typed once are removed first.
    static let rowsMax = 20_000

    private static let pause: Duration = .seconds(5)
    /// The time for which a text typed once is stored; any other is stored for a year after its last use.
    private static let onceAge: Duration = .seconds(30 * 86_400)
    private static let age: Duration = .seconds(366 * 86_400)

    let services: Services

    func run() async throws {
        await services.logger.attempt(
            afterEach: Self.pause,
            orWarn: "cannot write searches down, will try again"
        ) { try await flush() }
    }

    /// Adds the counters of this server to those in the database.
    func flush() async throws {
        let counted = services.searches.take()
        guard !counted.isEmpty else { return }
        // Servers lock the rows in the same order to avoid deadlocks.
        let lines = counted.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let now = services.now()
        do {
            try await services.database.write { connection in
                for (text, count) in lines { try connection.add(text, count, at: now) }
            }
        } catch {
            services.searches.add(counted)
            throw error
        }
        try await makeRoom(at: now)
    }

    /// Removes texts above the maximum: those typed once first, the most recent last.
    ///
    /// It is a separate transaction, so that its failure loses no counters.
    private func makeRoom(at now: Timestamp) async throws {
        let beyond = try await services.database.read { try $0.searchesBeyondRoom() }
        guard beyond > 0 else { return }
        try await services.database.write { connection in
            try connection.send(
                """
                DELETE FROM mall_searches WHERE text IN (
                    SELECT text FROM mall_searches
                    ORDER BY CASE WHEN count = 1 AND last_at < \(now) THEN 0 ELSE 1 END, last_at, text
                    LIMIT \(beyond)
                )
                """
            )
        }
    }

    /// Removes expired texts.
    static func tidy(_ services: Services) async throws {
        let now = services.now()
        let (once, any) = (
            now.advanced(by: .zero - Self.onceAge), now.advanced(by: .zero - Self.age)
        )
        try await services.database.write { connection in
            try connection.send(
                "DELETE FROM mall_searches WHERE last_at < \(any) OR (count = 1 AND last_at < \(once))"
            )
        }
    }
}

extension Connection {
    fileprivate func searchesBeyondRoom() throws -> Int64 {
        let count: Int64 = try rows("SELECT count(*) AS count FROM mall_searches").first?.get("count") ?? 0
        return count - Int64(SearchLog.rowsMax)
    }

    fileprivate func add(_ text: String, _ count: SearchTally.Count, at now: Timestamp) throws {
        try send(
            """
            INSERT INTO mall_searches (text, count, found, last_at)
            VALUES (\(text), \(count.times), \(count.found), \(now))
            ON CONFLICT (text) DO UPDATE SET count = mall_searches.count + excluded.count,
                found = excluded.found, last_at = excluded.last_at
            """
        )
    }
}
