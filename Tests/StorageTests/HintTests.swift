import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2)))
struct HintTests {
    @Test func `SQLite hints at what another connection has written`() async throws {
        try await withTemporaryDirectory { directory in
            let here = try SQLiteDatabase(path: directory + "/test.db")
            let there = try SQLiteDatabase(path: directory + "/test.db")
            try await there.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            var hints = here.hints().makeAsyncIterator()

            for number in 1...3 {
                try await there.write { _ = try $0.execute("INSERT INTO t VALUES (\(number))") }
                #expect(await hints.next() != nil)
            }
            try await here.close()
            #expect(await hints.next() == nil)
            try await there.close()
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `PostgreSQL hints at what another server has told`() async throws {
        try await withDatabase(.postgres) { here in
            let schema = try await here.read {
                try $0.rows("SELECT current_schema()::text AS name")[0].get("name", as: String.self)
            }
            let there = PostgresDatabase(
                PostgresSettings(url: TestDatabase.postgresURL ?? "", schema: schema, sessions: 1)
            )
            var hints = here.hints().makeAsyncIterator()
            // The first hint means that the listener is connected.
            #expect(await hints.next() != nil)

            try await there.write { $0.notify() }
            #expect(await hints.next() != nil)

            // After a reconnect the listener sends a hint, because it may have missed some.
            try await there.write { connection in
                _ = try connection.rows(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE query LIKE \("LISTEN%\(schema)%") AND pid <> pg_backend_pid()
                    """
                )
            }
            #expect(await hints.next() != nil)
            try await there.write { $0.notify() }
            #expect(await hints.next() != nil)
            try await there.close()
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a notice that is due goes out before the database closes`() async throws {
        try await withDatabase(.postgres) { here in
            let schema = try await here.read {
                try $0.rows("SELECT current_schema()::text AS name")[0].get("name", as: String.self)
            }
            var hints = here.hints().makeAsyncIterator()
            #expect(await hints.next() != nil)
            for _ in 1...5 {
                let there = PostgresDatabase(
                    PostgresSettings(url: TestDatabase.postgresURL ?? "", schema: schema, sessions: 2)
                )
                // The first goes out at once, so that the second waits.
                try await there.write { $0.notify() }
                #expect(await hints.next() != nil)
                try await there.write { $0.notify() }
                try await there.close()

                #expect(await hints.next() != nil)
            }
        }
    }

    @Test func `notices soon after one another go out together`() {
        let notices = PostgresNotices()
        let start = ContinuousClock.now
        #expect(!notices.claim(at: start))
        #expect(notices.schedule(at: start) == .zero)
        #expect(notices.claim(at: start))

        let soon = start + .milliseconds(10)
        #expect(notices.schedule(at: soon) == PostgresNotices.pause - .milliseconds(10))
        // Another session joins.
        #expect(notices.schedule(at: soon) == nil)
        #expect(notices.claim(at: start + PostgresNotices.pause))
        #expect(!notices.claim(at: start + PostgresNotices.pause))
        #expect(notices.schedule(at: start + PostgresNotices.pause * 2) == .zero)
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `closing ends the hints`() async throws {
        let database = PostgresDatabase(PostgresSettings(url: TestDatabase.postgresURL ?? ""))
        var hints = database.hints().makeAsyncIterator()
        #expect(await hints.next() != nil)
        try await database.close()

        #expect(await hints.next() == nil)
    }
}
