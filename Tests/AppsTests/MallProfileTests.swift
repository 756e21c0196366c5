import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The profile of a user, and fields that a user cannot set.
struct MallProfileTests {
    // M96, M97, M102
    @Test(arguments: TestDatabase.all)
    func `only the profile's own fields have an effect`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let before = try await app.my(.get, "").json
            let reply = try await app.my(
                .put,
                "",
                [
                    "token": .string(app.token), "name": " Анна Петрова ", "email": "Anna@Example.ru",
                    "gender": "женский", "registration_by_promo_code": true, "enable_push_event": true,
                    "finish_poll": true, "date_birth": 0, "have_kids": .null, "count_invited_users": 9,
                    "total_points_accumulated": 9_999, "total_points_spent": 9_999, "points_balance": 9_999,
                    "count_offers_purchased": 9, "maximum_purchased_offers": 9, "app_evaluation": 5,
                    "id": "00000000-0000-7000-8000-000000000000", "count_share": 5, "blocked_at": .null,
                    "remember_token": "x", "referral_code": before["referral_code"] ?? .null,
                ]
            )
            #expect(reply.status == 200)
            var expected = before.object ?? [:]
            expected["name"] = "Анна Петрова"
            expected["email"] = "anna@example.ru"
            expected["gender"] = "женский"
            #expect(reply.json == .object(expected))
            let empty = try await app.my(.put, "", ["token": .string(app.token), "name": "", "email": .null])
            #expect(empty.json == .object(expected))
        }
    }

    // M74, M93, M135, M137
    @Test(arguments: TestDatabase.all)
    func `what is wrong is refused whole`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let before = try await app.my(.get, "").json
            for (name, value): (String, JSON) in [
                ("email", "no address"), ("email", "a@b"), ("email", 5), ("name", ["x"]),
                ("name", .string(String(repeating: "я", count: 101))), ("name", "a\u{0}b"),
                ("date_birth", 4_102_444_800), ("date_birth", "1850-01-01"), ("date_birth", "2026-02-30"),
                ("date_birth", "yesterday"), ("date_birth", .integer(.min)), ("date_birth", true),
                ("have_kids", "maybe"), ("have_kids", 2), ("phone", "+79990000077"),
            ] {
                let reply = try await app.my(
                    .put,
                    "",
                    .object(["token": .string(app.token), "gender": "x", name: value])
                )
                #expect(reply.status == 400, "\(name) \(value)")
            }
            #expect(try await app.my(.get, "").json == before)
            for (value, text): (JSON, String) in [
                (642_556_800, "1990-05-13T00:00:00.000000Z"), ("1990-05-13", "1990-05-13T00:00:00.000000Z"),
                ("1990-05-13 10:00:00 +0000", "1990-05-13T10:00:00.000000Z"),
                ("1990-05-13T10:00:00.000000Z", "1990-05-13T10:00:00.000000Z"),
                (-86_400, "1969-12-31T00:00:00.000000Z"),
            ] {
                let reply = try await app.my(.put, "", ["token": .string(app.token), "date_birth": value])
                #expect(reply.json["date_birth"] == .string(text), "\(value)")
            }
        }
    }

    // M96, M101, M104, M124
    @Test(arguments: TestDatabase.all)
    func `nobody acts for somebody else`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            var thief = boris
            thief.userID = anna.userID
            let uuid = "00000000-0000-7000-8000-000000000000"
            let calls: [(HTTPRequest.Method, String, JSON?)] = [
                (.get, "", nil), (.put, "", ["name": "Вор"]), (.post, "/add-register", nil),
                (.post, "/survey", nil), (.post, "/referral", ["referral_code": "abcde"]),
                (.post, "/check-phone", ["phone": "+79990000055"]),
                (.put, "/change-phone", ["phone": "+79990000055", "sms_code": "111111"]),
                (.put, "/counter-share", nil), (.get, "/transactions", nil), (.get, "/offers", nil),
                (.post, "/offers/\(uuid)/attend", nil), (.post, "/offers/\(uuid)/activated", nil),
                (.post, "/events/\(uuid)/attend", nil), (.post, "/logout", ["mobileDeviceId": "x"]),
            ]
            for token in [boris.token, "", "x", String(repeating: "0", count: 64)] {
                thief.token = token
                for (method, path, body) in calls {
                    let reply = try await thief.my(method, path, body)
                    #expect((reply.status, reply.json["error_code"]) == (400, 11), "\(path) \(token)")
                    #expect(!reply.text.contains("0001"), "\(path)")
                }
            }
            #expect(try await anna.my(.get, "").json["name"] == "Анна Соколова")
            // A Bearer token is equivalent to the header (mall.md 6.7).
            thief.token = ""
            let bearer = try await thief.send(
                .get,
                "/mobile-users/\(anna.userID)",
                headers: [.authorization: "Bearer \(anna.token)"]
            )
            #expect(bearer.status == 200)
        }
    }

    // M98, M99, M100
    @Test(arguments: TestDatabase.all)
    func `a phone is changed by a code to the new one`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var anna = try await vitrina.member(1)
            let boris = try await vitrina.member(2)
            let (old, new) = ("+79990000001", "+79995550101")
            let taken = try await anna.my(.post, "/check-phone", ["phone": "+79990000002"])
            #expect(taken.status == 400)
            #expect(try await anna.my(.post, "/check-phone", ["phone": .string(new)]).text == "[]")
            let code = try await vitrina.code(of: new)
            // A code for one purpose is not valid for another.
            var stranger = MallApp(vitrina)
            try await stranger.install()
            #expect(try await stranger.enter(code, for: new).status == 400)
            // Until then the old number signs in to the account, and the new one does not.
            var again = MallApp(vitrina)
            try await again.signIn(old)
            #expect(again.userID == anna.userID)
            anna.token = again.token
            let wrong = code == "111111" ? "222222" : "111111"
            let refused = try await anna.my(
                .put,
                "/change-phone",
                ["phone": .string(new), "sms_code": .string(wrong)]
            )
            #expect(refused.status == 400)
            #expect(try await anna.my(.get, "").json["phone"] == .string(old))
            let changed = try await anna.my(
                .put,
                "/change-phone",
                ["phone": .string(new), "sms_code": .string(code)]
            )
            #expect(changed.json["phone"] == .string(new))
            #expect(changed.json["remember_token"] == .string(anna.token))

            // The old number is free, and its next owner is another user.
            var next = MallApp(vitrina)
            try await next.signIn(old)
            #expect(next.userID != anna.userID)
            var moved = MallApp(vitrina)
            try await moved.signIn(new)
            #expect(moved.userID == anna.userID)
            // Two want one number: the second is refused at the end too.
            _ = try await boris.my(.post, "/check-phone", ["phone": "+79995550102"])
            let second = try await vitrina.code(of: "+79995550102")
            var third = MallApp(vitrina)
            try await third.signIn("+79995550102")
            let late = try await boris.my(
                .put,
                "/change-phone",
                ["phone": "+79995550102", "sms_code": .string(second)]
            )
            #expect(late.status == 400)
        }
    }

    // M87, U9
    @Test(arguments: TestDatabase.all)
    func `the code to share, and how often it was`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let code = try await app.my(.get, "").json["referral_code"]?.string ?? ""
            #expect(code.count == 5)
            _ = try await app.my(.put, "/counter-share")
            #expect(try await app.my(.put, "/counter-share").json["count_share"] == 2)
            let balance = try await app.get("/mobile-users/balance").json
            #expect(balance["points_balance"] == 100)
            #expect(balance["phone"] == "+79990000001")
        }
    }
}
