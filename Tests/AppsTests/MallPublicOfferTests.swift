import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// «Предложения» as the app reads them.
struct MallPublicOfferTests {
    // M41, M42, M43, M44, M45, M141, M142
    @Test(arguments: TestDatabase.all)
    func `an offer is exactly what the contract says, in the list and by itself`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image()
            let food = try await vitrina.category("food")
            let shop = try await vitrina.shop(
                in: [food],
                [
                    "name": ["ru": "Зерно", "en": "Zerno"], "logo": .string(image),
                    "images": [.string(image)],
                    "site_url": "https://zerno.example/", "sitemap": "https://mall.example/map#7",
                    "floor": -1,
                    "description": ["ru": "Кофе &amp; булки\n\nс&nbsp;утра"], "cashback": 5,
                ]
            )
            let promotion = try await vitrina.promotion(["shop": .string(shop), "image": .string(image)])
            let offer = try await vitrina.offer(
                of: shop,
                [
                    "name": ["ru": "Кофе", "en": "Coffee"], "image": .string(image), "type": "welcome_offer",
                    "disclaimer": ["ru": "Один в руки"], "description": ["ru": "Любой &laquo;кофе&raquo;"],
                    "conditions_receiving": ["ru": "На кассе"],
                    "confirmation_conditions": ["ru": "Покажите экран"],
                    "on_home": true,
                ]
            )

