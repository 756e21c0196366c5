@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A friend's code: points for both, once.
struct MallReferralTests {
    private func code(of app: MallApp) async throws -> JSON {
        try await app.my(.get, "").json["referral_code"] ?? .null
    }

    // M79, M80, M82, M85
    @Test(arguments: TestDatabase.all)
    func `both get points, and both see why`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            let code = try await code(of: anna)
            let entered = try await boris.my(.post, "/referral", ["referral_code": code])
            #expect(entered.json["type_transaction"] == "referral_activation")
            #expect(entered.json["change_balance"] == 300)
            #expect(entered.json["object"] == .null)
            #expect(try await (anna.balance, boris.balance) == (400, 400))
            let history = try await anna.my(.get, "/transactions")
            #expect(history.json.array?.first?["type_transaction"] == "referral_activated")
            // M124
            #expect(!history.text.contains("0002") && !history.text.contains(boris.userID))
            #expect(try await anna.my(.get, "").json["count_invited_users"] == 1)
            #expect(try await boris.my(.get, "").json["registration_by_promo_code"] == true)
            let again = try await boris.my(.post, "/referral", ["referral_code": code])
            #expect(again.status == 400)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M81, M82, M83
    @Test(arguments: TestDatabase.all)
    func `wrong codes change nothing for anyone`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            let code = try await code(of: anna).string ?? ""
            let swapped = String(
                code.map { $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased()) }
            )
            let own = try await self.code(of: boris).string ?? ""
            for code in [
                "00000", swapped == code ? "0O1lI" : swapped, own, " ", String(repeating: "x", count: 200),
            ] {
                let reply = try await boris.my(.post, "/referral", ["referral_code": .string(code)])
                #expect(reply.status == 400, "\(code)")
            }
            var early = MallApp(vitrina)
            try await early.signIn("+79990000003")
            let refused = try await early.my(.post, "/referral", ["referral_code": .string(code)])
            #expect(refused.status == 400)
            #expect(try await (anna.balance, boris.balance, early.balance) == (100, 100, 0))
        }
    }

    // mall.md 6.11
    @Test(arguments: TestDatabase.all)
    func `the window closes with the survey, a purchase, an event and with time`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 1])
            let event = try await vitrina.event(["cost": 0])
            let anna = try await vitrina.member(1)
            let code = try await code(of: anna)
            let ends: [@Sendable (MallApp) async throws -> Void] = [
                { app in
                    _ = try await app.my(
                        .put,
                        "",
                        ["token": .string(app.token), "date_birth": "1990-05-13", "have_kids": false]
                    )
                    _ = try await app.my(.post, "/survey")
                }, { _ = try await $0.my(.post, "/offers/\(offer)/attend") },
                { _ = try await $0.my(.post, "/events/\(event)/attend") },
                { _ in vitrina.clock.advance(by: .seconds(86_401)) },
            ]
            for (index, end) in ends.enumerated() {
                let app = try await vitrina.member(10 + index)
                try await end(app)
                let reply = try await app.my(.post, "/referral", ["referral_code": code])
                #expect(reply.status == 400, "\(index)")
            }
            #expect(try await anna.balance == 100)
        }
    }

    // mall.md 6.2: by U2, with the profile in one step
    @Test(arguments: TestDatabase.all)
    func `a code that comes with the profile is entered with it or not at all`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let code = try await code(of: anna)
            var boris = MallApp(vitrina)
            try await boris.signIn("+79990000002")
            func save(_ code: JSON) async throws -> Vitrina.Reply {
                try await boris.my(
                    .put,
                    "",
                    [
                        "token": .string(boris.token), "name": "Борис", "email": "b@example.ru",
                        "referral_code": code,
                    ]
                )
            }
            #expect(try await save("nosuch").status == 400)
            #expect(try await boris.my(.get, "").json["name"] == .null)
            #expect(try await save(code).json["points_balance"] == 300)
            // The same code again, and the user's own code, are not faults.
            #expect(try await save(code).status == 200)
            #expect(try await save(try await self.code(of: boris)).status == 200)
            #expect(try await (anna.balance, boris.balance) == (400, 300))
        }
    }

    // Invitations in a circle are refused: from the same telephone, or of two users by each other
    @Test(arguments: TestDatabase.all)
    func `nobody invites themselves by a second number`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let code = try await code(of: anna)
            var twin = MallApp(vitrina)
            twin.deviceID = anna.deviceID
            try await twin.signIn("+79990000002")
            try await twin.register("Анна Вторая")
            #expect(try await twin.my(.post, "/referral", ["referral_code": code]).status == 400)
            let (boris, vera) = (try await vitrina.member(3), try await vitrina.member(4))
            #expect(
                try await boris.my(.post, "/referral", ["referral_code": self.code(of: vera)]).status == 200
            )
            #expect(
                try await vera.my(.post, "/referral", ["referral_code": self.code(of: boris)]).status == 400
            )
        }
    }

    // M86 and the cap of a month
    @Test(arguments: TestDatabase.all)
    func `more than a month allows waits for somebody to look`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["referral_month_max": 1, "points_referral_activated": 70])
            let anna = try await vitrina.member(1)
            let code = try await code(of: anna)
            for number in 2...3 {
                let app = try await vitrina.member(number)
                #expect(try await app.my(.post, "/referral", ["referral_code": code]).status == 200)
            }
            #expect(try await anna.balance == 170)
            let held = try await vitrina.database.read { connection in
                try connection.rows("SELECT reason FROM mall_referrals WHERE state = 'held'").map {
                    try $0.get("reason", as: String.self)
                }
            }
            #expect(held == ["cap"])
        }
    }

    // M79
    @Test(arguments: TestDatabase.all)
    func `everybody has five signs of their own`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var codes: [String] = []
            for number in 1...20 {
                let app = try await vitrina.member(number)
                let code = try await code(of: app).string ?? ""
                #expect(code.contains(/^[A-Za-z0-9]{5}$/), "\(code)")
                // A repeated request has the same code.
                #expect(try await self.code(of: app).string == code)
                codes.append(code)
            }
            #expect(Set(codes).count == codes.count)
            // The database does not store a code twice either.
            let (first, second) = (codes[0], codes[1])
            await #expect(throws: StorageError.self) {
                try await vitrina.database.write { connection in
                    _ = try connection.execute(
                        "UPDATE mall_users SET referral_code = \(first) WHERE referral_code = \(second)"
                    )
                }
            }
        }
    }

    // M79
    @Test(arguments: TestDatabase.all)
    func `a code that is drawn and taken is drawn again`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            // The first two draws of a code return the same bytes, and the third returns others.
            let draws = Locked(0)
            let random = RandomBytes { count in
                guard count == 5 else { return RandomBytes.system(count) }
                let draw = draws.update { draws in
                    draws += 1
                    return draws
                }
                return [UInt8](repeating: draw < 3 ? 1 : 2, count: count)
            }
            let now = vitrina.services.now()
            let codes = try await vitrina.database.write { connection in
                for text in ["+79990000001", "+79990000002"] {
                    #expect(try connection.addMallUser(PhoneNumber(kept: text), at: now, random: random))
                }
                return try connection.rows("SELECT referral_code FROM mall_users ORDER BY phone").map {
                    try $0.get("referral_code", as: String.self)
                }
            }
            #expect(codes == ["bbbbb", "ccccc"])
            #expect(draws.value == 3)
        }
    }
}
