import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing

struct UpgradeTests {
    /// The tables that have no rows between transactions.
    private static let alwaysEmpty: Set = ["history_passes", "history_pass_ends"]

    @Test(arguments: TestDatabase.all)
    func `every step keeps the rows of every table that was there before`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let counts = Locked<[String: Int]>([:])
            try await UpgradeFixture.fill(database, through: "9999") { step in
                let after = try await database.rowCounts()
                for (table, count) in counts.value where after[table] != nil {
                    #expect(after[table, default: 0] >= count, "\(step.name) loses rows of \(table)")
                }
                counts.update { $0 = after }
            }
            let last = try await database.rowCounts()

            let empty = last.filter { $0.value == 0 && !Self.alwaysEmpty.contains($0.key) }.keys.sorted()
            #expect(empty == [], "Tests/upgrade has no row for these tables")
            if database.dialect == .sqlite {
                let broken = try await database.read { try $0.rows("PRAGMA foreign_key_check") }
                #expect(broken.isEmpty)
            }
            try await Migrator(database).check()
            try await expectReadable(database)
        }
    }

    /// Checks that all migrated data can be read, as apps and staff read it.
    private func expectReadable(_ database: any Database) async throws {
        let types = Catalog.types.map { $0.type }
        let live = LiveContents(types: types, database: database) { _ in }
        try await live.load()
        for type in types { #expect(!live.state[type.name].contents.isEmpty, "\(type.name)") }
        let store = ContentStore(
            database: database,
            live: live,
            types: types,
            now: { .earliest },
            random: .system
        )
        for type in types {
            #expect(try await !store.list(ContentQuery([], of: type), of: type).elements.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `categories of mods that staff made before the app's own stay theirs`(
        kind: TestDatabase
    ) async throws {
        try await withDatabase(kind) { database in
            // The fixture of 0020 has a category "zhivotnye", which is one of the eight.
            try await UpgradeFixture.fill(database, through: "0023_mod_categories")

            let rows = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT c.slug, c.created_by FROM contents c JOIN mod_categories m ON m.id = c.id
                    ORDER BY c.position, c.id
                    """
                )
            }
            let slugs = try rows.map { try $0.get("slug", as: String.self) }
            #expect(slugs.first == "zhivotnye")
            #expect(slugs.count == 8 && Set(slugs).count == 8)
            #expect(try rows.first?.get("created_by", as: String.self) == "owner")
            let revision = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT r.revision, r.whole_at,
                        (SELECT count(*) FROM history h WHERE h.type = r.type AND h.revision = r.revision) AS count
                    FROM revisions r WHERE r.type = 'mod_categories'
                    """
                ).first
            }
            // Apps with revision 1 get a new one, and fetch the whole type.
            #expect(try revision?.get("revision", as: Int64.self) == 2)
            #expect(try revision?.get("whole_at", as: Int64.self) == 2)
            #expect(try revision?.get("count", as: Int64.self) == 7)
        }
    }

    @Test func `the steps that have landed are as they landed`() throws {
        let text = try String(contentsOfFile: UpgradeFixture.folder + "/checksums", encoding: .utf8)
        let frozen = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }.sorted()
        let present = Migration.embedded.map { "\($0.dialect)/\($0.name) \($0.checksum)" }.sorted()

        let (lost, added) = (Set(frozen).subtracting(present), Set(present).subtracting(frozen))
        #expect(lost.isEmpty, "These steps have landed and are edited: write a new one instead.")
        #expect(added.isEmpty, "Add these lines to Tests/upgrade/checksums.")
    }

    @Test func `an SQLite database is copied before it is migrated`() async throws {
        try await withOldProgram(.sqlite) { program in
            let steps = UpgradeFixture.steps(of: .sqlite)
            let step = try #require(steps.last?.name)

            let outcome = try await program.run("migrate", "--json")

            #expect(outcome.status == 0)
            // The data directory is relative to the working folder.
            let path = program.folder + "/" + (try #require(outcome.json["copy"]?.string))
            #expect(path.hasSuffix("/vitrina.db.before-\(step.prefix(4))"))
            #expect(outcome.json["applied"] == [.string(step)])
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let copy = try SQLiteDatabase(path: path)
            let status = try await Migrator(copy).status()
            #expect(status.pending == [step])
            #expect(try await copy.rowCounts()["contents"] ?? 0 > 0)
            try await copy.close()
            // Nothing is left to migrate, so nothing is copied.
            #expect(try await program.run("migrate", "--json").json == ["applied": []])
        }
    }

    @Test func `an SQLite database is migrated without a copy where that is asked for`() async throws {
        try await withOldProgram(.sqlite) { program in
            let outcome = try await program.run("migrate", "--no-copy")

            #expect(outcome.status == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: program.folder + "/var")
            #expect(!files.contains { $0.contains("before") })
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a PostgreSQL in use is migrated only where somebody has said that a copy is kept`() async throws {
        try await withOldProgram(.postgres) { program in
            for command in [["migrate"], ["serve", "--migrate", "--port", "0"]] {
                let refusal = try await program.run(command)
                #expect(refusal.status == 64)
                #expect(refusal.messages.contains("pg_dump"))
                #expect(refusal.messages.contains("--yes"))
            }
            let outcome = try await program.run("migrate", "--yes")
            #expect(outcome.status == 0)
        }
    }

    /// Runs `body` with a program whose database is filled and lacks the last step.
    private func withOldProgram(_ kind: TestDatabase, _ body: (Program) async throws -> Void) async throws {
        try await withProgram(kind, isMigrated: false) { program in
            try await program.withDatabase { database in
                let steps = UpgradeFixture.steps(of: database.dialect)
                try await UpgradeFixture.fill(database, through: steps[steps.count - 2].name)
            }
            try await body(program)
        }
    }
}