            let one = try await vitrina.app("/offers/\(offer)")
            let url = JSON.string("https://mall.example/media/\(image)")
            #expect(one.status == 200)
            #expect(
                one.json == [
                    "id": .string(offer),
                    "shop": [
                        "id": .string(shop), "name": "Зерно", "logo_url": url,
                        "site_url": "https://zerno.example/",
                        "sitemap": "https://mall.example/map#7", "floor": -1,
                        "description": "Кофе & булки\n\nс\u{A0}утра", "images": [["url": url]],
                        "promotions": [
                            [
                                "id": .string(promotion), "title": "Акция", "logo_url": url, "disclaimer": "",
                                "start_date": "1793491200", "finish_date": "1798750799",
                            ]
                        ],
                        "cashback": 5,
                    ],
                    "name": "Кофе", "disclaimer": "Один в руки", "description": "Любой «кофе»",
                    "confirmation_conditions": "Покажите экран", "conditions_receiving": "На кассе",
                    "type": "welcome_offer", "cost": 350, "count": 10, "active_welcome_offer": true,
                    "on_home": true, "start_at": Vitrina.begin, "end_at": Vitrina.end,
                    "created_at": "2026-11-21T12:00:00.000000Z", "image": url, "offer_purchased": false,
                    "offer_activated_for_multiple": false,
                ]
            )
            #expect(try await vitrina.app("/offers").json == .array([one.json]))
            // mall.md 6.22: an unknown user has no marks.
            let other = "00000000-0000-7000-8000-000000000000"
            for user in ["", "x", other] {
                #expect(try await vitrina.app("/offers/\(offer)?mobileUserId=\(user)").json == one.json)
            }
        }
    }

    @Test func `what is not filled in is empty, and only a disclaimer may be null`() async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop)

            let json = try await vitrina.app("/offers/\(offer)").json
            #expect(json["disclaimer"] == .null)
            for name in ["description", "confirmation_conditions", "conditions_receiving", "image"] {
                #expect(json[name] == "", "\(name)")
            }
            #expect(json["active_welcome_offer"] == false)
            #expect(
                json["shop"] == [
                    "id": .string(shop), "name": "Зерно", "logo_url": "", "site_url": "", "sitemap": .null,
                    "floor": 2,
                    "description": "", "images": [], "promotions": [], "cashback": 0,
                ]
            )
        }
    }

    // M16, M19, M20, M129
    @Test func `the home block holds the flagged offers, and is empty once the last flag is off`()
        async throws
    {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop()
            let plain = try await vitrina.offer(of: shop)
            let flagged = try await vitrina.offer(of: shop, ["on_home": true])

            #expect(try await vitrina.ids("/offers?on_home=true") == [flagged])
            #expect(try await vitrina.ids("/offers?on_home=false") == [plain])
            #expect(try await vitrina.ids("/offers?on_home=false&offset=100") == [plain])
            #expect(Set(try await vitrina.ids("/offers")) == [plain, flagged])

            let path = "/admin/api/v1/mall/offers/\(flagged)/flags/on_home"
            #expect(try await vitrina.send(.put, path, ["value": false]).status == 200)

            #expect(try await vitrina.app("/offers?on_home=true").text == "[]")
            #expect(try await vitrina.app("/offers?on_home=true").status == 200)
        }
    }

    // M22
    @Test(arguments: [
        ("2026-11-30T23:59:59.999999Z", false), ("2026-12-01T00:00:00Z", true),
        ("2026-12-02T00:00:00.000001Z", true), ("2026-12-02T00:00:00.000002Z", false),
    ])
    func `an offer is there from its first microsecond to its last`(
        moment: String,
        isThere: Bool
    ) async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(
                of: shop,
                [
                    "live_from": "2026-12-01T00:00:00Z", "live_until": "2026-12-02T00:00:00.000001Z",
                    "on_home": true,
                ]
            )
            let promotion = try await vitrina.promotion(["offer": .string(offer)])

            vitrina.clock.set(moment)

            let wanted = isThere ? [offer] : []
            #expect(try await vitrina.ids("/offers") == wanted)
            #expect(try await vitrina.ids("/offers?on_home=true") == wanted)
            #expect(try await vitrina.app("/offers/\(offer)").json["id"]?.string == wanted.first)
            let nested = try await vitrina.app("/shops/\(shop)").json["offers"]?.array?.compactMap {
                $0["id"]?.string
            }
            #expect(nested == wanted)
            #expect(
                try await vitrina.app("/promotions/\(promotion)").json["offer_id"]?.string == wanted.first
                    ?? ""
            )
        }
    }

    // M39
    @Test func `sold out, or of a shop that is not there, an offer is nowhere`() async throws {
        try await withVitrina { vitrina in
            let food = try await vitrina.category("food")
            let (open, closed) = (try await vitrina.shop(in: [food]), try await vitrina.shop(in: [food]))
            let soldOut = try await vitrina.offer(of: open, ["count": 0])
            let hidden = try await vitrina.offer(of: closed)
            let promotion = try await vitrina.promotion(["offer": .string(hidden)])
            #expect(try await vitrina.ids("/offers") == [hidden])
            #expect(try await vitrina.app("/promotions/\(promotion)").json["offer_id"]?.string == hidden)

            try await vitrina.unpublish(closed, of: Shops.self)

            #expect(try await vitrina.app("/offers").text == "[]")
            for offer in [soldOut, hidden] { #expect(try await vitrina.app("/offers/\(offer)").text == "[]") }
            #expect(try await vitrina.app("/shops/\(open)").json["offers"] == [])
            #expect(try await vitrina.app("/promotions/\(promotion)").json["offer_id"] == "")
        }
    }

    // M23
    @Test func `offers stand in the order that staff gave them, the newest first`() async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop()
            var offers: [String] = []
            for _ in 1...4 { offers.insert(try await vitrina.offer(of: shop), at: 0) }
            #expect(try await vitrina.ids("/offers") == offers)

            let path = "/admin/api/v1/mall/offers/\(offers[3])/position"
            #expect(try await vitrina.send(.put, path, ["before": .string(offers[1])]).status == 200)

            #expect(try await vitrina.ids("/offers") == [offers[0], offers[3], offers[1], offers[2]])
        }
    }

    // O2
    @Test(arguments: ["x", "00000000-0000-7000-8000-000000000000", "%00", "..%2F..", "%F0%9F%8E%84"])
    func `an unknown offer is an empty list`(id: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.app("/offers/\(id)")

            #expect(reply.status == 200)
            #expect(reply.text == "[]")
        }
    }

    @Test func `an id may come in capital letters`() async throws {
        try await withVitrina { vitrina in
            let offer = try await vitrina.offer(
                of: try await vitrina.shop()
            )

            #expect(try await vitrina.app("/offers/\(offer.uppercased())").json["id"]?.string == offer)
        }
    }
}
