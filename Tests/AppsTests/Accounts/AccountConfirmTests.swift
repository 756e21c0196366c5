import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Confirmations that an address is the user's own (A59–A66, A71).
struct AccountConfirmTests {
    private static let done = "Почта пользователя подтверждена"
    private static let void = "Ссылка недействительна или устарела. Запросите новое письмо"

    // A56, A60, A62, A63, A66
    @Test(arguments: TestDatabase.all)
    func `the link of the mail confirms the address, as often as it is opened`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let count = try await vitrina.messageCount(.mail)
            let reply = try await app.post("users/send-confirm")
            #expect((reply.status, reply.text) == (200, "ok"))
            #expect(try await vitrina.messageCount(.mail) == count + 1)
            let mail = try #require(await vitrina.lastMessage(.mail))
            #expect(mail.payload["to"] == "anna@example.ru")
            let id = try await app.user["id"]?.string ?? ""
            let address = "https://app.example/api/users/confirm?id=\(id)&token="
            #expect(mail.payload["text"]?.string?.contains(address) == true)
            #expect(try await app.user["isConfirmed"] == false)

            let link = try await vitrina.confirmLink()
            let visitor = AccountApp(vitrina)
            for method in ["GET", "HEAD", "POST", "PUT", "GET"] {
                let reply = try await visitor.send(method, link, [], type: nil)
                #expect(reply.status == 200)
                if method == "GET" { #expect(reply.text == Self.done) }
            }
            let page = try await visitor.get(link, accept: "text/html,application/xhtml+xml")
            #expect(page.status == 200 && page.type.hasPrefix("text/html"))
            #expect(page.text.contains(Self.done))
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            // This request has the token from before (A66).
            #expect(try await app.user["isConfirmed"] == true)
        }
    }

    // A61
    @Test func `without an address there is nothing to confirm`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let reply = try await app.post("users/send-confirm")
            #expect((reply.status, reply.text) == (400, "Не задан e-mail для пользователя"))
            #expect(try await vitrina.messageCount(.mail) == 0)
        }
    }

    // A64, A65
    @Test(arguments: TestDatabase.all)
    func `a link that is made up, another's or too old confirms nothing`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let other = try await vitrina.accountMember("9990000001", email: "b@example.ru")
            _ = try await app.post("users/send-confirm")
            let link = try await vitrina.confirmLink()
            let token = link.split(separator: "=").last ?? ""
            #expect(token.count >= 32)
            let (mine, theirs) = (
                try await app.user["id"]?.string ?? "", try await other.user["id"]?.string ?? ""
            )
            let visitor = AccountApp(vitrina)
            let cases: [(String, String)] = [
                ("", "Не найден пользователь"), ("?id=1", "Не найден пользователь"),
                ("?id=00000000-0000-7000-8000-000000000000&token=\(token)", "Не найден пользователь"),
                ("?id=\(mine)", Self.void), ("?id=\(mine)&token=", Self.void),
                ("?id=\(mine)&token=\(String(repeating: "0", count: 64))", Self.void),
                ("?id=\(theirs)&token=\(token)", Self.void), ("?id=%00&token=%00", "Не найден пользователь"),
            ]
            for (query, text) in cases {
                let reply = try await visitor.get("users/confirm\(query)")
                #expect((reply.status, reply.text) == (400, text), "\(query)")
                let page = try await visitor.get("users/confirm\(query)", accept: "text/html")
                #expect(page.status == 400 && page.text.contains(text))
            }
            vitrina.clock.advance(by: .seconds(7 * 86_400))
            #expect(try await visitor.get(link).text == Self.void)
            var again = app
            try await again.logIn()
            _ = try await again.post("users/send-confirm")
            let fresh = try await vitrina.confirmLink()
            #expect(try await visitor.get(fresh).text == Self.done)
            // An opened link is still valid.
            vitrina.clock.advance(by: .seconds(30 * 86_400))
            try await Accounts().tidy(vitrina.services)
            #expect(try await visitor.get(fresh).text == Self.done)
        }
    }

    // A71
    @Test(arguments: TestDatabase.all)
    func `an old link does not confirm a new address`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            _ = try await app.post("users/send-confirm")
            let old = try await vitrina.confirmLink()
            _ = try await app.post("users/change", ["email": "new@example.ru"])
            #expect(try await app.get(old).text == Self.void)
            _ = try await app.post("users/change", ["email": "anna@example.ru"])
            #expect(try await app.get(old).text == Self.void)
            #expect(try await app.user["isConfirmed"] == false)
        }
    }

    // A65: the bare form
    @Test(arguments: TestDatabase.all)
    func `a link without a key holds only by the setting, and only after a mail`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let bare = "users/confirm?id=\(try await app.user["id"]?.string?.uppercased() ?? "")"
            try await vitrina.setAccounts(["confirm_by_id": true])
            #expect(try await app.get(bare).text == Self.void)
            _ = try await app.post("users/send-confirm")
            try await vitrina.setAccounts(["confirm_by_id": false])
            #expect(try await app.get(bare).text == Self.void)
            try await vitrina.setAccounts(["confirm_by_id": true])
            #expect(try await app.get(bare).text == Self.done)
            _ = try await app.post("users/change", ["email": "new@example.ru"])
            #expect(try await app.get(bare).text == Self.void)
        }
    }

    @Test func `links are asked for only so often, and kept only so many`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            for _ in 0..<10 { #expect(try await app.post("users/send-confirm").text == "ok") }
            #expect(try await app.post("users/send-confirm").text.hasPrefix("Слишком частые запросы"))
            for _ in 0..<2 {
                vitrina.clock.advance(by: .seconds(3600))
                for _ in 0..<10 { _ = try await app.post("users/send-confirm") }
            }
            #expect(try await vitrina.database.rowCounts()["accounts_links"] == 20)
        }
    }

    @Test func `in live mode without a server for mail it is said at once`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            try await vitrina.setAccounts(["test_mode": false])
            let reply = try await app.post("users/send-confirm")
            #expect((reply.status, reply.text) == (400, "Почта сейчас не отправляется. Попробуйте позже"))
        }
    }
}
