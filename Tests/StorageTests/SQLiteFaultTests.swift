import Foundation
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SQLiteFaultTests {
    /// Another process that holds the write lock until it gets a signal.
    private final class Holder {
        private let process: ChildProcess
        private let input = Pipe()

        init(path: String) async throws {
            let output = Pipe()
            process = ChildProcess(
                "/usr/bin/env",
                ["python3", "-u", "-c", Self.program, path],
                input: .pipe(input),
                output: .pipe(output)
            )
            try process.run()
            _ = try output.fileHandleForReading.read(upToCount: 1)
        }

        func release() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        private static let program = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute("BEGIN IMMEDIATE")
            c.execute("INSERT INTO t VALUES (1)")
            print("held")
            sys.stdin.read()
            c.execute("COMMIT")
            """
    }

    @Test func `a write waits for another process`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", busyTimeout: .seconds(60))
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            let holder = try await Holder(path: directory + "/test.db")

            async let writing: Void = database.write { _ = try $0.execute("INSERT INTO t VALUES (2)") }
            let seen = try await database.read { try $0.rows("SELECT id FROM t").count }
            try await Task.sleep(for: .milliseconds(100))
            try holder.release()
            try await writing

            #expect(seen == 0)
            #expect(try await database.read { try $0.rows("SELECT id FROM t").count } == 2)
            try await database.close()
        }
    }

    @Test func `a write that has waited for its time is busy, and so is all of its batch`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", busyTimeout: .milliseconds(50))
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            let holder = try await Holder(path: directory + "/test.db")

            let busy = await failures(of: 20, in: database) { $0.isBusy }
            try holder.release()

            #expect(busy == 20)
            try await database.write { _ = try $0.execute("INSERT INTO t VALUES (2)") }
            #expect(try await database.read { try $0.rows("SELECT id FROM t").count } == 2)
            try await database.close()
        }
    }

    @Test func `a write does not wait for the time of those before it, too`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", busyTimeout: .seconds(2))
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            let holder = try await Holder(path: directory + "/test.db")

            async let before = failures(of: 1, in: database) { $0.isBusy }
            try await Task.sleep(for: .milliseconds(200))
            let began = ContinuousClock.now
            let busy = await failures(of: 1, in: database) { $0.isBusy }
            let waited = ContinuousClock.now - began
            let busyBefore = await before
            try holder.release()

            #expect(busyBefore + busy == 2)
            // Another two seconds would be the time of the first one.
            #expect(waited < .seconds(3))
            #expect(waited > .seconds(1))
            try await database.close()
        }
    }

    @Test func `what was kept is there when the file is opened again`() async throws {
        try await withTemporaryDirectory { directory in
            for number in 1...3 {
                let database = try SQLiteDatabase(path: directory + "/test.db")
                try await database.write { connection in
                    try connection.script("CREATE TABLE IF NOT EXISTS t (id INTEGER)")
                    try connection.execute("INSERT INTO t VALUES (\(number))")
                }
                #expect(try await database.read { try $0.rows("SELECT id FROM t").count } == number)
                try await database.close()
            }
        }
    }

    @Test func `the file is written ahead, waited for and has its references checked`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db")
            let settings = try await database.write { connection in
                try ["journal_mode", "synchronous", "foreign_keys"].map {
                    try connection.rows("PRAGMA \(name: $0)")[0][0]
                }
            }

            #expect(settings == [.text("wal"), .integer(2), .integer(1)])
            try await database.close()
        }
    }

    @Test func `a file that takes no writes is read, and says so to each writer`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db")
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            // SQLite's answer is that of a read-only file, which the superuser of the tests could write.
            try await database.write { try $0.script("PRAGMA query_only = ON") }

            let refused = await failures(of: 20, in: database) { $0.isReadOnly }

            #expect(refused == 20)
            #expect(try await database.read { try $0.rows("SELECT id FROM t").count } == 0)
            // A write that may be skipped, such as that of a token's last use, fails nobody.
            try await database.writeIfPossible { _ = try $0.execute("INSERT INTO t VALUES (1)") }
            try await database.close()
        }
    }

    @Test func `a full file undoes the batch, and the next write goes on`() async throws {
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db")
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER, data TEXT)") }
            try await database.write { _ = try $0.rows("PRAGMA max_page_count = 10") }
            let long = String(repeating: "x", count: 100_000)

            let fault = try await fault {
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1, \(long))") }
            }
            try await database.write { _ = try $0.execute("INSERT INTO t VALUES (2, 'short')") }

            #expect(fault.isFull)
            #expect(
                try await database.read { try $0.rows("SELECT id FROM t").map { $0[0] } } == [.integer(2)]
            )
            try await database.close()
        }
    }

    /// The number of these writers, who all write at once, whose write fails with an expected error.
    private func failures(
        of writers: Int,
        in database: SQLiteDatabase,
        _ isExpected: @escaping @Sendable (StorageError) -> Bool
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<writers {
                group.addTask {
                    do {
                        try await database.write { _ = try $0.execute("INSERT INTO t VALUES (\(number))") }
                        return false
                    } catch { return (error as? StorageError).map(isExpected) ?? false }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }
}
