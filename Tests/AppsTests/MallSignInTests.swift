import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A phone, a code and a session.
struct MallSignInTests {
    private static let phone = "+79991234567"

    // M66, M67, M69, M94
    @Test(arguments: TestDatabase.all)
    func `the status alone tells whether there is such an account`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = MallApp(vitrina)
            for (phone, status) in [("+7(999)123-45-67", 201), ("+7 999 123 45 67", 200), (Self.phone, 200)] {
                let reply = try await app.send(.post, "/mobile-users/login", ["phone": .string(phone)])
                #expect((reply.status, reply.text) == (status, "[]"), "\(phone)")
            }
            for phone: JSON in [
                "89991234567", "+", "+7abc", "", .null, 79_991_234_567, "+799912345671234567", "+٧٩٩٩١٢٣٤٥٦٧",
            ] {
                let reply = try await app.send(.post, "/mobile-users/login", ["phone": phone])
                #expect(reply.status == 400, "\(phone)")
                #expect(reply.json["error_text"]?.string?.isEmpty == false)
            }
            #expect(try await vitrina.database.rowCounts()["mall_users"] == 1)
        }
    }

    // M67, M70, M71, M95
    @Test(arguments: TestDatabase.all)
    func `a code is good once, for ten minutes, and until the next one`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            func ask() async throws -> String {
                _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
                return try await vitrina.code(of: Self.phone)
            }
            let first = try await ask()
            #expect(first.utf8.count == 6)
            let second = try await ask()
            if first != second { #expect(try await app.enter(first, for: Self.phone).status == 400) }
            #expect(try await app.enter(second, for: Self.phone).status == 200)
            #expect(try await app.enter(second, for: Self.phone).status == 400)
            let third = try await ask()
            vitrina.clock.advance(by: .seconds(601))
            #expect(try await app.enter(third, for: Self.phone).status == 400)
        }
    }

    // M71, M145
    @Test(arguments: TestDatabase.all)
    func `five wrong guesses end a code, and five codes are enough`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            let code = try await vitrina.code(of: Self.phone)
            let wrong = code == "111111" ? "222222" : "111111"
            for _ in 0..<5 { #expect(try await app.enter(wrong, for: Self.phone).status == 400) }
            #expect(try await app.enter(code, for: Self.phone).status == 400)
            for _ in 0..<4 {
                let reply = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
                #expect(reply.status == 200)
            }
            let tooMany = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            #expect(tooMany.status == 429)
            #expect(tooMany.headers[.retryAfter] != nil)
            vitrina.clock.advance(by: .seconds(601))
            let later = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            #expect(later.status == 200)
        }
    }

    // M73, M8
    @Test(arguments: TestDatabase.all)
    func `an unknown device does not use the code up`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var app = MallApp(vitrina)
            app.deviceID = "00000000-0000-7000-8000-000000000000"
            _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            let code = try await vitrina.code(of: Self.phone)
            let refused = try await app.enter(code, for: Self.phone)
            #expect((refused.status, refused.json["error_code"]) == (400, 10))
            try await app.install()
            #expect(try await app.enter(code, for: Self.phone).status == 200)
        }
    }

    // M72
    @Test(arguments: TestDatabase.all)
    func `one session at a time, on one device`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var old = MallApp(vitrina)
            try await old.signIn(Self.phone)
            var new = MallApp(vitrina)
            try await new.signIn(Self.phone)
            #expect(old.userID == new.userID)
            #expect(try await old.my(.get, "").json["error_code"] == 11)
            #expect(try await new.my(.get, "").status == 200)
            let push = try await old.send(.post, "/mobile-device/\(old.deviceID)/token", ["token": "x"])
            #expect(push.json["mobile_user_id"] == .null)

            // Another user on the same device: the first is signed out.
            var other = MallApp(vitrina)
            other.deviceID = new.deviceID
            try await other.signIn("+79990000002")
            #expect(try await new.my(.get, "").json["error_code"] == 11)
            let bound = try await other.send(.post, "/mobile-device/\(new.deviceID)/token", ["token": "x"])
            #expect(bound.json["mobile_user_id"] == .string(other.userID))
        }
    }

    // M103
    @Test(arguments: TestDatabase.all)
    func `only who is signed in there signs out`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            func leave(_ app: MallApp, device: String, token: String) async throws -> Vitrina.Reply {
                try await app.send(
                    .post,
                    "/mobile-users/\(anna.userID)/logout",
                    ["mobileDeviceId": .string(device), "token": .string(token)]
                )
            }
            #expect(try await leave(anna, device: anna.deviceID, token: boris.token).json["error_code"] == 11)
            #expect(try await leave(anna, device: boris.deviceID, token: anna.token).json["error_code"] == 10)
            #expect(try await leave(anna, device: "x", token: anna.token).json["error_code"] == 10)
            #expect(try await leave(anna, device: anna.deviceID, token: anna.token).text == "[]")
            #expect(try await leave(anna, device: anna.deviceID, token: anna.token).json["error_code"] == 11)
            #expect(try await boris.my(.get, "").status == 200)
        }
    }

    // M103: a sign-in elsewhere at the same time
    @Test(arguments: TestDatabase.all)
    func `a sign-out ends its own session and not one that begins meanwhile`(kind: TestDatabase) async throws
    {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let (userID, fresh) = (anna.userID, Array(repeating: 7 as UInt8, count: 32))
            let left = try await vitrina.database.holding { connection in
                try connection.execute("UPDATE points_accounts SET balance = balance WHERE id = \(userID)")
                try connection.execute("UPDATE mall_users SET token_hash = \(fresh) WHERE id = \(userID)")
            } during: {
                try await anna.send(
                    .post,
                    "/mobile-users/\(userID)/logout",
                    ["mobileDeviceId": .string(anna.deviceID), "token": .string(anna.token)]
                )
            }
            #expect(left.json["error_code"] == 11)
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT token_hash FROM mall_users WHERE id = \(userID)").first?
                    .get("token_hash", as: [UInt8]?.self)
            }
            #expect(kept == fresh)
        }
    }

    // M68 and the fixed code, which some clients compare themselves
    @Test func `codes are shown in test mode only, and production refuses it`() async throws {
        try await withVitrina { vitrina in
            let app = MallApp(vitrina)
            await #expect(throws: Problem.self) {
                try await vitrina.services.appSettings.set(
                    ["test_mode": true],
                    of: "mall",
                    by: Vitrina.editor
                )
            }
            try await vitrina.set(["fixed_code": true])
            _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            #expect(try await vitrina.code(of: Self.phone) == "")
            try await vitrina.testMode()
            _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            #expect(try await vitrina.code(of: Self.phone) == "000000")
        }
        try await withVitrina(settings: WebSettings(rateLimit: 0, isProduction: true)) { vitrina in
            await #expect(throws: Problem.self) { try await vitrina.testMode() }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `phones that never confirmed are forgotten after thirty days`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            _ = try await vitrina.member(1)
            _ = try await MallApp(vitrina).send(.post, "/mobile-users/login", ["phone": "+79990000099"])
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            try await Mall().tidy(vitrina.services)
            let counts = try await vitrina.database.rowCounts()
            #expect((counts["mall_users"], counts["points_accounts"]) == (1, 1))
        }
    }

    /// An erased user must be in no table that names users, and the check must not read whole tables.
    @Test(arguments: TestDatabase.all)
    func `whatever names a person is found by the person`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            let sqlite: SQL = """
                SELECT t.name AS name, f."from" AS field FROM sqlite_master t, pragma_foreign_key_list(t.name) f
                WHERE t.type = 'table' AND f."table" IN ('mall_users', 'mall_gifts') AND NOT EXISTS (
                    SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c
                    WHERE c.seqno = 0 AND c.name = f."from"
                )
                """
            let postgres: SQL = """
                SELECT CAST(k.conrelid AS regclass)::text AS name, CAST(k.conkey AS text) AS field FROM pg_constraint k
                WHERE k.contype = 'f' AND k.confrelid IN ('mall_users'::regclass, 'mall_gifts'::regclass)
                    AND NOT EXISTS (
                        SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1]
                    )
                """
            let rows = try await database.read { connection in
                try connection.rows(kind == .sqlite ? sqlite : postgres)
                    .map { "\(try $0.get("name", as: String.self)) \(try $0.get("field", as: String.self))" }
            }
            #expect(rows == [])
        }
    }
}
