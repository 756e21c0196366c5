import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Messages to users, sent and read by staff.
struct AccountMessageTests {
    private static let users = AccountGridTests.users
    private static let outbox = "/admin/api/v1/outbox"

    // A95, A98
    @Test(arguments: TestDatabase.all)
    func `a notification goes to the push id, once, and is logged`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let path = "\(Self.users)/\(try await app.user["id"]?.string ?? "")/push"
            let body: JSON = ["title": "Привет", "text": "Бронь подтверждена"]
            #expect(try await vitrina.send(.post, path, body, as: AccountEditTests.clerk).status == 409)
            _ = try await app.post("users/change", ["fcm": "push-token-1"])
            for (bad, count) in [
                ([:] as JSON, 2), (["title": "", "text": ""], 2), (["title": "a\nb", "text": "x"], 1),
                (["title": "x", "text": .string(String(repeating: "я", count: 501))], 1),
            ] {
                let reply = try await vitrina.send(.post, path, bad, as: AccountEditTests.clerk)
                #expect(reply.status == 422 && reply.json["errors"]?.array?.count == count, "\(reply.text)")
            }
            let dry = try await vitrina.send(.post, "\(path)?dry_run=true", body, as: AccountEditTests.clerk)
            #expect(dry.status == 200)
            #expect(try await vitrina.messageCount(.push) == 0)
            let sent = try await vitrina.send(.post, path, body, as: AccountEditTests.clerk)
            #expect(sent.status == 200 && sent.json["message"]?.integer != nil)
            let message = try #require(await vitrina.lastMessage(.push))
            #expect(
                message.payload["token"] == "push-token-1" && message.payload["text"] == "Бронь подтверждена"
            )
            #expect(try await vitrina.accountEvents().first?.kind == "push")
            #expect(try await vitrina.auditCount("person.pushed") == 1)
            let shown = try await vitrina.send(.get, "\(Self.outbox)?kind=push", as: Vitrina.owner)
            #expect(!shown.text.contains("push-token-1"))
        }
    }

    // A95
    @Test(arguments: TestDatabase.all)
    func `a dead push id is forgotten, unless the app has told another one since`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let id = try await app.user["id"]?.string ?? ""
            let rows: [(String, String, String?)] = [("new", "old", "new"), ("old", "old", nil)]
            for (kept, dead, now) in rows {
                _ = try await app.post("users/change", ["fcm": kept])
                try await vitrina.database.write { try $0.forgetPushToken(dead, of: id) }
                #expect(try await app.user["fcm"] == JSON(now))
            }
        }
    }

    // A94
    @Test(arguments: TestDatabase.all)
    func `a number is freed for another registration in test mode only`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let path = "/admin/api/v1/accounts/free"
            let body: JSON = ["phone": "8 906 709-85-59"]
            #expect(try await vitrina.send(.post, path, body, as: Vitrina.editor).status == 403)
            #expect(
                try await vitrina.send(.post, path, ["phone": "12"], as: AccountEditTests.clerk).status == 422
            )
            #expect(
                try await vitrina.send(.post, path, ["phone": "9060000000"], as: AccountEditTests.clerk)
                    .status == 404
            )
            try await vitrina.setAccounts(["test_mode": false])
            #expect(try await vitrina.send(.post, path, body, as: AccountEditTests.clerk).status == 409)
            try await vitrina.setAccounts(["test_mode": true])
            let freed = try await vitrina.send(.post, path, body, as: AccountEditTests.clerk)
            #expect(freed.status == 200 && freed.json["is_freed"] == true, "\(freed.text)")
            #expect(try await app.get("users/user").status == 400)
            #expect(
                try await AccountApp(vitrina).register(AccountApp.phone, ["email": "anna@example.ru"]).status
                    == 200
            )
            #expect(try await vitrina.auditCount("person.freed") == 1)
        }
    }

    // A60, A76
    @Test(arguments: TestDatabase.all)
    func `staff send the link again, and the outbox shows mails with what became of them`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let path = "\(Self.users)/\(try await app.user["id"]?.string ?? "")/confirmation"
            #expect(try await vitrina.send(.post, path, as: AccountEditTests.clerk).status == 200)
            #expect(try await vitrina.auditCount("person.confirmation-sent") == 1)
            let list = try await vitrina.send(.get, "\(Self.outbox)?kind=mail", as: Vitrina.owner)
            let mail = try #require(list.json.items.first)
            #expect(mail["to"] == "anna@example.ru" && mail["title"] == "Подтвердите почту")
            #expect(mail["text"]?.string?.contains("/api/users/confirm?id=") == true)
            #expect(mail["state"]?.string != nil && mail["attempts"]?.integer != nil)
            let masked = try await vitrina.send(.get, "\(Self.outbox)?kind=mail", as: Vitrina.viewer)
            #expect(!masked.text.contains("anna@example.ru") && !masked.text.contains("users/confirm"))
            let bare = try await vitrina.accountMember("+7 906 000-00-02")
            let other = "\(Self.users)/\(try await bare.user["id"]?.string ?? "")/confirmation"
            #expect(try await vitrina.send(.post, other, as: AccountEditTests.clerk).status == 409)
        }
    }

    // A76, A78
    @Test(arguments: TestDatabase.all)
    func `in live mode passwords and links are masked for staff and gone once they are sent`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let now = vitrina.clock.now
            try await vitrina.database.write { connection in
                let mail = Mail(
                    to: "anna@example.ru",
                    subject: "Пароль",
                    text: "Ваш пароль: Kd7-mPq2!xvT, спасибо",
                    secret: "Kd7-mPq2!xvT",
                    attemptsMax: 3
                )
                try Outbox.enqueue(mail, subject: "u1", at: now, on: connection)
            }
            let list = try await vitrina.send(.get, "\(Self.outbox)?kind=mail", as: Vitrina.owner)
            #expect(list.json.items.first?["text"] == "Ваш пароль: ••••••, спасибо")
            #expect(!list.text.contains("Kd7"))
            try await vitrina.services.courier.deliverDue()
            let rows = try await vitrina.database.read { try $0.rows("SELECT payload FROM outbox") }
            #expect(!"\(rows)".contains("Kd7"))
        }
    }

    // A77
    @Test(arguments: TestDatabase.all)
    func `a mail is tried three times, and then it has failed`(kind: TestDatabase) async throws {
        let busy = Refuser(kind: .mail)
        try await withVitrina(kind, senders: { _ in [busy] }) { vitrina in
            let start = vitrina.clock.now
            let id = try await vitrina.database.write { connection in
                let mail = Mail(to: "a@example.ru", subject: "x", text: "y", attemptsMax: 3)
                return try Outbox.enqueue(mail, subject: "u1", at: start, on: connection)
            }
            for _ in 0..<5 {
                try await vitrina.services.courier.deliverDue()
                vitrina.clock.advance(by: .seconds(3600))
            }
            let message = try await vitrina.services.outbox.message(id)
            #expect(message.state == .failed && message.attempts == 3)
            #expect(message.lastError?.en == "Busy.")
            let again = try await vitrina.send(.post, "\(Self.outbox)/\(id)/retry", as: Vitrina.owner)
            #expect(again.status == 200)
        }
    }

    // A24, A25, A27
    @Test(arguments: TestDatabase.all)
    func `staff see the codes of the app in test mode, and filter them by phone and app`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            for phone in ["+7 906 000-00-01", "+7 906 000-00-02"] {
                _ = try await AccountApp(vitrina).post("users/sms", ["phone": phone])
                vitrina.clock.advance(by: .seconds(1))
            }
            let path = "/admin/api/v1/codes"
            let list = try await vitrina.send(.get, "\(path)?app=accounts", as: Vitrina.owner)
            let codes = list.json.items
            #expect(codes.map { $0["phone"]?.string?.suffix(2) ?? "" } == ["02", "01"])
            let first = try #require(codes.first)
            let code = try await vitrina.accountCode(of: "+7 906 000-00-02")
            #expect(first["code"]?.string == code)
            #expect(first["purpose"] == "registration" && first["failures"] == 0 && first["state"] == "live")
            #expect(first["created_at"]?.string != nil && first["expires_at"] == .null)
            let one = try await vitrina.send(.get, "\(path)?app=accounts&phone=01", as: Vitrina.owner)
            #expect(one.json.items.count == 1)
            #expect(try await vitrina.send(.get, "\(path)?app=mall", as: Vitrina.owner).json["items"] == [])
            #expect(try await vitrina.send(.get, path, as: Vitrina.editor).status == 403)
            let sms = try await vitrina.lastMessage(.sms)
            #expect(sms == nil || sms?.state == .kept)
        }
    }

    // A25: neither the API, nor the console, nor the outbox shows a code of live mode
    @Test(arguments: TestDatabase.all)
    func `in live mode the lists show no code`(kind: TestDatabase) async throws {
        try await withAccounts(kind, isTest: false) { vitrina in
            _ = try await AccountApp(vitrina).post("users/sms", ["phone": AccountApp.phone])
            let text = try #require(await vitrina.lastMessage(.sms)?.payload["text"]?.string)
            let code = try #require(text.firstMatch(of: /\d{4}/)).output
            let list = try await vitrina.send(.get, "/admin/api/v1/codes?app=accounts", as: Vitrina.owner)
            let item = try #require(list.json.items.first)
            #expect(item["code"] == .null && item["phone"] == "+7 9•• ••• •• 59")
            let sent = try await vitrina.send(.get, "\(Self.outbox)?kind=sms", as: Vitrina.owner).json
            let shown = sent.items.first?["text"]?.string ?? ""
            #expect(shown.contains("••••") && !shown.contains(code))
            let browser = try await vitrina.browser(of: .owner)
            let page = try await vitrina.send(.get, "/people/codes", headers: browser, as: nil)
            #expect(page.status == 200 && page.text.contains("+7 9•• ••• •• 59"))
            #expect(!page.text.contains(">\(code)<"))
            // The list of codes needs the right to read codes.
            #expect(try await vitrina.send(.get, "/admin/api/v1/codes", as: Vitrina.editor).status == 403)
        }
    }

    // A96: the life, the attempts and the mode apply to the next code, and length and pause are tested below
    @Test(arguments: TestDatabase.all)
    func `life, attempts and mode of codes are changed and hold at once`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            func set(_ settings: JSON) async throws {
                let path = "/admin/api/v1/settings/accounts"
                let reply = try await vitrina.send(.patch, path, settings, as: Vitrina.owner)
                #expect(reply.status == 200, "\(reply.text)")
            }
            func register(_ phone: String, _ code: String) async throws -> Int {
                try await app.post(
                    "users/register",
                    ["name": "Анна", "phone": phone, "code": code, "password": "secret-1"]
                ).status
            }
            try await set(["code_minutes": 1])
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            let old = try await vitrina.accountCode(of: AccountApp.phone)
            vitrina.clock.advance(by: .seconds(61))
            #expect(try await register(AccountApp.phone, old) == 400)
            try await set(["code_minutes": 0, "code_attempts": 1])
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            #expect(try await register(AccountApp.phone, code == "5000" ? "5001" : "5000") == 400)
            #expect(try await register(AccountApp.phone, code) == 400)
            try await set(["code_attempts": 2])
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            let third = try await vitrina.accountCode(of: AccountApp.phone)
            #expect(try await register(AccountApp.phone, third == "5000" ? "5001" : "5000") == 400)
            #expect(try await register(AccountApp.phone, third) == 200)
            #expect(try await vitrina.lastMessage(.sms)?.state == .kept)
            try await set(["test_mode": false])
            _ = try await app.post("users/sms", ["phone": "9990000001"])
            #expect(try await vitrina.lastMessage(.sms)?.state == .waiting)
            #expect(try await vitrina.accountCode(of: "9990000001") == "")
        }
    }

    // A96
    @Test(arguments: TestDatabase.all)
    func `the policy of codes is changed and holds at once`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let path = "/admin/api/v1/settings/accounts"
            let names =
                try await vitrina.send(.get, path, as: Vitrina.owner).json["items"]?.array?
                .compactMap { $0["name"]?.string } ?? []
            for name in ["code_length", "code_minutes", "code_pause", "code_attempts", "test_mode"] {
                #expect(names.contains(name), "\(name)")
            }
            let app = AccountApp(vitrina)
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            #expect(try await vitrina.accountCode(of: AccountApp.phone).count == 4)
            let changed = try await vitrina.send(
                .patch,
                path,
                ["code_length": 6, "code_pause": 60],
                as: Vitrina.owner
            )
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await app.post("users/sms", ["phone": AccountApp.phone]).status == 400)
            vitrina.clock.advance(by: .seconds(61))
            #expect(try await app.post("users/sms", ["phone": AccountApp.phone]).status == 200)
            #expect(try await vitrina.accountCode(of: AccountApp.phone).count == 6)
            #expect(
                try await vitrina.send(.patch, path, ["code_length": 40], as: Vitrina.owner).status == 422
            )
            #expect(
                try await vitrina.send(.patch, path, ["code_length": 5], as: Vitrina.editor).status == 403
            )
        }
    }
}

/// A sender that is always busy.
private struct Refuser: OutboxSender {
    let kind: OutboxKind

    func send(_ message: OutboxMessage) async -> OutboxResult {
        OutboxResult(.again(Localized("Занято.", "Busy.")))
    }
}
