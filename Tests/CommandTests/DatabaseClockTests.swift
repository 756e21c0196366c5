import Core
import Foundation
import Storage
import TestSupport
import Testing
import Web

struct DatabaseClockTests {
    private static let year: Duration = .seconds(365 * 86_400)

    @Test(arguments: TestDatabase.all)
    func `a machine whose clock is a year ahead goes by the time of its PostgreSQL`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            let right = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) ?? .earliest
            let wrong = right.advanced(by: Self.year)
            let clock = DatabaseClock(database) { wrong }

            #expect(clock.now() == wrong)
            try await clock.look()

            switch kind {
            case .sqlite:
                #expect(clock.now() == wrong)
                #expect(clock.drift == nil && !clock.isAdrift)
            case .postgres:
                #expect(clock.now().distance(to: right) < .seconds(60))
                // A reading that took long on a busy machine does not count.
                for _ in 0..<20 where clock.drift == nil { try await clock.look() }
                let drift = try #require(clock.drift)
                #expect(drift > Self.year - .seconds(60) && clock.isAdrift)
            }
        }
    }

    /// Sets the clock of this database a year ahead, which its programs follow.
    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `what the program writes has the time of its PostgreSQL`() async throws {
        try await withProgram(.postgres) { program in
            let url = try #require(program.environment["VITRINA_POSTGRES"])
            let database = PostgresDatabase(PostgresSettings(url: url, sessions: 1))
            let name = try #require(URLComponents(string: url)?.path.dropFirst())
            try await database.write { connection in
                try connection.script(
                    """
                    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
                    AS 'SELECT pg_catalog.clock_timestamp() + interval ''365 days''';
                    ALTER DATABASE "\(name)" SET search_path = public, pg_catalog;
                    """
                )
            }

            let added = try await program.run("staff", "add", "--email", "a@b.example", "--role", "owner")

            #expect(added.status == 0, "\(added.messages)")
            let row = try await database.read { connection in
                try connection.rows(
                    "SELECT created_at, pg_catalog.clock_timestamp() AS now FROM staff"
                ).first
            }
            let createdAt = try #require(try row?.get("created_at", as: Timestamp.self))
            let now = try #require(try row?.get("now", as: Timestamp.self))
            #expect(createdAt.distance(to: now.advanced(by: Self.year)) < .seconds(60))
            try await database.close()
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a clock that jumps by more than a day removes nothing until somebody takes it for right`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let jumps = vitrina.services.clockGuard
            let start = vitrina.clock.now
            #expect(try await jumps.advance() == nil)
            vitrina.clock.advance(by: .seconds(3600))
            #expect(try await jumps.advance() == nil)

            vitrina.clock.advance(by: Self.year)

            let jump = ClockGuard.Jump(from: start.advanced(by: .seconds(3600)), to: vitrina.clock.now)
            #expect(try await jumps.advance() == jump)
            // A repeated check changes nothing.
            #expect(try await jumps.advance() == jump)
            // The clock is corrected.
            vitrina.clock.now = start.advanced(by: .seconds(7200))
            #expect(try await jumps.advance() == nil)
            // A step back is a jump too.
            vitrina.clock.now = start.advanced(by: .seconds(-2 * 86_400))
            #expect(try await jumps.advance() != nil)
            try await jumps.accept()
            #expect(try await jumps.jump() == nil)
        }
    }

    @Test func `the doctor tells of a jump, and takes the clock for right`() async throws {
        try await withProgram { program in
            let long = Timestamp(seconds: 0) ?? .earliest
            try await program.withDatabase { database in
                try await database.write { connection in
                    try connection.send("INSERT INTO chores (name, done_at) VALUES ('clock', \(long))")
                }
            }

            let before = try await program.run("doctor")
            let accepted = try await program.run("doctor", "--accept-clock")
            let after = try await program.run("doctor")

            #expect(before.output.contains("--accept-clock"))
            #expect(before.output.contains("WARN  cleaning"))
            #expect(accepted.status == 0)
            #expect(!after.output.contains("WARN  cleaning"))
        }
    }

    @Test func `the doctor finds a damaged file`() async throws {
        try await withProgram { program in
            let path = program.folder + "/var/vitrina.db"
            try Self.tear(path)

            let outcome = try await program.run("doctor")

            #expect(outcome.status != 0)
            #expect(outcome.output.contains("FAIL"), "\(outcome.output)")
        }
    }

    /// Overwrites a page in the middle of the file.
    private static func tear(_ path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        let page: UInt64 = 4096
        try file.seek(toOffset: size / page / 2 * page)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(page)))
        try file.close()
    }
}
