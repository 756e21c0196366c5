import Storage

/// Reads an SQLite file once a day, a table at a time, so that damage is found while there are sound copies.
///
/// PostgreSQL has checksums of its own; `DeepCheck` reads it whole.
package struct DamageCheck: Sendable {
    /// The result of the last check, by any process on the file.
    package struct Report: Sendable, Hashable {
        /// The time at which the last check began; nil if there was none yet, as on PostgreSQL.
        package let checkedAt: Timestamp?
        /// The time at which the check that found damage began; nil if the last one found none.
        package let damagedAt: Timestamp?

        package init(checkedAt: Timestamp?, damagedAt: Timestamp?) {
            (self.checkedAt, self.damagedAt) = (checkedAt, damagedAt)
        }
    }

    /// The least time between two checks, whatever the hour.
    private static let age: Duration = .seconds(23 * 3600)
    /// The pause after each table, in which other long work has its turn.
    private static let pause: Duration = .milliseconds(100)
    private static let faultsMax = 20
    private static let chore = "damage.check"
    private static let found = "damage.found"

    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    /// Checks the file if it is time to; returns what is damaged, and nil if nothing was checked.
    package func runIfDue() async throws -> [String]? {
        guard database.dialect == .sqlite else { return nil }
        do {
            return try await run(at: now())
        } catch StorageError.damaged(let message) {
            // Not even the tables can be listed, or the time of the check be kept.
            return [message]
        }
    }

    private func run(at now: Timestamp) async throws -> [String]? {
        let isDue = try await database.write { connection in
            try connection.begin(Self.chore, at: now, every: Self.age)
        }
        guard isDue else { return nil }
        let faults = try await Lane.heavy.run { try await check() }
        // A damaged file may refuse this, and the log has it all the same.
        try? await record(faults, at: now)
        return faults
    }

    package func report() async throws -> Report {
        try await database.read { connection in
            let rows = try connection.rows(
                "SELECT name, done_at FROM chores WHERE name IN (\(Self.chore), \(Self.found))"
            )
            var times: [String: Timestamp] = [:]
            for row in rows { times[try row.get("name")] = try row.get("done_at", as: Timestamp.self) }
            return Report(checkedAt: times[Self.chore], damagedAt: times[Self.found])
        }
    }

    private func check() async throws -> [String] {
        let tables = try await database.read { connection in
            try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map {
                try $0.get("name", as: String.self)
            }
        }
        var faults: [String] = []
        for table in tables where faults.count < Self.faultsMax {
            faults += try await check(table)
            try await Task.sleep(for: Self.pause)
        }
        return faults
    }

    /// The faults of a table and of its indexes, each on one line.
    private func check(_ table: String) async throws -> [String] {
        let messages: [String]
        do {
            messages = try await database.read { connection in
                try connection.rows("SELECT quick_check AS message FROM pragma_quick_check(\(table))").map {
                    try $0.get("message")
                }
            }
        } catch StorageError.damaged(let message) {
            messages = [message]
        }
        return messages.filter { $0 != "ok" }.map { message in
            let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "\(table): \(words)"
        }
    }

    private func record(_ faults: [String], at now: Timestamp) async throws {
        _ = try await database.write { connection in
            if faults.isEmpty {
                try connection.send("DELETE FROM chores WHERE name = \(Self.found)")
            } else {
                try connection.note(Self.found, at: now)
            }
        }
    }
}
