import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Gifts and guests for staff, and their refunds.
struct MallRefundTests {
    private static let mall = "/admin/api/v1/mall"
    private static let clerk = Author.viewer("Klim", may: [.readContent, .writePeople])

    private func items(
        _ vitrina: Vitrina,
        _ path: String,
        as author: Author = Vitrina.viewer
    ) async throws -> [JSON] {
        try await vitrina.send(.get, "\(Self.mall)\(path)", as: author).json.items
    }

    // M105, M108, M131
    @Test(arguments: TestDatabase.all)
    func `a refund gives back points and stock, and the gift leaves`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 60, "count": 1])
            let anna = try await vitrina.member(1)
            #expect(try await anna.my(.post, "/offers/\(offer)/attend").status == 200)
            #expect(try await vitrina.ids("/offers").isEmpty)
            let gift = try #require(try await items(vitrina, "/gifts?offer=\(offer)").first)
            #expect(gift["state"] == "owned" && gift["is_refundable"] == true)
            #expect(gift["offer"]?["title"] == "Кофе" && gift["offer"]?["shop"] == "Зерно")
            let path = "\(Self.mall)/gifts/\(gift["id"]?.string ?? "")/refund"
            for author in [Vitrina.editor, Vitrina.viewer] {
                #expect(try await vitrina.send(.post, path, as: author).status == 403)
            }
            let refunded = try await vitrina.send(.post, path, as: Self.clerk)
            #expect(refunded.status == 200)
            #expect(refunded.json["state"] == "refunded" && refunded.json["is_refundable"] == false)
            #expect(try await anna.balance == 100)
            #expect(try await anna.my(.get, "/offers").json == [])
            let last = try await anna.my(.get, "/transactions").json.array?.first
            #expect(last?["type_transaction"] == "refund_offer" && last?["change_balance"] == 60)
            #expect(last?["object"]?["name"] == "Кофе" && last?["type_object"] == "Offer")
            #expect(try await anna.my(.get, "").json["count_offers_purchased"] == 0)
            // The gift is available again, and can be bought again.
            #expect(try await vitrina.ids("/offers") == [offer])
            #expect(try await anna.my(.post, "/offers/\(offer)/attend").status == 200)
            #expect(try await vitrina.send(.post, path, as: Self.clerk).status == 409)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M110, M112, M113
    @Test(arguments: TestDatabase.all)
    func `what was used is told, and not given back`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let single = try await vitrina.offer(of: shop, ["cost": 10])
            let multiple = try await vitrina.offer(of: shop, ["cost": 10, "type": "multiple"])
            let anna = try await vitrina.member(1)
            for offer in [single, multiple] {
                _ = try await anna.my(.post, "/offers/\(offer)/attend")
                _ = try await anna.my(.post, "/offers/\(offer)/activated")
            }
            let uses = try await items(vitrina, "/gifts/uses?user=\(anna.userID)")
            #expect(uses.count == 2)
            #expect(uses.allSatisfy { $0["kind"] == "use" && $0["offer"]?["title"] == "Кофе" })
            #expect(try await items(vitrina, "/gifts/uses?offer=\(single)&kind=use").count == 1)
            #expect(try await items(vitrina, "/gifts?state=used").count == 1)
            for gift in try await items(vitrina, "/gifts") {
                let id = gift["id"]?.string ?? ""
                let refund = try await vitrina.send(.post, "\(Self.mall)/gifts/\(id)/refund", as: Self.clerk)
                #expect(refund.status == 409)
                let one = try await vitrina.send(.get, "\(Self.mall)/gifts/\(id)", as: Vitrina.viewer).json
                #expect(one["log"]?.array?.count == 1)
            }
            #expect(try await anna.balance == 80)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many who refund one gift at once do it once`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 60])
            let anna = try await vitrina.member(1)
            _ = try await anna.my(.post, "/offers/\(offer)/attend")
            let id = try await items(vitrina, "/gifts").first?["id"]?.string ?? ""
            let refund = "\(Self.mall)/gifts/\(id)/refund"
            let statuses = try await atOnce(0..<7) { number in
                if number == 6 { return try await anna.my(.post, "/offers/\(offer)/activated").status }
                return try await vitrina.send(.post, refund, as: Self.clerk).status
            }
            // The gift was either refunded or used.
            #expect(statuses.count { $0 == 200 } == 1)
            #expect([40, 100].contains(try await anna.balance))
            #expect(try await vitrina.booksBalance)
        }
    }

    // M56, M131; M52–M55
    @Test(arguments: TestDatabase.all)
    func `who comes to an event is told, and can be taken off with the points back`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let event = try await vitrina.event(["cost": 40])
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            for app in [anna, boris] { _ = try await app.my(.post, "/events/\(event)/attend") }
            let list = try await vitrina.send(.get, "\(Self.mall)/guests?event=\(event)", as: Vitrina.viewer)
            let rows = list.json.items
            #expect(rows.count == 2)
            let totals = try await vitrina.send(.get, "\(Self.mall)/guests/stats?event=\(event)")
            #expect(totals.json == ["count": 2, "points": 80])
            #expect(!list.text.contains("Соколова"))
            let own = rows.first { $0["user"]?["id"]?.string == anna.userID }
            let one = "\(Self.mall)/guests/\(own?["id"]?.string ?? "")"
            #expect(try await vitrina.send(.delete, one, as: Vitrina.editor).status == 403)
            #expect(try await vitrina.send(.delete, one, as: Self.clerk).status == 204)
            #expect(try await vitrina.send(.delete, one, as: Self.clerk).status == 404)
            #expect(try await (anna.balance, boris.balance) == (100, 60))
            let last = try await anna.my(.get, "/transactions").json.array?.first
            #expect(last?["change_balance"] == 40 && last?["object"]?["title"] == "Каток")
            // The mark is removed, and the event has room again.
            let shown = try await vitrina.app("/events/\(event)?mobileUserId=\(anna.userID)").json
            #expect(shown["event_purchased"] == false)
            #expect(try await anna.my(.post, "/events/\(event)/attend").status == 200)
            let stock = try await items(vitrina, "/stock?ids=\(event)")
            #expect(stock.first?["guests"] == 2)
            let file = try await vitrina.send(
                .get,
                "\(Self.mall)/guests/export?event=\(event)",
                as: Vitrina.owner
            )
            #expect(file.text.split(separator: "\r\n").count == 3)
            #expect(file.text.contains("Анна Соколова"))
            #expect(try await vitrina.booksBalance)
        }
    }

    // M131
    @Test(arguments: TestDatabase.all)
    func `fewer than were bought are refused, by every door`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 1, "count": 5])
            for number in 1...3 { _ = try await vitrina.member(number).my(.post, "/offers/\(offer)/attend") }
            let path = "\(Self.mall)/offers/\(offer)"
            func save(_ count: JSON) async throws -> Vitrina.Reply {
                let version = try await vitrina.send(.get, path).json["version"]?.integer ?? 0
                return try await vitrina.send(
                    .patch,
                    "\(path)?publish=true",
                    ["count": count],
                    headers: [.ifMatch: "\"\(version)\"", .acceptLanguage: "ru"]
                )
            }
            let refused = try await save(2)
            #expect(refused.status == 422)
            #expect(refused.json["errors"]?.array?.first?["pointer"] == "#/count")
            #expect(refused.json["errors"]?.array?.first?["detail"] == "уже куплено 3. Укажите не меньше 3.")
            let bulk = try await vitrina.send(
                .post,
                "\(Self.mall)/offers/bulk",
                ["action": "set", "fields": ["count": 2], "ids": [.string(offer)]]
            )
            #expect(bulk.status != 200 || bulk.json["failed"]?.integer ?? 0 > 0)
            #expect(try await save(3).status == 200)
            let stock = try await items(vitrina, "/stock?ids=\(offer)")
            #expect(stock.first?["taken"] == 3 && stock.first?["left"] == 0)
            #expect(try await vitrina.ids("/offers").isEmpty)
            #expect(try await save(4).status == 200)
            #expect(try await vitrina.ids("/offers") == [offer])
            let wrong = String(repeating: "x,", count: 20) + "%00"
            #expect(try await vitrina.send(.get, "\(Self.mall)/stock?ids=\(wrong)").status == 422)
        }
    }
}
