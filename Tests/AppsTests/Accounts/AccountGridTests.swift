import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The accounts as staff find and see them.
struct AccountGridTests {
    static let users = "/admin/api/v1/accounts/users"
    static let reader = Author.viewer("Rita", may: [.readContent, .readPeople])

    /// Registers Anna, Boris and Vera, one after the other.
    private func people(_ vitrina: Vitrina) async throws -> [AccountApp] {
        var apps: [AccountApp] = []
        for (number, name) in [(1, ("Анна", "Яковлева")), (2, ("Борис", "Ёлкин")), (3, ("Вера", "Абрамова"))]
        {
            let mail = number == 3 ? nil : "user\(number)@mail.ru"
            let app = try await vitrina.accountMember("+7 906 000-00-0\(number)", email: mail)
            _ = try await app.post("users/change", ["name": name.0, "lastname": name.1])
            apps.append(app)
            vitrina.clock.advance(by: .seconds(60))
        }
        return apps
    }

    private func names(
        _ vitrina: Vitrina,
        _ query: String,
        as author: Author = AccountGridTests.reader,
        path: String = users
    ) async throws -> [String] {
        let reply = try await vitrina.send(.get, "\(path)?\(query)", as: author)
        return reply.json.items.map { $0["name"]?.string ?? "—" }
    }

    // A86, A44
    @Test(arguments: TestDatabase.all)
    func `accounts are found, narrowed down and sorted, page by page`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let apps = try await people(vitrina)
            _ = try await apps[1].post("users/change", ["fcm": "token-2"])
            let (anna, boris, vera) = ("Яковлева Анна", "Ёлкин Борис", "Абрамова Вера")
            for (query, found) in [
                ("", [vera, boris, anna]), ("sort=created_at", [anna, boris, vera]),
                ("sort=name", [vera, boris, anna]), ("sort=-name", [anna, boris, vera]),
                ("sort=email", [vera, anna, boris]), ("sort=login", [anna, boris, vera]),
                ("q=0001", [anna]), ("q=89060000002", [boris]), ("q=\("елкин".percentEncoded)", [boris]),
                ("q=user1%40mail", [anna]), ("q=%25", []), ("push=true", [boris]),
                ("push=false", [vera, anna]),
                ("email=false", [vera]), ("confirmed=true", []), ("blocked=true", []), ("erased=true", []),
            ] {
                #expect(try await names(vitrina, query) == found, "\(query)")
            }
            let first = try await vitrina.send(
                .get,
                "\(Self.users)?limit=2&sort=name&count=true",
                as: Self.reader
            )
            #expect(first.json["count"] == 3)
            let next = try #require(first.json["next"]?.string)
            #expect(try await names(vitrina, "limit=2&sort=name&cursor=\(next)") == [anna])
            for query in [
                "sort=password", "limit=0", "cursor=x", "blocked=maybe", "who=me",
                "q=\(String(repeating: "я", count: 101).percentEncoded)",
            ] {
                let reply = try await vitrina.send(.get, "\(Self.users)?\(query)", as: Self.reader)
                #expect(reply.status == 422, "\(query)")
            }
        }
    }

    // A86
    @Test(arguments: TestDatabase.all)
    func `staff without the right to read people see masks, and find no number digit by digit`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await people(vitrina)[0]
            _ = try await app.post("users/change", ["fcm": "push-token-1"])
            let id = try await app.user["id"]?.string ?? ""
            let seen = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Vitrina.viewer)
            #expect(seen.status == 200)
            #expect(seen.json["phone"] == "+7 9•• ••• •• 01" && seen.json["login"] == "+7 9•• ••• •• 01")
            #expect(seen.json["name"] == "Я. А." && seen.json["email"] == "u•••@mail.ru")
            for secret in ["9060000001", "Анна", "user1@mail.ru", "push-token-1", "password"] {
                #expect(!seen.text.contains(secret), "\(secret)")
            }
            let whole = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Self.reader)
            #expect(whole.json["push_token"] == "push-token-1" && whole.json["email"] == "user1@mail.ru")
            #expect(!whole.text.contains("9060000001") && !whole.text.contains("scrypt"))
            for (query, count) in [("q=01", 1), ("q=9060000001", 1), ("q=0001", 0), ("q=user1", 0)] {
                #expect(try await names(vitrina, query, as: Vitrina.viewer).count == count, "\(query)")
            }
            let sorted = try await vitrina.send(.get, "\(Self.users)?sort=email", as: Vitrina.viewer)
            #expect(sorted.status == 422)
            #expect(try await vitrina.send(.get, Self.users, as: nil).status == 401)
            #expect(try await vitrina.send(.get, "\(Self.users)/export", as: Vitrina.viewer).status == 403)
            #expect(
                try await vitrina.send(.post, "\(Self.users)/\(id)/reveal", as: Vitrina.viewer).status == 403
            )
            let revealed = try await vitrina.send(.post, "\(Self.users)/\(id)/reveal", as: Self.reader)
            #expect(revealed.json["phone"] == "+79060000001")
            #expect(try await vitrina.auditCount("person.revealed") == 1)
            let dry = try await vitrina.send(
                .post,
                "\(Self.users)/\(id)/reveal?dry_run=true",
                as: Self.reader
            )
            #expect(!dry.text.contains("9060000001"))
        }
    }

    // A89
    @Test(arguments: TestDatabase.all)
    func `those who have registered are listed by dates, the last seven days by themselves`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let start = vitrina.clock.now
            _ = try await people(vitrina)
            vitrina.clock.advance(by: .seconds(6 * 86_400))
            let path = "/admin/api/v1/accounts/registered"
            #expect(try await names(vitrina, "", path: path).count == 3)
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await names(vitrina, "", path: path).isEmpty)
            let from = start.description.percentEncoded
            let until = start.advanced(by: .seconds(90)).description.percentEncoded
            #expect(try await names(vitrina, "registered_from=\(from)", path: path).count == 3)
            let both = "registered_from=\(from)&registered_until=\(until)"
            #expect(try await names(vitrina, both, path: path).count == 2)
            for parameter in ["registered_from", "registered_until"] {
                let refused = try await vitrina.send(.get, "\(path)?\(parameter)=yesterday")
                #expect(refused.status == 422 && refused.json["errors"]?.array?.count == 1, "\(refused.text)")
            }
        }
    }

    // A86, A98
    @Test(arguments: TestDatabase.all)
    func `the table holds everybody, and the log names the member of staff who takes it`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await people(vitrina)[0]
            _ = try await app.post("users/change", ["lastname": "=cmd|' /C calc'!A0"])
            let table = try await vitrina.send(.get, "\(Self.users)/export", as: Self.reader)
            let lines = table.text.split(separator: "\r\n")
            #expect(lines.count == 4 && lines[0].hasPrefix("id,client_id,login,phone"))
            #expect(!table.text.contains("9060000001") && !table.text.contains(",=cmd"))
            let whole = try await vitrina.send(
                .get,
                "\(Self.users)/export?phones=true&q=0001",
                as: Self.reader
            )
            #expect(whole.text.contains("9060000001") && whole.text.split(separator: "\r\n").count == 2)
            #expect(try await vitrina.auditCount("loyalty.exported") == 2)
        }
    }
}

extension Vitrina {
    func auditCount(_ action: String) async throws -> Int64 {
        try await database.read { connection in
            try connection.rows("SELECT count(*) AS count FROM audit WHERE action = \(action)").first?
                .get("count") ?? -1
        }
    }
}
