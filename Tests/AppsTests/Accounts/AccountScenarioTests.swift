import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The contract's scenarios over real HTTP, with mail through a real mail server (A99–A104).
struct AccountScenarioTests {
    // A99
    @Test(arguments: TestDatabase.all)
    func `register, sign in, and confirm the address by the link of the mail`(kind: TestDatabase) async throws
    {
        try await run(kind) { vitrina, url, sink in
            var app = AccountApp(vitrina, url: url)
            let sent = try await app.post("users/sms", ["phone": AccountApp.phone])
            #expect((sent.status, sent.text) == (200, "Код успешно сформирован и послан получателю"))
            // The code is the same for staff.
            let codes = try await vitrina.send(.get, "/admin/api/v1/codes?app=accounts", as: Vitrina.owner)
            let code = codes.json.items.first?["code"]?.string ?? ""
            let registered = try await app.post(
                "users/register",
                [
                    "login": "", "password": "secret-1", "name": "Анна", "lastname": "Соколова",
                    "phone": "9067098559", "code": code, "email": "anna@example.ru",
                ]
            )
            #expect(registered.json == ["login": .null, "password": "secret-1"])
            #expect(try await app.logIn("9067098559").status == 200)
            #expect(try await app.user["isConfirmed"] == false)
            #expect(try await app.post("users/send-confirm").text == "ok")
            let link = try await link(of: sink, count: 2, to: "anna@example.ru")
            #expect(link.hasPrefix("\(url)/api/users/confirm?id="))
            let opened = try await HTTPClient().send("GET", link, headers: [("Accept", "text/html")])
            #expect(opened.status == 200)
            #expect(opened.text.contains("Почта пользователя подтверждена"))
            #expect(try await app.user["isConfirmed"] == true)
        }
    }

    // A100
    @Test(arguments: TestDatabase.all)
    func `sign in without an address, give one, and confirm it`(kind: TestDatabase) async throws {
        try await run(kind) { vitrina, url, sink in
            var app = AccountApp(vitrina, url: url)
            try await app.register()
            try await app.logIn()
            #expect(try await app.user["email"] == .null)
            #expect(try await app.post("users/send-confirm").status == 400)
            #expect(try await app.post("users/change", ["email": "anna@example.ru"]).text == "ok")
            #expect(try await app.post("users/send-confirm").text == "ok")
            let link = try await link(of: sink, count: 1, to: "anna@example.ru")
            let opened = try await HTTPClient().send("GET", link)
            #expect(opened.text == "Почта пользователя подтверждена")
            #expect(try await app.user["isConfirmed"] == true)
        }
    }

    // A101
    @Test(arguments: TestDatabase.all)
    func `mend a wrong address after it was confirmed`(kind: TestDatabase) async throws {
        try await run(kind) { vitrina, url, sink in
            var app = AccountApp(vitrina, url: url)
            try await app.register(AccountApp.phone, ["email": "wrong@example.ru"])
            try await app.logIn("wrong@example.ru")
            _ = try await app.post("users/send-confirm")
            let old = try await link(of: sink, count: 2, to: "wrong@example.ru")
            _ = try await HTTPClient().send("GET", old)
            #expect(try await app.user["isConfirmed"] == true)

            #expect(try await app.post("users/change", ["email": "right@example.ru"]).text == "ok")
            #expect(try await app.user["isConfirmed"] == false)
            _ = try await app.post("users/send-confirm")
            let new = try await link(of: sink, count: 3, to: "right@example.ru")
            #expect(try await HTTPClient().send("GET", old).status == 400)
            #expect(try await app.user["isConfirmed"] == false)
            #expect(try await HTTPClient().send("GET", new).status == 200)
            let user = try await app.user
            #expect(user["isConfirmed"] == true && user["email"] == "right@example.ru")
        }
    }

