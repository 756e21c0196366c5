import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

/// Imports of a type with references among its entries: later rows, circles, by id and by slug.
struct ImportReferencesTests {
    private static let type = ContentType(
        "nodes",
        singular: "node",
        title: Localized("Узлы", "Nodes"),
        titleField: "name",
        fields: [
            Field("name", .text(lengthMax: 50), Localized("Имя", "Name")),
            Field("slug", .slug, Localized("Адрес", "Slug")),
            Field("parent", .reference(to: "nodes"), Localized("Родитель", "Parent")),
            Field("friends", .references(to: "nodes"), Localized("Друзья", "Friends")).optional(),
        ]
    )

    private func withStore(
        _ kind: TestDatabase,
        _ body: @Sendable (ContentStore) async throws -> Void
    ) async throws {
        try await withMigratedDatabase(kind) { database in
            try await database.write { try $0.script(Self.type.createTable(for: $0.dialect)) }
            let live = LiveContents(types: [Self.type], database: database) { _ in }
            try await live.load()
            let now: @Sendable () -> Timestamp = { Timestamp("2026-11-21T12:00:00Z") ?? .earliest }
            try await body(
                ContentStore(database: database, live: live, types: [Self.type], now: now, random: .system)
            )
        }
    }

    private func run(
        _ store: ContentStore,
        _ text: String,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> ImportReport {
        let spool = try Spool()
        try await spool.append(Array(text.utf8))
        var options = ImportOptions(format: text.hasPrefix("[") ? .json : .csv)
        change(&options)
        let author = Author(staffID: nil, name: "Egor", role: .editor, door: .api)
        let importer = Importer(Self.type, options, store: store, act: ContentStore.Act(author: author))
        return try await importer.run(spool) { _, _, _ in }
    }

    @Test func `rows that are large are read a few at a time`() async throws {
        let spool = try Spool()
        let row = "{\"fields\": {\"name\": \"\(String(repeating: "x", count: 1 << 20))\"}}"
        let file = "[" + Array(repeating: row, count: 12).joined(separator: ",") + "]"
        try await spool.append(Array(file.utf8))
        var reader = ImportReader(spool, of: Self.type, ImportOptions(format: .json))
        var counts: [Int] = []
        while case let rows = try await reader.next(200), !rows.isEmpty { counts.append(rows.count) }
        #expect(counts == [4, 4, 4])
    }

    @Test func `a fault quotes a name of one endless character in part`() async throws {
        let name = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(name.count == 1 && name.clipped.unicodeScalars.count == 80)
        try await withStore(.sqlite) { store in
            let text = "[{\"\(name)\": 1, \"fields\": {}}]"
            let refused = try await problem { try await run(store, text) }
            #expect(refused.faults.allSatisfy { $0.pointer.utf8.count < 200 } && !refused.faults.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all, [ImportOptions.Key.id, .slug])
    func `rows refer to later ones and in a circle by slug`(
        kind: TestDatabase,
        key: ImportOptions.Key
    ) async throws {
        try await withStore(kind) { store in
            let csv = "slug,name,parent,friends\na,A,c,b|c\nb,B,a,\nc,C,b,a\nd,D,d,d"

            let report = try await run(store, csv) { ($0.publishes, $0.key) = (true, key) }

            #expect([report.new, report.changed, report.refused] as [Int] == [4, 0, 0])
            let nodes = store.live.state["nodes"]
            let ids = Dictionary(
                uniqueKeysWithValues: nodes.contents.map { ($0.string("slug") ?? "", $0.id) }
            )
            for (slug, parent) in [("a", "c"), ("b", "a"), ("c", "b"), ("d", "d")] {
                let node = try #require(ids[slug].flatMap { nodes[$0] })
                #expect(node.string("parent") == ids[parent])
            }
            #expect(nodes.contents.map { $0.string("slug") } == ["a", "b", "c", "d"])
            #expect(nodes.contents[0].ids("friends") == [ids["b"], ids["c"]].compactMap { $0 })
            guard key == .slug else { return }
            let again = try await run(store, csv) { ($0.publishes, $0.key) = (true, key) }
            #expect([again.new, again.changed, again.unchanged] as [Int] == [0, 0, 4])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what comes with a later file is waited for, and then complete`(kind: TestDatabase) async throws {
        try await withStore(kind) { store in
            let ids = (1...2).map { "0190a000-0000-7000-8000-00000000000\($0)" }
            func file(_ number: Int, parent: Int) -> String {
                """
                [{"id": "\(ids[number])", "live": {"name": "N\(number)", "slug": "n\(number)",
                "parent": "\(ids[parent])"}}]
                """
            }
            await #expect(throws: Problem.self) { _ = try await run(store, file(0, parent: 1)) }
            let plan = try await run(store, file(0, parent: 1)) { ($0.missing, $0.isDryRun) = (.later, true) }
            #expect(plan.missing == ["nodes": [ids[1]]] && plan.incomplete == 1)

            let first = try await run(store, file(0, parent: 1)) { $0.missing = .later }
            #expect([first.new, first.incomplete] as [Int] == [1, 1])
            #expect(store.live.state["nodes"].contents.isEmpty)
            #expect(try await store.content(ids[0], of: Self.type).fields["parent"] == nil)
            _ = try await run(store, file(1, parent: 0))
            let last = try await run(store, file(0, parent: 1))

            #expect([last.new, last.changed, last.incomplete] as [Int] == [0, 1, 0])
            #expect(store.live.state["nodes"][ids[0]]?.string("parent") == ids[1])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a slug that a row gives up is another's in the same file, or told`(kind: TestDatabase) async throws
    {
        try await withStore(kind) { store in
            _ = try await run(
                store,
                "id,slug,name\n0190a000-0000-7000-8000-000000000001,a,A\n0190a000-0000-7000-8000-000000000002,b,B"
            )

            let chain =
                "id,slug\n0190a000-0000-7000-8000-000000000002,c\n0190a000-0000-7000-8000-000000000001,b"
            #expect(try await run(store, chain).changed == 2)
            let swap =
                "id,slug\n0190a000-0000-7000-8000-000000000002,b\n0190a000-0000-7000-8000-000000000001,c"
            let report = try await run(store, swap)
            // Neither row can be first; the other rows of the batch would continue.
            #expect([report.changed, report.refused] as [Int] == [0, 2])
            #expect(report.faults.shown.map(\.detail.en) == ["is taken", "is taken"])
            await #expect(throws: Problem.self) { _ = try await run(store, "slug,name\nb,Other") }
        }
    }
}
