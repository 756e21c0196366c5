import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct ReleaseRefusalTests {
    private static let releases = ReleaseTests.releases

    private static let bodies: [(JSON, [String])] = [
        ([:], ["#/title"]), (["title": nil], ["#/title"]), (["title": 5], ["#/title"]),
        (["title": " "], ["#/title"]), (["title": "a\nb"], ["#/title"]),
        (["title": .string(String(repeating: "a", count: 201))], ["#/title"]),
        (["title": "a", "at": "tomorrow"], ["#/at"]), (["title": "a", "at": 5], ["#/at"]),
        (["title": "a", "at": "2026-11-21T12:00:00Z"], ["#/at"]),
        (["title": "a", "at": "2040-01-01T00:00:00Z"], ["#/at"]),
        (["title": "a", "note": .string(String(repeating: "a", count: 501))], ["#/note"]),
        (["title": "a", "note": ["x"], "state": "published", "id": "x"], ["#/id", "#/note", "#/state"]),
    ]

    @Test(arguments: bodies)
    func `every fault of a release is told at once`(body: JSON, pointers: [String]) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.post, Self.releases, body)

            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string } == pointers)
            #expect(try await vitrina.send(.get, Self.releases).json["items"] == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a change names the version it was made from, and a stranger's id is nothing`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.tag("a")
            let id = try await vitrina.release("Пробный", [tag])
            let path = "\(Self.releases)/\(id)"
            let stale: HTTPFields = [.ifMatch: "\"1\""]
            for (method, place) in [
                (HTTPRequest.Method.patch, path), (.delete, path), (.put, "\(path)/publication"),
            ] {
                #expect(try await vitrina.send(method, place, ["title": "b"]).status == 428)
                let reply = try await vitrina.send(method, place, ["title": "b"], headers: stale)
                #expect(reply.status == 412)
                #expect(reply.json["current"]?["version"] == 2)
                #expect(
                    try await vitrina.send(method, place, ["title": "b"], headers: stale, as: Vitrina.viewer)
                        .status == 403
                )
            }
            for action in ["", "remove", "PUBLISH"] {
                let reply = try await vitrina.send(.put, "\(path)/items/\(tag)", ["action": .string(action)])
                #expect(reply.status == 422)
            }
            let body: JSON = ["action": "publish"]
            let item = "\(path)/items/\(tag)"
            #expect(try await vitrina.send(.put, item, body, headers: stale).status == 412)
            #expect(try await vitrina.send(.put, item, ["action": 5]).status == 422)
            for other in ["nothing", "00000000-0000-7000-8000-000000000000", id] {
                #expect(try await vitrina.send(.put, "\(path)/items/\(other)", body).status == 404)
                #expect(try await vitrina.send(.delete, "\(path)/items/\(other)").status == 404)
            }
            for other in ["nothing", "00000000-0000-7000-8000-000000000000", tag] {
                #expect(try await vitrina.send(.get, "\(Self.releases)/\(other)").status == 404)
                let match: HTTPFields = [.ifMatch: "\"1\""]
                let publication = "\(Self.releases)/\(other)/publication"
                #expect(try await vitrina.send(.put, publication, headers: match).status == 404)
            }
            #expect(try await vitrina.send(.get, path, as: Vitrina.viewer).status == 200)
            #expect(
                try await vitrina.send(.post, Self.releases, ["title": "b"], as: Vitrina.viewer).status == 403
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an empty release and what is in the trash are not published`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.tag("a")
            let id = try await vitrina.release("Пробный", [])
            let path = "\(Self.releases)/\(id)"
            let empty = try await vitrina.send(.put, "\(path)/publication", headers: [.ifMatch: "\"1\""])
            #expect(empty.status == 409)

            _ = try await vitrina.send(.put, "\(path)/items/\(tag)", ["action": "publish"])
            _ = try await vitrina.send(.delete, "\(ScheduleTests.tags)/\(tag)", headers: [.ifMatch: "\"1\""])
            let shown = try await vitrina.send(.get, path)
            #expect(shown.json.items.first?["ready"] == false)
            #expect(shown.json.items.first?["state"] == "trash")
            let refused = try await vitrina.send(.put, "\(path)/publication", headers: [.ifMatch: "\"2\""])
            #expect(refused.status == 422)
            #expect(refused.json["errors"]?.array?.first?["pointer"] == .string("#/items/\(tag)"))
            #expect(try await vitrina.send(.delete, "\(path)/items/\(tag)").json["items"] == [])
            #expect(try await vitrina.send(.put, "\(path)/items/\(tag)", ["action": "publish"]).status == 409)
        }
    }

    @Test(arguments: ["state=gone", "limit=0", "limit=x", "cursor=zzz", "colour=red"])
    func `a list is asked only for what it has`(query: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(Self.releases)?\(query)")

            let name = String(query.prefix { $0 != "=" })
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"] == .string("#/\(name)"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `pages of releases have no gaps and no repeats`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for number in 0..<7 {
                _ = try await vitrina.release("\(number)", [])
                vitrina.clock.advance(by: .seconds(1))
            }
            var titles: [String] = []
            var query: String? = "?limit=3"
            while let now = query {
                let page = try await vitrina.send(.get, Self.releases + now).json
                titles += page["items"]?.array?.compactMap { $0["title"]?.string } ?? []
                query = page["next"]?.string.map { "?limit=3&cursor=\($0)" }
            }
            #expect(titles == ["6", "5", "4", "3", "2", "1", "0"])
        }
    }
}
