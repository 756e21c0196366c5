import Foundation
import Storage
import TestSupport
import Testing

/// The report of slow statements, and the state of the connections.
@Suite(.timeLimit(.minutes(2)))
struct SlowStatementTests {
    @Test(arguments: TestDatabase.all)
    func `a slow statement is reported with its text and without its values`(
        kind: TestDatabase
    ) async throws {
        let reports = Locked([SlowStatements.Slow]())
        let slow = SlowStatements(longerThan: .zero) { report in reports.update { $0.append(report) } }
        try await withOneReader(kind, slow: slow) { database in
            _ = try await database.read { connection in
                try connection.rows("SELECT CAST(\("hunter2") AS text) AS a, CAST(\(7) AS bigint) AS b")
            }

            let found = reports.value
            #expect(found.contains { $0.text == "SELECT CAST($1 AS text) AS a, CAST($2 AS bigint) AS b" })
            #expect(!found.contains { $0.text.contains("hunter2") })
            #expect(found.allSatisfy { $0.database == database.dialect })
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is quick is not reported`(kind: TestDatabase) async throws {
        let reports = Locked(0)
        let slow = SlowStatements(longerThan: .seconds(600)) { _ in reports.update { $0 += 1 } }
        try await withOneReader(kind, slow: slow) { database in
            _ = try await database.read { try $0.rows("SELECT 1 AS one") }
            try await database.write { try $0.script("CREATE TABLE slow_things (id BIGINT)") }
            try await database.write { try $0.script("DROP TABLE slow_things") }
        }

        #expect(reports.value == 0)
    }

    @Test(arguments: TestDatabase.all)
    func `a transaction of quick statements is reported once, if it takes long`(
        kind: TestDatabase
    ) async throws {
        let reports = Locked([SlowStatements.Slow]())
        let slow = SlowStatements(longerThan: .seconds(1)) { report in reports.update { $0.append(report) } }
        try await withOneReader(kind, slow: slow) { database in
            _ = try await database.write { connection in
                _ = try connection.rows("SELECT 1 AS one")
                Thread.sleep(forTimeInterval: 1.2)
            }
        }

        let transactions = reports.value.filter(\.isTransaction)
        // On a busy machine a statement may be slow, too; then it is reported, and says enough.
        #expect(transactions.count == (reports.value.count == transactions.count ? 1 : 0))
        #expect(reports.value.allSatisfy { $0.duration >= .seconds(1) })
        #expect(!reports.value.isEmpty)
    }

    @Test(arguments: TestDatabase.all)
    func `a pool tells what it lends, and how long others have waited`(kind: TestDatabase) async throws {
        try await withOneReader(kind, slow: nil) { database in
            let (hasBegun, mayEnd) = (Signal(), Signal())
            async let first: Void = database.read { _ in
                hasBegun.send()
                mayEnd.wait()
            }
            await hasBegun.arrival()
            async let second = database.read { try $0.rows("SELECT 1 AS one").count }
            let isWaiting = try await holds { database.statistics.pools.first?.waiting == 1 }
            let pool = try #require(database.statistics.pools.first)
            mayEnd.send()
            try await first
            let count = try await second

            #expect(isWaiting)
            #expect(pool.size == 1)
            #expect(pool.inUse == 1)
            #expect(count == 1)
            #expect(pool.waits.snapshot.count == 1)
            #expect(database.statistics.pools.first?.waiting == 0)
        }
    }

    @Test func `the queue of writes tells how many shared a commit`() async throws {
        try await withOneReader(.sqlite, slow: nil) { database in
            try await database.write { try $0.script("CREATE TABLE things (id INTEGER)") }
            let (hasBegun, mayEnd) = (Signal(), Signal())
            async let first: Void = database.write { _ in
                hasBegun.send()
                mayEnd.wait()
            }
            await hasBegun.arrival()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        _ = try? await database.write {
                            try $0.execute("INSERT INTO things (id) VALUES (\(number))")
                        }
                    }
                }
                _ = try? await holds { database.statistics.writes?.waiting == 3 }
                mayEnd.send()
            }
            try await first

            let writes = try #require(database.statistics.writes)
            #expect(writes.waiting == 0)
            // The table, the one that held the others up, and the three together.
            #expect(writes.batches.snapshot.count == 3)
            #expect(writes.batches.snapshot.sum == 5)
            #expect(writes.commits.snapshot.count == 3)
        }
    }

    /// Runs `body` on an empty database with one connection for reads.
    private func withOneReader(
        _ kind: TestDatabase,
        slow: SlowStatements?,
        _ body: @Sendable (any Database) async throws -> Void
    ) async throws {
        try await withDatabase(kind) { empty in
            switch kind {
            case .sqlite:
                try await withTemporaryDirectory { directory in
                    let database = try SQLiteDatabase(path: directory + "/slow.db", readers: 1, slow: slow)
                    try await body(database)
                    try await database.close()
                }
            case .postgres:
                let row = try await empty.read { try $0.rows("SELECT current_schema()::text AS name") }.first
                var settings = PostgresSettings(
                    url: TestDatabase.postgresURL ?? "",
                    schema: try row?.get("name", as: String.self),
                    sessions: 1,
                    waitMax: .seconds(60)
                )
                settings.slow = slow
                let database = PostgresDatabase(settings)
                try await body(database)
                try await database.close()
            }
        }
    }
}
