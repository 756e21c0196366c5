import Storage

/// Counts events per day (UTC) in memory, and writes the counts to the database in batches.
///
/// A response from memory must not wait for the database, so a crash loses the counts of the last seconds.
package final class DailyCounter: Sendable {
    /// The number of distinct counters that one server holds before it writes them.
    fileprivate static let countsMax = 50_000

    /// Rows that one statement writes.
    private static let batch = 200
    private static let age: Duration = .seconds(800 * 86_400)

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let counts = Locked<[DayCount: Int64]>([:])

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// Adds one, or `times`; a new counter is dropped if there is no room for it.
    package func note(_ count: DayCount, times: Int64 = 1) {
        counts.update { $0.add(count, times) }
    }

    /// Adds the counts to the totals of all servers; a server does so every few seconds and at shutdown.
    package func flush() async throws {
        let taken = counts.update { counts in
            let taken = counts
            counts = [:]
            return taken
        }
        guard !taken.isEmpty else { return }
        // Servers that write concurrently lock the rows in the same order, and so cannot deadlock.
        let lines = taken.sorted { $0.key.order.lexicographicallyPrecedes($1.key.order) }
        let day = now().day
        do {
            try await database.write { connection in
                for start in stride(from: 0, to: lines.count, by: DailyCounter.batch) {
                    let batch = lines[start..<min(start + DailyCounter.batch, lines.count)]
                    try connection.add(batch.map { ($0.key, $0.value) }, on: day)
                }
            }
        } catch {
            counts.update { counts in
                for (count, times) in taken { counts.add(count, times) }
            }
            throw error
        }
    }

    /// Deletes counts that are past their retention.
    package func removeExpired() async throws {
        let day = now().advanced(by: .zero - DailyCounter.age).day
        _ = try await database.write { connection in
            try connection.send("DELETE FROM day_counts WHERE day < \(day)")
        }
    }
}

extension [DayCount: Int64] {
    fileprivate mutating func add(_ count: DayCount, _ times: Int64) {
        guard let known = self[count] ?? (self.count < DailyCounter.countsMax ? 0 : nil) else { return }
        self[count] = known.addingReportingOverflow(times).overflow ? .max : known + times
    }
}

extension DayCount {
    fileprivate var order: [UInt8] { Array("\(app)\u{0}\(kind)\u{0}\(subject)".utf8) }
}

extension Connection {
    fileprivate func add(_ lines: [(DayCount, Int64)], on day: String) throws {
        let values = lines.map { count, times in
            "(\(count.app), \(count.kind), \(count.subject), \(day), \(times))" as SQL
        }
        try send(
            """
            INSERT INTO day_counts (app, kind, subject, day, count) VALUES \(values.joined(separator: ", "))
            ON CONFLICT (app, kind, subject, day) DO UPDATE SET count = day_counts.count + excluded.count
            """
        )
    }
}

extension Timestamp {
    /// The day in UTC: 2026-11-21.
    package var day: String { String(description.prefix(10)) }
}
