import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Order, references, flags and removal, through the admin API.
struct ContentRulesTests {
    static let mall = "/admin/api/v1/mall"

    @Test(arguments: TestDatabase.all)
    func `contents are moved before and after each other, over type borders`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.make(4, in: vitrina)
            // New entries are added at the top.
            #expect(try await Self.order(vitrina) == ids.reversed())

            let (a, b, c, d) = (ids[0], ids[1], ids[2], ids[3])
            try await Self.move(d, ["after": .string(a)], vitrina)
            #expect(try await Self.order(vitrina) == [c, b, a, d])
            try await Self.move(a, ["before": .string(c)], vitrina)
            #expect(try await Self.order(vitrina) == [a, c, b, d])
            try await Self.move(d, ["to": "first"], vitrina)
            #expect(try await Self.order(vitrina) == [d, a, c, b])
            try await Self.move(d, ["to": "last"], vitrina)
            #expect(try await Self.order(vitrina) == [a, c, b, d])

            // Repeated between the same two until no numbers between them are free.
            for number in 0..<80 {
                try await Self.move(number.isMultiple(of: 2) ? c : b, ["after": .string(a)], vitrina)
            }
            #expect(try await Self.order(vitrina) == [a, b, c, d])

            let event = try await vitrina.send(
                .post,
                "\(Self.mall)/events",
                ["title": ["ru": "Йога"]]
            )
            let moved = try await vitrina.send(
                .put,
                "\(Self.mall)/events/\(event.id)/position",
                ["after": .string(a)]
            )
            #expect(moved.status == 200, "\(moved.text)")
            let stranger = try await vitrina.send(
                .put,
                "\(Self.mall)/events/\(event.id)/position",
                ["after": .string(event.id.uppercased())]
            )
            #expect(stranger.status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `twenty movers at once leave everybody in the row`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.make(5, in: vitrina)

            try await atOnce(0..<20) { number in
                try await Self.move(ids[number % 4], ["after": .string(ids[4])], vitrina)
            }

