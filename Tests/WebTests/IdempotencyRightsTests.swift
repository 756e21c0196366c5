import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A repeated request is answered only if the actor still has the right, and never with a secret.
struct IdempotencyRightsTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let staff = "/admin/api/v1/staff"

    @Test(arguments: TestDatabase.all)
    func `who has lost rights is not told the answer again`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (id, token) = try await vitrina.member(.owner)
            // The last owner cannot lose the role.
            _ = try await vitrina.member(.owner, at: "second@keys.example")
            let first = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], with: token)
            #expect(first.status == 201, "\(first.text)")
            #expect(
                try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], with: token).bytes == first.bytes
            )

            _ = try await vitrina.services.staff.update(id, StaffChanges(role: .viewer), by: Vitrina.owner)
            let demoted = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], with: token)

            #expect(demoted.status == 403)
            #expect(demoted.headers[.replayed] == nil)
            #expect(!demoted.text.contains(first.id))
            #expect(try await vitrina.count(of: "contents") == 1)
            // A key that was never used does not give them a right either.
            let other = try await vitrina.post(Self.tags, ["name": ["ru": "Сок"]], key: "other", with: token)
            #expect(other.status == 403)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a key belongs to one token or session`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (id, owner) = try await vitrina.member(.owner)
            let viewer = try await vitrina.services.staff.createToken(
                name: "viewer",
                role: .viewer,
                for: id,
                by: Vitrina.owner
            ).secret
            let first = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], with: owner)
            #expect(first.status == 201)

            let weaker = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], with: viewer)
            #expect(weaker.status == 403)
            #expect(weaker.headers[.replayed] == nil)

            // The same member of staff does two things in two browsers.
            for _ in 0..<2 {
                let secret = try await vitrina.services.staff.signIn(
                    email: "owner@keys.example",
                    password: "correct horse battery",
                    address: nil,
                    door: .api
                ).secret
                let cookie: HTTPFields = [.cookie: "vitrina_session=\(secret)"]
                for isAgain in [false, true] {
                    let reply = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], headers: cookie)
                    #expect(reply.status == 201)
                    #expect((reply.headers[.replayed] != nil) == isAgain)
                }
            }
            #expect(try await vitrina.count(of: "contents") == 3)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a secret is told once, and what made it is not done twice`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (id, token) = try await vitrina.member(.owner)
            let hook: JSON = ["url": "https://hooks.example/", "events": ["content.published"]]
            let made = try await vitrina.send(.post, "/admin/api/v1/hooks", hook, as: Vitrina.owner)
            let project: JSON = [
                "id": "demo-app", "number": 123_456_789_012, "app": "demo", "environment": "production",
                "title": "Demo",
            ]
            _ = try await vitrina.send(.post, "/admin/api/v1/flags", project, as: Vitrina.owner)
            let requests: [(path: String, body: JSON, secret: String)] = [
                (Self.staff, ["email": "a@mall.example", "name": "A", "role": "owner"], "password"),
                ("/admin/api/v1/tokens", ["name": "t", "role": "owner", "staff_id": .string(id)], "token"),
                ("/admin/api/v1/hooks", hook, "secret"),
                ("/admin/api/v1/hooks/\(made.id)/secret", [:], "secret"),
                ("/admin/api/v1/flags/demo-app/keys", ["name": "iOS"], "key"),
                ("\(Self.staff)/\(id)/reset-password", [:], "password"),
            ]
            for (path, body, member) in requests {
                let first = try await vitrina.post(path, body, key: path, with: token)
                let secret = try #require(first.json[member]?.string, "\(path) \(first.text)")
                let counts = try await vitrina.database.rowCounts()
                let again = try await vitrina.post(path, body, key: path, with: token)

                #expect(again.status == 409, "\(path)")
                #expect(again.json["detail"]?.string?.contains("is shown once") == true)
                #expect(again.headers[.retryAfter] == nil)
                #expect(!again.text.contains(secret))
                #expect(try await vitrina.database.rowCounts() == counts, "\(path)")
            }
        }
    }

    /// A new path that creates a secret must be added here, and so to the test above.
    @Test func `every answer that can hold a secret is known`() async throws {
        try await withVitrina { vitrina in
            let document = try await vitrina.send(
                .get,
                "/admin/api/v1/openapi.json",
                as: Vitrina.owner
            ).json
            let schemas = document["components"]?["schemas"]?.object ?? [:]
            func names(in schema: JSON, depth: Int = 0) -> Set<String> {
                guard depth < 6 else { return [] }
                if let name = schema["$ref"]?.string?.split(separator: "/").last {
                    return schemas[String(name)].map { names(in: $0, depth: depth + 1) } ?? []
                }
                let parts = ["allOf", "oneOf", "anyOf"].flatMap { schema[$0]?.array ?? [] }
                return parts.reduce(into: Set((schema["properties"]?.object ?? [:]).keys)) {
                    $0.formUnion(names(in: $1, depth: depth + 1))
                }
            }
            var paths: Set<String> = []
            for (path, operations) in document["paths"]?.object ?? [:] {
                for (status, answer) in operations["post"]?["responses"]?.object ?? [:]
                where status.hasPrefix("2") {
                    let schema = answer["content"]?["application/json"]?["schema"] ?? [:]
                    let secrets = names(in: schema).intersection(["password", "secret", "token"])
                    if !secrets.isEmpty { paths.insert(path.replacing("/admin/api/v1", with: "")) }
                }
            }
            let known: Set = [
                "/staff", "/staff/{id}/reset-password", "/tokens", "/hooks", "/hooks/{id}/secret",
                "/accounts/users/{id}/password",
            ]
            #expect(paths.isSubset(of: known), "\(paths)")
            #expect(paths.isSuperset(of: ["/staff", "/tokens"]))
        }
    }
}

extension Vitrina {
    /// A new member of staff, with a token that has the same rights.
    fileprivate func member(
        _ role: Role,
        at email: String? = nil
    ) async throws -> (id: String, token: String) {
        let staff = try await services.staff.create(
            email: email ?? "\(role.rawValue)@keys.example",
            name: "Kira",
            role: role,
            password: "correct horse battery",
            by: Self.owner
        ).staff
        let token = try await services.staff.createToken(name: "t", role: role, for: staff.id, by: Self.owner)
        return (staff.id, token.secret)
    }

    fileprivate func post(
        _ path: String,
        _ body: JSON,
        key: String = "k",
        with token: String
    ) async throws -> Reply {
        try await post(path, body, key: key, headers: [.authorization: "Bearer \(token)"])
    }

    fileprivate func post(
        _ path: String,
        _ body: JSON,
        key: String = "k",
        headers: HTTPFields
    ) async throws -> Reply {
        var headers = headers
        headers[.key] = key
        return try await send(.post, path, body, headers: headers, as: nil)
    }
}
