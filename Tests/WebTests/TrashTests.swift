import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The trash, restores and purges, and references to entries in it.
struct TrashTests {
    static let mall = "/admin/api/v1/mall"

    @Test(arguments: TestDatabase.all)
    func `what was removed comes back as a draft, with its references`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, tag) = try await Self.shopWithTag(vitrina)
            let path = "\(Self.mall)/shops/\(shop)"
            #expect(try await vitrina.send(.delete, path, headers: version(1)).status == 204)
            // References of an entry in the trash do not count, so the tag can be removed too.
            let uses = try await vitrina.send(.get, "\(Self.mall)/tags/\(tag)/uses")
            #expect(uses.json["items"] == [])

            let back = try await vitrina.send(.delete, "\(path)/trash", headers: version(2))
            #expect(back.status == 200, "\(back.text)")
            #expect(back.json["state"] == "draft")
            #expect(back.json["fields"]?["tags"] == [.string(tag)])
            let again = try await vitrina.send(.get, "\(Self.mall)/tags/\(tag)/uses", as: Vitrina.viewer)
            #expect(
                again.json["items"] == [
                    [
                        "type": "shops", "id": .string(shop), "title": "Кофейня", "field": "tags",
                        "field_title": "Tags", "is_live": false, "is_part": false,
                    ]
                ]
            )
            #expect(try await vitrina.send(.delete, "\(path)/trash", headers: version(3)).status == 409)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what it referred to may be gone meanwhile`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, tag) = try await Self.shopWithTag(vitrina)
            let path = "\(Self.mall)/shops/\(shop)"
            #expect(try await vitrina.send(.delete, path, headers: version(1)).status == 204)
            #expect(
                try await vitrina.send(.delete, "\(Self.mall)/tags/\(tag)", headers: version(1)).status == 204
            )

            let refused = try await vitrina.send(.delete, "\(path)/trash", headers: version(2))
            #expect(refused.status == 422)
            #expect(refused.pointers == ["#/tags/0"])
            let cleared = try await vitrina.send(
                .delete,
                "\(path)/trash?clear_references=true",
                headers: version(2)
            )
            #expect(cleared.status == 200)
            #expect(cleared.json["fields"]?["tags"] == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a slug that was taken meanwhile keeps its owner`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = "\(Self.mall)/categories"
            let first = try await vitrina.make("categories", ["name": ["ru": "Еда"], "slug": "food"])
            #expect(try await vitrina.send(.delete, "\(path)/\(first)", headers: version(1)).status == 204)
            _ = try await vitrina.make("categories", ["name": ["ru": "Еда и кофе"], "slug": "food"])

            let refused = try await vitrina.send(.delete, "\(path)/\(first)/trash", headers: version(2))

            #expect(refused.status == 409)
            #expect(refused.pointers == ["#/slug"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `references are cleared on purpose, from drafts and from what is live`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, tag) = try await Self.shopWithTag(vitrina)
            let path = "\(Self.mall)/tags/\(tag)"
            #expect(try await vitrina.send(.delete, path, headers: version(1)).status == 409)

            let cleared = try await vitrina.send(
                .delete,
                path + "?clear_references=true",
                headers: version(1)
            )
            #expect(cleared.status == 204, "\(cleared.text)")
            let read = try await vitrina.send(.get, "\(Self.mall)/shops/\(shop)")
            #expect(read.json["version"] == 2)
            #expect(read.json["live"]?["tags"] == nil)
            #expect(vitrina.services.live.state["shops"][shop]?.ids("tags") == [])
            let history = try await vitrina.send(.get, "\(Self.mall)/shops/\(shop)/history")
            #expect(history.json.items.first?["action"] == "published")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what cannot be live without it keeps it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, _) = try await Self.shopWithTag(vitrina)
            _ = try await vitrina.make(
                "offers",
                [
                    "name": ["ru": "Кофе в подарок"], "shop": .string(shop), "cost": 1, "count": 1,
                    "live_from": "2026-11-01T00:00:00Z", "live_until": "2026-12-01T00:00:00Z",
                ]
            )

            let refused = try await vitrina.send(
                .delete,
                "\(Self.mall)/shops/\(shop)?clear_references=true",
                headers: version(1)
            )

            #expect(refused.status == 409)
            #expect(refused.json["detail"]?.string?.contains("Кофе в подарок") == true)
            #expect(try await vitrina.send(.get, "\(Self.mall)/shops/\(shop)").json["version"] == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `only an owner removes for ever, and only from the trash`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let path = "\(Self.mall)/tags/\(tag)"
            let purge = path + "?purge=true"
            #expect(
                try await vitrina.send(.delete, purge, headers: version(1), as: Vitrina.owner).status == 409
            )
            #expect(try await vitrina.send(.delete, path, headers: version(1)).status == 204)
            #expect(try await vitrina.send(.delete, purge, headers: version(2)).status == 403)
            #expect(
                try await vitrina.send(.delete, purge, headers: version(1), as: Vitrina.owner).status == 412
            )

            let gone = try await vitrina.send(.delete, purge, headers: version(2), as: Vitrina.owner)
            #expect(gone.status == 204, "\(gone.text)")
            #expect(try await vitrina.send(.get, path).status == 404)
            let actions = try await vitrina.database.read { connection in
                try connection.rows("SELECT action FROM history WHERE content_id = \(tag) ORDER BY id")
                    .map { try $0.get("action", as: String.self) }
            }
            #expect(actions == ["published", "removed", "purged"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the trash is emptied after thirty days`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let old = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let young = try await vitrina.make("tags", ["name": ["ru": "Чай"]])
            #expect(
                try await vitrina.send(.delete, "\(Self.mall)/tags/\(old)", headers: version(1)).status == 204
            )
            vitrina.clock.advance(by: .seconds(20 * 86_400))
            #expect(
                try await vitrina.send(.delete, "\(Self.mall)/tags/\(young)", headers: version(1)).status
                    == 204
            )
            vitrina.clock.advance(by: .seconds(10 * 86_400))
            #expect(try await vitrina.services.contents.purgeExpired() == 0)
            vitrina.clock.advance(by: .seconds(1))

            #expect(try await vitrina.services.contents.purgeExpired() == 1)

            #expect(try await vitrina.send(.get, "\(Self.mall)/tags/\(old)").status == 404)
            #expect(try await vitrina.send(.get, "\(Self.mall)/tags/\(young)").json["state"] == "trash")
        }
    }

    static func shopWithTag(_ vitrina: Vitrina) async throws -> (shop: String, tag: String) {
        let category = try await vitrina.make("categories", ["name": ["ru": "Еда"], "slug": "food"])
        let tag = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
        let shop = try await vitrina.make(
            "shops",
            [
                "name": ["ru": "Кофейня"], "categories": [.string(category)], "floor": 1,
                "tags": [.string(tag)],
            ]
        )
        return (shop, tag)
    }
}
