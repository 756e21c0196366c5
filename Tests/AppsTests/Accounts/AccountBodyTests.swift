import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The requests and answers of the accounts app (accounts.md section 2, A1–A11).
struct AccountBodyTests {
    private static let border = "----border"

    private static func multipart(_ fields: KeyValuePairs<String, String>) -> [UInt8] {
        let parts = fields.map { name, value in
            "--\(border)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return Array((parts.joined() + "--\(border)--\r\n").utf8)
    }

    // A1, A2, A3, A4, A6
    @Test(arguments: TestDatabase.all)
    func `a form, a form with files and JSON are read alike`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            try await app.register()
            let bodies: [(type: String, body: [UInt8])] = [
                (AccountApp.form, Array("login=9067098559&password=secret-1&".utf8)),
                (AccountApp.form, Array("&LOGIN=9067098559&&Password=secret%2D1&".utf8)),
                (
                    "multipart/form-data; boundary=\(Self.border)",
                    Self.multipart(["login": "9067098559", "password": "secret-1"])
                ),
                ("application/json", Array(#"{"login": "9067098559", "password": "secret-1"}"#.utf8)),
                (
                    "application/json; charset=utf-8",
                    Array(#"{"Login": 9067098559, "PASSWORD": "secret-1"}"#.utf8)
                ),
                ("text/plain", Array(#" {"login": "9067098559", "password": "secret-1"}"#.utf8)),
            ]

            for (type, body) in bodies {
                let reply = try await app.send("POST", "auth/login", body, type: type)
                #expect(reply.status == 200, "\(type) \(reply.text)")
                #expect(reply.json["token"]?.string?.isEmpty == false)
                #expect(reply.type == "application/json; charset=utf-8")
            }
        }
    }

    // A2, A103: names without quotation marks, as .NET writes them in a multipart form
    // A6: if a name occurs twice, neither value takes precedence
    @Test func `a form of another client signs in, and JSON that says a thing twice does not`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            try await app.register()
            let parts = [("login", "9067098559"), ("password", "secret-1")].map { name, value in
                "--\(Self.border)\r\nContent-Type: text/plain; charset=utf-8\r\n"
                    + "Content-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
            }
            let body = Array((parts.joined() + "--\(Self.border)--\r\n").utf8)
            let type = "multipart/form-data; boundary=\"\(Self.border)\""
            let reply = try await app.send("POST", "auth/login", body, type: type)
            #expect(reply.status == 200 && reply.json["token"]?.string != nil, "\(reply.text)")

            let twice = #"{"login": "9067098559", "password": "secret-2", "PASSWORD": "secret-1"}"#
            let refused = try await app.send(
                "POST",
                "auth/login",
                Array(twice.utf8),
                type: "application/json"
            )
            #expect((refused.status, refused.text) == (400, "Запрос не разобрать"))
        }
    }

    // A5, A13
    @Test(arguments: [
        "+7 (906) 709-85-59", "89067098559", "79067098559", "9067098559", " 7 906 709 85 59",
        "8(906)709,85;59",
    ])
    func `a phone in any form is one phone`(phone: String) async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            try await app.register("9067098559")

            let body = Array("phone=\(phone.replacing(" ", with: "%20"))".utf8)
            let reply = try await app.send("POST", "users/sms", body, type: AccountApp.form)
            #expect(reply.text == "Пользователь с таким номером или почтой уже зарегистрирован в системе")
            var other = AccountApp(vitrina)
            #expect(try await other.logIn(phone).status == 200)
        }
    }

    // A5: a plus that was not escaped is a space
    @Test func `a plus that is sent as it is changes nothing`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            let body = Array("phone=+79067098559&".utf8)
            let reply = try await app.send("POST", "users/sms", body, type: AccountApp.form)
            #expect(reply.status == 200)
            let code = try await vitrina.accountCode(of: "9067098559")
            #expect(code.count == 4)
        }
    }

    // A7, A8, A11
    @Test func `refusals are sentences in Russian, and so are addresses that are not there`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            let replies = [
                (try await app.post("users/sms"), 400, "Не задан номер телефона"),
                (try await app.get("nowhere"), 404, "Такого адреса нет."),
                (try await app.get("users/sms"), 405, "Здесь нет такого метода."),
            ]
            for (reply, status, text) in replies {
                #expect((reply.status, reply.text) == (status, text))
                #expect(reply.type == "text/plain; charset=utf-8")
            }
            let mall = try await app.get("v1/nowhere")
            #expect(mall.json["error_text"] != nil)
        }
    }

    // A11
    @Test func `a trailing slash is accepted, and letters of any alphabet come back`() async throws {
        try await withAccounts { vitrina in
            var app = AccountApp(vitrina)
            try await app.register(AccountApp.phone, ["name": "Аня 🎸", "lastname": "Ёлкина"])
            let reply = try await app.post("auth/login/", ["login": "9067098559", "password": "secret-1"])
            app.token = reply.json["token"]?.string ?? ""
            let user = try await app.get("users/user/").json
            #expect(user["name"] == "Аня 🎸")
            #expect(user["lastName"] == "Ёлкина")
        }
    }

    // A9, A10, A49, A59
    @Test(arguments: TestDatabase.all)
    func `everything but the open calls refuses a client that is not signed in`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let member = try await vitrina.accountMember()
            let calls = [
                ("POST", "auth/logout"), ("GET", "auth/check"), ("GET", "users/user"),
                ("POST", "users/change"),
                ("POST", "users/send-confirm"), ("POST", "users/reset"), ("POST", "users/feedback"),
                ("POST", "users/resetUser"), ("POST", "users/cancel_test"), ("GET", "users/registered"),
                ("GET", "users/list"), ("GET", "users/search?client=a"),
            ]
            let before = try await vitrina.database.rowCounts()

            for (method, path) in calls {
                for token in ["", "nobody", String(repeating: "a", count: 64), "vt_unknown"] {
                    var app = AccountApp(vitrina)
                    app.token = token
                    let reply = try await app.send(method, path, [], type: AccountApp.form)
                    #expect(reply.status == 400, "\(method) \(path) \(reply.text)")
                    #expect(reply.text == "Сессия не найдена или истекла. Войдите ещё раз")
                }
                // Without the scheme it is not a token.
                let bare = try await vitrina.send(
                    method == "GET" ? .get : .post,
                    "/api/\(path)",
                    headers: [.authorization: member.token],
                    as: nil
                )
                #expect(bare.status == 400)
            }
            #expect(try await vitrina.database.rowCounts() == before)
            try await vitrina.setAccounts(["token_error_status": 401])
            let reply = try await AccountApp(vitrina).get("users/user")
            #expect((reply.status, reply.headers["www-authenticate"]) == (401, "Bearer"))
        }
    }
}
