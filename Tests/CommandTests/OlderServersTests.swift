import Core
import Storage
import TestSupport
import Testing

@testable import vitrina

/// Programs of several versions on one database.
struct OlderServersTests {
    private static let server = "00000000-0000-7000-8000-0000000000a1"

    /// A server of a program that does not tell its step, as of a moment ago.
    private func start(_ database: any Database) async throws {
        let clock = DatabaseClock(database) { .current }
        try await clock.look()
        let now = clock.now()
        try await database.write { connection in
            try connection.send(
                """
                INSERT INTO servers (id, host, port, process, version, started_at, seen_at)
                VALUES (\(Self.server), 'elder', 8080, 7, '0.0.9', \(now), \(now))
                """
            )
        }
    }

    // The step 0025 takes a column away.
    @Test(arguments: TestDatabase.all)
    func `a step that shuts out a running server is not applied before that has ended`(
        kind: TestDatabase
    ) async throws {
        try await withProgram(kind, isMigrated: false) { program in
            try await program.withDatabase { database in
                try await UpgradeFixture.fill(database, through: "0023_mod_categories")
                try await start(database)
            }

            for command in [["migrate", "--yes"], ["serve", "--migrate", "--yes", "--port", "0"]] {
                let refused = try await program.run(command)
                #expect(refused.status == 75, "\(refused.messages)")
                #expect(refused.messages.contains("0025_guards"))
                #expect(refused.messages.contains("elder:8080 (0.0.9, 7)"))
                #expect(refused.messages.contains("--force"))
            }
            try await program.withDatabase { database in
                #expect(try await Migrator(database).status().pending.first == "0025_guards")
                try await database.write { try $0.send("DELETE FROM servers WHERE id = \(Self.server)") }
            }

            #expect(try await program.run("migrate", "--yes").status == 0)
        }
    }

    @Test func `a step that shuts out a running server is applied by force`() async throws {
        try await withProgram(.sqlite, isMigrated: false) { program in
            try await program.withDatabase { database in
                try await UpgradeFixture.fill(database, through: "0023_mod_categories")
                try await start(database)
            }

            let outcome = try await program.run("migrate", "--force")

            #expect(outcome.status == 0, "\(outcome.messages)")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a program works with a database to which a newer one has only added, and refuses any other`(
        kind: TestDatabase
    ) async throws {
        try await withProgram(kind) { program in
            try await program.withDatabase { database in
                try await database.write { connection in
                    try connection.send(
                        """
                        INSERT INTO migrations (name, checksum, applied_at, oldest)
                        VALUES ('9998_more', 'x', \(Timestamp.earliest), '0000')
                        """
                    )
                }
            }

            #expect(try await program.run("tags", "create", "--set", "name=Tag").status == 0)
            #expect(try await program.serve(arguments: ["--migrate"]).status == 0)
            let steps = try await program.run("migrate", "status", "--json").json["migrations"]?.array
            #expect(steps?.last?["state"] == "newer" && steps?.last?["oldest"] == "0000")
            let doctor = try await program.run("doctor")
            #expect(doctor.lines.contains { $0.hasPrefix("WARN  migrations") && $0.contains("9998_more") })

            try await program.withDatabase { database in
                try await database.write { connection in
                    try connection.send("UPDATE migrations SET oldest = '9998' WHERE checksum = 'x'")
                }
            }

            for command in [["tags", "list"], ["serve", "--port", "0"], ["doctor"]] {
                let refused = try await program.run(command)
                #expect(refused.status == 78, "\(refused.messages)")
                #expect((refused.messages + refused.output).contains("9998_more"))
            }
        }
    }
}
