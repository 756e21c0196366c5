import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The state of an offer for a user, in every answer.
struct MallOfferStateTests {
    /// Returns the state of an offer for the user in each list and card that shows it.
    private func flags(_ app: MallApp, _ offer: String, of shop: String) async throws -> [JSON?] {
        var flags: [JSON?] = []
        for path in ["/offers", "/offers?on_home=true", "/offers/\(offer)", "/shops/\(shop)"] {
            let mark = path.contains("?") ? "&" : "?"
            let json = try await app.get("\(path)\(mark)mobileUserId=\(app.userID)").json
            let list = json.array ?? json["offers"]?.array ?? [json]
            flags.append(list.first { $0["id"] == .string(offer) }?["offer_purchased"])
        }
        return flags
    }

    // M39
    @Test(arguments: TestDatabase.all)
    func `a shop shows only what can be had there now`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let food = try await vitrina.category("food")
            let shop = try await vitrina.shop(in: [food])
            let there = try await vitrina.offer(of: shop, ["cost": 10])
            let last = try await vitrina.offer(of: shop, ["cost": 10, "count": 1])
            let welcome = try await vitrina.offer(of: shop, ["cost": 10, "type": "welcome_offer"])
            let future = try await vitrina.offer(of: shop, ["live_from": "2026-11-22T00:00:00Z"])
            let absent = [
                future, try await vitrina.offer(of: shop, ["live_until": "2026-11-21T11:59:59Z"]),
                try await vitrina.offer(of: shop, ["count": 0]),
                try await vitrina.draft(
                    Offers.self,
                    ["name": ["ru": "Чай"], "shop": .string(shop), "cost": 1, "count": 1]
                ),
                try await vitrina.offer(of: try await vitrina.shop(in: [food])),
            ]
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            func shown(to app: MallApp? = nil) async throws -> Set<String> {
                let user = app.map { "?mobileUserId=\($0.userID)" } ?? ""
                let offers = try await vitrina.app("/shops/\(shop)\(user)").json["offers"]?.array ?? []
                return Set(offers.compactMap { $0["id"]?.string })
            }
            #expect(try await shown() == [there, last, welcome])
            #expect(try await shown().isDisjoint(with: absent))
            // The last piece is bought for all users, and a welcome offer is used by that user.
            for id in [last, welcome] {
                #expect(try await anna.my(.post, "/offers/\(id)/attend").status == 200)
            }
            #expect(try await shown(to: boris) == [there, welcome])
            #expect(try await shown(to: anna) == [there, welcome])
            #expect(try await anna.my(.post, "/offers/\(welcome)/activated").text == "[]")
            #expect(try await shown(to: anna) == [there])
            #expect(try await shown(to: boris) == [there, welcome])
            #expect(try await shown() == [there, welcome])
            vitrina.clock.set("2026-11-22T00:00:00Z")
            #expect(try await shown() == [there, welcome, future])
        }
    }

    // M108, M109
    @Test(arguments: TestDatabase.all)
    func `my gifts have all that the offers have, and are those not used yet`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let image = try await vitrina.image()
            let anna = try await vitrina.member(1)
            #expect(try await anna.my(.get, "/offers").text == "[]")
            var offers: [String] = []
            for name in ["Кофе", "Чай", "Сок"] {
                let id = try await vitrina.offer(
                    of: shop,
                    [
                        "name": ["ru": .string(name)], "cost": 10, "image": .string(image),
                        "disclaimer": ["ru": "Один в руки"], "description": ["ru": "Любой размер"],
                        "conditions_receiving": ["ru": "На кассе"],
                        "confirmation_conditions": ["ru": .string("Покажите экран: \(name)")],
                    ]
                )
                offers.append(id)
                vitrina.clock.advance(by: .seconds(1))
            }
            for id in offers.prefix(2) {
                #expect(try await anna.my(.post, "/offers/\(id)/attend").status == 200)
                vitrina.clock.advance(by: .seconds(1))
            }
            let gifts = try await anna.my(.get, "/offers").json.array ?? []
            #expect(gifts.compactMap { $0["id"]?.string } == [offers[1], offers[0]])
            #expect(gifts.first?["confirmation_conditions"] == "Покажите экран: Чай")
            for gift in gifts {
                let id = gift["id"]?.string ?? ""
                let card = try await anna.get("/offers/\(id)?mobileUserId=\(anna.userID)").json
                // A card in the catalogue includes its shop's promotions too, of which there are none.
                #expect(gift == card, "\(id)")
                #expect(gift["confirmation_conditions"]?.string?.hasPrefix("Покажите экран") == true)
                #expect(gift["shop"]?["name"] == "Зерно" && gift["offer_purchased"] == true)
            }
            _ = try await anna.my(.post, "/offers/\(offers[1])/activated")
            let left = try await anna.my(.get, "/offers").json.array ?? []
            #expect(left.compactMap { $0["id"]?.string } == [offers[0]])
            _ = try await anna.my(.post, "/offers/\(offers[0])/activated")
            #expect(try await anna.my(.get, "/offers").text == "[]")
        }
    }

    // M111, M115
    @Test(arguments: TestDatabase.all)
    func `once it is used, every list and card offers it again`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "on_home": true])
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            for turn in 1...3 {
                #expect(try await flags(anna, offer, of: shop) == [false, false, false, false], "\(turn)")
                #expect(try await anna.my(.post, "/offers/\(offer)/attend").status == 200, "\(turn)")
                #expect(try await flags(anna, offer, of: shop) == [true, true, true, true], "\(turn)")
                #expect(try await flags(boris, offer, of: shop) == [false, false, false, false], "\(turn)")
                #expect(try await anna.my(.post, "/offers/\(offer)/activated").text == "[]", "\(turn)")
            }
            #expect(try await anna.balance == 70)
            #expect(try await vitrina.booksBalance)
        }
    }
}
