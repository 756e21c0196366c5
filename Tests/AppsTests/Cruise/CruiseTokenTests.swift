@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
@testable import Web

/// Tokens of users, where they hold and when they end (cruise.md, decisions 2 and 6).
struct CruiseTokenTests {
    private static let key = [UInt8](repeating: 7, count: 32)

    // C32
    @Test func `a token holds only with its key, its header and its time`() throws {
        let now = try #require(Timestamp(microseconds: 1_800_000_000_000_000))
        let token = CruiseToken(
            userID: "u",
            sessionID: "s",
            issuedAt: now.seconds,
            expiresAt: now.seconds + 10
        )
        let text = token.signed(with: Self.key)
        #expect(CruiseToken(text, key: Self.key, at: now) == token)
        #expect(CruiseToken(text, key: Self.key, at: now.advanced(by: .seconds(9))) == token)
        #expect(CruiseToken(text, key: Self.key, at: now.advanced(by: .seconds(10))) == nil)
        #expect(CruiseToken(text, key: [UInt8](repeating: 8, count: 32), at: now) == nil)

        let parts = text.split(separator: ".").map(String.init)
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        let claims = Base64URL.encode(Array(#"{"sub":"v","jti":"s","iat":1,"exp":9999999999}"#.utf8))
        let forged = [
            "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(claims).\(parts[2])",
            "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(text)A", "\(text).x", "", "..",
            String(repeating: "a", count: 5_000),
        ]
        for text in forged { #expect(CruiseToken(text, key: Self.key, at: now) == nil, "\(text.prefix(60))") }
    }

    // C7, C8
    @Test(arguments: TestDatabase.all)
    func `a token of the path is enough, and a Bearer beside it must be of the same user`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let anna = try await CruiseWorld.signedIn(vitrina)
            let boris = try await CruiseWorld.signedIn(vitrina, phone: "+79990000002")
            let path = "User/GetByToken/\(anna.token)"
            #expect(try await anna.get(path).status == 200)
            #expect(try await anna.get(path, bearer: true).status == 200)
            let mixed = try await boris.get(path, bearer: true)
            #expect((mixed.status, mixed.cruiseCode) == (401, 401))
            #expect(mixed.headers[.wwwAuthenticate] == "Bearer")
            let broken = String(anna.token.dropLast()) + (anna.token.hasSuffix("A") ? "B" : "A")
            for token in ["x", broken, "\(anna.token)x", "null"] {
                let reply = try await anna.get("User/GetByToken/\(token)")
                #expect((reply.status, reply.cruiseCode) == (401, 401), "\(token.prefix(10))")
            }
            let wrong = try await anna.send(
                .get,
                path,
                headers: [.authorization: "Bearer \(broken)"]
            )
            #expect(wrong.status == 401)

            vitrina.clock.advance(by: .seconds(30 * 86_400))
            #expect(try await anna.get(path).status == 401)
        }
    }

    // C8, C136
    @Test(arguments: TestDatabase.all)
    func `a logout ends one sign-in, and staff end all`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var second = try await CruiseWorld.signedIn(vitrina)
            let first = second
            try await second.signInAgain()
            #expect(try await first.post("User/Logout", bearer: true).status == 200)
            #expect(try await first.get("User/GetByToken/\(first.token)").status == 401)
            #expect(try await second.get("User/GetByToken/\(second.token)").status == 200)

            #expect(try await second.staff(.post, "users/\(second.userID)/sign-out").status == 200)
            #expect(try await second.get("User/GetByToken/\(second.token)").status == 401)
        }
    }

    // C133, C134, C176
    @Test(arguments: TestDatabase.all)
    func `a deleted account has no data, no token and no login`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld.signedIn(vitrina)
            _ = try await app.update(["name": "Анна", "email": "anna@example.ru"])
            _ = try await app.post("User/SaveFcmToken", ["fcm_token": "token-of-anna"], bearer: true)
            _ = try await app.post("User/Callback", ["phone_number": .string(app.phone), "type": 0])
            for body: JSON in [[:], ["token": "x"], ["token": .null], ["token": 5]] {
                #expect(try await app.post("User/Delete", body, bearer: false).cruiseCode == 401)
            }
            #expect(try await app.post("User/Delete", [:], bearer: true).cruiseCode == 401)

            #expect(try await app.post("User/Delete", ["token": .string(app.token)]).status == 200)
            #expect(try await app.get("User/GetByToken/\(app.token)").status == 401)
            #expect(try await app.post("User/Delete", ["token": .string(app.token)]).status == 401)
            vitrina.clock.advance(by: .seconds(61))
            #expect(try await app.askCode().cruiseCode == 5011)
            let left = try await vitrina.database.read { connection in
                try connection.rows(
                    """
                    SELECT (SELECT count(*) FROM cruise_users WHERE coalesce(phone, username, name, email) IS NULL
                            AND erased_at IS NOT NULL AND search = '') AS users,
                        (SELECT count(*) FROM cruise_devices WHERE user_id IS NOT NULL) AS devices,
                        (SELECT count(*) FROM codes WHERE app = 'cruise') AS codes,
                        (SELECT count(*) FROM cruise_callbacks WHERE phone IS NOT NULL) AS callbacks,
                        (SELECT count(*) FROM cruise_sessions) AS sessions
                    """
                ).map { row in
                    try ["users", "devices", "codes", "callbacks", "sessions"].map {
                        try row.get($0, as: Int64.self)
                    }
                }.first
            }
            #expect(left == [1, 0, 0, 0, 0])

            let before = app.userID
            try await app.register()
            #expect(app.userID != before)
            #expect(try await app.count("cruise_users") == 2)
        }
    }

    // C14
    @Test func `no log has a token of a path`() async throws {
        let paths = SecretPathsSample.paths
        for path in paths { #expect(!SecretPathsSample.redacted(path).contains("secret"), "\(path)") }
        #expect(SecretPathsSample.redacted("/api/v3/Passenger/Update") == "/api/v3/Passenger/Update")

        let log = LogLines()
        try await withVitrina(.sqlite, log: log) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            try await vitrina.database.write { connection in
                _ = try connection.execute("ALTER TABLE cruise_sessions RENAME TO lost")
            }
            let failed = try await app.get("User/GetByToken/\(app.token)")
            #expect((failed.status, failed.cruiseCode) == (500, 500))
            #expect(log.all.contains { $0.contains("/api/v3/User/GetByToken/•••") })
            #expect(!log.all.contains { $0.contains(app.token) })
        }
    }
}

/// Paths of the app with tokens in them.
private enum SecretPathsSample {
    static let paths = [
        "/api/v3/User/GetByToken/secret", "/api/v3/User/Update/secret/",
        "/api/v3//User/GetCitizenships/secret",
        "/api/v3/user/update/secret", "/api/v3/Order/GetAllByUserToken/secret",
        "/api/v3/Order/GetOneByUserTokenAndOrderId/secret/17", "/api/v3/Passenger/Update/secret/5",
    ]

    static func redacted(_ path: String) -> String { SecretPaths(Cruise().secretPaths).redacted(path) }
}
