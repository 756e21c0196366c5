import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Sign-in, the single session, and refusals (A46–A53).
struct AccountSignInTests {
    private static let wrong = "Неверный логин или пароль"

    // A46, A47, A48
    @Test(arguments: TestDatabase.all)
    func `phone, login and address sign in, and nothing tells what was wrong`(kind: TestDatabase) async throws
    {
        try await withAccounts(kind) { vitrina in
            var app = AccountApp(vitrina)
            try await app.register(AccountApp.phone, ["login": "Guitarist", "email": "anna@example.ru"])
            for login in ["+7 906 709 85 59", "89067098559", "guitarist", "GUITARIST", " Anna@Example.ru "] {
                let reply = try await app.logIn(login)
                #expect(reply.status == 200, "\(login)")
                #expect(reply.json.object?.keys.sorted() == ["token"])
            }
            for (login, password) in [
                ("guitarist", "secret-2"), ("nobody-here", "secret-1"), ("9990000001", "secret-1"),
                ("x", "y"),
            ] {
                let reply = try await app.post("auth/login", ["login": login, "password": password])
                #expect((reply.status, reply.text) == (400, Self.wrong), "\(login)")
            }
            for fields in [
                ["login": "guitarist"], ["password": "secret-1"], ["login": " ", "password": " "],
            ] {
                #expect(try await app.post(fields: "auth/login", fields).text == "Не задан логин или пароль")
            }
            try await vitrina.setAccounts(["login_hints": true])
            let unknown = try await app.post("auth/login", ["login": "nobody-here", "password": "secret-1"])
            #expect(unknown.text == "Пользователь не найден: nobody-here")
            let hint = try await app.post("auth/login", ["login": "guitarist", "password": "secret-2"])
            #expect(hint.text == "Пароль неверен")
        }
    }

    // A46, A48
    @Test(arguments: TestDatabase.all)
    func `a login is the same however its letters are composed, and a password with a zero after it is wrong`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            var app = AccountApp(vitrina)
            try await app.register(AccountApp.phone, ["login": "Йожик-и\u{306}"])
            for login in ["йожик-й", "И\u{306}ожик-й"] {
                #expect(try await app.logIn(login).status == 200, "\(login)")
            }
            let other = try await app.register("9990000001", ["login": "и\u{306}ожик-Й"])
            #expect(other.text == "Пользователь с такими параметрами уже присутствует в базе данных")
            let longer = try await app.post(
                "auth/login",
                ["login": "йожик-й", "password": "\(AccountApp.password)\0"]
            )
            #expect((longer.status, longer.text) == (400, Self.wrong))
        }
    }

    // A49, A50, A52
    @Test(arguments: TestDatabase.all)
    func `a token holds for a day, for one session, until somebody signs out`(kind: TestDatabase) async throws
    {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            let first = app.token
            // Clients parse it as JSON.
            let check = try await app.get("auth/check")
            #expect((check.text, check.type) == ("\"ok\"", "application/json; charset=utf-8"))
            try await app.logIn()
            #expect(app.token != first)
            var old = app
            old.token = first
            #expect(try await old.get("auth/check").status == 400)

            vitrina.clock.advance(by: .seconds(86_400) - microsecond)
            #expect(try await app.get("users/user").status == 200)
            vitrina.clock.advance(by: microsecond)
            #expect(try await app.get("users/user").status == 400)
            try await app.logIn()
            let logout = try await app.post("auth/logout")
            #expect((logout.text, logout.type) == ("\"ok\"", "application/json; charset=utf-8"))
            #expect(try await app.get("auth/check").status == 400)
            #expect(try await app.post("auth/logout").status == 400)
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT token_hash FROM accounts_users").map {
                    try $0.get("token_hash", as: [UInt8]?.self)
                }
            }
            #expect(kept == [nil])
        }
    }

    // A51: a change of the password
    @Test(arguments: TestDatabase.all)
    func `a new password of one's own voids the token and the old password`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            #expect(try await app.post("users/reset", ["password": "short"]).status == 400)
            let reply = try await app.post("users/reset", ["password": "other-22"])
            #expect(reply.json == ["password": "other-22"])
            #expect(try await app.get("auth/check").status == 400)
            #expect(try await app.logIn(AccountApp.phone, AccountApp.password).status == 400)
            #expect(try await app.logIn(AccountApp.phone, "other-22").status == 200)
            let made = try #require(await app.post("users/reset", ["password": " "]).json["password"]?.string)
            #expect(try await app.logIn(AccountApp.phone, made).status == 200)
        }
    }

    // A51, A53
    @Test(arguments: TestDatabase.all)
    func `a blocked account is named as such only with the right password`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            try await vitrina.blockAccounts()
            #expect(try await app.get("users/user").status == 400)
            #expect(try await app.logIn().text == "Зона доступа заблокирована")
            #expect(try await app.logIn(AccountApp.phone, "secret-2").text == Self.wrong)
            let restored = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "true"])
            #expect(restored.status == 200)
            let spare = try await vitrina.sentPassword(.sms)
            #expect(try await app.logIn(AccountApp.phone, spare).text == "Зона доступа заблокирована")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a stranger who guesses locks nobody out`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var owner = try await vitrina.accountMember()
            var stranger = AccountApp(vitrina)
            stranger.address = "192.0.2.66"
            for _ in 0..<10 {
                #expect(try await stranger.logIn(AccountApp.phone, "guess-11").text == Self.wrong)
            }
            // Other names of the same user count together.
            let limited = try await stranger.logIn("+7 906 709-85-59", "secret-1")
            #expect((limited.status, limited.text) == (400, "Слишком частые запросы. Попробуйте позже"))
            #expect(try await owner.logIn().status == 200)
            vitrina.clock.advance(by: .seconds(901))
            #expect(try await stranger.logIn().status == 200)
        }
    }

    @Test func `one address guesses at everybody only so often`() async throws {
        try await withAccounts { vitrina in
            var stranger = AccountApp(vitrina)
            for number in 0..<100 { try await stranger.logIn("nobody-\(number)", "guess-11") }
            #expect(try await stranger.logIn("nobody-x", "guess-11").text.hasPrefix("Слишком частые"))
            #expect(try await vitrina.accountMember().get("auth/check").status == 200)
        }
    }
}

extension Vitrina {
    func blockAccounts() async throws {
        let now = services.now()
        try await execute(
            "UPDATE accounts_users SET blocked_at = \(now), token_hash = NULL, token_until = NULL"
        )
    }
}
