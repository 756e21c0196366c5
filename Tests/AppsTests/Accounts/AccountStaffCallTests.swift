import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The app's API for staff (accounts.md 6.15, A98 as far as it concerns the app's API).
struct AccountStaffCallTests {
    private static let refused = "Сессия не найдена или истекла. Войдите ещё раз"

    private func key(
        _ role: Role = .owner,
        grants: Set<Permission> = [],
        in vitrina: Vitrina
    ) async throws -> AccountApp {
        let staff = try await vitrina.services.staff.create(
            email: "\(role.rawValue)\(grants.count)@mall.example",
            name: "Ольга",
            role: .owner,
            password: "correct horse",
            by: Vitrina.owner
        ).staff
        let secret = try await vitrina.services.staff.createToken(
            name: "key",
            role: role,
            grants: grants,
            for: staff.id,
            by: staff.author(door: .api)
        ).secret
        var app = AccountApp(vitrina)
        app.token = secret
        return app
    }

    @Test(arguments: TestDatabase.all)
    func `a token of staff without the right is no token`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let member = try await vitrina.accountMember()
            let editor = try await key(.editor, in: vitrina)
            let reader = try await key(.viewer, grants: [.readPeople], in: vitrina)
            for app in [member, editor] {
                for path in ["users/list", "users/registered", "users/search?client=a"] {
                    #expect(try await app.get(path).text == Self.refused)
                }
                #expect(try await app.post("users/resetUser", ["user": "1"]).text == Self.refused)
            }
            #expect(try await reader.get("users/list").json.array?.count == 1)
            #expect(try await reader.post("users/cancel_test", ["phone": "9067098559"]).text == Self.refused)
            // A staff token is not valid as a user's token.
            #expect(try await reader.get("users/user").text == Self.refused)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `people are listed and found, and each look is in the audit`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            _ = try await vitrina.accountMember(email: "anna@example.ru")
            vitrina.clock.advance(by: .seconds(10 * 86_400))
            let second = AccountApp(vitrina)
            try await second.register("9990000001", ["name": "Пётр", "lastname": "Ёлкин"])
            let staff = try await key(in: vitrina)
            #expect(
                try await staff.get("users/list").json.array?.map { $0["phone"] } == [
                    "9990000001", "9067098559",
                ]
            )
            for (text, phone) in [
                ("%D1%91%D0%BB%D0%BA", "9990000001"), ("%2B7%20(906)%20709-85-59", "9067098559"),
                ("ANNA@", "9067098559"), ("98559", "9067098559"),
            ] {
                let found = try await staff.get("users/search?client=\(text)").json.array ?? []
                #expect(found.map { $0["phone"] } == [.string(phone)], "\(text)")
            }
            #expect(try await staff.get("users/search?client=%25").json == [])
            let week = try await staff.get("users/registered").json.array ?? []
            #expect(week.map { $0["phone"] } == ["9990000001"])
            #expect(week[0]["created"] == "2026-12-01T12:00:00")
            let named = try await staff.get(
                "users/registered?dfrom=21.11.2026%2012:00:00&dto=2026-11-22T00:00:00"
            )
            #expect(named.json.array?.map { $0["phone"] } == ["9067098559"])
            #expect(try await staff.get("users/registered?dfrom=yesterday").text == "Неверная дата")
            // The format of a form, and a format with a zone whose plus was not escaped.
            for first in ["21.11.2026+12:00:00", "2026-11-21T12:00:00+03:00"] {
                let named = try await staff.get("users/registered?dfrom=\(first)&dto=2026-11-22+00:00:00")
                #expect(named.json.array?.map { $0["phone"] } == ["9067098559"], "\(first)")
            }
            let peter = try await staff.get("users/search?client=%D0%9F%D1%91%D1%82%D1%80+%D1%91%D0%BB")
            #expect(peter.json.array?.count == 1)
            #expect(try await staff.get("users/search?client=%ff").status == 400)
            let audit = try await vitrina.services.auditCount(of: "people.listed")
            #expect(audit >= 11)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `staff give somebody another password, which is told once`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var member = try await vitrina.accountMember()
            let id = try await member.user["id"]?.string ?? ""
            let staff = try await key(in: vitrina)
            for user in ["", "1", "00000000-0000-7000-8000-000000000000"] {
                #expect(
                    try await staff.post("users/resetUser", ["user": user]).text == "Не найден пользователь"
                )
            }
            let reply = try await staff.post("users/resetUser", ["user": id.uppercased()])
            let password = try #require(reply.json["password"]?.string)
            #expect(try await member.get("auth/check").status == 400)
            #expect(try await member.logIn().status == 400)
            #expect(try await member.logIn(AccountApp.phone, password).status == 200)
            #expect(try await vitrina.services.auditCount(of: "person.password") == 1)
            let dump = try await vitrina.database.read { connection in
                try connection.rows("SELECT detail FROM audit").map { try $0.get("detail", as: String.self) }
            }
            #expect(dump.allSatisfy { !$0.contains(password) })
        }
    }

    // A97
    @Test(arguments: TestDatabase.all)
    func `an erased account gets no password`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let member = try await vitrina.accountMember()
            let id = try await member.user["id"]?.string ?? ""
            let staff = try await key(in: vitrina)
            let path = "\(AccountEditTests.users)/\(id)/erase"
            let gone = try await vitrina.send(.post, path, ["digits": "59"], as: AccountEditTests.clerk)
            #expect(gone.status == 200, "\(gone.text)")
            let reply = try await staff.post("users/resetUser", ["user": id])
            #expect((reply.status, reply.text) == (400, "Не найден пользователь"))
            #expect(try await vitrina.services.auditCount(of: "person.password") == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a number is freed for another test, in test mode only`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let member = try await vitrina.accountMember(email: "anna@example.ru")
            let staff = try await key(in: vitrina)
            #expect(
                try await staff.post("users/cancel_test", ["phone": "9990000001"]).text
                    == "Не найден пользователь"
            )
            #expect(try await staff.post("users/cancel_test", ["phone": AccountApp.phone]).text == "ok")
            #expect(try await member.get("auth/check").status == 400)
            var again = AccountApp(vitrina)
            #expect(try await again.logIn().status == 400)
            #expect(try await again.register(AccountApp.phone, ["email": "anna@example.ru"]).status == 200)
            #expect(try await again.logIn().status == 200)
            #expect(try await vitrina.accountCount() == 2)
            try await vitrina.setAccounts(["test_mode": false])
            let live = try await staff.post("users/cancel_test", ["phone": AccountApp.phone])
            #expect((live.status, live.text) == (400, "Доступно только в тестовом режиме"))
        }
    }
}

extension Services {
    /// The number of audit entries of an action.
    func auditCount(of action: String) async throws -> Int64 {
        try await database.read { connection in
            try connection.rows("SELECT count(*) AS count FROM audit WHERE action = \(action)").first?
                .get("count") ?? 0
        }
    }
}
