import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The home screen as a whole.
struct HomeTests {
    // M14
    @Test(arguments: TestDatabase.all)
    func `the home screen shows its four blocks with everything a card needs`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.image()
            let services = try await vitrina.category("services")
            let shop = try await vitrina.shop(in: [services], ["on_home": true, "logo": .string(image)])
            let offer = try await vitrina.offer(
                of: shop,
                ["on_home": true, "live_until": "2026-11-23T12:00:00Z"]
            )
            let event = try await vitrina.event([
                "on_main": true, "on_home": true, "start_at": "2026-11-28T09:00:00Z", "image": .string(image),
            ])

            let reply = try await vitrina.send(.get, "/admin/api/v1/mall/home", as: Vitrina.viewer)
            #expect(reply.status == 200)
            let blocks = reply.json["blocks"]?.array ?? []
            #expect(blocks.map { $0["name"] } == ["slider", "offers", "services", "events"])
            #expect(blocks.map { $0["flag"] } == ["on_main", "on_home", "on_home", "on_home"])
            #expect(blocks.map { $0["is_movable"] } == [true, true, false, true])
            #expect(
                blocks.map { $0["types"] } == [
                    ["news", "promotions", "events"], ["offers"], ["shops"], ["events"],
                ]
            )
            #expect(blocks.map { $0["title"] } == ["Main slider", "New offers", "Good to know", "Events"])
            let card: JSON = [
                "id": .string(event), "type": "events", "title": "Каток", "image": .string("/media/\(image)"),
                "version": 1, "state": "scheduled", "reason": "It appears at 2026-11-28 09:00 UTC.",
                "absence": "not_yet",
                "appears_at": "2026-11-28T09:00:00.000000Z", "live_from": Vitrina.begin,
                "live_until": Vitrina.end,
            ]
            #expect(blocks[0]["cards"]?.array?.map(\.withoutPosition) == [card])
            #expect(
                blocks[3]["cards"]?.array?.map(\.withoutPosition)
                    == [
                        card.merged(with: ["state": "live", "reason": nil, "absence": nil, "appears_at": nil])
                            .filled
                    ]
            )
            #expect(
                blocks[1]["cards"]?.array?.map(\.withoutPosition) == [
                    [
                        "id": .string(offer), "type": "offers", "title": "Кофе", "image": .null, "version": 1,
                        "state": "ends_soon", "reason": "It ends at 2026-11-23 12:00 UTC.",
                        "absence": .null, "appears_at": .null,
                        "live_from": Vitrina.begin, "live_until": "2026-11-23T12:00:00.000000Z",
                    ]
                ]
            )
            #expect(
                blocks[2]["cards"]?.array?.map(\.withoutPosition) == [
                    [
                        "id": .string(shop), "type": "shops", "title": "Зерно",
                        "image": .string("/media/\(image)"),
                        "version": 1, "state": "live", "reason": .null, "absence": .null, "appears_at": .null,
                        "live_from": .null,
                        "live_until": .null,
                    ]
                ]
            )
        }
    }

    // M15 to M19, M22: a card's state equals the app's behaviour, after any change and at any time.
    @Test(arguments: TestDatabase.all)
    func `the states of the cards and the app's own answers agree`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let moments = [
                "2026-10-31T23:59:59.999999Z", "2026-11-01T00:00:00Z", "2026-11-21T12:00:00Z",
                "2026-12-10T00:00:00Z", "2026-12-29T20:59:58.999999Z", "2026-12-29T20:59:59Z",
                "2026-12-31T20:59:59Z", "2026-12-31T20:59:59.000001Z",
            ]
            try await vitrina.fillHome()

            for moment in moments {
                vitrina.clock.set(moment)
                for block in HomePaths.all {
                    let shown = try await vitrina.cards(block.name).filter {
                        ["live", "ends_soon"].contains($0["state"])
                    }
                    let answered = try await vitrina.ids(block.path)
                    #expect(shown.map { $0["id"]?.string ?? "" } == answered, "\(block.name) at \(moment)")
                }
            }
        }
    }

    @Test func `a card that no visitor sees says why, and keeps its place`() async throws {
        try await withVitrina { vitrina in
            let (services, food) = (
                try await vitrina.category("services"), try await vitrina.category("food")
            )
            let (open, closed) = (try await vitrina.shop(in: [services]), try await vitrina.shop(in: [food]))
            let home: [String: JSON] = ["on_home": true]
            let soldOut = try await vitrina.offer(of: open, home.merging(["count": 0]) { $1 })
            let orphan = try await vitrina.offer(of: closed, home)
            let ended = try await vitrina.offer(
                of: open,
                home.merging(["live_until": "2026-11-14T18:30:00Z"]) { $1 }
            )
            let later = try await vitrina.offer(
                of: open,
                home.merging(["live_from": "2026-12-01T07:00:00Z"]) { $1 }
            )
            let draft = try await vitrina.draft(
                Offers.self,
                home.merging(["name": ["ru": "Набросок"]]) { $1 }
            )
            let live = try await vitrina.offer(of: open, home)
            try await vitrina.unpublish(closed, of: Shops.self)

            let cards = try await vitrina.cards("offers", language: "ru")
            #expect(cards.map { $0["id"]?.string } == [live, draft, later, ended, orphan, soldOut])
            #expect(
                cards.map { $0["absence"] } == [
                    .null, "not_published", "not_yet", "over", "shop_not_published", "sold_out",
                ]
            )
            #expect(cards.map { $0["fields"]?["count"] }.last == 0)
            #expect(cards.allSatisfy { $0["fields"]?["description"] == nil })
            #expect(
                cards.map { $0["state"] } == ["live", "hidden", "scheduled", "hidden", "hidden", "hidden"]
            )
            #expect(
                cards.map { $0["reason"] } == [
                    .null, "Не опубликовано.", "Появится 2026-12-01 07:00 UTC.",
                    "Закончилось 2026-11-14 18:30 UTC.",
                    "Магазин не опубликован.", "Всё разобрали.",
                ]
            )
            #expect(cards.map { $0["title"] }[1] == "Набросок")
        }
    }

    @Test func `a shop that is flagged and no service is hidden, and can be taken off`() async throws {
        try await withVitrina { vitrina in
            let (services, food) = (
                try await vitrina.category("services"), try await vitrina.category("food")
            )
            let cafe = try await vitrina.shop(in: [food], ["on_home": true, "name": ["ru": "Ёлка"]])
            let tailor = try await vitrina.shop(in: [services], ["on_home": true, "name": ["ru": "ель"]])

            let cards = try await vitrina.cards("services")
            #expect(cards.map { $0["id"]?.string } == [cafe, tailor])
            #expect(cards.map { $0["state"] } == ["hidden", "live"])
            #expect(cards.first?["reason"] == "It is not in the category services.")

            let off = try await vitrina.send(.delete, HomePaths.card("services", cafe))
            #expect(off.json["cards"]?.array?.map { $0["id"]?.string } == [tailor])
            let again = try await vitrina.send(.put, HomePaths.card("services", cafe))
            #expect(again.status == 409)
            #expect(again.json["detail"] == "“Ёлка” is not a service.")

            try await vitrina.unpublish(services, of: Categories.self)
            #expect(try await vitrina.cards("services").map { $0["state"] } == ["hidden"])
        }
    }

    // M14, M19
    @Test func `a card goes on and off at once, past a draft`() async throws {
        try await withVitrina { vitrina in
            let news = try await vitrina.news()
            let path = HomePaths.card("slider", news)
            let draft = try await vitrina.send(
                .patch,
                "/admin/api/v1/mall/news/\(news)",
                ["title": ["ru": "Черновик"]],
                headers: [.ifMatch: "\"1\""]
            )
            #expect(draft.json["has_draft"] == true)

            let on = try await vitrina.send(.put, path)
            #expect(on.json["name"] == "slider")
            #expect(on.json["cards"]?.array?.map { $0["title"] } == ["Новость"])
            #expect(try await vitrina.ids("/news/with/promotions-and-event?on_main=true") == [news])
            #expect(try await vitrina.app("/news/\(news)").json["title"] == "Новость")
            let twice = try await vitrina.send(.put, path)
            #expect(twice.json == on.json)

            let off = try await vitrina.send(.delete, path)
            #expect(off.json["cards"] == [])
            #expect(try await vitrina.app("/news/with/promotions-and-event?on_main=true").text == "[]")
        }
    }

    @Test func `a flag that only a draft has changed is not on the screen yet`() async throws {
        try await withVitrina { vitrina in
            let on = try await vitrina.news(["on_main": true])
            let off = try await vitrina.news()
            for (id, value) in [(on, false), (off, true)] {
                _ = try await vitrina.send(
                    .patch,
                    "/admin/api/v1/mall/news/\(id)",
                    ["on_main": .bool(value)],
                    headers: [.ifMatch: "\"1\""]
                )
            }

            #expect(try await vitrina.cards("slider").map { $0["id"]?.string } == [on])
            #expect(try await vitrina.ids("/news/with/promotions-and-event?on_main=true") == [on])
        }
    }

    @Test func `what a block cannot hold is refused in words`() async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop(in: [try await vitrina.category("services")])
            let offer = try await vitrina.offer(of: shop)
            let other = "00000000-0000-7000-8000-000000000000"
            let refused: [(String, String, Int)] = [
                ("slider", offer, 409), ("offers", shop, 409), ("nowhere", offer, 404),
                ("slider", other, 404),
                ("slider", "x", 404),
            ]
            for (block, id, status) in refused {
                for method in [HTTPRequest.Method.put, .delete] {
                    let reply = try await vitrina.send(method, HomePaths.card(block, id))

                    #expect(reply.status == status, "\(block) \(id)")
                    #expect(reply.json["detail"]?.string?.hasSuffix(".") == true)
                }
            }
            let reply = try await vitrina.send(
                .put,
                HomePaths.card("slider", offer),
                headers: [.acceptLanguage: "ru"]
            )
            #expect(
                reply.json["detail"] == "«Кофе» не подходит этому блоку: здесь новости, акции, мероприятия."
            )
        }
    }

    @Test func `only who may write content changes the screen`() async throws {
        try await withVitrina { vitrina in
            let news = try await vitrina.news(["on_main": true])
            let path = HomePaths.card("slider", news)

            for author in [Vitrina.viewer, nil] {
                let status = author == nil ? 401 : 403
                #expect(try await vitrina.send(.delete, path, as: author).status == status)
                #expect(try await vitrina.send(.put, path, as: author).status == status)
                let place = try await vitrina.send(.put, "\(path)/position", ["to": "first"], as: author)
                #expect(place.status == status)
            }
            #expect(try await vitrina.send(.get, "/admin/api/v1/mall/home", as: nil).status == 401)
            #expect(try await vitrina.cards("slider").count == 1)
        }
    }
}
