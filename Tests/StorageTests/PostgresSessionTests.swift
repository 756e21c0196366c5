import Foundation
import Storage
import TestSupport
import Testing

/// The state of a connection between transactions, and transactions that are repeated.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresSessionTests {
    @Test(arguments: [true, false])
    func `a connection lost between the body and the commit matters to a write alone`(
        isRead: Bool
    ) async throws {
        try await withThings(.postgres) { database in
            let session = Locked(0)
            let runs = Locked(0)
            let (isRunning, isLost) = (Signal(), Signal())
            let body: @Sendable (any Connection) throws -> Void = { connection in
                let run = runs.update {
                    $0 += 1
                    return $0
                }
                guard run == 1 else { return }
                let id: Int = try connection.rows("SELECT pg_backend_pid() AS id")[0].get("id")
                session.update { $0 = id }
                isRunning.send()
                isLost.wait()
            }

            async let outcome: Void = isRead ? database.read(body) : database.write(body)
            await isRunning.arrival()
            try await end(session: session.value, of: database)
            isLost.send()
            try await outcome

            // The error is detected before the commit is sent, so that the body can safely run again.
            #expect(runs.value == 2)
        }
    }

    @Test(arguments: [(2, 3), (1000, 10)])
    func `a collision is tried again, and not for ever`(collisions: Int, expected: Int) async throws {
        try await withThings(.postgres) { database in
            let runs = Locked(0)
            let write: @Sendable () async throws -> Void = {
                try await database.write { connection in
                    try connection.execute("INSERT INTO things (id) VALUES ('a')")
                    let run = runs.update {
                        $0 += 1
                        return $0
                    }
                    guard run <= collisions else { return }
                    try connection.script("DO 'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END'")
                }
            }

            if collisions < expected { try await write() } else { #expect(try await fault(write).isBusy) }

            #expect(runs.value == expected)
            #expect(try await database.things() == (collisions < expected ? ["a"] : []))
        }
    }

    @Test func `serializable writes that exclude each other all succeed`() async throws {
        try await withThings(.postgres) { database in
            try await atOnce(0..<4) { writer in
                try await database.write { connection in
                    try connection.script("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    let count: Int = try connection.rows("SELECT COUNT(*) AS n FROM things")[0].get(
                        "n"
                    )
                    let id = "\(writer)"
                    try connection.execute("INSERT INTO things (id, number) VALUES (\(id), \(count))")
                }
            }

            let numbers = try await database.read { connection in
                try connection.rows("SELECT number FROM things ORDER BY number").map {
                    try $0.get("number", as: Int.self)
                }
            }
            #expect(numbers == [0, 1, 2, 3])
        }
    }

    @Test func `a statement that fails, or is met in a failed transaction, works the next time`() async throws
    {
        try await withThings(.postgres) { database in
            let half: @Sendable (any Connection, Int) throws -> Int = { connection, number in
                try connection.rows("SELECT 10 / \(number) AS half")[0].get("half")
            }

            _ = try await fault { _ = try await database.write { try half($0, 0) } }
            _ = try await fault {
                try await database.write { connection in
                    _ = try? half(connection, 0)
                    _ = try connection.rows("SELECT 'new' AS word")
                }
            }

            #expect(try await database.write { try half($0, 2) } == 5)
            #expect(try await database.read { try $0.rows("SELECT 'new' AS word")[0].get("word") } == "new")
        }
    }

    @Test func `prepared statements that are gone are prepared again`() async throws {
        try await withThings(.postgres) { database in
            for _ in 0..<2 {
                _ = try await database.read { try $0.rows("SELECT id FROM things") }
                try await database.write { try $0.script("DEALLOCATE ALL") }
            }

            #expect(try await database.things() == [])
        }
    }

    @Test func `sessions that meet a missing schema at once all use it`() async throws {
        for _ in 0..<3 {
            let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
            let url = TestDatabase.postgresURL ?? ""
            let database = PostgresDatabase(PostgresSettings(url: url, schema: schema, sessions: 8))

            let schemas = try await atOnce(0..<8) { _ in
                try await database.write { connection -> String? in
                    // This takes so long that no session is returned before all are in use.
                    _ = try connection.rows("SELECT pg_sleep(0.1)")
                    return try connection.rows("SELECT current_schema()::text AS name")[0].get("name")
                }
            }
            _ = try await database.write { try $0.execute("DROP SCHEMA \(name: schema) CASCADE") }
            try await database.close()

            #expect(Set(schemas) == [schema])
        }
    }

    @Test func `the driver's own settings hold whatever the address says`() async throws {
        let hostile = "-c timezone=Asia/Tokyo -c datestyle=German -c bytea_output=escape"
        let options = hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let url = (TestDatabase.postgresURL ?? "") + "?application_name=mine&options=" + options
        let database = PostgresDatabase(PostgresSettings(url: url))

        let row = try await database.read { connection in
            try connection.rows(
                """
                SELECT \(Timestamp.latest) AS at, \([UInt8](0...255)) AS bytes,
                    current_setting('application_name') AS name
                """
            )[0]
        }
        try await database.close()

        #expect(try row.get("at") == Timestamp.latest)
        #expect(try row.get("bytes") == [UInt8](0...255))
        #expect(try row.get("name") == "mine")
    }

    /// Terminates another session of the server, and waits until it is gone.
    private func end(session: Int, of database: any Database) async throws {
        let isThere: SQL = "SELECT 1 FROM pg_stat_activity WHERE pid = \(session)"
        _ = try await database.read { try $0.rows("SELECT pg_terminate_backend(\(session)::int)") }
        let isGone = try await holds {
            guard try await database.read({ try $0.rows(isThere).isEmpty }) else { return false }
            // It leaves the list a moment before its side of the connection is closed.
            return !FileManager.default.fileExists(atPath: "/proc/\(session)")
        }
        try #require(isGone)
    }

    @Test func `a connection that waits for work is idle to the server`() async throws {
        try await withSingleSession { database, single in
            let session: Int = try await single.read {
                try $0.rows("SELECT pg_backend_pid() AS id")[0].get("id")
            }

            // The read is answered before its transaction ends.
            var state = ""
            for _ in 0..<500 where state != "idle" {
                try await Task.sleep(for: .milliseconds(10))
                state = try await database.read {
                    try $0.rows("SELECT state FROM pg_stat_activity WHERE pid = \(session)")[0].get("state")
                }
            }
            #expect(state == "idle")
        }
    }

    @Test func `a statement that a read leaves unread fails in the read, and the next transaction is whole`()
        async throws
    {
        try await withSingleSession { database, single in
            _ = try await fault { try await single.read { try $0.send("SELECT 1 / 0") } }
            try await single.write { try $0.send("INSERT INTO things (id) VALUES ('a')") }
            // The limit of the session goes back with the transaction that has set it.
            _ = try await fault {
                try await Lane.heavy.run { try await single.write { try $0.send("SELECT 1 / 0") } }
            }
            let limit: String = try await Lane.heavy.run {
                try await single.read {
                    try $0.rows("SELECT current_setting('statement_timeout') AS found")[0].get("found")
                }
            }

            #expect(try await database.things() == ["a"])
            #expect(limit == "30s")
        }
    }

    /// `body` gets the database and another one of the same schema, which has one session.
    private func withSingleSession(
        _ body: @Sendable (_ database: any Database, _ single: any Database) async throws -> Void
    ) async throws {
        try await withThings(.postgres) { database in
            let schema: String = try await database.read {
                try $0.rows("SELECT current_schema() AS name")[0].get("name")
            }
            let url = TestDatabase.postgresURL ?? ""
            let single = PostgresDatabase(
                PostgresSettings(url: url, schema: schema, sessions: 1, waitMax: .seconds(60))
            )
            try await single.closing { try await body(database, single) }
        }
    }
}
