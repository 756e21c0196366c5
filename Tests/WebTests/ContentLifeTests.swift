import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Versions, copies, archive and trash, through the admin API.
struct ContentLifeTests {
    static let tags = "/admin/api/v1/mall/tags"
    static let shops = "/admin/api/v1/mall/shops"

    @Test(arguments: TestDatabase.all)
    func `two versions are compared field by field`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let category = try await vitrina.make("categories", ["name": ["ru": "Еда"], "slug": "food"])
            let shop = try await vitrina.make(
                "shops",
                ["name": ["ru": "Кофе в подарок"], "categories": [.string(category)], "floor": 1]
            )
            let path = "\(Self.shops)/\(shop)"
            let patch: JSON = ["name": ["ru": "Чай в подарок", "en": "Tea"], "floor": 2]
            #expect(try await vitrina.send(.patch, path, patch, headers: version(1)).status == 200)

            let reply = try await vitrina.send(.get, "\(path)/diff", as: Vitrina.viewer)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.json["from"]?["side"] == "live")
            #expect(reply.json["to"]?["side"] == "draft")
            let changes = reply.json["changes"]?.array ?? []
            #expect(changes.map { $0["field"] } == ["name", "name", "floor"])
            #expect(changes.map { $0["language"] } == ["ru", "en", .null])
            #expect(
                changes.first?["words"] == [
                    ["kind": "removed", "text": "Кофе"], ["kind": "added", "text": "Чай"],
                    ["kind": "same", "text": " в подарок"],
                ]
            )
            #expect(changes.last?["before"] == 1)
            #expect(changes.last?["after"] == 2)

            let other = try await vitrina.make("categories", ["name": ["ru": "Дом"], "slug": "home"])
            let move: JSON = ["categories": [.string(other)]]
            #expect(try await vitrina.send(.patch, path, move, headers: version(2)).status == 200)
            let versions = try await vitrina.send(.get, "\(path)/diff?from=2&to=3")
            #expect(versions.json["from"]?["version"] == 2)
            #expect(versions.json["to"]?["by"] == "Egor")
            #expect(versions.json["changes"]?.array?.map { $0["field"] } == ["categories"])
            #expect(versions.json["titles"] == .object([category: "Еда", other: "Дом"]))

            let wrong = try await vitrina.send(.get, "\(path)/diff?from=0&to=next&x=1")
            #expect(wrong.status == 422)
            #expect(wrong.pointers == ["#/x", "#/from", "#/to"])
            #expect(try await vitrina.send(.get, "\(path)/diff?from=99").status == 404)
            #expect(try await vitrina.send(.get, "\(path)/diff?from=99999999999999999999").status == 422)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one version is read with its fields, and an act without a body needs no version`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let made = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])
            let path = "\(Self.tags)/\(made.id)"
            for (method, part) in [
                (HTTPRequest.Method.put, "/publication"), (.delete, "/publication"), (.put, "/archive"),
                (.delete, "/archive"),
            ] {
                #expect(try await vitrina.send(method, path + part).status == 200, "\(part)")
            }
            let stale = try await vitrina.send(.put, "\(path)/publication", headers: version(1))
            #expect(stale.status == 412)

            let first = try await vitrina.send(.get, "\(path)/history/1", as: Vitrina.viewer)
            #expect(first.json["action"] == "created")
            let archived = try await vitrina.send(.get, "\(path)/history/4")
            #expect(archived.json["action"] == "archived")
            #expect(archived.json["fields"] == first.json["fields"])
            for missing in ["9", "0", "x"] {
                #expect(try await vitrina.send(.get, "\(path)/history/\(missing)").status == 404)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an earlier version comes back as the draft`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let path = "\(Self.tags)/\(tag)"
            for (number, name) in ["Чай", "Сок"].enumerated() {
                let reply = try await vitrina.send(
                    .patch,
                    path + "?publish=true",
                    ["name": ["ru": .string(name)]],
                    headers: version(number + 1)
                )
                #expect(reply.status == 200)
            }

            let back = try await vitrina.send(
                .put,
                "\(path)/draft",
                ["from_version": 1],
                headers: version(3)
            )
            #expect(back.status == 200, "\(back.text)")
            #expect(back.json["fields"]?["name"]?["ru"] == "Кофе")
            #expect(back.json["live"]?["name"]?["ru"] == "Сок")
            #expect(back.json["version"] == 4)

            // Restoring the version that apps see leaves no draft.
            let same = try await vitrina.send(
                .put,
                "\(path)/draft",
                ["from_version": 3],
                headers: version(4)
            )
            #expect(same.json["has_draft"] == false)
            let history = try await vitrina.send(.get, "\(path)/history")
            #expect(
                history.json.items.map { $0["action"] } == [
                    "restored", "restored", "published", "published", "published",
                ]
            )

            for body: JSON in [[:], ["from_version": "1"], ["from_version": 1, "x": 1]] {
                #expect(
                    try await vitrina.send(.put, "\(path)/draft", body, headers: version(5)).status == 422
                )
            }
            let absent: JSON = ["from_version": 77]
            #expect(try await vitrina.send(.put, "\(path)/draft", absent, headers: version(5)).status == 404)
            let late: JSON = ["from_version": 1]
            #expect(try await vitrina.send(.put, "\(path)/draft", late, headers: version(4)).status == 412)
            #expect(try await vitrina.send(.put, "\(path)/draft", late).status == 428)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a version that refers to what is gone says so, or leaves it out`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, tag) = try await TrashTests.shopWithTag(vitrina)
            let path = "\(Self.shops)/\(shop)"
            let clear: JSON = ["tags": .null]
            #expect(
                try await vitrina.send(.patch, path + "?publish=true", clear, headers: version(1)).status
                    == 200
            )
            #expect(try await vitrina.send(.delete, "\(Self.tags)/\(tag)", headers: version(1)).status == 204)

            let refused = try await vitrina.send(
                .put,
                "\(path)/draft",
                ["from_version": 1],
                headers: version(2)
            )
            #expect(refused.status == 422)
            #expect(refused.pointers == ["#/tags/0"])
            let cleared = try await vitrina.send(
                .put,
                "\(path)/draft?clear_references=true",
                ["from_version": 1],
                headers: version(2)
            )
            #expect(cleared.status == 200)
            #expect(cleared.json["version"] == 2, "without the tag it is what stands there")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the archive hides a content and keeps it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let path = "\(Self.tags)/\(tag)"

            let archived = try await vitrina.send(.put, "\(path)/archive", headers: version(1))
            #expect(archived.status == 200, "\(archived.text)")
            #expect(archived.json["state"] == "archived")
            #expect(vitrina.services.live.state["tags"][tag] == nil)
            #expect(try await vitrina.send(.get, Self.tags).json["items"] == [])
            #expect(try await vitrina.send(.get, Self.tags + "?state=draft").json["items"] == [])
            let list = try await vitrina.send(.get, Self.tags + "?state=archived")
            #expect(list.json.items.count == 1)

            let edit: JSON = ["name": ["ru": "Чай"]]
            #expect(try await vitrina.send(.patch, path, edit, headers: version(2)).status == 409)
            #expect(try await vitrina.send(.put, "\(path)/archive", headers: version(2)).status == 409)
            #expect(try await vitrina.send(.put, "\(path)/publication", headers: version(2)).status == 409)
            let back = try await vitrina.send(.delete, "\(path)/archive", headers: version(2))
            #expect(back.json["state"] == "draft")
            #expect(try await vitrina.send(.delete, "\(path)/archive", headers: version(3)).status == 409)

            #expect(try await vitrina.send(.put, "\(path)/archive", headers: version(3)).status == 200)
            #expect(try await vitrina.send(.delete, path, headers: version(4)).status == 204)
            #expect(try await vitrina.send(.get, Self.tags + "?state=archived").json["items"] == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a copy is a draft right after its original`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let long = String(repeating: "ё", count: 100)
            let names = try await [("food", "Еда"), ("home", "Дом"), ("long", long)].asyncMap { slug, name in
                try await vitrina.make("categories", ["name": ["ru": .string(name)], "slug": .string(slug)])
            }
            let path = "/admin/api/v1/mall/categories"

            let copy = try await vitrina.send(.post, "\(path)/food/copies")
            #expect(copy.status == 201, "\(copy.text)")
            #expect(copy.headers[.location] == "\(path)/\(copy.id)")
            #expect(copy.json["title"] == "Еда" && copy.json["is_copy"] == true)
            #expect(copy.json["fields"]?["slug"] == "food-copy")
            #expect(copy.json["state"] == "draft")
            let second = try await vitrina.send(.post, "\(path)/food/copies")
            #expect(second.json["fields"]?["slug"] == "food-copy-2")
            let third = try await vitrina.send(.post, "\(path)/long/copies")
            #expect(third.status == 201)
            #expect(third.json["title"]?.string?.unicodeScalars.count == 100)

            let order = try await vitrina.send(.get, path).json["items"]?.array?.map { $0["id"]?.string }
            #expect(order == [names[2], third.id, names[1], names[0], second.id, copy.id])
            #expect(try await vitrina.send(.post, "\(path)/food/copies", as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.send(.post, "\(path)/none/copies").status == 404)
        }
    }
}

/// The header with the version that a change is made from.
func version(_ number: Int) -> HTTPFields {
    [.ifMatch: "\"\(number)\""]
}

extension Vitrina {
    /// Publishes an entry through the admin API, and returns its id.
    func make(_ type: String, _ fields: JSON) async throws -> String {
        let reply = try await send(.post, "/admin/api/v1/mall/\(type)?publish=true", fields)
        try #require(reply.status == 201, "\(reply.text)")
        return reply.id
    }
}

extension Vitrina.Reply {
    /// The pointers of the faults of a refused request.
    var pointers: [String] { json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? [] }
}

extension Sequence {
    /// Runs one request after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}
