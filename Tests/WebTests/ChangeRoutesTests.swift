import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct ChangeRoutesTests {
    private static let changes = "/admin/api/v1/changes"
    private static let mall = "/admin/api/v1/mall"

    @Test(arguments: TestDatabase.all)
    func `what colleagues did is listed, the newest first, with what it is called now`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.send(.post, "\(Self.mall)/tags", ["name": ["ru": "Кофе"]])
            let other = Author(staffID: nil, name: "Anna", role: .editor, door: .console)
            _ = try await vitrina.send(
                .patch,
                "\(Self.mall)/tags/\(tag.id)",
                ["name": ["ru": "Чай"]],
                headers: [.ifMatch: "\"1\""],
                as: other
            )

            let items =
                try await vitrina.send(.get, Self.changes, as: Vitrina.viewer).json.items

            #expect(items.compactMap { $0["action"]?.string } == ["saved", "created"])
            #expect(items.compactMap { $0["by"]?.string } == ["Anna", "Egor"])
            #expect(items.compactMap { $0["title"]?.string } == ["Чай", "Чай"])
            #expect(items.first?["type"] == "tags")
            #expect(items.first?["id"]?.string == tag.id)
            #expect(items.first?["version"] == 2)
            #expect(items.first?["door"] == "console")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `it comes in pages, of one type and one author`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let anna = Author(
                staffID: "0192f0c1-0000-7000-8000-000000000001",
                name: "Anna",
                role: .editor,
                door: .api
            )
            for number in 0..<12 {
                let type = number.isMultiple(of: 2) ? "tags" : "categories"
                let body: JSON = [
                    "name": ["ru": .string("№ \(number)")], "slug": .string("c-\(number)"),
                ]
                let reply = try await vitrina.send(
                    .post,
                    "\(Self.mall)/\(type)",
                    type == "tags" ? body.merged(with: ["slug": .null]) : body,
                    as: number < 6 ? anna : Vitrina.editor
                )
                #expect(reply.status == 201)
            }

            var (titles, cursor) = ([] as [String], nil as String?)
            repeat {
                let query = "?limit=5" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await vitrina.send(.get, Self.changes + query).json
                titles += (page["items"]?.array ?? []).compactMap { $0["title"]?.string }
                cursor = page["next"]?.string
            } while cursor != nil

            #expect(titles == (0..<12).reversed().map { "№ \($0)" })
            for (query, numbers) in [
                ("type=tags", [10, 8, 6, 4, 2, 0]), ("author=Anna", [5, 4, 3, 2, 1, 0]),
                ("author=0192F0C1-0000-7000-8000-000000000001", [5, 4, 3, 2, 1, 0]),
                ("author=Egor&type=categories", [11, 9, 7]), ("author=Nobody", []), ("type=offers", []),
                ("type=tags&type=offers", [10, 8, 6, 4, 2, 0]), ("action=flagged&type=tags", []),
                ("action=created&action=moved&type=categories&author=Egor", [11, 9, 7]),
                ("action=created", (0..<12).reversed()),
            ] {
                let page = try await vitrina.send(.get, "\(Self.changes)?\(query)").json
                let found = (page["items"]?.array ?? []).compactMap { $0["title"]?.string }
                #expect(found == numbers.map { "№ \($0)" })
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what has gone for ever is called as it was`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.send(.post, "\(Self.mall)/tags", ["name": ["ru": "Кофе"]])
            let path = "\(Self.mall)/tags/\(tag.id)"
            _ = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""])
            let purged = try await vitrina.send(
                .delete,
                path + "?purge=true",
                headers: [.ifMatch: "\"2\""],
                as: Vitrina.owner
            )
            #expect(purged.status == 204)

            let items = try await vitrina.send(.get, Self.changes).json.items

            #expect(items.compactMap { $0["action"]?.string } == ["purged", "removed", "created"])
            #expect(items.compactMap { $0["title"]?.string } == ["Кофе", "Кофе", "Кофе"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a switch says which way it went`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, _) = try await TrashTests.shopWithTag(vitrina)
            let path = "\(Self.mall)/shops/\(shop)"
            for value in [true, false] {
                let reply = try await vitrina.send(.put, "\(path)/flags/on_home", ["value": .bool(value)])
                #expect(reply.status == 200)
            }

            let items = try await vitrina.send(.get, Self.changes + "?type=shops").json.items

            #expect(items.first?["flags"] == ["on_home": false])
            #expect(items.dropFirst().first?["flags"] == ["on_home": true])
            #expect(items.last?["flags"] == [:])
        }
    }

    @Test(arguments: [
        ("type=ghosts", "#/type"), ("limit=0", "#/limit"), ("limit=x", "#/limit"), ("cursor=x", "#/cursor"),
        ("odd=1", "#/odd"), ("action=dance", "#/action"),
        (Array(repeating: "type=tags", count: 21).joined(separator: "&"), "#/type"),
    ])
    func `a parameter that is wrong is named`(query: String, pointer: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(Self.changes)?\(query)")

            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"]?.string == pointer)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an author is a value and never a part of the question`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await vitrina.send(.post, "\(Self.mall)/tags", ["name": ["ru": "Кофе"]])

            for author in ["'%20OR%201=1--", "%25", "%00", String(repeating: "a", count: 5_000)] {
                let reply = try await vitrina.send(.get, "\(Self.changes)?author=\(author)")
                #expect(reply.status == 200 || reply.status == 422)
                #expect(reply.json["items"]?.array?.isEmpty ?? true)
            }
        }
    }

    @Test func `nobody sees it who may not`() async throws {
        try await withVitrina { vitrina in
            let changes = try await vitrina.send(.get, Self.changes, as: nil)
            #expect(changes.status == 401)
            let events = try await vitrina.send(.get, "/admin/api/v1/events", as: nil)
            #expect(events.status == 401)
            // Within the process there are no event streams.
            let local = try await vitrina.send(.get, "/admin/api/v1/events")
            #expect(local.status == 503)
        }
    }
}
