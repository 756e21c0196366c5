import Apps
import Core
import Dispatch
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Concurrent requests: exactly the right number succeed, and the sums agree.
struct MallRaceTests {
    private static let count = 100

    private func statuses(_ calls: [@Sendable () async throws -> Vitrina.Reply]) async throws -> [Int: Int] {
        let statuses = try await atOnce(calls) { call in try await call().status }
        return statuses.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    // M107, M122
    @Test(arguments: TestDatabase.all)
    func `the last points buy one of many offers`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            var offers: [String] = []
            for _ in 0..<10 {
                offers.append(try await vitrina.offer(of: shop, ["cost": 30, "count": 1_000]))
            }
            let app = try await vitrina.member(1, points: 100)
            let all = offers
            let result = try await statuses(
                (0..<Self.count).map { number in
                    { try await app.my(.post, "/offers/\(all[number % all.count])/attend") }
                }
            )
            #expect(result == [200: 3, 400: Self.count - 3])
            #expect(try await app.balance == 10)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M107
    @Test(arguments: TestDatabase.all)
    func `the last items go to as many as there are`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["codes_per_address": 0])
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 3])
            var apps: [MallApp] = []
            for number in 0..<20 { apps.append(try await vitrina.member(number, points: 100)) }
            let all = apps
            let result = try await statuses(
                (0..<Self.count).map { number in
                    { try await all[number % all.count].my(.post, "/offers/\(offer)/attend") }
                }
            )
            #expect(result == [200: 3, 400: Self.count - 3])
            let counts = try await vitrina.database.rowCounts()
            #expect(counts["mall_gifts"] == 3)
            #expect(try await vitrina.booksBalance)
            #expect(try await !vitrina.ids("/offers").contains(offer))
        }
    }

    // M107, M131
    @Test(arguments: TestDatabase.all)
    func `a count that was made smaller holds for those who wait already`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 2])
            let anna = try await vitrina.member(1, points: 100)
            let boris = try await vitrina.member(2, points: 100)
            #expect(try await boris.my(.post, "/offers/\(offer)/attend").status == 200)
            let (isHeld, end) = (Locked(false), DispatchGroup())
            end.enter()
            async let hold: Void = vitrina.database.write { connection in
                // SQLite writes one after another, so no other write can be in between.
                guard connection.dialect == .postgres else { return isHeld.update { $0 = true } }
                _ = try connection.execute(
                    "UPDATE points_accounts SET balance = balance WHERE id = \(anna.userID)"
                )
                isHeld.update { $0 = true }
                _ = end.wait(timeout: .now() + 100)
            }
            _ = try await holds { isHeld.value }
            if kind == .sqlite { try await vitrina.change(offer, of: Offers.self, ["count": 1]) }
            async let bought = anna.my(.post, "/offers/\(offer)/attend")
            if kind == .postgres {
                // It has read the stock by then, and waits for the account.
                try await vitrina.database.wait(for: 1)
                try await vitrina.change(offer, of: Offers.self, ["count": 1])
            }
            end.leave()
            #expect(try await bought.status == 400)
            try await hold
            #expect(try await vitrina.database.read { try $0.taken(of: [offer]) } == [offer: 1])
            #expect(try await anna.balance == 100)
        }
    }

    // Before the first purchase there is no row to wait for
    @Test(arguments: TestDatabase.all)
    func `a smaller stock and the purchase of the last piece wait for each other`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let (anna, boris) = (
                try await vitrina.member(1, points: 500), try await vitrina.member(2, points: 500)
            )
            for _ in 0..<20 {
                let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 2])
                async let first = anna.my(.post, "/offers/\(offer)/attend").status
                async let second = boris.my(.post, "/offers/\(offer)/attend").status
                // The request is refused if both purchases were first.
                try? await vitrina.change(offer, of: Offers.self, ["count": 1])
                let sold = Int64(try await [first, second].count { $0 == 200 })
                let row = try await vitrina.database.read { connection in
                    try connection.rows("SELECT * FROM offers WHERE id = \(offer)").first
                }
                #expect(sold <= (try row?.get("count", as: Int64.self) ?? 0))
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one key buys once, however often it comes`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 50])
            let app = try await vitrina.member(1, points: 100)
            let key = HTTPField.Name("Idempotency-Key") ?? .via
            let path = "/mobile-users/\(app.userID)/offers/\(offer)/attend"
            let ids = try await atOnce(0..<Self.count) { _ in
                try await app.send(.post, path, headers: [key: "tap-1"]).id
            }
            #expect(Set(ids).count == 1 && ids.first?.isEmpty == false)
            #expect(try await app.balance == 90)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M54, M76, M83, M90
    @Test(arguments: TestDatabase.all)
    func `registration for an event, a friend's code and awards happen once`(kind: TestDatabase) async throws
    {
        try await withMall(kind) { vitrina in
            let event = try await vitrina.event(["cost": 10])
            let anna = try await vitrina.member(1, points: 0)
            let code = try await anna.my(.get, "").json["referral_code"] ?? .null
            var boris = MallApp(vitrina)
            try await boris.signIn("+79990000002")
            _ = try await boris.my(
                .put,
                "",
                [
                    "token": .string(boris.token), "name": "Борис", "email": "b@example.ru",
                    "date_birth": "1990-05-13", "have_kids": false,
                ]
            )
            let app = boris
            let count = Self.count / 4
            let codes = try await statuses(
                (0..<count).map { _ in { try await app.my(.post, "/referral", ["referral_code": code]) } }
            )
            #expect(codes == [200: 1, 400: count - 1])
            let others = try await statuses(
                (0..<count).flatMap { _ -> [@Sendable () async throws -> Vitrina.Reply] in
                    [
                        { try await app.my(.post, "/add-register") }, { try await app.my(.post, "/survey") },
                        { try await app.my(.post, "/events/\(event)/attend") },
                    ]
                }
            )
            // A second registration returns an empty list; of the other requests one of each succeeds.
            #expect(others == [200: count + 2, 400: 2 * count - 2])
            #expect(try await (anna.balance, app.balance) == (300, 300 + 100 + 100 - 10))
            #expect(try await vitrina.booksBalance)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two who enter each other's code at once wait for each other`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            for pair in 0..<5 {
                let (anna, boris) = (try await vitrina.member(10 + pair), try await vitrina.member(20 + pair))
                let annas = try await anna.my(.get, "").json["referral_code"] ?? .null
                let boriss = try await boris.my(.get, "").json["referral_code"] ?? .null
                // By U4, or with the profile by U2.
                @Sendable func enter(_ code: JSON, _ app: MallApp) async throws -> Vitrina.Reply {
                    guard pair.isMultiple(of: 2) else {
                        return try await app.my(.post, "/referral", ["referral_code": code])
                    }
                    let body: JSON = ["token": .string(app.token), "name": "Я", "referral_code": code]
                    return try await app.my(.put, "", body)
                }
                let result = try await statuses([
                    { try await enter(boriss, anna) }, { try await enter(annas, boris) },
                ])
                #expect(result == [200: 1, 400: 1])
            }
            #expect(try await vitrina.booksBalance)
        }
    }

    // M69
    @Test(arguments: TestDatabase.all)
    func `a phone has one account, also if two requests come at once`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["codes_per_phone": 0, "codes_per_address": 0])
            let app = MallApp(vitrina)
            let result = try await statuses(
                (0..<20).map { _ in
                    { try await app.send(.post, "/mobile-users/login", ["phone": "+79990000001"]) }
                }
            )
            #expect(result == [201: 1, 200: 19])
            let live = try await vitrina.database.read { connection in
                try connection.rows("SELECT id FROM codes WHERE state = 'live'").count
            }
            #expect(live == 1)
        }
    }
}
