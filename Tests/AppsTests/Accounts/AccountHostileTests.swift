import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Hostile requests get the error of the contract, and damage nothing.
struct AccountHostileTests {
    private static let paths = [
        "users/sms", "users/register", "auth/registration", "auth/login", "users/restore", "users/change",
        "users/reset", "users/feedback",
    ]

    private static let names = [
        "phone", "email", "mail", "login", "password", "name", "lastname", "code", "birthday", "invite",
        "sms",
        "fcm", "notifications", "text", "subject", "gender", "cityId",
    ]

    // A8: wrong types, huge, empty, broken
    @Test(arguments: TestDatabase.all)
    func `whatever a field holds, the answer is a sentence or a success`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            try await vitrina.setAccounts(["codes_per_phone": 0, "codes_per_address": 0])
            var app = try await vitrina.accountMember(email: "anna@example.ru")
            let values: [JSON] = [
                [], [:], ["a": 1], .decimal(Decimal(1) / 4), .bool(true), .integer(.max), .integer(.min),
                "\u{0}", "a\u{0}b", "\u{1B}[2J",
                .string(String(repeating: "я", count: 5_000)), "' OR 1=1 --", "%s%n{code}{password}",
                .string(String(repeating: "👩‍👩‍👧", count: 200)), "\r\nBcc: x@example.ru",
            ]
            for path in Self.paths {
                for (index, value) in values.enumerated() {
                    app.address = "198.51.\(index).\(path.count)"
                    let members = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, value) })
                    let reply = try await app.send(
                        "POST",
                        path,
                        JSON.object(members).bytes,
                        type: "application/json"
                    )
                    #expect([200, 400].contains(reply.status), "\(path) \(index) \(reply.text)")
                    #expect(reply.status == 200 || reply.type == "text/plain; charset=utf-8")
                    for name in Self.names {
                        let one = JSON.object([name: value]).bytes
                        let reply = try await app.send("POST", path, one, type: "application/json")
                        #expect([200, 400].contains(reply.status), "\(path) \(name) \(index) \(reply.text)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("application/json", "{"), ("application/json", "[1]"), ("application/json", "null"),
        ("application/json", "{\"login\": \"a\", }"), ("application/x-www-form-urlencoded", "login=%FF%FE"),
        ("application/x-www-form-urlencoded", "login=%zz"), ("application/x-www-form-urlencoded", "=&=&&="),
        ("multipart/form-data", "login=a"), ("multipart/form-data; boundary=b", "--b\r\n\r\n--b--"),
        ("multipart/form-data; boundary=b", "nothing"), ("text/html", "<a>"), ("", ""),
    ])
    func `a body that cannot be read is refused`(type: String, body: String) async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            let reply = try await app.send("POST", "auth/login", Array(body.utf8), type: type)
            #expect(reply.status == 400 && reply.type == "text/plain; charset=utf-8", "\(reply.text)")
            #expect(reply.text.unicodeScalars.contains { "а"..."я" ~= $0 })
        }
    }

    @Test func `a body is bounded, and so is the number of its fields`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            let large = Array("login=\(String(repeating: "a", count: 300_000))".utf8)
            for type in [AccountApp.form, "application/json", "multipart/form-data; boundary=b"] {
                let reply = try await app.send("POST", "auth/login", large, type: type)
                #expect(reply.status == 413 && reply.type == "text/plain; charset=utf-8", "\(type)")
            }
            let many = (0..<61).map { "f\($0)=1" }.joined(separator: "&")
            let reply = try await app.send("POST", "auth/login", Array(many.utf8), type: AccountApp.form)
            #expect((reply.status, reply.text) == (400, "Запрос не разобрать"))
        }
    }

    // A37: two at once
    @Test(arguments: TestDatabase.all)
    func `of many who register the same at once one wins`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            try await vitrina.setAccounts(["any_code": true])
            let replies = try await atOnce(0..<8) { number in
                let fields: KeyValuePairs = [
                    "name": "Анна", "code": "1234", "password": "secret-1", "email": "anna@example.ru",
                    "phone": number % 2 == 0 ? AccountApp.phone : "999000000\(number)",
                ]
                return try await AccountApp(vitrina).post("users/register", fields)
            }
            #expect(replies.filter { $0.status == 200 }.count == 1)
            for reply in replies where reply.status != 200 {
                #expect(reply.text == "Пользователь с такими параметрами уже присутствует в базе данных")
            }
            #expect(try await vitrina.accountCount() == 1)
            #expect(try await vitrina.database.rowCounts()["accounts_clients"] == 1)
            #expect(try await vitrina.database.rowCounts()["points_accounts"] == 1)
        }
    }

    // A70: two at once
    @Test(arguments: TestDatabase.all)
    func `of many who want the same address at once one has it`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var apps: [AccountApp] = []
            for number in 0..<4 { apps.append(try await vitrina.accountMember("999000000\(number)")) }
            let statuses = try await atOnce(apps) { app in
                try await app.post("users/change", ["email": "one@example.ru"]).status
            }
            #expect(statuses.filter { $0 == 200 }.count == 1 && statuses.filter { $0 == 400 }.count == 3)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a code registers once, however many use it at once`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            _ = try await AccountApp(vitrina).post("users/sms", ["phone": AccountApp.phone])
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            let statuses = try await atOnce(0..<6) { _ in
                try await AccountApp(vitrina).post(
                    "users/register",
                    ["name": "Анна", "code": code, "password": "secret-1", "phone": AccountApp.phone]
                ).status
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(try await vitrina.accountCount() == 1)
        }
    }

    // A50: two sign-ins at once
    @Test(arguments: TestDatabase.all)
    func `of two tokens that are given at once one holds, and a spare password is used once`(
        kind: TestDatabase
    )
        async throws
    {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            _ = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "1"])
            let spare = try await vitrina.sentPassword(.sms)
            let tokens = try await atOnce(0..<6) { _ in
                try await app.post("auth/login", ["login": AccountApp.phone, "password": spare])
                    .json["token"]?.string
            }.compactMap { $0 }
            // Those that come while the first one makes it the password sign in by it.
            #expect(tokens.count == 6)
            var live = 0
            for token in tokens {
                var other = app
                other.token = token
                if try await other.get("auth/check").status == 200 { live += 1 }
            }
            #expect(live == 1)
            let changes = try await vitrina.accountEvents().filter { $0.kind == "password" }
            #expect(changes.count == 1)
        }
    }

    // A97
    @Test(arguments: TestDatabase.all)
    func `no password, token or code is kept or logged where it can be read`(kind: TestDatabase) async throws
    {
        let log = LogLines()
        try await withMailSink { sink in
            let from = try #require(MailAddress("App <robot@app.example>"))
            let server = SMTPServer(url: "smtp://127.0.0.1:\(sink.port)", from: from)
            try await withAccounts(kind, senders: { [MailSender(server: server, database: $0)] }, log: log) {
                vitrina in
                var app = AccountApp(vitrina)
                _ = try await app.post("users/sms", ["phone": AccountApp.phone])
                let code = try await vitrina.accountCode(of: AccountApp.phone)
                // From now on the app is in live mode.
                try await vitrina.setAccounts(["test_mode": false])
                let made =
                    try await app.post(
                        "users/register",
                        ["name": "Анна", "phone": AccountApp.phone, "code": code, "email": "anna@example.ru"]
                    ).json["password"]?.string ?? ""
                try await app.logIn(AccountApp.phone, made)
                _ = try await app.post("users/send-confirm")
                _ = try await app.post("users/restore", ["login": "9067098559"])
                let waiting = try await vitrina.send(
                    .get,
                    "/admin/api/v1/outbox?kind=mail",
                    as: Vitrina.owner
                )
                #expect(waiting.json.items.count == 3)
                try await vitrina.services.courier.deliverDue()
                let mails = try sink.taken().map(\.body)
                let restored = mails.compactMap { $0.components(separatedBy: "пароль: ").dropFirst().first }
                    .map { String($0.prefix { !$0.isWhitespace }) }
                let links = mails.compactMap { $0.components(separatedBy: "token=").dropFirst().first }
                    .map { String($0.prefix(64)) }
                #expect(!restored.isEmpty && links.count == 1)
                let secrets = restored + links + [made, app.token]
                let rows = try await vitrina.everyText()
                for secret in secrets where !secret.isEmpty {
                    #expect(!rows.contains { $0.contains(secret) })
                    #expect(!waiting.text.contains(secret))
                    #expect(!log.all.contains { $0.contains(secret) })
                }
            }
        }
    }
}

extension Vitrina {
    /// All stored texts that may include sent data.
    func everyText() async throws -> [String] {
        let columns = [
            ("outbox", "payload"), ("accounts_events", "text"), ("audit", "detail"), ("limits", "key"),
            ("accounts_users", "password_hash"), ("accounts_clients", "search"),
        ]
        return try await database.read { connection in
            try columns.flatMap { table, column in
                try connection.rows("SELECT \(name: column) AS text FROM \(name: table)").map {
                    try $0.get("text", as: String.self)
                }
            }
        }
    }
}
