@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Registration and sign-in by a code (cruise.md, calls 1 to 3).
struct CruiseSignInTests {
    // C20, C23, C28, C29, C32, C173
    @Test(arguments: TestDatabase.all)
    func `a new phone registers with a code, and only then there is a user`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld(vitrina)
            let asked = try await app.askRegistration("8 (999) 123-45-67")
            #expect(asked.status == 200)
            #expect(try await app.count("cruise_users") == 0)
            let code = try await app.code()
            #expect(code.count == 5 && Int(code) != nil)

            let entered = try await app.enter(code, phone: "9991234567", more: ["ym_cid": "ym-1"])
            #expect(entered.status == 200)
            #expect(entered.json.object?.keys.sorted() == ["token"])
            let claims = CruiseWorld.claims(app.token)
            let now = vitrina.clock.now.seconds
            #expect(claims["exp"] == .integer(now + 30 * 86_400))
            #expect(
                try await app.profile("id,phone") == ["id": .string(app.userID), "phone": "+79991234567"]
            )
            let saved = try await vitrina.database.read { connection in
                try connection.rows("SELECT ym_client_id FROM cruise_users").first?
                    .get("ym_client_id", as: String?.self)
            }
            #expect(saved == "ym-1")
        }
    }

    // C15, C16, C12
    @Test(arguments: TestDatabase.all)
    func `a known phone gets a code by GET and by POST, an unknown one does not`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            vitrina.clock.advance(by: .seconds(61))
            let first = try await app.get("Auth/BySmsWithCaptcha?login=%2B79991234567")
            #expect((first.status, first.headers[.contentType]) == (200, "application/json; charset=utf-8"))
            let code = try await app.code()
            #expect(code.count == 5)
            vitrina.clock.advance(by: .seconds(61))
            #expect(try await app.askCode().status == 200)
            #expect(try await app.code().count == 5)

            for method in [HTTPRequest.Method.get, .post] {
                let unknown = try await app.send(method, "Auth/BySmsWithCaptcha?login=79990000000")
                #expect((unknown.status, unknown.cruiseCode) == (400, 5011))
                #expect(unknown.json["message"] == "User not exist")
            }
            #expect(try await app.code("+79990000000") == "")
        }
    }

    // C3, C17, C34, C169, C175
    @Test(arguments: TestDatabase.all)
    func `a blocked user gets neither a code nor a token`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld.signedIn(vitrina)
            vitrina.clock.advance(by: .seconds(61))
            try await app.askCode()
            let code = try await app.code()
            let blocked = try await app.staff(.post, "users/\(app.userID)/block")
            #expect(blocked.status == 200)

            #expect(try await app.get("User/GetByToken/\(app.token)").status == 401)
            #expect(try await app.enter(code).cruiseCode == 5002)
            vitrina.clock.advance(by: .seconds(61))
            let asked = try await app.askCode()
            #expect((asked.status, asked.cruiseCode) == (400, 5002))
            try await vitrina.setCruise(["support_phone": "+7 800 100-20-30", "support_hours": "9:00–21:00"])
            vitrina.clock.advance(by: .seconds(61))
            let told = try await app.askCode()
            #expect(told.json["message"] == "User blocked: +7 800 100-20-30, 9:00–21:00")
            #expect(try await app.code() == "")
            #expect(try await app.staff(.post, "users/\(app.userID)/unblock").status == 200)
            #expect(try await app.askCode().status == 200)
        }
    }

    // C18, C19, C22, C27, C175
    @Test(arguments: TestDatabase.all)
    func `a minute lies between two codes, and the first one stops`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld(vitrina)
            try await app.askRegistration()
            let first = try await app.code()
            vitrina.clock.advance(by: .seconds(59))
            let early = try await app.askRegistration()
            #expect((early.status, early.cruiseCode) == (400, 5015))
            vitrina.clock.advance(by: .seconds(1))
            #expect(try await app.askRegistration().status == 200)
            let second = try await app.code()
            if first != second { #expect(try await app.enter(first).cruiseCode == 5007) }
            #expect(try await app.enter(second).status == 200)
            #expect(try await app.enter(second).cruiseCode == 5007)

            vitrina.clock.advance(by: .seconds(61))
            #expect(try await app.askCode().status == 200)
            let again = try await app.askCode()
            #expect((again.status, again.cruiseCode) == (400, 5015))
        }
    }

    // C21, C24, C25, C28
    @Test(arguments: TestDatabase.all)
    func `a known phone, a wrong code, an old code and another's code have their codes`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld.signedIn(vitrina)
            let known = try await app.askRegistration("+7 999 123 45 67")
            #expect((known.status, known.cruiseCode) == (400, 5012))
            #expect(known.json["message"] == "User already exist by phone:+79991234567")

            vitrina.clock.advance(by: .seconds(61))
            try await app.askCode()
            let code = try await app.code()
            #expect(try await app.enter(try await app.wrongCode()).cruiseCode == 5007)
            #expect(try await app.enter(code, phone: "+79990000001").cruiseCode == 5007)
            for text in ["", "1", "123456", "абвгд"] {
                #expect(try await app.enter(text).cruiseCode == 5007)
            }
            vitrina.clock.advance(by: .seconds(300))
            #expect(try await app.enter(code).cruiseCode == 5007)
        }
    }

    // C26, C175
    @Test(arguments: TestDatabase.all)
    func `five wrong codes kill the code and pause the phone for 15 minutes`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld.signedIn(vitrina)
            vitrina.clock.advance(by: .seconds(61))
            try await app.askCode()
            let code = try await app.code()
            let wrong = try await app.wrongCode()
            for _ in 1...5 { #expect(try await app.enter(wrong).cruiseCode == 5007) }
            #expect(try await app.enter(code).cruiseCode == 5007)

            vitrina.clock.advance(by: .seconds(15 * 60 - 1))
            let paused = try await app.askCode()
            #expect((paused.status, paused.cruiseCode) == (400, 5015))
            #expect(paused.headers[.retryAfter] != nil)
            vitrina.clock.advance(by: .seconds(1))
            #expect(try await app.askCode().status == 200)
            #expect(try await app.enter(try await app.code()).status == 200)
        }
    }

    // C31, C168
    @Test(arguments: TestDatabase.all)
    func `codes of test mode are on the list of staff, and no message is sent`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld(vitrina)
            try await app.askRegistration()
            _ = try await app.enter(try await app.wrongCode())
            let list = try await vitrina.send(.get, "/admin/api/v1/codes?app=cruise", as: Vitrina.owner)
            let code = try #require(list.json.items.first)
            #expect(code["purpose"] == "registration" && code["state"] == "live" && code["failures"] == 1)
            let live = try await app.code()
            #expect(code["code"] == .string(live) && code["sms"] == "kept")
            #expect(code["created_at"]?.string != nil && code["expires_at"]?.string != nil)
        }
    }

    // C28
    @Test func `a phone has ten significant digits in any form`() {
        for text in [
            "+79991234567", "79991234567", "89991234567", "9991234567", "+7 (999) 123-45-67",
            " 8-999-123-45-67 ",
        ] {
            #expect(CruisePhoneNumber.normalized(text)?.description == "+79991234567", "\(text)")
        }
        for text in [
            "", "+", "999123456", "99912345678", "+19991234567", "+799912345678", "+7999123456a",
            "٩٩٩١٢٣٤٥٦٧",
        ] {
            #expect(CruisePhoneNumber.normalized(text) == nil, "\(text)")
        }
    }
}
