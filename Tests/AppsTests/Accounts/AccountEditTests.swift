import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Actions of staff on an account.
struct AccountEditTests {
    static let users = AccountGridTests.users
    static let clerk = Author.viewer("Klim", may: [.readContent, .readPeople, .writePeople])

    private func revision(_ vitrina: Vitrina, _ id: String) async throws -> HTTPFields {
        let account = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Self.clerk)
        return [.ifMatch: "\"\(account.json["revision"]?.integer ?? 0)\""]
    }

    private func edit(
        _ vitrina: Vitrina,
        _ id: String,
        _ body: JSON,
        as author: Author = clerk
    ) async throws -> Vitrina.Reply {
        let headers = try await revision(vitrina, id)
        return try await vitrina.send(.patch, "\(Self.users)/\(id)", body, headers: headers, as: author)
    }

    // A87, A98
    @Test(arguments: TestDatabase.all)
    func `login, names, address, push id and confirmation are put right`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let id = try await app.user["id"]?.string ?? ""
            let changed = try await edit(
                vitrina,
                id,
                [
                    "login": "anna-2026", "last_name": "Яковлева", "patronymic": " Ивановна ",
                    "push_token": "push-1", "is_confirmed": true,
                ]
            )
            #expect(changed.status == 200, "\(changed.text)")
            let user = try await app.user
            #expect(user["login"] == "anna-2026" && user["lastName"] == "Яковлева")
            #expect(user["surName"] == "Ивановна" && user["fcm"] == "push-1" && user["isConfirmed"] == true)
            var other = AccountApp(vitrina)
            #expect(try await other.logIn("ANNA-2026").status == 200)

            // A different address needs a separate confirmation.
            let moved = try await edit(vitrina, id, ["email": "New@Example.ru"])
            #expect(moved.json["email"] == "new@example.ru" && moved.json["is_confirmed"] == false)
            let both = try await edit(vitrina, id, ["email": "third@example.ru", "is_confirmed": true])
            #expect(both.json["is_confirmed"] == true)
            let emptied = try await edit(vitrina, id, ["push_token": nil, "email": ""])
            #expect(emptied.json["push_token"] == .null && emptied.json["email"] == .null)
            #expect(try await vitrina.auditCount("person.changed") == 4)
            #expect(try await vitrina.accountEvents().filter { $0.kind == "edit" }.count == 4)
            // The same values again change nothing.
            let same = try await edit(vitrina, id, ["login": "anna-2026"])
            #expect(same.status == 200)
            #expect(try await vitrina.auditCount("person.changed") == 4)
        }
    }

    // A87
    @Test(arguments: TestDatabase.all)
    func `of two who edit at once the later is told what is there now`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let id = try await app.user["id"]?.string ?? ""
            let seen = try await revision(vitrina, id)
            let path = "\(Self.users)/\(id)"
            let statuses = try await atOnce(0..<8) { number in
                let body: JSON = ["last_name": .string("Фамилия-\(number)")]
                return try await vitrina.send(.patch, path, body, headers: seen, as: Self.clerk)
                    .status
            }
            #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412, 412, 412])
            let late = try await vitrina.send(
                .patch,
                path,
                ["login": "anna-1"],
                headers: seen,
                as: Self.clerk
            )
            #expect(late.status == 412 && late.text.contains("Фамилия-"))
            // A change by the app is visible too.
            let again = try await revision(vitrina, id)
            _ = try await app.post("users/change", ["fcm": "other"])
            #expect(
                try await vitrina.send(.patch, path, ["login": "anna-1"], headers: again, as: Self.clerk)
                    .status == 412
            )
            #expect(try await vitrina.send(.patch, path, ["login": "anna-1"], as: Self.clerk).status == 428)
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let body: JSON
        let pointer: String
        var testDescription: String { body.text.prefix(60) + " → " + pointer }
    }

    // A87
    @Test(arguments: [
        Bad(body: ["login": "abc"], pointer: "#/login"), Bad(body: ["login": ""], pointer: "#/login"),
        Bad(body: ["login": nil], pointer: "#/login"), Bad(body: ["login": "with space"], pointer: "#/login"),
        Bad(body: ["login": "9067098500"], pointer: "#/login"),
        Bad(body: ["login": "boris-2026"], pointer: "#/login"),
        Bad(body: ["login": 5], pointer: "#/login"), Bad(body: ["email": "nobody"], pointer: "#/email"),
        Bad(body: ["email": "boris@example.ru"], pointer: "#/email"),
        Bad(body: ["email": ["a@b.ru"]], pointer: "#/email"),
        Bad(body: ["first_name": "a\nb"], pointer: "#/first_name"),
        Bad(body: ["last_name": .string(String(repeating: "я", count: 101))], pointer: "#/last_name"),
        Bad(body: ["push_token": .string(String(repeating: "x", count: 5000))], pointer: "#/push_token"),
        Bad(body: ["is_confirmed": "yes"], pointer: "#/is_confirmed"),
        Bad(body: ["balance": 5], pointer: "#/balance"),
        Bad(body: ["password": "x"], pointer: "#/password"), Bad(body: [:], pointer: "#"),
    ])
    func `what is wrong with an edit stands at its field, and nothing changes`(row: Bad) async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let other = try await vitrina.accountMember("+7 906 000-00-02", email: "boris@example.ru")
            let id = try await app.user["id"]?.string ?? ""
            _ = try await edit(vitrina, try await other.user["id"]?.string ?? "", ["login": "boris-2026"])
            let before = try await app.user
            let reply = try await edit(vitrina, id, row.body)
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"]?.string == row.pointer, "\(reply.text)")
            #expect(try await app.user == before)
        }
    }

    // A88, A97
    @Test(arguments: TestDatabase.all)
    func `a new password is shown once, and the old one and the session end`(kind: TestDatabase) async throws
    {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            let id = try await app.user["id"]?.string ?? ""
            let path = "\(Self.users)/\(id)/password"
            let dry = try await vitrina.send(.post, "\(path)?dry_run=true", as: Self.clerk)
            #expect(dry.status == 200 && dry.json["password"] == nil)
            let key = [try #require(HTTPField.Name("Idempotency-Key")): "once"] as HTTPFields
            let reply = try await vitrina.send(.post, path, headers: key, as: Self.clerk)
            let password = try #require(reply.json["password"]?.string)
            let again = try await vitrina.send(.post, path, headers: key, as: Self.clerk)
            #expect(again.status == 409 && !again.text.contains(password))
            #expect(try await app.get("users/user").status == 400)
            #expect(try await app.logIn(AccountApp.phone, AccountApp.password).status == 400)
            #expect(try await app.logIn(AccountApp.phone, password).status == 200)
            let shown = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Vitrina.owner)
            #expect(!shown.text.contains(password))
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT password_hash FROM accounts_users").first?
                    .get("password_hash", as: String.self) ?? ""
            }
            #expect(!kept.contains(password) && kept.count > 40)
            #expect(try await vitrina.auditCount("person.password") == 1)
        }
    }

    // A53, A87, A98
    @Test(arguments: TestDatabase.all)
    func `a blocked account is out until it is unblocked`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            let path = "\(Self.users)/\(try await app.user["id"]?.string ?? "")"
            #expect(
                try await vitrina.send(.post, "\(path)/block", ["reason": ""], as: Self.clerk).status == 422
            )
            let blocked = try await vitrina.send(.post, "\(path)/block", ["reason": "Спам"], as: Self.clerk)
            #expect(blocked.json["is_blocked"] == true && blocked.json["block_reason"] == "Спам")
            #expect(try await app.get("users/user").status == 400)
            #expect(try await app.logIn().status == 400)
            #expect(
                try await vitrina.send(.post, "\(path)/unblock", as: Self.clerk).json["is_blocked"] == false
            )
            #expect(try await app.logIn().status == 200)
            #expect(try await vitrina.send(.post, "\(path)/sign-out", as: Self.clerk).status == 200)
            #expect(try await app.get("users/user").status == 400)
            for action in ["person.blocked", "person.unblocked", "person.signed-out"] {
                #expect(try await vitrina.auditCount(action) == 1, "\(action)")
            }
        }
    }

    // A98
    @Test(arguments: TestDatabase.all)
    func `an erased account has no person any more, and its number is free`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let path = "\(Self.users)/\(try await app.user["id"]?.string ?? "")"
            _ = try await app.post("users/send-confirm")
            #expect(
                try await vitrina.send(.post, "\(path)/erase", ["digits": "58"], as: Self.clerk).status == 422
            )
            #expect(
                try await vitrina.send(.post, "\(path)/erase", ["digits": "59"], as: Vitrina.editor).status
                    == 403
            )
            let dry = try await vitrina.send(
                .post,
                "\(path)/erase?dry_run=true",
                ["digits": "59"],
                as: Self.clerk
            )
            #expect(dry.status == 200 && dry.json["is_erased"] == true)
            #expect(try await app.get("users/user").status == 200)
            let gone = try await vitrina.send(.post, "\(path)/erase", ["digits": "59"], as: Self.clerk)
            #expect(gone.status == 200 && gone.json["is_erased"] == true, "\(gone.text)")
            for table in [
                "accounts_users", "accounts_clients", "accounts_events", "accounts_links", "outbox", "codes",
            ] {
                let rows = try await vitrina.database.read { try $0.rows("SELECT * FROM \(name: table)") }
                let text = "\(rows)"
                #expect(!text.contains("9067098559") && !text.contains("anna@example.ru"), "\(table)")
            }
            #expect(try await app.get("users/user").status == 400)
            for act in ["unblock", "password", "sign-out"] {
                #expect(
                    try await vitrina.send(.post, "\(path)/\(act)", as: Self.clerk).status == 409,
                    "\(act)"
                )
            }
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await AccountApp(vitrina).register().status == 200)
        }
    }

    // A98
    @Test(arguments: TestDatabase.all)
    func `erasing an address leaves those that merely end like it`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let gone = try await vitrina.accountMember(email: "anna@example.ru")
            let stays = try await vitrina.accountMember("+7 906 000-00-02", email: "j-anna@example.ru")
            for app in [gone, stays] { _ = try await app.post("users/send-confirm") }
            let path = "\(Self.users)/\(try await gone.user["id"]?.string ?? "")/erase"
            #expect(try await vitrina.send(.post, path, ["digits": "59"], as: Self.clerk).status == 200)
            let mails = try await vitrina.services.outbox.list(kind: .mail, limit: 50).elements
            #expect(!mails.isEmpty && mails.allSatisfy { $0.payload["to"] == "j-anna@example.ru" })
            let events = try await vitrina.send(
                .get,
                "/admin/api/v1/accounts/events?kind=registration",
                as: Self.clerk
            )
            #expect(events.json.items.count == 1)
        }
    }

    // A98
    @Test func `only those with the right change people, and only people who are there`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let id = try await app.user["id"]?.string ?? ""
            let acts: [(HTTPRequest.Method, String, JSON?)] = [
                (.patch, "", ["login": "anna-2026"]), (.post, "/block", ["reason": "x"]),
                (.post, "/unblock", nil),
                (.post, "/sign-out", nil), (.post, "/password", nil), (.post, "/confirmation", nil),
                (.post, "/push", ["title": "x", "text": "y"]), (.post, "/erase", ["digits": "59"]),
            ]
            for (method, act, body) in acts {
                for author in [Vitrina.viewer, Vitrina.editor] {
                    let headers = try await revision(vitrina, id)
                    let reply = try await vitrina.send(
                        method,
                        "\(Self.users)/\(id)\(act)",
                        body,
                        headers: headers,
                        as: author
                    )
                    #expect(reply.status == 403, "\(act) \(author.name)")
                }
                for other in ["0190f3c8-0000-7000-8000-000000000000", "1", "x'--"] {
                    let reply = try await vitrina.send(
                        method,
                        "\(Self.users)/\(other.percentEncoded)\(act)",
                        body,
                        headers: [.ifMatch: "\"1\""],
                        as: Self.clerk
                    )
                    #expect(reply.status == 404, "\(act) \(other) \(reply.text)")
                }
            }
            #expect(try await app.get("users/user").status == 200)
        }
    }
}
