import Apps
import Core
import Dispatch
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Many at once: exactly as many succeed as should, and the books balance.
struct MallRaceTests {
    private static let count = 100

    private func statuses(_ calls: [@Sendable () async throws -> Vitrina.Reply]) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for call in calls { group.addTask { try await call().status } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    // M107, M122
    @Test(arguments: TestDatabase.all)
    func `the last points buy one of many offers`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            let shop = try await vitrina.shop(in: [try await vitrina.category("food")])
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
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            try await vitrina.set(["codes_per_address": 0])
            let shop = try await vitrina.shop(in: [try await vitrina.category("food")])
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
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            let shop = try await vitrina.shop(in: [try await vitrina.category("food")])
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 2])
            let anna = try await vitrina.member(1, points: 100)
            let boris = try await vitrina.member(2, points: 100)
            #expect(try await boris.my(.post, "/offers/\(offer)/attend").status == 200)
            let (isHeld, end) = (Shared(false), DispatchGroup())
            end.enter()
            async let hold: Void = vitrina.database.write { connection in
                // SQLite writes one after the other, so there is nothing that could be between.
                guard connection.dialect == .postgres else { return isHeld.update { $0 = true } }
                _ = try connection.execute(
                    "UPDATE points_accounts SET balance = balance WHERE id = \(anna.userID)"
                )
                isHeld.update { $0 = true }
                _ = end.wait(timeout: .now() + 20)
            }
            while !isHeld.value { try await Task.sleep(for: .milliseconds(10)) }
            if kind == .sqlite { try await vitrina.change(offer, of: Offers.self, ["count": 1]) }
            async let bought = anna.my(.post, "/offers/\(offer)/attend")
            if kind == .postgres {
                // By now it has read what there is, and waits for the account.
                try await Task.sleep(for: .milliseconds(500))
                try await vitrina.change(offer, of: Offers.self, ["count": 1])
            }
            end.leave()
            #expect(try await bought.status == 400)
            try await hold
            #expect(try await vitrina.database.read { try $0.taken(of: [offer]) } == [offer: 1])
            #expect(try await anna.balance == 100)
        }
    }

    // Before anybody has taken one there is no row to wait for
    @Test(arguments: TestDatabase.all)
    func `whoever wants fewer and whoever takes the last wait for each other`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            let shop = try await vitrina.shop(in: [try await vitrina.category("food")])
            let (anna, boris) = (
                try await vitrina.member(1, points: 500), try await vitrina.member(2, points: 500)
            )
            for _ in 0..<20 {
                let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 2])
                async let first = anna.my(.post, "/offers/\(offer)/attend").status
                async let second = boris.my(.post, "/offers/\(offer)/attend").status
                // Refused where both were faster.
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
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            let shop = try await vitrina.shop(in: [try await vitrina.category("food")])
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 50])
            let app = try await vitrina.member(1, points: 100)
            let key = HTTPField.Name("Idempotency-Key") ?? .via
            let replies = try await withThrowingTaskGroup(of: JSON?.self) { group in
                for _ in 0..<Self.count {
                    group.addTask {
                        try await app.send(
                            .post,
                            "/mobile-users/\(app.userID)/offers/\(offer)/attend",
                            headers: [key: "tap-1"]
                        ).json["id"]
                    }
                }
                return try await group.reduce(into: Set<JSON?>()) { $0.insert($1) }
            }
            #expect(replies.count == 1 && replies.first != .some(nil))
            #expect(try await app.balance == 90)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M54, M76, M83, M90
    @Test(arguments: TestDatabase.all)
    func `registration for an event, a friend's code and awards happen once`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
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
            // A second registration is answered by an empty list; of the others one each succeeds.
            #expect(others == [200: count + 2, 400: 2 * count - 2])
            #expect(try await (anna.balance, app.balance) == (300, 300 + 100 + 100 - 10))
            #expect(try await vitrina.booksBalance)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two who enter each other's code at once wait for each other`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
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

    // M124
    @Test(arguments: TestDatabase.all)
    func `nothing that is under way brings back whoever is erased`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
            try await vitrina.set(["codes_per_address": 0])
            let acts: [@Sendable (MallApp, LateCodes) async throws -> Vitrina.Reply] = [
                { app, _ in
                    try await app.my(
                        .put,
                        "",
                        ["token": .string(app.token), "name": "Снова Анна", "email": "again@example.ru"]
                    )
                },
                { app, _ in try await app.my(.post, "/check-phone", ["phone": "+79997770099"]) },
                { app, codes in
                    let body: JSON = ["phone": .string(codes.new), "sms_code": .string(codes.ofNew)]
                    return try await app.my(.put, "/change-phone", body)
                },
                { app, codes in
                    try await app.send(
                        .post,
                        "/mobile-users/auth",
                        [
                            "phone": .string(codes.phone), "smsCode": .string(codes.ofPhone),
                            "mobileDeviceId": .string(app.deviceID),
                        ]
                    )
                },
            ]
            for (number, act) in acts.enumerated() {
                let app = try await vitrina.member(number)
                let codes = try await LateCodes(app, number)
                let (erased, late) = try await vitrina.erase(app) { try await act(app, codes) }
                #expect((erased, late.status) == (200, 400), "\(number) \(late.text)")
                #expect(try await vitrina.isForgotten(app), "\(number)")
            }
        }
    }

    // M69
    @Test(arguments: TestDatabase.all)
    func `one account for a phone, whoever asks first`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await vitrina.testMode()
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

