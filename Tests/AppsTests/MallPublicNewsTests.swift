import Apps
import Core
import HTTPTypes
import TestSupport
import Testing

/// «Новости», «Акции» and «Мероприятия» as the app reads them.
struct MallPublicNewsTests {
    // M15, M21, M46, M47, M48, M49, M141
    @Test(arguments: TestDatabase.all)
    func `each answer is exactly what the contract says`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image()
            let url = JSON.string("https://mall.example/media/\(image)")
            let shop = try await vitrina.shop(in: [try await vitrina.category("shops")])
            let offer = try await vitrina.offer(of: shop)
            let news = try await vitrina.news([
                "title": ["ru": "Кофейня"], "image": .string(image),
                "content": ["ru": "<p>Текст &amp; слова</p>"],
                "on_main": true, "live_from": "2026-11-20T09:00:00.999999Z", "live_until": nil,
            ])
            let promotion = try await vitrina.promotion([
                "image": .string(image), "disclaimer": ["ru": "До конца"], "content": ["ru": "<p>Скидки</p>"],
                "offer": .string(offer), "shop": .string(shop), "on_home": true, "on_main": true,
                "sitemap": "https://mall.example/map",
            ])
            let event = try await vitrina.event(["on_main": true, "on_home": true])
            let (newsPlace, place) = (
                try await vitrina.position(news, of: "news"),
                try await vitrina.position(promotion, of: "promotions")
            )

