import Core
import Storage
import Web

/// The requests of a key by day and call, as far as they are written down.
struct TravelKeyUsage: Sendable {
    static let days = 30

    struct Call: Sendable {
        /// The name of the call: `search`.
        let name: String
        /// Of each day, the last one today.
        let counts: [Int64]
        var sum: Int64 { counts.reduce(0) { $0.addingReportingOverflow($1).partialValue } }
    }

    /// The first day.
    let first: Int32
    /// The most asked first.
    let calls: [Call]

    init(of key: String, _ services: Services) async throws {
        let today = Int32(clamping: services.now().seconds / 86_400)
        let first = today - Int32(Self.days) + 1
        let rows = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT CAST(day AS text) AS day, kind, count FROM day_counts
                WHERE app = \(Travel.app) AND subject = \(key) AND day >= \(first.day)
                """
            )
        }
        var counts: [String: [Int64]] = [:]
        for row in rows {
            guard let day = Int32(day: try row.get("day")), first...today ~= day else { continue }
            let kind: String = try row.get("kind")
            counts[kind, default: [Int64](repeating: 0, count: Self.days)][Int(day - first)] = try row.get(
                "count"
            )
        }
        self.first = first
        calls = counts.map { Call(name: $0.key, counts: $0.value) }
            .sorted { ($1.sum, $0.name) < ($0.sum, $1.name) }
    }
}
