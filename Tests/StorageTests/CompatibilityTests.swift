import Storage
import TestSupport
import Testing

/// Programs beside a schema that is newer than they are.
struct CompatibilityTests {
    private static let now = Timestamp.earliest

    /// The same steps in both dialects, up to one of them.
    private static func migrations(_ count: Int) -> [Migration] {
        let steps = [
            ("0001_core", "-- compatible: yes\nCREATE TABLE a (id TEXT, old TEXT);"),
            ("0002_more", "-- compatible: yes\nALTER TABLE a ADD COLUMN new TEXT;"),
            ("0003_only", "-- compatible: yes\nCREATE TABLE b (id TEXT);"),
            ("0004_less", "-- since: 0002\nALTER TABLE a DROP COLUMN old;"),
        ]
        return Dialect.allCases.flatMap { dialect in
            steps.prefix(count).map { Migration(dialect: dialect, name: $0.0, sql: $0.1) }
        }
    }

    private func migrate(_ database: any Database, through count: Int) async throws {
        _ = try await Migrator(database, migrations: Self.migrations(count)).migrate { Self.now }
    }

    @Test func `a step says in its first line which programs it suits`() {
        let declared = { (sql: String) in Migration(dialect: .sqlite, name: "0007_x", sql: sql).declared }

        #expect(declared("-- compatible: yes\nSELECT 1;") == .expand)
        #expect(declared("-- since: 0005\nSELECT 1;") == .contract(since: "0005"))
        let wrongs = [
            "", "SELECT 1;", "-- compatible: no\n", "-- since: 5\n", "-- since: next\n", "\n-- since: 0005\n",
        ]
        for wrong in wrongs {
            #expect(declared(wrong) == nil, "\(wrong)")
            let step = Migration(dialect: .sqlite, name: "0007_x", sql: wrong)
            #expect(step.compatibility == .contract(since: "0007"))
        }
        let bare = Migration(dialect: .sqlite, name: "0007_x", sql: "SELECT 1;\n")
        let full = Migration(dialect: .sqlite, name: "0007_x", sql: "-- compatible: yes\nSELECT 1;\n")
        #expect(bare.checksum == full.checksum)
    }

    @Test(arguments: TestDatabase.all)
    func `an older program works with a schema to which steps have only added`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            try await migrate(database, through: 3)
            let older = Migrator(database, migrations: Self.migrations(1))

            let status = try await older.status()

            #expect(status.unknown == ["0002_more", "0003_only"])
            #expect(status.barring == [])
            try await older.check()
            #expect(try await older.migrate { Self.now } == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a step that takes away bars the programs before the one that it names`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            try await migrate(database, through: 3)
            let before = try await Migrator(database, migrations: Self.migrations(4)).status()
            #expect(before.contracts.map(\.name) == ["0004_less"])
            #expect(before.contracts.map(\.oldest) == ["0002"])

            try await migrate(database, through: 4)

            let tooOld = Migrator(database, migrations: Self.migrations(1))
            #expect(try await tooOld.status().barring == ["0004_less"])
            let refusal = try await fault { try await tooOld.check() }
            #expect(refusal.isMigration && refusal.description.contains("0004_less"))
            #expect(try await fault { _ = try await tooOld.migrate { Self.now } }.isMigration)
            for count in 2...4 {
                try await Migrator(database, migrations: Self.migrations(count)).check()
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the table of an earlier program gets the declarations with the next step`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            try await migrate(database, through: 2)
            try await database.write { try $0.script("ALTER TABLE migrations DROP COLUMN oldest") }
            let migrator = Migrator(database, migrations: Self.migrations(3))
            #expect(try await migrator.status().applied.map(\.oldest) == [nil, nil])

            let added = try await migrator.migrate { Self.now }

            #expect(added == ["0003_only"])
            #expect(try await migrator.status().applied.map(\.oldest) == ["0000", "0000", "0000"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a running program writes nothing more once the schema has gone past it`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            try await migrate(database, through: 3)
            let gate = SchemaGate(database, newest: "0001")
            let gated = GatedDatabase(database, gate)
            #expect(try await gate.look() == [])
            try await gated.write { try $0.send("INSERT INTO a (id, old) VALUES ('1', 'x')") }

            try await migrate(database, through: 4)

            // Before the next look the failure itself makes it look.
            let first = try await fault {
                try await gated.write { _ = try $0.rows("SELECT old FROM a") }
            }
            #expect(first == .outdated(["0004_less"]))
            let read = try await fault { _ = try await gated.read { try $0.rows("SELECT old FROM a").count } }
            #expect(read == .outdated(["0004_less"]))
            // From then on nothing is tried.
            let second = try await fault {
                try await gated.write { try $0.send("INSERT INTO b VALUES ('1')") }
            }
            #expect(second == .outdated(["0004_less"]))
            let rows = try await gated.read { try $0.rows("SELECT id FROM a").count }
            #expect(rows == 1)
            #expect(try await SchemaGate(database, newest: "0002").look() == [])
        }
    }
}
