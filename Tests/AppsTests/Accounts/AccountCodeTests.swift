@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Codes for unregistered phones (A12–A28 as far as they concern the app).
struct AccountCodeTests {
    private static let made = "Код успешно сформирован и послан получателю"
    private static let taken = "Пользователь с таким номером или почтой уже зарегистрирован в системе"
    private static let often = "Слишком частые запросы. Попробуйте позже"

    // A12, A20, A23, A24
    @Test(arguments: TestDatabase.all)
    func `a new phone gets a code, and a newer one takes its place`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            let reply = try await app.post("users/sms", ["phone": AccountApp.phone])
            #expect((reply.status, reply.text) == (200, Self.made))
            #expect(reply.type == "text/plain; charset=utf-8")
            let first = try await vitrina.accountCode(of: AccountApp.phone)
            #expect(1001...9998 ~= (Int(first) ?? 0))
            let sms = try #require(await vitrina.lastMessage(.sms))
            #expect(sms.state == .kept && sms.payload["text"]?.string?.contains(first) == true)

            var second = first
            while second == first {
                vitrina.clock.advance(by: .seconds(601))
                _ = try await app.post("users/sms", ["phone": AccountApp.phone])
                second = try await vitrina.accountCode(of: AccountApp.phone)
            }
            let old = try await app.post(
                "users/register",
                ["name": "Анна", "phone": AccountApp.phone, "code": first, "password": "secret-1"]
            )
            #expect((old.status, old.text) == (400, "Не задан или неверен код"))
            let events = try await vitrina.accountEvents()
            #expect(events.allSatisfy { $0.text == "Отправлена СМС с кодом на тел: 9067098559" })
        }
    }

    // A14
    @Test func `a phone that is missing or is none is told of`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            for phone in ["", "   "] {
                #expect(try await app.post("users/sms", ["phone": phone]).text == "Не задан номер телефона")
            }
            for phone in ["123", "abc", "+1 (212) 555-01-000", "90670985591234"] {
                let reply = try await app.post("users/sms", ["phone": phone])
                #expect((reply.status, reply.text) == (400, "Неверный номер телефона"), "\(phone)")
            }
            #expect(try await vitrina.messageCount(.sms) == 0)
        }
    }

    // A15, A16, A17, A18
    @Test(arguments: TestDatabase.all)
    func `an account with a login gets no code, and a client without one does`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            try await app.register(AccountApp.phone, ["email": "Anna@Example.ru"])
            let count = try await vitrina.messageCount(.sms)
            #expect(try await app.post("users/sms", ["phone": "89067098559"]).text == Self.taken)
            let other = try await app.post("users/sms", ["phone": "9990000001", "email": "anna@example.RU"])
            #expect((other.status, other.text) == (400, Self.taken))
            // A69: a host name without a domain receives no mail.
            let bare = try await app.post("users/sms", ["phone": "9990000001", "email": "ivan@mail"])
            #expect((bare.status, bare.text) == (400, "Неверный адрес электронной почты"))
            #expect(try await vitrina.messageCount(.sms) == count)
            #expect(try await vitrina.accountCode(of: AccountApp.phone) == "")

            try await vitrina.addClient("9990000002")
            #expect(try await app.post("users/sms", ["phone": "9990000002"]).text == Self.made)
            // The card has got a different number since then.
            try await vitrina.execute(
                "UPDATE accounts_clients SET phone = '9990000003' WHERE phone = '9067098559'"
            )
            #expect(try await app.post("users/sms", ["phone": "9990000003"]).text == Self.taken)
        }
    }

    // A19: of a code and of a restored password; the text shows nothing of the request
    @Test(arguments: [
        ("402", #"{"error":{"code":7,"message":"Недостаточно средств"}}"#, "Недостаточно средств"),
        ("500", "Оператор недоступен", "Оператор недоступен"),
        ("400", "<answer><error_text>Номер в чёрном списке</error_text></answer>", "Номер в чёрном списке"),
        ("503", "<html><title>503</title></html>", "Шлюз ответил кодом 503."),
        ("502", "", "Шлюз ответил кодом 502."),
    ])
    func `the words of the gateway reach the app`(status: String, body: String, words: String) async throws {
        try await withReceiver { receiver in
            let url = "\(receiver.url)/says/\(status)/\(AccountApp.escaped(body))"
            let gateway = try HTTPSMSGateway(url: url, body: "to={digits}&text={text}")
            try await withAccounts(isTest: false, senders: { [SMSSender(gateway: gateway, database: $0)] }) {
                vitrina in
                let code = try await vitrina.whileCarrying { app in
                    try await app.post("users/sms", ["phone": AccountApp.phone])
                }
                #expect((code.status, code.text) == (400, "Ошибка смс сервиса: \(words)"))
            }
        }
    }

    // A19, A23
    @Test func `a gateway that repeats the request gives neither code, phone nor key away`() async throws {
        try await withReceiver { receiver in
            let sms = SMS(to: PhoneNumber(kept: "+79067098559"), text: "Ваш код: 4321. Пароль: aB3-defg.")
            let echo = "Нет: 4321, aB3-defg, +7 (906) 709-85-59 key-1 https://gateway.example/?a=b"
            let gateway = try HTTPSMSGateway(
                url: "\(receiver.url)/says/400/\(AccountApp.escaped(echo))",
                key: "key-1"
            )
            #expect(
                await gateway.send(sms)
                    == .failed(Localized("Нет: •••, •••, ••• ••• •••", "Нет: •••, •••, ••• ••• •••"))
            )
        }
    }

    // A22: another process on the same database accepts the code that the first one has issued
    @Test(arguments: TestDatabase.all)
    func `a code outlives the server`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            _ = try await AccountApp(vitrina).post("users/sms", ["phone": AccountApp.phone])
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            let reply = try await AccountApp(try await vitrina.another()).post(
                "users/register",
                ["name": "Анна", "phone": AccountApp.phone, "code": code, "password": "secret-1"]
            )
            #expect(reply.status == 200, "\(reply.text)")
        }
    }

    // A21
    @Test(arguments: TestDatabase.all)
    func `a code holds for months`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            vitrina.clock.advance(by: .seconds(80 * 86_400))
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            let reply = try await app.post(
                "users/register",
                ["name": "Анна", "phone": AccountApp.phone, "code": code, "password": "secret-1"]
            )
            #expect(reply.status == 200)
        }
    }

    // A19, A23, A26
    @Test func `the answer tells the code, and any code is right, only by a setting of the test mode`()
        async throws
    {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            try await vitrina.setAccounts(["otp_echo": true, "any_code": true])
            let reply = try await app.post("users/sms", ["phone": AccountApp.phone])
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            #expect(reply.text == "\(Self.made). Код: \(code)")
            let fields = ["name": "Анна", "phone": AccountApp.phone, "password": "secret-1"]
            for wrong in ["", "0", "0000"] {
                let reply = try await app.post(
                    fields: "users/register",
                    fields.merging(["code": wrong]) { $1 }
                )
                #expect(reply.text == "Не задан или неверен код")
            }
            let any = try await app.post(fields: "users/register", fields.merging(["code": "7"]) { $1 })
            #expect(any.status == 200)
            try await vitrina.setAccounts(["test_mode": false])
            let live = try await vitrina.whileCarrying { app in
                try await app.post("users/sms", ["phone": "9990000001"])
            }
            #expect(live.text == "Ошибка смс сервиса: Шлюз СМС не настроен.")
        }
    }

    // A25: in live mode only the hash of a code is stored
    @Test(arguments: TestDatabase.all)
    func `in live mode nobody can read a code`(kind: TestDatabase) async throws {
        try await withAccounts(kind, isTest: false) { vitrina in
            _ = try await AccountApp(vitrina).post("users/sms", ["phone": AccountApp.phone])
            let row = try await vitrina.database.read { connection in
                try connection.rows("SELECT code, code_hash FROM codes").first
            }
            #expect(try row?.get("code", as: String?.self) == nil)
            #expect(try row?.get("code_hash", as: [UInt8].self).count == 32)
        }
    }

    // A28; refused requests are counted too
    @Test(arguments: TestDatabase.all)
    func `codes are limited by phone and by address`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var app = AccountApp(vitrina)
            for _ in 0..<5 { _ = try await app.post("users/sms", ["phone": AccountApp.phone]) }
            let sixth = try await app.post("users/sms", ["phone": AccountApp.phone])
            #expect((sixth.status, sixth.text) == (400, Self.often))
            #expect(sixth.headers["retry-after"] != nil)
            // Test mode has no daily limit.
            for _ in 0..<3 {
                vitrina.clock.advance(by: .seconds(601))
                for _ in 0..<5 {
                    #expect(try await app.post("users/sms", ["phone": AccountApp.phone]).status == 200)
                }
            }
            vitrina.clock.advance(by: .seconds(86_400))
            app.address = "203.0.113.99"
            #expect(try await app.post("users/sms", ["phone": AccountApp.phone]).status == 200)

            try await app.register()
            // This address has requested two already; refused requests count too.
            for number in 0..<25 {
                let reply = try await app.post(
                    "users/sms",
                    ["phone": "99900000\(number + 10)", "email": "nobody@example.ru"]
                )
                #expect(
                    (reply.status == 200, reply.text == Self.often) == (number < 18, number >= 18),
                    "\(number)"
                )
            }
            app.address = "203.0.113.100"
            #expect(try await app.post("users/sms", ["phone": "9990000099"]).status == 200)
            app.address = "203.0.113.99"
            #expect(try await app.post("users/sms", ["phone": "9990000098"]).text == Self.often)
            vitrina.clock.advance(by: .seconds(601))
            #expect(try await app.post("users/sms", ["phone": "9990000098"]).status == 200)
        }
    }

    // A28, 6.13: a setting of 0 disables every limit of a phone
    @Test(arguments: TestDatabase.all)
    func `in live mode a phone has a limit of a day, unless its limit is switched off`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind, isTest: false) { vitrina in
            let until = vitrina.services.now().advanced(by: AccountLimits.day)
            let key = AttemptLimit.stored("accounts-ask:day:9067098559")
            try await vitrina.execute(
                """
                INSERT INTO limits (key, count, until)
                VALUES (\(key), \(AccountLimits.codesPerDay), \(until))
                """
            )
            let limited = try await AccountApp(vitrina).post("users/sms", ["phone": AccountApp.phone])
            #expect((limited.status, limited.text) == (400, Self.often))
            try await vitrina.setAccounts(["codes_per_phone": 0])
            let unlimited = try await vitrina.whileCarrying { app in
                try await app.post("users/sms", ["phone": AccountApp.phone])
            }
            #expect(unlimited.text == "Ошибка смс сервиса: Шлюз СМС не настроен.")
        }
    }

    // A32: five wrong guesses end a code
    @Test(arguments: TestDatabase.all)
    func `five wrong guesses end a code`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            let wrong = code == "5000" ? "5001" : "5000"
            for guess in [wrong, wrong, wrong, wrong, wrong, code] {
                let reply = try await app.post(
                    "users/register",
                    ["name": "Анна", "phone": AccountApp.phone, "code": guess, "password": "secret-1"]
                )
                #expect(reply.text == "Не задан или неверен код")
            }
            #expect(try await vitrina.accountCount() == 0)
        }
    }
}
