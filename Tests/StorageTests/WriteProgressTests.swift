import Storage
import TestSupport
import Testing

struct WriteProgressTests {
    /// SQLite has one write at a time.
    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a write that runs has begun, and has not ended`() async throws {
        try await withThings(.postgres) { database in
            let (begun, go) = (Signal(), Signal())
            let number = Locked<Int64>(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await database.write { connection in
                        let own = try connection.rows(
                            "SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint) AS number"
                        ).first
                        let running: Int64 = try own?.get("number") ?? 0
                        number.update { $0 = running }
                        begun.send()
                        go.wait()
                    }
                }
                await begun.arrival()
                let during = try await database.read { try $0.writeProgress() }
                // Its number is the last one as long as no other write begins.
                #expect(during.ended <= number.value && during.begun > number.value)
                go.send()
                try await group.waitForAll()
                let after = try await database.read { try $0.writeProgress() }
                #expect(after.begun > number.value)
            }
        }
    }
}
