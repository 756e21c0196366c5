import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Purchases with points, and refusals.
struct MallPurchaseTests {
    // M53, M106
    @Test(arguments: TestDatabase.all)
    func `how many points are missing is said with the right ending`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            var app = try await vitrina.member(1, points: 100)
            for (missing, text) in [
                (1, "Не хватает 1 балла."), (2, "Не хватает 2 баллов."), (21, "Не хватает 21 балла."),
                (111, "Не хватает 111 баллов."),
            ] {
                let offer = try await vitrina.offer(of: shop, ["cost": .integer(Int64(100 + missing))])
                let reply = try await app.my(.post, "/offers/\(offer)/attend")
                #expect((reply.status, reply.json["error_text"]) == (400, .string(text)))
                let event = try await vitrina.event(["cost": .integer(Int64(100 + missing))])
                #expect(
                    try await app.my(.post, "/events/\(event)/attend").json["error_message"] == .string(text)
                )
            }
            app.language = "en"
            let offer = try await vitrina.offer(of: shop, ["cost": 101])
            // M140
            #expect(
                try await app.my(.post, "/offers/\(offer)/attend").json["error_text"]
                    == "You are 1 point short."
            )
            #expect(try await app.balance == 100)
            #expect(try await vitrina.database.rowCounts()["mall_gifts"] == 0)
        }
    }

    // M104, M124
    @Test(arguments: TestDatabase.all)
    func `a key shows a purchase to its owner alone, and is of one offer`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let coffee = try await vitrina.offer(of: shop, ["cost": 10])
            let tea = try await vitrina.offer(of: shop, ["cost": 20])
            let (anna, boris) = (try await vitrina.member(1, points: 100), try await vitrina.member(2))
            let key = HTTPField.Name("Idempotency-Key") ?? .via
            func buy(_ offer: String, _ token: String) async throws -> Vitrina.Reply {
                var app = anna
                app.token = token
                let path = "/mobile-users/\(anna.userID)/offers/\(offer)/attend"
                return try await app.send(.post, path, headers: [key: "tap-1"])
            }
            let first = try await buy(coffee, anna.token)
            #expect(first.status == 200)
            for token in ["", "x", boris.token, String(repeating: "0", count: 64)] {
                let reply = try await buy(coffee, token)
                #expect((reply.status, reply.json["error_code"]) == (400, 11), "\(token)")
                #expect(reply.json["id"] == nil && reply.json["object"] == nil, "\(token)")
            }
            #expect(try await buy(coffee, anna.token).json["id"] == first.json["id"])
            let second = try await buy(tea, anna.token)
            #expect((second.status, second.json["change_balance"]) == (200, -20))
            #expect(try await buy("x", anna.token).status == 400)
            #expect(try await anna.balance == 70)
            _ = try await anna.my(
                .post,
                "/logout",
                ["mobileDeviceId": .string(anna.deviceID), "token": .string(anna.token)]
            )
            #expect(try await buy(coffee, anna.token).json["error_code"] == 11)
        }
    }

    // M106, M54
    @Test(arguments: TestDatabase.all)
    func `what is not there, over, sold out or owned is refused`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let app = try await vitrina.member(1, points: 1_000)
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "count": 2])
            let last = try await vitrina.offer(of: shop, ["cost": 10, "count": 1])
            let future = try await vitrina.offer(of: shop, ["live_from": "2026-12-01T00:00:00Z"])
            let draft = try await vitrina.draft(
                Offers.self,
                ["name": ["ru": "x"], "shop": .string(shop), "cost": 1, "count": 1]
            )
            let ended = try await vitrina.event(["live_until": "2026-11-20T00:00:00Z"])
            let hidden = try await vitrina.event()
            try await vitrina.unpublish(hidden, of: Events.self)
            let over = try await vitrina.offer(of: shop, ["live_until": "2026-11-20T00:00:00Z"])
            let uuid = "00000000-0000-7000-8000-000000000000"
            for id in [future, draft, uuid, "x", shop, over, hidden] {
                #expect(try await app.my(.post, "/offers/\(id)/attend").status == 400, "\(id)")
                #expect(try await app.my(.post, "/events/\(id)/attend").status == 400, "\(id)")
            }
            #expect(try await app.my(.post, "/events/\(ended)/attend").status == 400)
            #expect(try await app.my(.post, "/offers/\(offer)/attend").status == 200)
            #expect(
                try await app.my(.post, "/offers/\(offer)/attend").json["error_text"]
                    == "У вас уже есть этот подарок."
            )
            // M39, M111: the last piece is sold, and all clients see that at once.
            let other = try await vitrina.member(2, points: 10)
            #expect(try await other.my(.post, "/offers/\(last)/attend").status == 200)
            #expect(try await !vitrina.ids("/offers").contains(last))
            #expect(
                try await app.my(.post, "/offers/\(last)/attend").json["error_text"]
                    == "Предложение закончилось."
            )
            #expect(try await app.balance == 990)
            // More stock makes it available again.
            try await vitrina.change(last, of: Offers.self, ["count": 2])
            #expect(try await vitrina.ids("/offers").contains(last))
            #expect(try await app.my(.post, "/offers/\(last)/attend").status == 200)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M113, M114, M112
    @Test(arguments: TestDatabase.all)
    func `each kind of offer is used in its own way`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let app = try await vitrina.member(1, points: 1_000)
            func offer(_ type: String) async throws -> String {
                try await vitrina.offer(of: shop, ["cost": 10, "type": .string(type)])
            }
            let (single, multiple, welcome) = (
                try await offer("single"), try await offer("multiple"), try await offer("welcome_offer")
            )
            #expect(try await app.my(.post, "/offers/\(single)/activated").status == 400)
            for id in [single, multiple, welcome] {
                #expect(try await app.my(.post, "/offers/\(id)/attend").status == 200)
                #expect(try await app.my(.post, "/offers/\(id)/activated").text == "[]")
            }
            let mine = try await app.my(.get, "/offers").json.array ?? []
            #expect(mine.map { $0["id"] } == [.string(multiple)])
            #expect(mine.first?["offer_activated_for_multiple"] == true)
            #expect(try await app.my(.post, "/offers/\(multiple)/activated").text == "[]")
            #expect(try await app.my(.post, "/offers/\(single)/attend").status == 200)
            #expect(
                try await app.my(.post, "/offers/\(welcome)/attend").json["error_text"]
                    == "Приветственный подарок даётся один раз."
            )
            // A used welcome offer is hidden from this user alone (M39).
            let list = try await app.get("/offers?mobileUserId=\(app.userID)").json.array ?? []
            #expect(!list.contains { $0["id"] == .string(welcome) })
            #expect(try await vitrina.ids("/offers").contains(welcome))
            let uses = try await vitrina.database.rowCounts()["mall_uses"]
            #expect(uses == 4)
        }
    }

    // mall.md 6.16
    @Test(arguments: TestDatabase.all)
    func `a gift whose time is over is lost without a refund`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(
                of: shop,
                ["cost": 10, "live_until": "2026-11-25T00:00:00.000000Z"]
            )
            let app = try await vitrina.member(1, points: 100)
            _ = try await app.my(.post, "/offers/\(offer)/attend")
            vitrina.clock.set("2026-11-25T00:00:00.000000Z")
            #expect(try await app.my(.get, "/offers").json.array?.count == 1)
            vitrina.clock.set("2026-11-25T00:00:00.000001Z")
            #expect(try await app.my(.get, "/offers").text == "[]")
            #expect(try await app.my(.post, "/offers/\(offer)/activated").status == 400)
            try await Mall().tidy(vitrina.services)
            let kinds = try await vitrina.database.read { connection in
                try connection.rows("SELECT kind FROM mall_uses").map { try $0.get("kind", as: String.self) }
            }
            #expect(kinds == ["time"])
            #expect(try await app.balance == 90)
        }
    }

    // M123
    @Test(arguments: TestDatabase.all)
    func `history and gifts outlive the offer`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop(
                in: [try await vitrina.category("food")],
                ["name": ["ru": "Зерно"]]
            )
            let offer = try await vitrina.offer(of: shop, ["name": ["ru": "Кофе"], "cost": 10])
            let event = try await vitrina.event(["title": ["ru": "Каток"], "cost": 5])
            let app = try await vitrina.member(1, points: 100)
            _ = try await app.my(.post, "/offers/\(offer)/attend")
            _ = try await app.my(.post, "/events/\(event)/attend")
            try await vitrina.change(event, of: Events.self, ["title": ["ru": "Другое"]])
            try await vitrina.unpublish(offer, of: Offers.self)
            try await vitrina.unpublish(shop, of: Shops.self)
            let history = try await app.my(.get, "/transactions").json.array ?? []
            #expect(history[0]["object"]?["title"] == "Каток")
            #expect(history[1]["object"]?["name"] == "Кофе")
            #expect(history[1]["object"]?["shop"]?["name"] == "Зерно")
            #expect(history.allSatisfy { $0["object"] == .null || $0["object"]?["on_home"]?.bool != nil })
            let gift = try await app.my(.get, "/offers").json.array?.first
            #expect(gift?["name"] == "Кофе")
            #expect(gift?["shop"]?["name"] == "Зерно")
        }
    }

    // mall.md 6.22
    @Test(arguments: TestDatabase.all)
    func `whose flags are shown depends on who asks`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10])
            let (anna, boris) = (try await vitrina.member(1, points: 100), try await vitrina.member(2))
            _ = try await anna.my(.post, "/offers/\(offer)/attend")
            func isPurchased(_ app: MallApp, _ query: String) async throws -> JSON? {
                try await app.get("/offers/\(offer)\(query)").json["offer_purchased"]
            }
            #expect(try await isPurchased(anna, "?mobileUserId=\(anna.userID)") == true)
            #expect(try await isPurchased(boris, "?mobileUserId=\(anna.userID)") == false)
            let nobody = MallApp(vitrina)
            #expect(try await isPurchased(nobody, "?mobileUserId=\(anna.userID.uppercased())") == true)
            for id in ["", "x", "00000000-0000-7000-8000-000000000000"] {
                #expect(try await isPurchased(nobody, "?mobileUserId=\(id)") == false)
            }
        }
    }
}
