import Core
import Logging
import ServiceLifecycle
import Storage
import Web

/// Writes down what people have searched for, every few seconds; every server has one.
struct SearchLog: Service {
    let services: Services

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // Only the pause is cut short by a shutdown.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Limits.heardPause) }
            do {
                try await flush()
            } catch {
                services.logger.warning(
                    "cannot write searches down, will try again",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }

    /// Adds what was counted here to what all servers have counted.
    func flush() async throws {
        let counted = services.searches.take()
        guard !counted.isEmpty else { return }
        // Servers that write at once take the rows in the same order, and so do not wait in a circle.
        let lines = counted.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let now = services.now()
        do {
            try await services.database.write { connection in
                let hasRoom = try connection.hasRoomForSearches()
                for (text, count) in lines { try connection.add(text, count, isNew: hasRoom, at: now) }
            }
        } catch {
            services.searches.add(counted)
            throw error
        }
    }

    /// Takes away what nobody types any more.
    static func tidy(_ services: Services) async throws {
        let now = services.now()
        let (once, any) = (
            now.advanced(by: .zero - Limits.heardOnceAge), now.advanced(by: .zero - Limits.heardAge)
        )
        try await services.database.write { connection in
            _ = try connection.execute(
                "DELETE FROM mall_searches WHERE last_at < \(any) OR (count = 1 AND last_at < \(once))"
            )
        }
    }
}

extension Connection {
    fileprivate func hasRoomForSearches() throws -> Bool {
        let count: Int64 = try rows("SELECT count(*) AS count FROM mall_searches").first?.get("count") ?? 0
        return count < Int64(Limits.heardRowsMax)
    }

    fileprivate func add(_ text: String, _ count: SearchTally.Count, isNew: Bool, at now: Timestamp) throws {
        if isNew {
            try execute(
                """
                INSERT INTO mall_searches (text, count, found, last_at)
                VALUES (\(text), \(count.times), \(count.found), \(now))
                ON CONFLICT (text) DO UPDATE SET count = mall_searches.count + excluded.count,
                    found = excluded.found, last_at = excluded.last_at
                """
            )
        } else {
            try execute(
                """
                UPDATE mall_searches SET count = count + \(count.times), found = \(count.found), last_at = \(now)
                WHERE text = \(text)
                """
            )
        }
    }
}
