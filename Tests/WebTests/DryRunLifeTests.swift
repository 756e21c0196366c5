import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Dry runs of the life cycle of entries, of releases and of web hooks.
struct DryRunLifeTests {
    private static let prefix = "/admin/api/v1"
    private static let tags = "\(prefix)/mall/tags"

    /// A change as a dry run, with its expected status.
    private struct Change: Sendable {
        let method: HTTPRequest.Method
        let path: String
        var body: JSON?
        var version: Int?
        let status: Int
    }

    private struct World: Sendable {
        var live = ""
        var draft = ""
        var trash = ""
        var archived = ""
        var release = ""
        var hook = ""
    }

    @Test(arguments: TestDatabase.all)
    func `whatever is tried out leaves every table as it was`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await world(vitrina)
            let before = try await vitrina.database.rowCounts()

            for change in Self.contents(world) + Self.releases(world) + Self.hooks(world) {
                var headers: HTTPFields = [HTTPField.Name("X-Dry-Run") ?? .via: "true"]
                headers[.ifMatch] = change.version.map { "\"\($0)\"" }
                let reply = try await vitrina.send(
                    change.method,
                    change.path,
                    change.body,
                    headers: headers,
                    as: Vitrina.owner
                )

                #expect(reply.status == change.status, "\(change.method) \(change.path): \(reply.text)")
                #expect(reply.headers[HTTPField.Name("X-Dry-Run") ?? .via] == "true", "\(change.path)")
            }

            #expect(try await vitrina.database.rowCounts() == before)
            // The dry runs have changed nothing.
            for id in [world.live, world.draft] {
                #expect(try await vitrina.send(.get, "\(Self.tags)/\(id)").json["version"] == 1)
            }
        }
    }

    private func world(_ vitrina: Vitrina) async throws -> World {
        func tag(_ name: String, _ query: String = "") async throws -> String {
            try await vitrina.send(.post, Self.tags + query, ["name": ["ru": .string(name)]]).id
        }
        var world = World()
        (world.live, world.draft) = (try await tag("Чай", "?publish=true"), try await tag("Сок"))
        (world.trash, world.archived) = (try await tag("Вода"), try await tag("Морс"))
        let first: HTTPFields = [.ifMatch: "\"1\""]
        _ = try await vitrina.send(.delete, "\(Self.tags)/\(world.trash)", headers: first)
        _ = try await vitrina.send(.put, "\(Self.tags)/\(world.archived)/archive", headers: first)
        world.release = try await vitrina.send(.post, "\(Self.prefix)/releases", ["title": "Осень"]).id
        let items = "\(Self.prefix)/releases/\(world.release)/items"
        _ = try await vitrina.send(.put, "\(items)/\(world.draft)", ["action": "publish"])
        world.hook = try await vitrina.send(
            .post,
            "\(Self.prefix)/hooks",
            ["url": "https://hooks.example/a", "events": ["*"]],
            as: Vitrina.owner
        ).id
        return world
    }

    private static func contents(_ world: World) -> [Change] {
        let (live, draft) = ("\(tags)/\(world.live)", "\(tags)/\(world.draft)")
        let at: JSON = ["at": "2026-12-01T10:00:00Z"]
        return [
            Change(method: .post, path: "\(live)/copies", status: 201),
            Change(method: .put, path: "\(draft)/archive", version: 1, status: 200),
            Change(method: .delete, path: "\(tags)/\(world.archived)/archive", version: 2, status: 200),
            Change(method: .delete, path: "\(tags)/\(world.trash)/trash", version: 2, status: 200),
            Change(method: .delete, path: "\(tags)/\(world.trash)?purge=true", version: 2, status: 204),
            Change(method: .put, path: "\(draft)/schedule/publication", body: at, status: 200),
            Change(method: .put, path: "\(live)/schedule/withdrawal", body: at, status: 200),
            Change(
                method: .post,
                path: "\(tags)/bulk",
                body: ["action": "publish", "mode": "all", "filter": ["state": "draft"]],
                status: 200
            ),
            Change(
                method: .post,
                path: "\(tags)/bulk",
                body: [
                    "action": "remove", "mode": "each", "ids": [.string(world.live), .string(world.draft)],
                ],
                status: 200
            ),
        ]
    }

    private static func releases(_ world: World) -> [Change] {
        let release = "\(prefix)/releases/\(world.release)"
        return [
            Change(method: .post, path: "\(prefix)/releases", body: ["title": "Зима"], status: 201),
            Change(method: .patch, path: release, body: ["title": "Лето"], version: 2, status: 200),
            Change(
                method: .put,
                path: "\(release)/items/\(world.live)",
                body: ["action": "withdraw"],
                status: 200
            ),
            Change(method: .delete, path: "\(release)/items/\(world.draft)", status: 200),
            Change(method: .put, path: "\(release)/publication", version: 2, status: 200),
            Change(method: .delete, path: release, version: 2, status: 200),
        ]
    }

    private static func hooks(_ world: World) -> [Change] {
        let hook = "\(prefix)/hooks/\(world.hook)"
        return [
            Change(
                method: .post,
                path: "\(prefix)/hooks",
                body: ["url": "https://hooks.example/b", "events": ["*"]],
                status: 201
            ),
            Change(method: .patch, path: hook, body: ["is_active": false], status: 200),
            Change(method: .post, path: "\(hook)/secret", status: 200),
            Change(method: .post, path: "\(hook)/test", status: 200),
            Change(method: .delete, path: hook, status: 204),
        ]
    }

    @Test(arguments: TestDatabase.all)
    func `a long work that is tried out tells its progress and keeps nothing`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            for number in 0..<30 {
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": .string("Тег \(number)")]])
            }
            let before = try await vitrina.database.rowCounts()

            for mode in ["all", "each"] {
                let reply = try await vitrina.send(
                    .post,
                    "\(Self.tags)/bulk?dry_run=true",
                    ["action": "publish", "mode": .string(mode), "filter": ["state": "draft"]],
                    headers: [.accept: "application/x-ndjson"]
                )

                let last = reply.text.split(separator: "\n").last.flatMap { try? JSON(parsing: String($0)) }
                #expect(last?["changed"] == 30, "\(reply.text)")
            }

            #expect(try await vitrina.database.rowCounts() == before)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a long work that comes again under its key is done once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]]).id
            let body: JSON = ["action": "publish", "mode": "all", "ids": [.string(tag)]]
            let headers: HTTPFields = [
                HTTPField.Name("Idempotency-Key") ?? .via: "k", .accept: "application/x-ndjson",
            ]

            let replies = try await atOnce(0..<6) { _ in
                try await vitrina.send(.post, "\(Self.tags)/bulk", body, headers: headers)
            }
            let again = try await vitrina.send(.post, "\(Self.tags)/bulk", body, headers: headers)

            #expect(try await vitrina.send(.get, "\(Self.tags)/\(tag)").json["version"] == 2)
            // A request that arrives while the first is running may have to be repeated.
            let done = replies.filter { $0.text.contains("\"changed\":1") }
            #expect(!done.isEmpty)
            #expect(again.headers[HTTPField.Name("Idempotency-Replayed") ?? .via] == "true")
            #expect(again.bytes == done.first?.bytes)
        }
    }
}
