import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Temporary passwords for users who have forgotten theirs (A78–A85).
struct AccountRestoreTests {
    private static let wrong = "Неверный логин или пароль"

    // A78, A83, A84, A51
    @Test(arguments: TestDatabase.all)
    func `a new password by SMS holds beside the old one until it is used`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            let reply = try await app.post("users/restore", ["phone": "89067098559", "sms": "true"])
            #expect((reply.status, reply.text) == (200, "Новый пароль отправлен на +7 906 ***-**-59"))
            let password = try await vitrina.sentPassword(.sms)
            #expect(password.count >= 6 && password.contains { $0.isNumber })
            #expect(password.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace })
            #expect(try await vitrina.lastMessage(.sms)?.state == .kept)
            // The session has ended, and the old password is still valid.
            #expect(try await app.get("auth/check").status == 400)
            #expect(try await app.logIn().status == 200)

            #expect(try await app.logIn(AccountApp.phone, password).status == 200)
            #expect(try await app.logIn().text == Self.wrong)
            #expect(try await app.logIn(AccountApp.phone, password).status == 200)
            vitrina.clock.advance(by: .seconds(30 * 86_400))
            #expect(try await app.logIn(AccountApp.phone, password).status == 200)
        }
    }

    // A83: unused for a day
    @Test(arguments: TestDatabase.all)
    func `a new password that nobody uses is void after a day`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            _ = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "1"])
            let password = try await vitrina.sentPassword(.sms)
            vitrina.clock.advance(by: .seconds(86_400))
            #expect(try await app.logIn(AccountApp.phone, password).text == Self.wrong)
            #expect(try await app.logIn().status == 200)
            try await Accounts().tidy(vitrina.services)
            #expect(try await vitrina.database.rowCounts()["accounts_spares"] == 0)
            // The text that staff could read in test mode is removed too.
            #expect(try await vitrina.sentPassword(.sms) == "")
        }
    }

    // A79, A80
    @Test(
        arguments: [
            "login": "guitarist", "mail": "anna@example.ru", "email": "ANNA@example.ru",
            "phone": "9067098559",
        ].sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    )
    func `a new password comes by mail where no SMS is asked for`(name: [String]) async throws {
        try await withAccounts { vitrina in
            var app = AccountApp(vitrina)
            try await app.register(AccountApp.phone, ["login": "guitarist", "email": "anna@example.ru"])
            let reply = try await app.post(fields: "users/restore", [name[0]: name[1]])
            #expect((reply.status, reply.text) == (200, "Новый пароль отправлен на a***@example.ru"))
            #expect(try await vitrina.lastMessage(.mail)?.payload["to"] == "anna@example.ru")
            let password = try await vitrina.sentPassword(.mail)
            #expect(try await app.logIn("guitarist", password).status == 200)
        }
    }

    // A81, A82
    @Test(arguments: TestDatabase.all)
    func `an account that is unknown or cannot be reached is named`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let unknown = try await app.post("users/restore", ["login": "nobody", "email": "a@b.ru"])
            #expect(unknown.text == "Не найден пользователь по логину nobody, email a@b.ru, или phone —")
            #expect(try await app.post("users/restore").status == 400)
            let noMail = try await app.post("users/restore", ["phone": AccountApp.phone])
            #expect((noMail.status, noMail.text) == (400, "Не задан e-mail для пользователя"))
            try await vitrina.execute("UPDATE accounts_users SET phone = NULL")
            let noPhone = try await app.post("users/restore", ["login": "9067098559", "sms": "true"])
            #expect((noPhone.status, noPhone.text) == (400, "Не задан номер телефона для пользователя"))
            // Nothing has changed.
            #expect(try await app.get("auth/check").status == 200)
            #expect(try await vitrina.database.rowCounts()["accounts_spares"] == 0)
        }
    }

    // A85
    @Test(arguments: TestDatabase.all)
    func `a stranger who restores neither locks the owner out nor uses their tries up`(
        kind: TestDatabase
    )
        async throws
    {
        try await withAccounts(kind) { vitrina in
            var owner = try await vitrina.accountMember()
            let ask: KeyValuePairs = ["phone": AccountApp.phone, "sms": "true"]
            #expect(try await owner.post("users/restore", ask).status == 200)
            let password = try await vitrina.sentPassword(.sms)
            var stranger = AccountApp(vitrina)
            stranger.address = "192.0.2.66"
            for _ in 0..<3 { #expect(try await stranger.post("users/restore", ask).status == 200) }
            let fourth = try await stranger.post("users/restore", ask)
            #expect((fourth.status, fourth.text) == (400, "Слишком частые запросы. Попробуйте позже"))
            // Other names of the same user count together.
            #expect(
                try await stranger.post("users/restore", ["login": "9067098559", "sms": "1"]).status == 400
            )

            #expect(try await owner.logIn().status == 200)
            #expect(try await owner.post("users/restore", ask).status == 200)
            // The first temporary password is still valid.
            #expect(try await owner.logIn(AccountApp.phone, password).status == 200)
            let last = try await vitrina.sentPassword(.sms)
            #expect(try await owner.logIn(AccountApp.phone, last).text == Self.wrong)
            vitrina.clock.advance(by: .seconds(3600))
            #expect(try await stranger.post("users/restore", ask).status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `restores of one person, and from one address, are bounded as a whole`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let owner = try await vitrina.accountMember()
            var replies: [Int] = []
            for number in 0..<18 {
                var stranger = owner
                stranger.address = "192.0.2.\(number)"
                replies.append(
                    try await stranger.post("users/restore", ["phone": AccountApp.phone, "sms": "1"]).status
                )
            }
            #expect(replies.filter { $0 == 200 }.count == 15)
            for _ in 0..<30 { _ = try await owner.post("users/restore", ["login": "nobody"]) }
            #expect(
                try await owner.post("users/restore", ["login": "nobody"]).text.hasPrefix("Слишком частые")
            )
        }
    }

    // A85, 6.10: the address is counted in any case
    @Test(arguments: TestDatabase.all)
    func `a restore that sends nothing uses up none of the person's tries`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            for _ in 0..<4 {
                let noMail = try await app.post("users/restore", ["phone": AccountApp.phone])
                #expect(noMail.text == "Не задан e-mail для пользователя")
            }
            try await vitrina.setAccounts(["test_mode": false])
            let failed = try await vitrina.whileCarrying { app in
                try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "true"])
            }
            #expect(failed.text == "Ошибка смс сервиса: Шлюз СМС не настроен.")
            let rows = try await vitrina.database.read { connection in
                try connection.rows("SELECT key, count FROM limits WHERE key LIKE 'accounts-restore%'")
            }
            let counts = try rows.map { row in
                (key: try row.get("key", as: String.self), count: try row.get("count", as: Int64.self))
            }
            var (ofAddresses, ofPerson): ([Int64], [Int64]) = ([], [])
            for (key, count) in counts {
                if key.hasPrefix("accounts-restore-address:") {
                    ofAddresses.append(count)
                } else {
                    ofPerson.append(count)
                }
            }
            #expect(ofAddresses.sorted() == [1, 4])
            #expect(ofPerson == [0, 0, 0])

            try await vitrina.setAccounts(["test_mode": true])
            var statuses: [Int] = []
            for _ in 0..<4 {
                let reply = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "1"])
                statuses.append(reply.status)
            }
            #expect(statuses == [200, 200, 200, 400])
        }
    }

    // 6.7: a person who reads mail at the old address must not be able to sign in with it
    @Test(arguments: TestDatabase.all)
    func `a new password is void once the address it was sent to is another's`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember(email: "old@example.ru")
            let reply = try await app.post("users/restore", ["email": "old@example.ru"])
            #expect(reply.status == 200)
            let password = try await vitrina.sentPassword(.mail)
            try await app.logIn()
            // The same address again is not a change.
            #expect(try await app.post("users/change", ["email": "Old@example.ru"]).text == "ok")
            #expect(try await vitrina.database.rowCounts()["accounts_spares"] == 1)
            #expect(try await app.post("users/change", ["email": "new@example.ru"]).text == "ok")
            #expect(try await vitrina.database.rowCounts()["accounts_spares"] == 0)
            #expect(try await app.logIn(AccountApp.phone, password).text == Self.wrong)
            #expect(try await app.logIn().status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a gateway that refuses leaves everything as it was`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = try await vitrina.accountMember()
            try await vitrina.setAccounts(["test_mode": false])
            let reply = try await vitrina.whileCarrying { app in
                try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "true"])
            }
            #expect((reply.status, reply.text) == (400, "Ошибка смс сервиса: Шлюз СМС не настроен."))
            #expect(try await app.get("auth/check").json == "ok")
            #expect(try await vitrina.database.rowCounts()["accounts_spares"] == 0)
            let message = try #require(await vitrina.lastMessage(.sms))
            #expect(
                message.state == .failed && message.payload["text"] == nil && message.payload["secret"] == nil
            )
            let mail = try await app.post("users/restore", ["login": "9067098559"])
            #expect(mail.text == "Не задан e-mail для пользователя")
            _ = try await app.post("users/change", ["email": "anna@example.ru"])
            let unsent = try await app.post("users/restore", ["login": "9067098559"])
            #expect(unsent.text == "Почта сейчас не отправляется. Попробуйте позже")
            #expect(try await app.logIn().status == 200)
        }
    }
}

extension Vitrina {
    /// Sends a request while the outbox is processed, as on a running server.
    func whileCarrying(
        _ ask: @escaping @Sendable (AccountApp) async throws -> AccountApp.Reply
    ) async throws -> AccountApp.Reply {
        let courier = services.courier
        let looks = courier.looks()
        return try await withThrowingTaskGroup(of: AccountApp.Reply?.self) { group in
            group.addTask {
                await courier.run(looks) { _ in }
                return nil
            }
            let reply = try await ask(AccountApp(self))
            courier.stop()
            try await group.waitForAll()
            return reply
        }
    }
}
