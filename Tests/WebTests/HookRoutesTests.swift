import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct HookRoutesTests {
    private static let hooks = "/admin/api/v1/hooks"

    @Test(arguments: TestDatabase.all)
    func `a hook is made, shown, changed and taken away, and its secret is told once`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let body: JSON = [
                "url": " https://example.org/hook?a=1 ",
                "events": ["content.published", "content.published"],
                "types": ["offers"], "description": "Кассы",
            ]
            let created = try await vitrina.send(.post, Self.hooks, body, as: Vitrina.owner)

            #expect(created.status == 201)
            #expect(created.headers[.location] == "\(Self.hooks)/\(created.id)")
            #expect(created.json["secret"]?.string?.hasPrefix("vh_") == true)
            #expect(created.json["url"] == "https://example.org/hook?a=1")
            #expect(created.json["events"] == ["content.published"])
            #expect(created.json["is_active"] == true)
            let shown = try await vitrina.send(.get, "\(Self.hooks)/\(created.id)", as: Vitrina.owner)
            #expect(shown.json == created.json.merged(with: ["secret": .null]))

            let patch: JSON = ["types": [], "is_active": false, "description": ""]
            let changed = try await vitrina.send(
                .patch,
                "\(Self.hooks)/\(created.id)",
                patch,
                as: Vitrina.owner
            )
            #expect(changed.status == 200)
            #expect(changed.json["types"] == [])
            #expect(changed.json["is_active"] == false)
            #expect(changed.json["events"] == ["content.published"])
            let list = try await vitrina.send(.get, Self.hooks, as: Vitrina.owner)
            #expect(list.json["items"] == .array([changed.json.merged(with: ["deliveries": .null])]))

            let removed = try await vitrina.send(.delete, "\(Self.hooks)/\(created.id)", as: Vitrina.owner)
            #expect(removed.status == 204)
            #expect(
                try await vitrina.send(.get, "\(Self.hooks)/\(created.id)", as: Vitrina.owner).status == 404
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a change leaves what another one sets meanwhile`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let hook = try await vitrina.hook("https://example.org/")
            let changed = try await vitrina.database.holding { connection in
                try connection.execute(
                    "UPDATE hooks SET url = 'https://example.org/new' WHERE id = \(hook.id)"
                )
            } during: {
                let patch: JSON = ["description": "Кассы"]
                return try await vitrina.send(.patch, "\(Self.hooks)/\(hook.id)", patch, as: Vitrina.owner)
            }
            #expect(
                changed.json["url"] == "https://example.org/new" && changed.json["description"] == "Кассы"
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `every deed is in the audit, and no secret is`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let hook = try await vitrina.hook("https://example.org/")
            let path = "\(Self.hooks)/\(hook.id)"
            _ = try await vitrina.send(.patch, path, ["description": "x"], as: Vitrina.owner)
            let rotated = try await vitrina.send(.post, "\(path)/secret", as: Vitrina.owner)
            let test = try await vitrina.send(.post, "\(path)/test", as: Vitrina.owner)
            let number = test.json["delivery"]?.integer ?? 0
            _ = try await vitrina.send(.post, "\(Self.hooks)/deliveries/\(number)/retry", as: Vitrina.owner)
            _ = try await vitrina.send(.delete, path, as: Vitrina.owner)

            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner)
            let actions = audit.json.items.compactMap { $0["action"]?.string }
            #expect(
                actions == [
                    "hook.removed", "hook.retried", "hook.tested", "hook.secret-rotated", "hook.changed",
                    "hook.created",
                ]
            )
            let secret = try #require(rotated.json["secret"]?.string)
            #expect(secret != hook.secret)
            #expect(!audit.text.contains(secret) && !audit.text.contains(hook.secret))
            // Its messages were removed with it.
            let left = try await vitrina.database.read { try $0.rows("SELECT id FROM outbox").count }
            #expect(left == 0)
        }
    }

    private static let hostile = [
        "file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)", "example.org", "", "http://",
        "https://user@example.org/", "https://user:password@example.org/", "http://example.org/\r\nX: y",
        "http://example.org/\nHost: other", "http://exa mple.org/", "http://example.org/#part",
        "http://example.org:0/", "http://example.org:99999/", "http://пример.рф/", "http://[::1/",
        "http://example.org/\u{0}", "//example.org/", "http:///x",
        "http://example.org/" + String(repeating: "a", count: 2_000),
    ]

    @Test(arguments: hostile)
    func `an address that is none is refused`(url: String) async throws {
        try await withVitrina { vitrina in
            let hook = try await vitrina.hook("https://example.org/")

            let made = try await vitrina.send(.post, Self.hooks, ["url": .string(url)], as: Vitrina.owner)
            let changed = try await vitrina.send(
                .patch,
                "\(Self.hooks)/\(hook.id)",
                ["url": .string(url)],
                as: Vitrina.owner
            )

            for reply in [made, changed] {
                #expect(reply.status == 422)
                #expect(reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string } == ["#/url"])
            }
        }
    }

    private static let wrong: [(JSON, [String])] = [
        ([:], ["#/url"]), (["url": 5], ["#/url"]), (["url": .null], ["#/url"]),
        (["url": "https://a.example/", "events": []], ["#/events"]),
        (["url": "https://a.example/", "events": "content.*"], ["#/events"]),
        (["url": "https://a.example/", "events": ["*", "content.exploded", "offers.*"]], ["#/events"]),
        (["url": "https://a.example/", "events": ["*", 5]], ["#/events"]),
        (["url": "https://a.example/", "types": ["offers", "ghosts"]], ["#/types/1"]),
        (["url": "https://a.example/", "types": [5]], ["#/types"]),
        (["url": "https://a.example/", "is_active": "yes"], ["#/is_active"]),
        (["url": "https://a.example/", "description": "a\nb"], ["#/description"]),
        (["url": "https://a.example/", "secret": "mine"], ["#/secret"]),
    ]

    @Test(arguments: wrong)
    func `what is wrong is named with its place`(body: JSON, pointers: [String]) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.post, Self.hooks, body, as: Vitrina.owner)

            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string } == pointers)
            #expect(try await vitrina.send(.get, Self.hooks, as: Vitrina.owner).json["items"] == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `there are so many hooks and no more`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for number in 0..<HookStore.hooksMax {
                _ = try await vitrina.hook("https://example.org/\(number)")
            }

            let reply = try await vitrina.send(
                .post,
                Self.hooks,
                ["url": "https://example.org/more"],
                as: Vitrina.owner
            )

            #expect(reply.status == 409)
            let list = try await vitrina.send(.get, Self.hooks, as: Vitrina.owner).json["items"]?.array
            #expect(list?.count == HookStore.hooksMax)
        }
    }
}

extension Vitrina {
    /// Adds a hook for everything, or for the fields in `more`; returns it with its secret.
    func hook(_ url: String, _ more: JSON = [:]) async throws -> (id: String, secret: String) {
        let body = (["url": .string(url)] as JSON).merged(with: more)
        let reply = try await send(.post, "/admin/api/v1/hooks", body, as: Vitrina.owner)
        try #require(reply.status == 201, "\(reply.text)")
        return (reply.id, reply.json["secret"]?.string ?? "")
    }

    /// The deliveries, newest first, each with its attempts.
    func deliveries(of hook: String) async throws -> [JSON] {
        let path = "/admin/api/v1/hooks/deliveries"
        let page = try await send(.get, "\(path)?hook=\(hook)", as: Vitrina.owner).json
        var found: [JSON] = []
        for number in (page["items"]?.array ?? []).compactMap({ $0["id"]?.integer }) {
            found.append(try await send(.get, "\(path)/\(number)", as: Vitrina.owner).json)
        }
        return found
    }
}
