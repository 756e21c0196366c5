import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Bulk actions.
struct BulkTests {
    static let news = "/admin/api/v1/mall/news"

    @Test(arguments: TestDatabase.all)
    func `many are published together, one line of history each`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.drafts(250, vitrina)
            vitrina.clock.advance(by: .seconds(1))

            let reply = try await Self.bulk(["action": "publish", "filter": ["state": "draft"]], vitrina)

            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.json == ["changed": 250, "unchanged": 0, "failed": 0, "failures": []])
            #expect(vitrina.services.live.state["news"].contents.count == 250)
            let count: Int64 = try await vitrina.database.read { connection in
                try connection.rows("SELECT count(*) AS n FROM history WHERE action = 'published'")[0].get(
                    "n"
                )
            }
            #expect(count == 250)
            let again = try await Self.bulk(["action": "publish", "ids": Self.json(ids)], vitrina)
            #expect(again.json["unchanged"] == 250)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `all or none`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.drafts(5, vitrina)
            let incomplete = try await vitrina.send(.post, Self.news, ["title": ["ru": "Без даты"]]).id
            let all: JSON = [
                "action": "publish", "ids": Self.json(ids + [incomplete, "no-such-slug"]),
            ]

            let refused = try await Self.bulk(all, vitrina)

            #expect(refused.status == 409)
            #expect(refused.pointers == ["#/ids/5", "#/ids/6"])
            #expect(refused.json["errors"]?.array?.first?["detail"]?.string?.contains("live_from") == true)
            #expect(vitrina.services.live.state["news"].contents.isEmpty)

            let each = try await Self.bulk(all.merged(with: ["mode": "each"]), vitrina)
            #expect(each.status == 200)
            #expect(each.json["changed"] == 5)
            #expect(each.json["failed"] == 2)
            let failures = each.json["failures"]?.array ?? []
            #expect(failures.map { $0["problem"] } == ["invalid", "not-found"])
            #expect(failures.first?["errors"]?.array?.first?["pointer"] == "#/live_from")
            #expect(vitrina.services.live.state["news"].contents.count == 5)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a field is set, a flag switched, and a selection moved in its order`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.drafts(6, vitrina)
            let set: JSON = [
                "action": "set", "ids": Self.json(ids), "fields": ["disclaimer": ["ru": "Для всех"]],
                "publish": true,
            ]
            #expect(try await Self.bulk(set, vitrina).json["changed"] == 6)
            let flag: JSON = [
                "action": "flag", "ids": Self.json(Array(ids.prefix(2))), "field": "on_main", "value": true,
            ]
            #expect(try await Self.bulk(flag, vitrina).json["changed"] == 2)
            let state = vitrina.services.live.state["news"]
            #expect(state.contents.filter { $0.bool("on_main") }.count == 2)
            #expect(state.contents.allSatisfy { $0.text("disclaimer", .ru) == "Для всех" })

            // The order is newest first: 5 4 3 2 1 0.
            let move: JSON = [
                "action": "move", "ids": Self.json([ids[0], ids[3]]), "place": ["to": "first"],
            ]
            #expect(try await Self.bulk(move, vitrina).status == 200)
            let order = [0, 3, 5, 4, 2, 1].map { ids[$0] }
            #expect(vitrina.services.live.state["news"].contents.map(\.id) == order)
            let each: JSON = ["mode": "each", "place": ["after": .string(ids[1])]]
            #expect(
                try await Self.bulk(move.merged(with: each).merged(with: ["place": ["to": .null]]), vitrina)
                    .status == 200
            )
            let moved = [5, 4, 2, 1, 0, 3].map { ids[$0] }
            #expect(vitrina.services.live.state["news"].contents.map(\.id) == moved)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a selection goes to the trash, to the archive and back`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.drafts(3, vitrina)
            for (action, state) in [
                ("archive", "archived"), ("unarchive", "draft"), ("remove", "trash"), ("recover", "draft"),
            ] {
                let reply = try await Self.bulk(["action": .string(action), "ids": Self.json(ids)], vitrina)
                #expect(reply.json["changed"] == 3, "\(action): \(reply.text)")
                let list = try await vitrina.send(.get, Self.news + "?count=true&limit=1&state=\(state)")
                #expect(list.json["total"] == 3)
                #expect(list.json.items.count == 1)
            }
        }
    }

    @Test func `progress comes line by line where it is wanted`() async throws {
        try await withVitrina { vitrina in
            let ids = try await Self.drafts(250, vitrina)

            let reply = try await vitrina.send(
                .post,
                Self.news + "/bulk",
                ["action": "publish", "ids": Self.json(ids), "mode": "each"],
                headers: [.accept: "application/x-ndjson"]
            )

            let lines = try reply.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(lines.dropLast().map { $0["done"] } == [100, 200, 250])
            #expect(lines.allSatisfy { $0["total"] == 250 || $0["changed"] == 250 })
        }
    }

    @Test func `what is wrong with the request is told at once`() async throws {
        try await withVitrina { vitrina in
            let id = try await Self.drafts(1, vitrina)[0]
            let cases: [(JSON, [String])] = [
                ([:], ["#/ids", "#/action"]),
                (["action": "explode", "ids": [.string(id)]], ["#/action"]),
                (["action": "publish", "ids": []], ["#/ids"]),
                (["action": "publish", "ids": [.string(id), .string(id)]], ["#/ids"]),
                (["action": "publish", "ids": [5]], ["#/ids"]),
                (["action": "publish", "ids": [.string(id)], "filter": [:]], ["#/ids"]),
                (["action": "publish", "filter": ["colour": "red"]], ["#/colour"]),
                (["action": "publish", "filter": ["limit": "5"]], ["#/filter/limit"]),
                (["action": "set", "ids": [.string(id)]], ["#/fields"]),
                (["action": "flag", "ids": [.string(id)], "field": 5], ["#/field", "#/value"]),
                (["action": "move", "ids": [.string(id)], "place": ["to": "moon"]], ["#"]),
                (["action": "publish", "ids": [.string(id)], "mode": "some", "x": 1], ["#/mode", "#/x"]),
            ]
            for (body, pointers) in cases {
                let reply = try await Self.bulk(body, vitrina)

                #expect(reply.status == 422, "\(body.text)")
                #expect(reply.pointers == pointers, "\(body.text)")
            }
            let viewer = try await vitrina.send(
                .post,
                Self.news + "/bulk",
                ["action": "publish", "ids": [.string(id)]],
                as: Vitrina.viewer
            )
            #expect(viewer.status == 403)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two bulk changes and single ones at once end in order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = try await Self.drafts(30, vitrina)
            let statuses = try await atOnce(0..<4) { number in
                let list = number.isMultiple(of: 2) ? ids : ids.reversed()
                let body: JSON = [
                    "action": "set", "ids": Self.json(list),
                    "fields": ["disclaimer": ["ru": .string("\(number)")]], "publish": true,
                ]
                return try await Self.bulk(body, vitrina).status
            }
            #expect(Set(statuses) == [200])
            let texts = Set(vitrina.services.live.state["news"].contents.map { $0.text("disclaimer", .ru) })
            #expect(texts.count == 1, "each of them is one transaction")
        }
    }

    private static func bulk(_ body: JSON, _ vitrina: Vitrina) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, news + "/bulk", body)
    }

    private static func json(_ ids: [String]) -> JSON {
        .array(ids.map { .string($0) })
    }

    private static func drafts(_ count: Int, _ vitrina: Vitrina) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let body: JSON = [
                "title": ["ru": .string("Новость \(number)")], "live_from": "2026-11-01T00:00:00Z",
            ]
            ids.append(try await vitrina.send(.post, news, body).id)
        }
        return ids
    }
}
