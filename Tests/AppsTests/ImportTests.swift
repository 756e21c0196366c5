import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct ImportTests {
    private static let newID = "0190a000-0000-7000-8000-00000000000"

    @Test(arguments: TestDatabase.all)
    func `rows are found by id or slug, and only what differs makes a version`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let food = try await vitrina.category("food")
            let csv = """
                slug;name.ru;is_search
                food;Раздел food;
                sport;Спорт;да
                cinema;Кино;ЛОЖЬ
                """
            let bytes = Array(csv.utf8)

            let plan = try await vitrina.import("categories", bytes, "key=slug&dry_run=true")
            #expect(plan.counts == [2, 1, 0, 0] && plan.json["dry_run"] == true, "\(plan.text)")
            #expect(
                try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/categories").json["items"]?.array?.count
                    == 1
            )
            let note: HTTPFields = ["X-Note": "from%20the%20table"].fields
            #expect(
                try await vitrina.import("categories", bytes, "key=slug", headers: note).counts == [
                    2, 1, 0, 0,
                ]
            )
            #expect(try await vitrina.import("categories", bytes, "key=slug").counts == [0, 0, 3, 0])

            let list = try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/categories")
            let items = list.json.items
            #expect(items.compactMap { $0["fields"]?["slug"]?.string } == ["sport", "cinema", "food"])
            #expect(items[0]["fields"]?["is_search"] == true)
            #expect(items[2]["has_draft"] == true && items[2]["fields"]?["is_search"] == nil)
            let history = try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/categories/\(food)/history")
            #expect(history.json.items.map { $0["action"]?.string } == ["saved", "published"])
            #expect(history.json.items.first?["note"] == "from the table")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the flag publishes, except rows that say they are drafts`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let csv = Array("id,state,name.ru\n,live,A\n,draft,B\n,,C\n\(Self.newID)1,scheduled,D".utf8)
            #expect(try await vitrina.import("tags", csv, "publish=true").counts == [4, 0, 0, 0])

            let items = try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/tags").json.items
            #expect(items.map { $0["title"]?.string } == ["A", "B", "C", "D"])
            #expect(items.map { $0["state"]?.string } == ["live", "draft", "live", "live"])
            #expect(items.last?["id"] == .string("\(Self.newID)1"))
            #expect(vitrina.services.live.state["tags"].contents.count == 3)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a content that changes while the file is read is left alone`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await [
                vitrina.publish(Tags.self, ["name": ["ru": "A"]]),
                vitrina.publish(Tags.self, ["name": ["ru": "B"]]),
            ]
            let csv = "id,name.ru\n\(ids[0]),A2\n\(ids[1]),B2\n\(Self.newID)2,C"
            let spool = try Spool()
            try await spool.append(Array(csv.utf8))
            let act = ContentStore.Act(author: Vitrina.editor)
            let options = ImportOptions(format: .csv)
            let importer = Importer(Tags.type, options, store: vitrina.services.contents, act: act)

            let report = try await importer.run(spool) { _, _, phase in
                guard phase == "check" else { return }
                try await vitrina.change(ids[0], of: Tags.self, ["name": ["ru": "mine"]])
                _ = try await vitrina.import(
                    "tags",
                    Array("id,name.ru\n\(Self.newID)2,first".utf8),
                    "format=csv"
                )
            }

            let json = report.json(in: .en)
            #expect(
                json["summary"] == ["new": 0, "changed": 1, "unchanged": 0, "refused": 2, "incomplete": 0]
            )
            #expect(
                json["faults"]?.array?.compactMap { $0["detail"]?.string } == [
                    "has changed while the file was read: version 2 by Egor",
                    "has changed while the file was read: version 1 by Egor",
                ]
            )
            #expect(json["faults"]?.array?.compactMap { $0["line"]?.integer } == [2, 4])
            let items = try await vitrina.send(.get, "\(OpenAPI.prefix)/mall/tags").json.items
            #expect(Set(items.compactMap { $0["title"]?.string }) == ["first", "B2", "mine"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two imports of one file at once make every content once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let rows = (0..<500).map { number in
                "0190a000-0000-7000-8000-\(String(100_000_000_000 + number)),тег \(number)"
            }
            let csv = Array((["id,name.ru"] + rows).joined(separator: "\n").utf8)

            async let left = vitrina.import("tags", csv, "publish=true")
            async let right = vitrina.import("tags", csv, "publish=true")
            let replies = try await [left, right]

            #expect(replies.map(\.status) == [200, 200], "\(replies.map(\.text))")
            #expect(replies.map { $0.counts[0] }.reduce(0, +) == 500)
            #expect(vitrina.services.live.state["tags"].contents.count == 500)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many rows go in by batches, and tell their progress`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let rows = (0..<4_000).map { "тег \($0),tag" }
            let csv = Array((["name.ru,name.en"] + rows).joined(separator: "\r\n").utf8)

            let reply = try await vitrina.import(
                "tags",
                csv,
                "publish=true",
                headers: [.accept: "application/x-ndjson"]
            )

            let lines = try reply.text.split(separator: "\n").map { line throws(Problem) in
                try JSON(parsing: String(line))
            }
            #expect(lines.last?["summary"]?["new"] == 4_000)
            #expect(lines.dropLast().allSatisfy { $0["total"] == 4_000 })
            #expect(lines.dropLast().compactMap { $0["done"]?.integer }.max() == 4_000)
            #expect(lines.count == 9)
            // One batch for each 200 rows.
            let revision = try await vitrina.database.read { connection in
                try connection.rows("SELECT revision FROM revisions WHERE type = 'tags'").first?
                    .get("revision", as: Int64.self)
            }
            #expect(revision == 20)
            let live = vitrina.services.live.state["tags"].contents
            #expect(live.count == 4_000 && live.first?.text("name", .ru) == "тег 0")
        }
    }

    @Test func `who may only read may export and not import`() async throws {
        try await withVitrina { vitrina in
            let refused = try await vitrina.import("tags", Array("name.ru\nA".utf8), as: Vitrina.viewer)
            #expect(refused.status == 403)
            let path = "\(OpenAPI.prefix)/mall/tags/export"
            let read = try await vitrina.send(.get, path, as: Vitrina.viewer)
            #expect(read.status == 200)
            let stranger = try await vitrina.send(.get, path, as: nil)
            #expect(stranger.status == 401)
        }
    }
}

extension [String: String] {
    fileprivate var fields: HTTPFields {
        var fields = HTTPFields()
        for (name, value) in self { if let name = HTTPField.Name(name) { fields[name] = value } }
        return fields
    }
}