/// What somebody has asked for before they are erased: codes to sign in, and to change the number.
private struct LateCodes: Sendable {
    let phone: String
    let ofPhone: String
    let new: String
    let ofNew: String

    init(_ app: MallApp, _ number: Int) async throws {
        phone = try await app.my(.get, "").json["phone"]?.string ?? ""
        new = "+7999777000\(number)"
        _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(phone)])
        _ = try await app.my(.post, "/check-phone", ["phone": .string(new)])
        ofPhone = try await app.vitrina.code(of: phone)
        ofNew = try await app.vitrina.code(of: new)
    }
}

extension Vitrina {
    /// Erases somebody while `act` of theirs waits, having begun when all was well.
    fileprivate func erase(
        _ app: MallApp,
        during act: @escaping @Sendable () async throws -> Reply
    ) async throws -> (Int, Reply) {
        let (held, end) = (Signal(), Signal())
        let id = app.userID
        let digits = String(try await app.my(.get, "").json["phone"]?.string?.suffix(4) ?? "")
        async let hold: Void = database.write { connection in
            try connection.execute("UPDATE mall_users SET count_share = count_share WHERE id = \(id)")
            held.send()
            end.wait()
        }
        await held.arrival()
        async let erased = send(
            .post,
            "/admin/api/v1/mall/users/\(id)/erase",
            ["digits": .string(digits)],
            as: Self.owner
        )
        try await wait(for: 1)
        async let late = act()
        try await wait(for: 2)
        end.send()
        try await hold
        return try await (erased.status, late)
    }

    /// Waits until so many wait for another in the database, or for a while where nobody can tell.
    private func wait(for count: Int64) async throws {
        let deadline = ContinuousClock.now + .seconds(database.dialect == .postgres ? 5 : 0.2)
        while ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
            guard database.dialect == .postgres else { continue }
            let rows = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT count(DISTINCT l.pid) AS count FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                    WHERE c.relnamespace = CAST(current_schema() AS regnamespace)
                        AND l.pid IN (SELECT pid FROM pg_locks WHERE NOT granted)
                    """
                )
            }
            if try rows.first?.get("count", as: Int64.self) ?? 0 >= count { return }
        }
    }

    /// Neither the person nor a code of theirs is known any more.
    fileprivate func isForgotten(_ app: MallApp) async throws -> Bool {
        let id = app.userID
        return try await database.read { connection in
            let people = try connection.rows(
                """
                SELECT id FROM mall_users WHERE id = \(id) AND erased_at IS NOT NULL AND phone IS NULL AND name IS NULL
                    AND email IS NULL AND token_hash IS NULL AND search = ''
                """
            )
            let codes = try connection.rows(
                "SELECT id FROM codes WHERE phone LIKE '+7999777%'"
            )
            let devices = try connection.rows("SELECT id FROM mall_devices WHERE user_id = \(id)")
            return people.count == 1 && codes.isEmpty && devices.isEmpty
        }
    }
}
