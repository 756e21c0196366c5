@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Partner accounts, and the log of events.
struct AccountZoneTests {
    private static let clients = "/admin/api/v1/accounts/clients"

    @Test func `a client has so many zones and no more`() async throws {
        try await withAccounts { vitrina in
            let client = try await vitrina.accountMember().user["clientId"]?.string ?? ""
            let path = "\(Self.clients)/\(client)/parts"
            for number in 1...ClientOperations.partsMax {
                let body: JSON = ["domain_id": .string("zone-\(number)"), "name": "Зона"]
                #expect(try await vitrina.send(.post, path, body, as: AccountEditTests.clerk).status == 201)
            }
            let last: JSON = ["domain_id": "one-too-many", "name": "Зона"]
            #expect(try await vitrina.send(.post, path, last, as: AccountEditTests.clerk).status == 409)
        }
    }

    // A93
    @Test(arguments: TestDatabase.all)
    func `a zone is added, changed and taken away, and the app sees it`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let client = try await app.user["clientId"]?.string ?? ""
            let path = "\(Self.clients)/\(client)/parts"
            let body: JSON = [
                "domain_id": "spb", "name": "Базы СПб", "forfeit": 1500, "discount": 10, "terminal": "T-1",
                "channels": [["kind": "card", "name": "Карта", "prepay_url": "https://pay.example/1"]],
            ]
            let added = try await vitrina.send(.post, path, body, as: AccountEditTests.clerk)
            #expect(added.status == 201, "\(added.text)")
            let own = try await vitrina.send(.post, path, ["is_banned": true], as: AccountEditTests.clerk)
            #expect(own.json["parts"]?.array?.first?["name"] == "Мобильный")
            let told = try await app.user["parts"]?.array ?? []
            #expect(told.count == 2 && told[1]["domainId"] == "spb" && told[1]["forfeit"] == 1500)
            #expect(told[1]["channels"]?.array?.first?["prepayUrl"] == "https://pay.example/1")
            #expect(told[0]["isBanned"] == true && told[0]["domainId"] == .null)

