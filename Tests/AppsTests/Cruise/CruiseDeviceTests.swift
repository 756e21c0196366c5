@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Tokens of Firebase (cruise.md, call 10).
struct CruiseDeviceTests {
    // C135, C173
    @Test(arguments: TestDatabase.all)
    func `a token is bound once, and moves to the newest user`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let anna = try await CruiseWorld.signedIn(vitrina)
            let boris = try await CruiseWorld.signedIn(vitrina, phone: "+79990000002")
            let body: JSON = ["fcm_token": "token-number-1", "user_id": .string(anna.userID)]
            for _ in 1...2 {
                #expect(try await anna.post("User/SaveFcmToken", body, bearer: true).status == 200)
            }
            #expect(try await owners(vitrina) == [anna.userID])

            let mismatch = try await boris.post("User/SaveFcmToken", body, bearer: true)
            #expect((mismatch.status, mismatch.cruiseCode) == (401, 401))
            #expect(try await owners(vitrina) == [anna.userID])
            let own: JSON = [
                "fcm_token": "token-number-1", "user_id": .string(boris.userID), "platform": "ios",
            ]
            #expect(try await boris.post("User/SaveFcmToken", own, bearer: true).status == 200)
            #expect(try await owners(vitrina) == [boris.userID])
        }
    }

    // C135, C136
    @Test(arguments: TestDatabase.all)
    func `a guest's token belongs to no user, and a logout or an empty token unbinds`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var app = try await CruiseWorld.signedIn(vitrina)
            let body: JSON = ["fcm_token": "token-number-1", "user_id": .string(app.userID)]
            #expect(try await app.post("User/SaveFcmToken", body).status == 200)
            #expect(try await owners(vitrina) == [nil])
            #expect(try await app.post("User/SaveFcmToken", body, bearer: true).status == 200)
            #expect(try await owners(vitrina) == [app.userID])
            #expect(try await app.post("User/SaveFcmToken", ["fcm_token": ""], bearer: true).status == 200)
            #expect(try await owners(vitrina) == [nil])
            #expect(try await app.post("User/SaveFcmToken", body, bearer: true).status == 200)
            #expect(try await app.post("User/Logout", bearer: true).status == 200)
            #expect(try await owners(vitrina) == [nil])
            #expect(try await app.post("User/SaveFcmToken", body, bearer: true).status == 401)
            for wrong: JSON in [
                [:], ["fcm_token": "short"], ["fcm_token": "with space in it"], ["fcm_token": []],
            ] {
                #expect(try await app.post("User/SaveFcmToken", wrong).cruiseCode == 400)
            }
            let long = String(repeating: "t", count: 4_096)
            #expect(try await app.post("User/SaveFcmToken", ["fcm_token": .string(long)]).status == 200)
            #expect(try await app.post("User/SaveFcmToken", ["fcm_token": .string(long + "t")]).status == 400)
            try await app.signInAgain()
        }
    }

    // C135: a token that is saved during the logout
    @Test(arguments: TestDatabase.all)
    func `a logout unbinds the telephone that is being bound`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let device = try #require(CruiseDevice(token: "token-number-1", platform: .ios))
            let (userID, now) = (app.userID, vitrina.clock.now)
            let logout = try await vitrina.database.holding { connection in
                let row = try connection.rows("SELECT id FROM cruise_sessions").first
                let binding = CruiseBinding(userID: userID, sessionID: try row?.get("id") ?? "")
                let key = Array(repeating: 1 as UInt8, count: 32)
                try connection.saveCruiseDevice(device, of: binding, key: key, at: now, random: .system)
            } during: {
                try await app.post("User/Logout", bearer: true).status
            }
            #expect(logout == 200)
            #expect(try await owners(vitrina) == [nil])
        }
    }

    // C135: a logout during the saving of a token
    @Test(arguments: TestDatabase.all)
    func `a telephone whose user signs out meanwhile is not bound`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let saved = try await vitrina.database.holding { connection in
                try connection.endCruiseSessions(where: "TRUE")
            } during: {
                try await app.post("User/SaveFcmToken", ["fcm_token": "token-number-1"], bearer: true)
            }
            #expect((saved.status, saved.cruiseCode) == (401, 401))
            #expect(try await owners(vitrina).isEmpty)
        }
    }

    // C137, C167
    @Test(arguments: TestDatabase.all)
    func `tokens are stored encrypted, and staff see devices without them`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let body: JSON = ["fcm_token": "token-number-1"]
            _ = try await app.send(
                .post,
                "User/SaveFcmToken",
                body,
                bearer: true,
                headers: [.userAgent: "App/1.0 (Android 14)"]
            )
            let stored = try await vitrina.database.read { connection in
                try connection.rows("SELECT token, digest FROM cruise_devices").map { row in
                    (try row.get("token", as: [UInt8].self), try row.get("digest", as: [UInt8].self))
                }
            }
            let plain = Array("token-number-1".utf8)
            #expect(stored.count == 1 && stored[0].0.count > plain.count)
            #expect(!stored[0].0.starts(with: plain) && stored[0].1 != SHA256.digest(plain))
            let key = try await vitrina.services.secrets.secret(CruiseDevice.secretName)
            #expect(CruiseDevice.token(stored[0].0, key) == "token-number-1")

            let list = try await app.staff(.get, "devices")
            let device = try #require(list.json["items"]?[0])
            #expect(device["platform"] == "android" && device["is_bound"] == true)
            #expect(device["user"]?["id"] == .string(app.userID))
            #expect(!list.text.contains("token-number-1"))
            for (query, count) in [("platform=ios", 0), ("bound=true", 1), ("user=\(app.userID)", 1)] {
                let found = try await app.staff(.get, "devices?\(query)")
                #expect(found.json["items"]?.array?.count == count, "\(query)")
            }
            let user = try await app.staff(.get, "users/\(app.userID)")
            #expect(user.json["devices"] != nil && user.text.contains("android"))
        }
    }

    // C137
    @Test func `a user has as many devices as the limit, the newest ones`() async throws {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            for number in 0...CruiseDevice.devicesMax {
                vitrina.clock.advance(by: .seconds(1))
                let body: JSON = ["fcm_token": .string("token-number-\(number)")]
                #expect(try await app.post("User/SaveFcmToken", body, bearer: true).status == 200)
            }
            #expect(try await app.count("cruise_devices") == Int64(CruiseDevice.devicesMax))
            vitrina.clock.advance(by: .seconds(271 * 86_400))
            try await Cruise().tidy(vitrina.services)
            #expect(try await app.count("cruise_devices") == 0)
            #expect(try await app.count("cruise_sessions") == 0)
        }
    }

    private func owners(_ vitrina: Vitrina) async throws -> [String?] {
        try await vitrina.database.read { connection in
            try connection.rows("SELECT user_id FROM cruise_devices ORDER BY id").map {
                try $0.get("user_id")
            }
        }
    }
}