            #expect(
                try await vitrina.app("/news/with/promotions-and-event?on_main=true").json == [
                    [
                        "id": .string(event), "type": "event", "title": "Каток", "logo_url": "",
                        "on_home": true,
                        "on_main": true, "priority": try await vitrina.position(event, of: "events"),
                    ],
                    [
                        "id": .string(promotion), "type": "promotion", "title": "Акция", "logo_url": url,
                        "on_home": true, "on_main": true, "priority": place,
                    ],
                    [
                        "id": .string(news), "type": "news", "title": "Кофейня", "logo_url": url,
                        "on_home": false,
                        "on_main": true, "priority": newsPlace,
                    ],
                ]
            )
            #expect(
                try await vitrina.app("/news/with/promotions").json == [
                    [
                        "id": .string(promotion), "type": "promotion", "title": "Акция", "logo_url": url,
                        "disclaimer": "До конца", "priority": place,
                        "date": ["start": "1793491200", "finish": "1798750799"],
                    ],
                    [
                        "id": .string(news), "type": "news", "title": "Кофейня", "logo_url": url,
                        "disclaimer": .null,
                        "priority": newsPlace,
                    ],
                ]
            )
            #expect(
                try await vitrina.app("/news/\(news)").json == [
                    "id": .string(news), "title": "Кофейня", "logo_url": url,
                    "content": "<p>Текст &amp; слова</p>",
                    "publish_date": "1795165200", "sitemap": "",
                ]
            )
            let one: JSON = [
                "id": .string(promotion), "title": "Акция", "logo_url": url, "disclaimer": "До конца",
                "start_date": "1793491200", "finish_date": "1798750799", "content": "<p>Скидки</p>",
                "sitemap": "https://mall.example/map", "offer_id": .string(offer), "on_home": true,
                "on_main": true,
            ]
            #expect(try await vitrina.app("/promotions/\(promotion)").json == one)
            #expect(try await vitrina.app("/promotions").json == .array([one]))
            #expect(try await vitrina.app("/promotions?on_home=false").json == [])
            #expect(try await vitrina.app("/shops/\(shop)/promotions?on_home=true").json == .array([one]))
        }
    }

    @Test func `what is not filled in is an empty string`() async throws {
        try await withVitrina { vitrina in
            let promotion = try await vitrina.promotion()

            #expect(
                try await vitrina.app("/promotions/\(promotion)").json == [
                    "id": .string(promotion), "title": "Акция", "logo_url": "", "disclaimer": "",
                    "start_date": "1793491200", "finish_date": "1798750799", "content": "", "sitemap": "",
                    "offer_id": "", "on_home": false, "on_main": false,
                ]
            )
        }
    }

    // M50, M51
    @Test func `an event is the same in the list and by itself`() async throws {
        try await withVitrina { vitrina in
            let event = try await vitrina.event([
                "content": ["ru": "<p>Лёд</p>"], "cost": 150, "start_at": "2026-12-06T11:00:00Z",
            ])

            let one: JSON = [
                "id": .string(event), "title": "Каток", "logo_url": "", "content": "<p>Лёд</p>",
                "date": ["start": "1796554800", "finish": "1798750799"], "sitemap": .null, "cost": 150,
                "event_purchased": false,
            ]
            #expect(try await vitrina.app("/events/\(event)").json == one)
            #expect(try await vitrina.app("/events").json == .array([one]))
        }
    }

    // M18, M19
    @Test func `the events block holds the flagged events`() async throws {
        try await withVitrina { vitrina in
            let (plain, flagged) = (try await vitrina.event(), try await vitrina.event(["on_home": true]))

            #expect(try await vitrina.ids("/events?on_home=true") == [flagged])
            #expect(try await vitrina.ids("/events?on_home=false") == [plain])
            #expect(try await vitrina.ids("/events") == [flagged, plain])
        }
    }

    // M22, mall.md section 5: a future event is in E1, not yet in the slider.
    @Test func `an event slides only once it has begun`() async throws {
        try await withVitrina { vitrina in
            let event = try await vitrina.event([
                "on_main": true, "live_from": "2026-11-25T00:00:00Z", "start_at": "2026-12-01T00:00:00Z",
                "live_until": "2026-12-02T00:00:00Z",
            ])
            let borders: [(String, inList: Bool, inSlider: Bool)] = [
                ("2026-11-24T23:59:59.999999Z", false, false), ("2026-11-25T00:00:00Z", true, false),
                ("2026-11-30T23:59:59.999999Z", true, false), ("2026-12-01T00:00:00Z", true, true),
                ("2026-12-02T00:00:00Z", true, true), ("2026-12-02T00:00:00.000001Z", false, false),
            ]

            for (moment, inList, inSlider) in borders {
                vitrina.clock.set(moment)

                #expect(try await vitrina.ids("/events") == (inList ? [event] : []), "\(moment)")
                #expect(try await vitrina.app("/events/\(event)").status == (inList ? 200 : 400), "\(moment)")
                let slider = try await vitrina.ids("/news/with/promotions-and-event?on_main=true")
                #expect(slider == (inSlider ? [event] : []), "\(moment)")
            }
        }
    }

    // M22
    @Test func `news and promotions are there from their first microsecond to their last`() async throws {
        try await withVitrina { vitrina in
            let window: [String: JSON] = [
                "live_from": "2026-12-01T00:00:00Z", "live_until": "2026-12-02T00:00:00Z", "on_main": true,
            ]
            // The slider uses the window, not the days of the promotion itself.
            let promotion = try await vitrina.promotion(
                window.merging(["start_at": "2026-12-01T12:00:00Z"]) { $1 }
            )
            let news = try await vitrina.news(window)
            let borders = [
                ("2026-11-30T23:59:59.999999Z", false), ("2026-12-01T00:00:00Z", true),
                ("2026-12-02T00:00:00Z", true),
                ("2026-12-02T00:00:00.000001Z", false),
            ]

            for (moment, isThere) in borders {
                vitrina.clock.set(moment)

                for path in ["/news/with/promotions", "/news/with/promotions-and-event?on_main=true"] {
                    #expect(
                        try await vitrina.ids(path) == (isThere ? [news, promotion] : []),
                        "\(path) \(moment)"
                    )
                }
                #expect(try await vitrina.ids("/promotions") == (isThere ? [promotion] : []))
                #expect(try await vitrina.app("/news/\(news)").status == (isThere ? 200 : 400))
                #expect(try await vitrina.app("/promotions/\(promotion)").status == (isThere ? 200 : 400))
            }
        }
    }

    // M23
    @Test func `news, promotions and events stand in one row`() async throws {
        try await withVitrina { vitrina in
            let first = try await vitrina.news(["on_main": true])
            let second = try await vitrina.event(["on_main": true])
            let third = try await vitrina.promotion(["on_main": true])
            #expect(try await vitrina.ids("/news/with/promotions-and-event") == [third, second, first])

            let path = "/admin/api/v1/mall/news/\(first)/position"
            #expect(try await vitrina.send(.put, path, ["after": .string(third)]).status == 200)

            #expect(try await vitrina.ids("/news/with/promotions-and-event") == [third, first, second])
            #expect(try await vitrina.ids("/news/with/promotions") == [third, first])
        }
    }

    // M139
    @Test func `a change is there with the next request, and a draft never is`() async throws {
        try await withVitrina { vitrina in
            let news = try await vitrina.news()
            let draft = try await vitrina.draft(News.self, ["title": ["ru": "Тайна"], "on_main": true])
            #expect(try await vitrina.app("/news/\(news)").json["title"] == "Новость")

            try await vitrina.change(news, of: News.self, ["title": ["ru": "Другая"]])

            #expect(try await vitrina.app("/news/\(news)").json["title"] == "Другая")
            #expect(try await vitrina.ids("/news/with/promotions") == [news])
            #expect(try await vitrina.app("/news/\(draft)").status == 400)
        }
    }
}

extension Vitrina {
    /// The position of an entry for staff, which the app calls priority.
    fileprivate func position(_ id: String, of type: String) async throws -> JSON {
        try await send(.get, "/admin/api/v1/mall/\(type)/\(id)").json["position"] ?? .null
    }
}
