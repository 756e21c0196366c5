import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SQLiteLinkTests {
    /// Counts for ever.
    private static let endless: SQL =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

    @Test func `a cancelled task ends its read, and the connection serves the next one`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", readers: 1)
            await #expect(throws: CancellationError.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await database.read { try $0.rows(Self.endless) } }
                    try await Task.sleep(for: .milliseconds(50))
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }

            #expect(try await database.read { try $0.rows("SELECT 1 AS x")[0].get("x") } == 1)
            try await database.close()
        }
    }

    @Test(arguments: [
        "SELECT \"nowhere\"", "SELECT 1; SELECT 2", "SELECT", "-- nothing", "SELECT 1 WHERE x = $1",
    ])
    func `a statement that is wrong is refused`(text: String) async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db")

            await #expect(throws: StorageError.self) {
                try await database.read { try $0.rows("\(SQL(stringLiteral: text))") }
            }
            try await database.close()
        }
    }

    @Test func `a read takes no change, and sees none that comes after its first statement`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db")
            let other = try SQLiteDatabase(path: directory + "/test.db")
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }

            await #expect(throws: StorageError.self) {
                try await database.read { try $0.execute("INSERT INTO t VALUES (1)") }
            }
            let (began, changed) = (AsyncStream.makeStream(of: Void.self), Locked(false))
            async let counts = database.read { connection in
                let before = try connection.rows("SELECT * FROM t").count
                began.continuation.finish()
                while !changed.value {}
                return [before, try connection.rows("SELECT * FROM t").count]
            }
            for await _ in began.stream {}
            try await other.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
            changed.update { $0 = true }

            #expect(try await counts == [0, 0])
            #expect(try await database.read { try $0.rows("SELECT * FROM t").count } == 1)
            try await other.close()
            try await database.close()
        }
    }

    @Test func `the columns are those of the table as another program has changed it`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", readers: 1)
            let other = try SQLiteDatabase(path: directory + "/test.db")
            try await database.write { try $0.script("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)") }
            let before: Int = try await database.read { try $0.rows("SELECT * FROM t")[0].get("a") }
            try await other.write {
                try $0.script("ALTER TABLE t RENAME COLUMN a TO b; ALTER TABLE t ADD c TEXT")
            }

            let row = try await database.read { try $0.rows("SELECT * FROM t")[0] }

            #expect(before == 1)
            #expect(try row.get("b") == 1)
            #expect(try row.get("c", as: String?.self) == nil)
            try await other.close()
            try await database.close()
        }
    }
}
