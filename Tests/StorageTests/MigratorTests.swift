import Storage
import TestSupport
import Testing

struct MigratorTests {
    private static let now = Timestamp.earliest

    /// The same steps in both dialects; the second has a `;` within a body.
    private static func migrations(_ count: Int = 2) -> [Migration] {
        let steps = Dialect.allCases.flatMap { dialect in
            [
                Migration(dialect: dialect, name: "0001_core", sql: "CREATE TABLE a (id TEXT, n INTEGER);"),
                Migration(
                    dialect: dialect,
                    name: "0002_more",
                    sql: dialect == .sqlite ? sqliteTrigger : postgresTrigger
                ),
                Migration(
                    dialect: dialect,
                    name: "0003_last",
                    sql: "CREATE TABLE c (id TEXT); DROP TABLE b;"
                ),
            ]
        }
        // The steps are passed in no order: the names determine it.
        return steps.filter { $0.name < "000\(count + 1)" }.reversed()
    }

    private static let sqliteTrigger = """
        CREATE TABLE b (id TEXT); -- the trigger; fills it
        CREATE TRIGGER t AFTER INSERT ON a BEGIN
            INSERT INTO b VALUES (new.id); INSERT INTO b VALUES (';');
        END;
        """

    private static let postgresTrigger = """
        CREATE TABLE b (id TEXT); -- the trigger; fills it
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO b VALUES (new.id); INSERT INTO b VALUES (';'); RETURN new;
        END $$;
        CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();
        """

    @Test(arguments: TestDatabase.all)
    func `an empty database gets every step once`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let migrator = Migrator(database, migrations: Self.migrations())
            let before = try await migrator.status()
            let first = try await migrator.migrate { Self.now }
            let second = try await migrator.migrate { Self.now }
            let after = try await migrator.status()

            #expect(before.pending == ["0001_core", "0002_more"])
            #expect(first == ["0001_core", "0002_more"])
            #expect(second == [])
            #expect(after.applied.map(\.name) == first)
            #expect(after.applied.map(\.at) == [Self.now, Self.now])
            #expect(after.pending + after.changed + after.unknown == [])
            try await migrator.check()

            let filled = try await database.write { connection in
                try connection.execute("INSERT INTO a VALUES ('x', 1)")
                return try connection.rows("SELECT id FROM b ORDER BY id").map {
                    try $0.get("id", as: String.self)
                }
            }
            #expect(filled == [";", "x"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a database behind the program is brought up, and refused until then`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            let newer = Migrator(database, migrations: Self.migrations(3))
            _ = try await Migrator(database, migrations: Self.migrations()).migrate { Self.now }

            let refusal = try await fault { try await newer.check() }
            let added = try await newer.migrate { Self.now }

            #expect(refusal.isMigration && refusal.description.contains("vitrina migrate"))
            #expect(refusal.description.contains("0003_last"))
            #expect(added == ["0003_last"])
            try await newer.check()
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a database ahead of the program is refused`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            _ = try await Migrator(database, migrations: Self.migrations(3)).migrate { Self.now }
            let older = Migrator(database, migrations: Self.migrations())

            #expect(try await older.status().unknown == ["0003_last"])
            #expect(try await fault { try await older.check() }.isMigration)
            #expect(try await fault { _ = try await older.migrate { Self.now } }.isMigration)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a step that was edited after it was applied is refused`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            _ = try await Migrator(database, migrations: Self.migrations()).migrate { Self.now }
            let edited = Self.migrations(3).map { step in
                guard step.name == "0001_core" else { return step }
                return Migration(dialect: step.dialect, name: step.name, sql: step.sql + " ")
            }
            let migrator = Migrator(database, migrations: edited)

            #expect(try await migrator.status().changed == ["0001_core"])
            #expect(try await fault { try await migrator.check() }.isMigration)
            #expect(try await fault { _ = try await migrator.migrate { Self.now } }.isMigration)
            #expect(try await migrator.status().pending == ["0003_last"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a step that fails leaves nothing of itself`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let broken = Migration(
                dialect: kind == .sqlite ? .sqlite : .postgres,
                name: "0002_broken",
                sql: "CREATE TABLE half (id TEXT); INSERT INTO nowhere VALUES (1);"
            )
            let migrator = Migrator(database, migrations: Self.migrations(1) + [broken])
            await #expect(throws: StorageError.self) { try await migrator.migrate { Self.now } }

            #expect(try await migrator.status().pending == ["0002_broken"])
            let tables = try await database.read { try $0.tables() }
            #expect(tables["half"] == nil)
            #expect(tables["a"] == ["id", "n"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `several servers at once apply each step once`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let migrator = Migrator(database, migrations: Self.migrations(3))
            let names = try await atOnce(0..<4) { _ in try await migrator.migrate { Self.now } }

            #expect(names.flatMap { $0 }.sorted() == ["0001_core", "0002_more", "0003_last"])
            try await migrator.check()
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server that runs while another one migrates reads the new column`(kind: TestDatabase) async throws
    {
        try await withThings(kind) { database in
            try await database.add("a")
            try await openedAgain(database) { other in
                _ = try await other.read { try $0.rows("SELECT * FROM things") }
                try await database.write { connection in
                    try connection.script("ALTER TABLE things DROP COLUMN day")
                    try connection.script("ALTER TABLE things ADD COLUMN added TEXT DEFAULT 'new'")
                    try connection.script("ALTER TABLE things ADD COLUMN another TEXT DEFAULT 'too'")
                }

                // More times than there are connections.
                for _ in 0..<8 {
                    let row = try await other.read { try $0.rows("SELECT * FROM things")[0] }
                    #expect(try row.get("added") == "new")
                    #expect(try row.get("another") == "too")
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the program's own migrations fit an empty database`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            try await Migrator(database).check()
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a database that applied the former text of a mended step is accepted`(
        kind: TestDatabase
    ) async throws {
        try await withMigratedDatabase(kind) { database in
            let former = kind == .sqlite ? "e01ade07d034f2ae" : "6c0d458fab44b73c"
            _ = try await database.write { connection in
                try connection.execute(
                    "UPDATE migrations SET checksum = \(former) WHERE name = '0023_mod_categories'"
                )
            }
            try await Migrator(database).check()
        }
    }

    @Test func `both dialects have the same steps`() {
        let names = { (dialect: Dialect) in Migration.embedded.filter { $0.dialect == dialect }.map(\.name) }

        #expect(names(.sqlite) == names(.postgres))
        #expect(Set(names(.sqlite)).count == names(.sqlite).count)
    }
}