            let order = try await Self.order(vitrina)
            #expect(Set(order) == Set(ids))
            #expect(order.first == ids[4])
        }
    }

    @Test func `a content cannot be moved beside one of another row`() async throws {
        try await withVitrina { vitrina in
            let ids = try await Self.make(1, in: vitrina)
            let category = try await vitrina.send(
                .post,
                "\(Self.mall)/categories",
                ["name": ["ru": "Еда"], "slug": "food"]
            )

            let wrong = try await vitrina.send(
                .put,
                "\(Self.mall)/news/\(ids[0])/position",
                ["before": .string(category.id)]
            )
            let shop = try await vitrina.send(.post, "\(Self.mall)/tags", ["name": ["ru": "Кофе"]])
            let alphabetical = try await vitrina.send(
                .put,
                "\(Self.mall)/tags/\(shop.id)/position",
                ["to": "first"]
            )

            #expect(wrong.status == 422)
            #expect(alphabetical.status == 409)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is referred to stays, and says by what`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let category = try await vitrina.send(
                .post,
                "\(Self.mall)/categories",
                ["name": ["ru": "Еда"], "slug": "food"]
            )
            let sub = try await vitrina.send(
                .post,
                "\(Self.mall)/subcategories",
                ["name": ["ru": "Кофейни"], "category": .string(category.id)]
            )
            #expect(sub.status == 201, "\(sub.text)")

            let path = "\(Self.mall)/categories/\(category.id)"
            let refused = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""])
            #expect(refused.status == 409)
            #expect(refused.json["detail"]?.string?.contains("Кофейни") == true)

            let unknown = try await vitrina.send(
                .post,
                "\(Self.mall)/subcategories",
                ["name": ["ru": "Чай"], "category": .string(sub.id)]
            )
            #expect(unknown.status == 422)
            #expect(unknown.json["errors"]?.array?.first?["pointer"] == "#/category")

            let first = try await vitrina.send(
                .delete,
                "\(Self.mall)/subcategories/\(sub.id)",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(first.status == 204)
            let second = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""])
            #expect(second.status == 204)
            let trash = try await vitrina.send(.get, "\(Self.mall)/categories?state=trash")
            #expect(trash.json.items.map { $0["id"] } == [.string(category.id)])
            // Its slug is available again.
            let anew = try await vitrina.send(
                .post,
                "\(Self.mall)/categories",
                ["name": ["ru": "Еда"], "slug": "food"]
            )
            #expect(anew.status == 201)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a slug is taken once and finds its content`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let body: JSON = ["name": ["ru": "Еда"], "slug": "food"]
            let created = try await vitrina.send(.post, "\(Self.mall)/categories", body)
            let taken = try await vitrina.send(.post, "\(Self.mall)/categories", body)
            let found = try await vitrina.send(.get, "\(Self.mall)/categories/food")
            let missing = try await vitrina.send(.get, "\(Self.mall)/categories/fo%27od")

            #expect(taken.status == 409)
            #expect(taken.json["errors"]?.array?.first?["pointer"] == "#/slug")
            #expect(found.id == created.id)
            #expect(missing.status == 404)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a flag passes a draft by`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let created = try await vitrina.send(
                .post,
                "\(Self.mall)/news?publish=true",
                ["title": ["ru": "Каток"], "live_from": "2026-11-01T00:00:00Z"]
            )
            let path = "\(Self.mall)/news/\(created.id)"
            _ = try await vitrina.send(
                .patch,
                path,
                ["title": ["ru": "Большой каток"]],
                headers: [.ifMatch: "\"1\""]
            )

            let on = try await vitrina.send(.put, "\(path)/flags/on_main", ["value": true])

            #expect(on.json["live"]?["on_main"] == true)
            #expect(on.json["live"]?["title"] == ["ru": "Каток"])
            #expect(on.json["fields"]?["on_main"] == true)
            #expect(on.json["fields"]?["title"] == ["ru": "Большой каток"])
            let none = try await vitrina.send(.put, "\(path)/flags/title", ["value": true])
            #expect(none.status == 404)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `lists are filtered by what an editor works on`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let plain = try await vitrina.send(
                .post,
                "\(Self.mall)/news?publish=true",
                ["title": ["ru": "Каток"], "live_from": "2026-11-01T00:00:00Z"]
            )
            let flagged = try await vitrina.send(
                .post,
                "\(Self.mall)/news",
                ["title": ["ru": "Ёлка"], "on_main": true]
            )
            let found = { (query: String) async throws -> [JSON?] in
                try await vitrina.send(.get, "\(Self.mall)/news?\(query)").json["items"]?.array?.map {
                    $0["id"]
                } ?? []
            }

            #expect(try await found("on_main=true") == [.string(flagged.id)])
            #expect(try await found("on_main=false") == [.string(plain.id)])
            #expect(try await found("state=live") == [.string(plain.id)])
            #expect(try await found("state=draft") == [.string(flagged.id)])
            #expect(try await found("sort=title") == [.string(flagged.id), .string(plain.id)])
        }
    }

    private static func make(_ count: Int, in vitrina: Vitrina) async throws -> [String] {
        var ids: [String] = []
        for number in 1...count {
            let title: JSON = ["ru": .string("Новость \(number)")]
            ids.append(try await vitrina.send(.post, "\(mall)/news", ["title": title]).id)
        }
        return ids
    }

    private static func order(_ vitrina: Vitrina) async throws -> [String] {
        let list = try await vitrina.send(.get, "\(mall)/news")
        return list.json.items.compactMap { $0["id"]?.string }
    }

    private static func move(_ id: String, _ place: JSON, _ vitrina: Vitrina) async throws {
        let reply = try await vitrina.send(.put, "\(mall)/news/\(id)/position", place)
        #expect(reply.status == 200, "\(reply.text)")
    }
}
