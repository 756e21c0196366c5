import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import vitrina

struct MigrateTests {
    @Test func `the migrations have every table and column that is declared`() async throws {
        let draft = try await MigrationDraft.compared()

        #expect(draft.isEmpty, "run vitrina migrate draft:\n\(draft.sql(for: .sqlite))")
    }

    @Test func `a missing table is drafted whole, a missing column as one that may be empty`() throws {
        let tags = try #require(ContentType.named("tags"))
        let categories = try #require(ContentType.named("categories"))
        let known = categories.columns.map(\.name).filter { $0 != "slug" && $0 != "is_search" }

        let draft = MigrationDraft(types: [tags, categories], schema: ["categories": known])

        #expect(draft.sql(for: .sqlite).hasPrefix(tags.createTable(for: .sqlite)))
        for dialect in Dialect.allCases {
            let sql = draft.sql(for: dialect)
            #expect(sql.contains("ALTER TABLE \"categories\" ADD COLUMN \"slug\""))
            #expect(sql.contains("CREATE UNIQUE INDEX categories_by_slug ON \"categories\" (\"slug\");"))
            #expect(sql.contains("-- Declared as mandatory"))
            let changes = sql.split(separator: "\n").filter { $0.hasPrefix("ALTER") }
            #expect(changes.count == 2)
            #expect(!changes.contains { $0.contains("NOT NULL") || $0.contains(" UNIQUE") })
        }
    }

    @Test func `a draft is written for both dialects under the next number`() async throws {
        let folder = NSTemporaryDirectory() + "vitrina-draft-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for dialect in Dialect.allCases {
            let path = "\(folder)/\(dialect.rawValue)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Data().write(to: URL(filePath: "\(folder)/sqlite/0009_last.sql"))
        let tags = try #require(ContentType.named("tags"))

        let paths = try MigrationDraft(types: [tags], schema: [:]).write(name: "tags", into: folder)

        #expect(paths == ["\(folder)/sqlite/0010_tags.sql", "\(folder)/postgres/0010_tags.sql"])
        let text = try String(contentsOfFile: paths[1], encoding: .utf8)
        #expect(text == "-- compatible: yes\n" + tags.createTable(for: .postgres))
    }

    @Test(arguments: TestDatabase.all)
    func `migrate brings a database up to date once`(kind: TestDatabase) async throws {
        try await withProgram(kind, isMigrated: false) { program in
            let before = try await program.run("migrate", "status", "--json").json["migrations"]?.array ?? []
            let first = try await program.run("migrate")
            let second = try await program.run("migrate", "--json")
            let after = try await program.run("migrate", "status", "--json").json["migrations"]?.array ?? []

            #expect(before.allSatisfy { $0["state"] == "pending" })
            #expect(first.lines.map { JSON.string(String($0)) } == before.compactMap { $0["name"] })
            #expect(second.json == ["applied": []])
            #expect(after.allSatisfy { $0["state"] == "applied" })
        }
    }

    @Test func `the data directory is for its owner alone`() async throws {
        try await withProgram { program in
            let attributes = try FileManager.default.attributesOfItem(atPath: program.folder + "/var")

            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `serve migrates when asked, and ends in peace`(kind: TestDatabase) async throws {
        try await withProgram(kind, isMigrated: false) { program in
            let outcome = try await program.serve(arguments: ["--migrate"])

            #expect(outcome.status == 0)
            #expect(outcome.output.contains("/admin/api/v1"))
            #expect(outcome.messages.contains("The server has stopped."))
            #expect(try await program.run("offers", "list").status == 0)
        }
    }

    @Test func `a port that is taken is named`() async throws {
        try await withProgram { program in
            try await program.serving { url in
                let port = url.split(separator: ":").last.map { String($0) } ?? ""

                let outcome = try await program.run("serve", "--port", port)

                #expect(outcome.status == 69)
                #expect(outcome.messages.contains("error: Something listens at 127.0.0.1:\(port) already."))
                #expect(!outcome.messages.contains("warning"), "\(outcome.messages)")
            }
        }
    }
}
