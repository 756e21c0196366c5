import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct IdempotencyTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let tokens = "/admin/api/v1/tokens"

    @Test(arguments: TestDatabase.all)
    func `a request that comes again gets the answer of the first`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let first = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k-1")
            let counts = try await vitrina.database.rowCounts()
            let again = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k-1")

            #expect(first.status == 201)
            #expect(first.headers[.replayed] == nil)
            #expect(again.status == 201)
            #expect(again.bytes == first.bytes)
            #expect(again.headers[.replayed] == "true")
            for name in [HTTPField.Name.location, .eTag, .contentType, .cacheControl] {
                #expect(again.headers[name] == first.headers[name])
            }
            #expect(try await vitrina.database.rowCounts() == counts)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `requests at once on two servers have one effect and one answer`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let servers = [vitrina, try await vitrina.another()]

            let replies = try await atOnce(0..<20) { number in
                let server = servers[number % 2]
                var reply: Vitrina.Reply
                // On a busy machine the other request may still be running; then this one is repeated.
                repeat {
                    reply = try await server.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")
                } while reply.status == 409
                return reply
            }

            #expect(replies.map { $0.status } == Array(repeating: 201, count: 20))
            #expect(Set(replies.map { $0.bytes }).count == 1)
            #expect(replies.filter { $0.headers[.replayed] == nil }.count == 1)
            #expect(try await vitrina.count(of: "contents") == 1)
            #expect(try await vitrina.count(of: "history") == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a slug is not taken by the request itself`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let email: JSON = [
                "email": "a@mall.example", "name": "A", "role": "owner", "password": "correct horse battery",
            ]
            let path = "/admin/api/v1/staff"

            let replies = try await atOnce(0..<8) { _ in
                try await vitrina.post(path, email, key: "k", as: Vitrina.owner)
            }

            #expect(replies.map { $0.status } == Array(repeating: 201, count: 8))
            #expect(Set(replies.map { $0.bytes }).count == 1)
            #expect(try await vitrina.count(of: "staff") == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a key is of one request and one person`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            #expect(try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k").status == 201)

            let body = try await vitrina.post(Self.tags, ["name": ["ru": "Сок"]], key: "k")
            let query = try await vitrina.post("\(Self.tags)?publish=true", ["name": ["ru": "Чай"]], key: "k")
            let path = try await vitrina.post("/admin/api/v1/mall/news", ["name": ["ru": "Чай"]], key: "k")
            for reply in [body, query, path] {
                #expect(reply.status == 422, "\(reply.text)")
                #expect(reply.json["type"] == "/problems/invalid")
            }
            let other = try await vitrina.post(
                Self.tags,
                ["name": ["ru": "Чай"]],
                key: "k",
                as: Vitrina.owner
            )
            #expect(other.status == 201)
            #expect(other.headers[.replayed] == nil)
            #expect(try await vitrina.count(of: "contents") == 2)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a request that failed can be mended under its key`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let refused = try await vitrina.post(Self.tags, ["nome": 5], key: "k")
            #expect(refused.status == 422)
            #expect(try await vitrina.count(of: "idempotency_keys") == 0)

            let mended = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")

            #expect(mended.status == 201)
            #expect(mended.headers[.replayed] == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an answer that was lost is not made up`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.loseAnswers()
            let first = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")
            #expect(first.status == 201)

            vitrina.clock.advance(by: Claim.idempotencyLease)
            let again = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")

            #expect(again.status == 409)
            #expect(again.json["detail"]?.string?.contains("Check what it did") == true)
            #expect(again.headers[.retryAfter] == nil)
            #expect(try await vitrina.count(of: "contents") == 1)
        }
    }

    @Test func `while the first is being carried out the second is told to wait`() async throws {
        try await withVitrina { vitrina in
            try await vitrina.loseAnswers()
            _ = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")

            let again = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "k")

            #expect(again.status == 409)
            #expect(again.headers[.retryAfter] == "5")
            #expect(try await vitrina.count(of: "contents") == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a key is forgotten after a day`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for key in ["a", "b"] {
                _ = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: key)
            }
            vitrina.clock.advance(by: ClaimStore.idempotencyAge)

            let again = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: "a")
            #expect(again.status == 201)
            #expect(again.headers[.replayed] == nil)
            try await vitrina.services.claims.removeExpired()

            #expect(try await vitrina.count(of: "contents") == 3)
            #expect(try await vitrina.count(of: "idempotency_keys") == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the database alone gives no secret away`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let staff = try await vitrina.post(
                "/admin/api/v1/staff",
                ["email": "a@mall.example", "name": "A", "role": "owner"],
                key: "key-of-staff",
                as: Vitrina.owner
            )
            let body: JSON = ["name": "t", "role": "owner", "staff_id": staff.json["id"] ?? .null]
            let token = try await vitrina.post(
                Self.tokens,
                body,
                key: "key-of-token",
                as: Vitrina.owner
            )
            let secrets = [staff.json["password"]?.string, token.json["token"]?.string].compactMap { $0 }
            try #require(secrets.count == 2)

            let rows = try await vitrina.database.read { connection in
                try connection.rows("SELECT digest, request, body, answer FROM idempotency_keys").map { row in
                    (0..<4).map { "\(row[$0])" + String(decoding: [UInt8](row[$0]) ?? [], as: UTF8.self) }
                        .joined()
                }
            }
            #expect(rows.count == 2)
            for word in secrets + ["key-of-staff", "key-of-token", "mall.example", "password"] {
                #expect(!rows.contains { $0.contains(word) })
            }

            let again = try await vitrina.post(
                Self.tokens,
                body,
                key: "key-of-token",
                as: Vitrina.owner
            )
            #expect(again.status == 409)
            #expect(!again.text.contains(secrets[1]))
        }
    }

    @Test(arguments: ["", " ", "a b", "ключ", String(repeating: "k", count: 256), "a\tb"])
    func `a key is of visible ASCII`(key: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.post(Self.tags, ["name": ["ru": "Чай"]], key: key)

            #expect(reply.status == 400)
            #expect(try await vitrina.count(of: "contents") == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an upload over HTTP is known by its bytes`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let token = try await vitrina.newToken()
            // The body is longer than one read, so that it arrives in chunks.
            let text = String(repeating: "text ", count: Limits.bodySizeMax / 4)
            let archives = ["a.txt", "b.txt"].map { MediaFixture.zip([($0, text)]) }

            try await withHTTP(vitrina) { url in
                let client = HTTPClient()
                let headers = [
                    (name: "Authorization", value: "Bearer \(token.secret)"),
                    (name: "Idempotency-Key", value: "k"),
                    (name: "Content-Type", value: "application/octet-stream"),
                ]
                var answers: [HTTPAnswer] = []
                for body in [archives[0], archives[0], archives[1]] {
                    let address = "\(url)/admin/api/v1/media?name=a.zip"
                    answers.append(
                        try await client.send("POST", address, headers: headers, body: .bytes(body))
                    )
                }

                #expect(answers.map { $0.status } == [201, 201, 422])
                #expect(answers[1].body == answers[0].body)
                #expect(answers[1].headers["idempotency-replayed"] == "true")
                #expect(answers[1].headers["location"] == answers[0].headers["location"])
            }
        }
    }
}
