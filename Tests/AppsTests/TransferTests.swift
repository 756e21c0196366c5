import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The export of every type from one installation and its import into another.
struct TransferTests {
    static let pairs = TestDatabase.all.flatMap { kind in CatalogTests.names.map { (kind, $0) } }

    /// Each type in every form of a table on SQLite, and in one on PostgreSQL, which knows nothing of forms.
    static let tables: [(TestDatabase, String, String)] = pairs.flatMap { kind, name in
        let forms = ["separator=tab&references=slug", "bom=false", "bom=true&separator=;"]
        return (kind == .sqlite ? forms : [forms[0]]).map { (kind, name, $0) }
    }

    /// Titles that spreadsheets and incorrect readers change.
    static let titles = [
        "=1+1", "'=HYPERLINK(\"x\")", "+7 999", "-5", "@all", "007", "a;b,c|e\\", "«ёлка» \"q\" 🎄", "'тихо'",
    ]

    @Test(arguments: pairs)
    func `a type comes out and goes in the same, as JSON`(kind: TestDatabase, name: String) async throws {
        try await withVitrina(kind) { vitrina in
            try await fill(vitrina, name)
            try await withVitrina(kind) { other in
                other.clock.advance(by: .seconds(3600))
                try await other.addExampleUploads()
                try await vitrina.copy(to: other, except: name)

                let file = try await vitrina.export(name)
                let first = try await other.import(name, file)
                #expect(first.status == 200, "\(first.text)")
                #expect(try await other.everything() == vitrina.everything())
                let again = try await other.import(name, file)
                #expect(again.counts[0] == 0 && again.counts[1] == 0 && again.counts[2] > 8, "\(again.text)")
            }
        }
    }

    @Test(arguments: tables)
    func `a type comes out and goes in the same, as CSV`(
        kind: TestDatabase,
        name: String,
        query: String
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await fill(vitrina, name)
            try await withVitrina(kind) { other in
                try await other.addExampleUploads()
                try await vitrina.copy(to: other, except: name)

                let file = try await vitrina.export(name, query)
                let first = try await other.import(name, file, "publish=true")
                #expect(first.status == 200, "\(first.text)")
                #expect(try await other.export(name, query) == file)
                let again = try await other.import(name, file, "format=csv")
                #expect(again.counts[0] == 0 && again.counts[1] == 0, "\(again.text)")
            }
        }
    }

    /// Live entries, live ones with a draft, drafts, an incomplete one, and one in the archive.
    private func fill(_ vitrina: Vitrina, _ name: String) async throws {
        let type = try #require(Catalog.types.first { $0.type.name == name }).type
        let world = try await vitrina.world(for: type)
        let path = Vitrina.path(of: name)
        for (number, title) in Self.titles.enumerated() {
            vitrina.clock.advance(by: .seconds(1))
            var body = Example.body(of: type, in: world, number: number)
            body[type.titleField] = type.title(title, en: .string("\(number)"))
            let publish = number % 3 == 0 ? "false" : "true"
            let reply = try await vitrina.send(.post, "\(path)?publish=\(publish)", .object(body))
            try #require(reply.status == 201, "\(reply.text)")
            guard number % 3 == 1 else { continue }
            let patch: JSON = [type.titleField: type.title("\(title) ещё", en: .null)]
            let edited = try await vitrina.send(
                .patch,
                "\(path)/\(reply.id)",
                patch,
                headers: [.ifMatch: "\"1\""]
            )
            try #require(edited.status == 200, "\(edited.text)")
        }
        let empty = try await vitrina.send(.post, path, .object([:]))
        try #require(empty.status == 201)
    }

    @Test(arguments: TestDatabase.all)
    func `an archived content stays one, and what refers to it finds it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let category = try await vitrina.category("food")
            let path = "\(OpenAPI.prefix)/mall/categories/\(category)/archive"
            let archived = try await vitrina.send(.put, path, headers: [.ifMatch: "\"1\""])
            try #require(archived.status == 200, "\(archived.text)")
            _ = try await vitrina.draft(Shops.self, ["categories": [.string(category)]])

            try await withVitrina(kind) { other in
                let file = try await vitrina.export("categories", "format=json&archived=true")
                #expect(try await other.import("categories", file).counts == [1, 0, 0, 0])
                #expect(try await other.import("shops", vitrina.export("shops")).counts == [1, 0, 0, 0])
                #expect(try await other.everything() == vitrina.everything())
                let csv = Array("id,slug\n\(category),new".utf8)
                #expect(
                    try await other.import("categories", csv, "format=csv").faults
                        == ["2 id: is archived; take it out of the archive first"]
                )
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an import remembers where a content came from, and which version it had`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let id = try await vitrina.category("food")
            try await vitrina.change(id, of: Categories.self, ["name": ["ru": "Еда и кафе"]])
            try await withVitrina(kind) { other in
                let file = try await vitrina.export("categories")
                #expect(try await other.import("categories", file, "format=json&origin=test").status == 200)

                let exported = try JSON(parsing: try await other.export("categories")).array?.first
                #expect(exported?["origin"] == ["source": "test", "source_version": 2, "version": 1])
                let versioned = Array("[{\"id\":\"\(id)\",\"if_version\":7,\"fields\":{}}]".utf8)
                #expect(
                    try await other.import("categories", versioned).faults
                        == ["1 if_version: is not the version here, which is 1"]
                )
            }
        }
    }
}