    // A102
    @Test(arguments: TestDatabase.all)
    func `restore by phone and sign in with what the console shows`(kind: TestDatabase) async throws {
        try await run(kind) { vitrina, url, _ in
            var app = AccountApp(vitrina, url: url)
            try await app.register()
            let reply = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "true"])
            #expect((reply.status, reply.text) == (200, "Новый пароль отправлен на +7 906 ***-**-59"))
            let outbox = try await vitrina.send(.get, "/admin/api/v1/outbox?kind=sms", as: Vitrina.owner)
            let text = outbox.json.items.first?["text"]?.string ?? ""
            let password = text.components(separatedBy: "пароль: ").last?.prefix { !$0.isWhitespace } ?? ""
            #expect(try await app.logIn(AccountApp.phone, String(password)).status == 200)
            #expect(try await app.user["phone"] == "9067098559")
        }
    }

    // A103, A2
    @Test(arguments: TestDatabase.all)
    func `a web widget signs in with a form of parts`(kind: TestDatabase) async throws {
        try await run(kind) { vitrina, url, _ in
            var app = AccountApp(vitrina, url: url)
            try await app.register()
            let border = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
            let body =
                [("login", "9067098559"), ("password", "secret-1")].map { name, value in
                    "--\(border)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
                }.joined() + "--\(border)--\r\n"
            let type = "multipart/form-data; boundary=\(border)"
            let reply = try await app.send("POST", "auth/login", Array(body.utf8), type: type)
            app.token = try #require(reply.json["token"]?.string)
            #expect(try await app.get("auth/check").json == "ok")
        }
    }

    // A104
    @Test(arguments: TestDatabase.all)
    func `a web client of another host signs in, checks, signs out and shows refusals`(
        kind: TestDatabase
    )
        async throws
    {
        try await run(kind) { vitrina, url, _ in
            var app = AccountApp(vitrina, url: url)
            try await app.register()
            let asked = try await HTTPClient().send(
                "OPTIONS",
                "\(url)/api/auth/login",
                headers: [
                    ("Origin", "https://web.example"), ("Access-Control-Request-Method", "POST"),
                    ("Access-Control-Request-Headers", "authorization"),
                ]
            )
            #expect(asked.status == 204 && asked.headers["access-control-allow-origin"] == "*")
            let refused = try await app.logIn(AccountApp.phone, "wrong-22")
            #expect((refused.status, refused.text) == (400, "Неверный логин или пароль"))
            #expect(refused.headers["access-control-allow-origin"] == "*")
            #expect(refused.type == "text/plain; charset=utf-8")
            let signedIn = try await app.logIn()
            #expect(signedIn.status == 200 && signedIn.headers["access-control-allow-origin"] == "*")
            #expect(try await app.get("auth/check").json == "ok")
            #expect(try await app.post("auth/logout").json == "ok")
            #expect(try await app.get("auth/check").status == 400)
        }
    }

    /// A running program in test mode with a mail server.
    private func run(
        _ kind: TestDatabase,
        _ body: @escaping @Sendable (Vitrina, String, MailSink) async throws -> Void
    ) async throws {
        try await withMailSink { sink in
            let from = try #require(MailAddress("App <robot@app.example>"))
            let server = SMTPServer(url: "smtp://127.0.0.1:\(sink.port)", from: from)
            try await withAccounts(kind, url: nil, senders: { [MailSender(server: server, database: $0)] }) {
                vitrina in
                try await withHTTP(vitrina) { url in try await body(vitrina, url, sink) }
            }
        }
    }

    /// The link of the newest mail, after `count` mails.
    private func link(of sink: MailSink, count: Int, to address: String) async throws -> String {
        _ = try await holds { try sink.taken().count >= count }
        let mail = try #require(sink.taken().last { $0.body.contains("/api/users/confirm") })
        #expect(mail.to == [address])
        let words = mail.body.split(whereSeparator: \.isWhitespace).map(String.init)
        return words.first { $0.contains("/api/users/confirm") } ?? ""
    }
}
