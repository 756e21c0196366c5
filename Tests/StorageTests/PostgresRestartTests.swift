import Storage
import TestSupport
import Testing

/// A PostgreSQL server that restarts under load.
@Suite(.timeLimit(.minutes(5)), .serialized, .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresRestartTests {
    private struct Ledger: Sendable {
        var acknowledged: Set<Int> = []
        var uncertain: Set<Int> = []
        var refused: Set<Int> = []
    }

    @Test(arguments: [false, true])
    func `what was acknowledged is there after the server was away`(isCrash: Bool) async throws {
        try await PostgresServer.with { server in
            let database = PostgresDatabase(
                PostgresSettings(url: server.url, sessions: 6, waitMax: .seconds(60))
            )
            try await database.write { try $0.script("CREATE TABLE t (id bigint PRIMARY KEY)") }
            let ledger = Locked(Ledger())
            let isOver = Locked(false)
            try await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        try await write(from: writer * 1_000_000, database, ledger, until: isOver)
                    }
                }
                for _ in 0..<2 {
                    try await progress(ledger, by: 200)
                    if isCrash { try await server.kill() } else { try await server.stop() }
                    try await server.startAgain()
                }
                try await progress(ledger, by: 200)
                isOver.update { $0 = true }
                try await group.waitForAll()
            }

            let kept = try await database.read {
                Set(try $0.rows("SELECT id FROM t").map { try $0.get("id", as: Int.self) })
            }
            let told = ledger.value
            #expect(told.acknowledged.subtracting(kept) == [])
            #expect(kept.subtracting(told.acknowledged).subtracting(told.uncertain) == [])
            #expect(kept.isDisjoint(with: told.refused))
            try await database.close()
        }
    }

    /// Writes numbers one by one, and records each result.
    private func write(
        from first: Int,
        _ database: PostgresDatabase,
        _ ledger: Locked<Ledger>,
        until isOver: Locked<Bool>
    ) async throws {
        var number = first
        while !isOver.value {
            number += 1
            let id = number
            do {
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (\(id))") }
                ledger.update { _ = $0.acknowledged.insert(id) }
            } catch StorageError.unreachable(_, mayBeKept: true) {
                ledger.update { _ = $0.uncertain.insert(id) }
            } catch StorageError.unreachable(_, mayBeKept: false) {
                ledger.update { _ = $0.refused.insert(id) }
            }
        }
    }

    private func progress(_ ledger: Locked<Ledger>, by count: Int) async throws {
        let goal = ledger.value.acknowledged.count + count
        let areBack = try await holds { ledger.value.acknowledged.count >= goal }
        try #require(areBack, "The writers do not come back.")
    }
}