            let part = try #require(added.json["parts"]?.array?.first)
            let place = "\(path)/\(part["id"]?.string ?? "")"
            #expect(try await vitrina.send(.get, place, as: AccountEditTests.clerk).json == part)
            let seen: HTTPFields = [.ifMatch: "\"\(part["revision"]?.integer ?? 0)\""]
            let none = body.merged(with: ["forfeit": 0, "discount": 0])
            let changed = try await vitrina.send(.put, place, none, headers: seen, as: AccountEditTests.clerk)
            #expect(changed.status == 200)
            #expect(try await app.user["parts"]?.array?.count == 1)
            // An editor with an old version gets a precondition failure.
            #expect(
                try await vitrina.send(.put, place, body, headers: seen, as: AccountEditTests.clerk).status
                    == 412
            )
            #expect(
                try await vitrina.send(.delete, place, headers: seen, as: AccountEditTests.clerk).status
                    == 412
            )
            let now = changed.json["parts"]?.array?.first { $0["domain_id"] == "spb" }
            let fresh: HTTPFields = [.ifMatch: "\"\(now?["revision"]?.integer ?? 0)\""]
            #expect(
                try await vitrina.send(.delete, place, headers: fresh, as: AccountEditTests.clerk).status
                    == 200
            )
            #expect(
                try await vitrina.send(.get, "\(Self.clients)/\(client)").json["parts"]?.array?.count == 1
            )
            #expect(try await vitrina.auditCount("client.part-changed") == 3)
            #expect(try await vitrina.auditCount("client.part-removed") == 1)
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let body: JSON
        let pointer: String
        var testDescription: String { "\(body.text.prefix(60)) \(pointer)" }
    }

    // A93
    @Test(arguments: [
        Bad(body: ["domain_id": "spb"], pointer: "#/name"), Bad(body: ["forfeit": -1], pointer: "#/forfeit"),
        Bad(body: ["forfeit": 9_000_000_000_000], pointer: "#/forfeit"),
        Bad(body: ["discount": 101], pointer: "#/discount"),
        Bad(body: ["discount": "10"], pointer: "#/discount"),
        Bad(body: ["is_banned": 1], pointer: "#/is_banned"),
        Bad(body: ["channels": "card"], pointer: "#/channels"),
        Bad(body: ["channels": [["kind": "card"]]], pointer: "#/channels/0"),
        Bad(
            body: ["channels": [["kind": "c", "name": "n", "prepay_url": "javascript:alert(1)"]]],
            pointer: "#/channels/0/prepay_url"
        ),
        Bad(body: ["terminal": "a\nb"], pointer: "#/terminal"),
        Bad(body: ["balance": 1], pointer: "#/balance"),
        Bad(body: ["domain_id": "own", "name": "Другая"], pointer: "#/domain_id"),
    ])
    func `what is wrong with a zone stands at its field`(row: Bad) async throws {
        try await withAccounts { vitrina in
            let client = try await vitrina.addClient("+7 906 000-00-05")
            let path = "\(Self.clients)/\(client)/parts"
            _ = try await vitrina.send(
                .post,
                path,
                ["domain_id": "own", "name": "Своя"],
                as: AccountEditTests.clerk
            )
            let reply = try await vitrina.send(.post, path, row.body, as: AccountEditTests.clerk)
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"]?.string == row.pointer, "\(reply.text)")
            #expect(try await vitrina.send(.post, path, [:], as: Vitrina.editor).status == 403)
            let nobody = "\(Self.clients)/0190f3c8-0000-7000-8000-000000000000/parts"
            #expect(try await vitrina.send(.post, nobody, [:], as: AccountEditTests.clerk).status == 404)
        }
    }

    // A93
    @Test(arguments: TestDatabase.all)
    func `clients are listed with and without a login`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            _ = try await vitrina.accountMember()
            _ = try await vitrina.addClient("+7 906 000-00-05")
            func count(_ query: String, as author: Author = AccountGridTests.reader) async throws -> Int {
                let reply = try await vitrina.send(.get, "\(Self.clients)?\(query)", as: author)
                return reply.json["items"]?.array?.count ?? -reply.status
            }
            for (query, number) in [
                ("", 2), ("login=true", 1), ("login=false", 1), ("parts=true", 0), ("q=9060000005", 0),
            ] {
                // Rows that were inserted by SQL are in no search text.
                #expect(try await count(query) == number, "\(query)")
            }
            #expect(try await count("q=05", as: Vitrina.viewer) == 1)
            #expect(try await count("q=005", as: Vitrina.viewer) == 0)
            #expect(try await count("cursor=x") == -422)
        }
    }

    // A92
    @Test(arguments: TestDatabase.all)
    func `events are told by kind, date and person, without codes and numbers`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let id = try await app.user["id"]?.string ?? ""
            vitrina.clock.advance(by: .seconds(3600))
            let hour = vitrina.clock.now.description.percentEncoded
            _ = try await app.post("users/send-confirm")
            func events(_ query: String, as author: Author = AccountGridTests.reader) async throws -> [JSON] {
                let path = "/admin/api/v1/accounts/events?\(query)"
                return try await vitrina.send(.get, path, as: author).json.items
            }
            let all = try await events("")
            #expect(all.first?["kind"] == "confirm-mail")
            #expect(all.contains { $0["kind"] == "code" } && all.contains { $0["kind"] == "registration" })
            #expect(!all.contains { $0["text"]?.string?.contains("9067098559") ?? true })
            #expect(all.contains { $0["text"]?.string?.contains("anna@example.ru") ?? false })
            #expect(
                try await !events("", as: Vitrina.viewer).contains {
                    $0["text"]?.string?.contains("anna@") ?? true
                }
            )
            #expect(try await events("kind=registration").count == 1)
            #expect(try await events("from=\(hour)").count == 1)
            #expect(try await events("until=\(hour)").count == all.count - 1)
            #expect(try await events("user=\(id)").allSatisfy { $0["user"]?["id"]?.string == id })
        }
    }
}
