import Apps
import Core
import HTTPTypes
import TestSupport
import Testing

/// Moves of the cards of a block.
struct HomeMoveTests {
    // M23, M129
    @Test(arguments: TestDatabase.all)
    func `cards move within their block, and what is not on it stays where it was`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            // From the top: e, (news), d, c, (news), b, a.
            let on: [String: JSON] = ["on_main": true]
            let a = try await vitrina.news(on)
            let b = try await vitrina.event(on)
            let below = try await vitrina.news()
            let c = try await vitrina.promotion(on)
            let d = try await vitrina.draft(News.self, ["title": ["ru": "Набросок"], "on_main": true])
            let above = try await vitrina.news()
            let e = try await vitrina.news(on)
            #expect(try await vitrina.order == [e, d, c, b, a])

            let moves: [(String, JSON, [String])] = [
                (a, ["to": "first"], [a, e, d, c, b]), (a, ["to": "first"], [a, e, d, c, b]),
                (e, ["to": "last"], [a, d, c, b, e]), (b, ["before": .string(d)], [a, b, d, c, e]),
                (a, ["after": .string(c)], [b, d, c, a, e]), (a, ["after": .string(a)], [b, d, c, a, e]),
                (e, ["to": "last"], [b, d, c, a, e]), (d, ["after": .string(e)], [b, c, a, e, d]),
            ]
            for (id, place, order) in moves {
                let reply = try await vitrina.send(.put, "\(HomePaths.card("slider", id))/position", place)

                #expect(reply.status == 200, "\(reply.text)")
                #expect(reply.json["cards"]?.array?.map { $0["id"]?.string } == order, "\(place.text)")
                let seen = order.filter { $0 != d }
                #expect(try await vitrina.ids("/news/with/promotions-and-event?on_main=true") == seen)
            }
            let unflagged = try await vitrina.ids("/news/with/promotions-and-event?on_main=false")
            #expect(unflagged == [above, below])
        }
    }

    @Test func `a move that goes nowhere writes no history`() async throws {
        try await withVitrina { vitrina in
            let (second, first) = (
                try await vitrina.news(["on_main": true]), try await vitrina.news(["on_main": true])
            )

            for (id, place) in [(first, "first"), (second, "last")] {
                _ = try await vitrina.send(
                    .put,
                    "\(HomePaths.card("slider", id))/position",
                    ["to": .string(place)]
                )
                let history = try await vitrina.send(.get, "/admin/api/v1/mall/news/\(id)/history")
                #expect(history.json.items.count == 1)
            }
        }
    }

    @Test func `a move that cannot be is refused`() async throws {
        try await withVitrina { vitrina in
            let shop = try await vitrina.shop(in: [try await vitrina.category("services")], ["on_home": true])
            let (on, off) = (try await vitrina.news(["on_main": true]), try await vitrina.news())
            let slider = "\(HomePaths.card("slider", on))/position"

            let beside = try await vitrina.send(.put, slider, ["before": .string(off)])
            #expect(beside.status == 422)
            #expect(beside.json["errors"]?.array?.first?["pointer"] == "#/before")
            #expect(try await vitrina.send(.put, slider, ["to": "middle"]).status == 422)
            #expect(try await vitrina.send(.put, slider, [:]).status == 422)
            let absent = "\(HomePaths.card("slider", off))/position"
            #expect(try await vitrina.send(.put, absent, ["to": "first"]).status == 404)
            let services = try await vitrina.send(
                .put,
                "\(HomePaths.card("services", shop))/position",
                ["to": "first"]
            )
            #expect(services.status == 409)
            #expect(services.json["detail"] == "These stand in alphabetical order and cannot be moved.")
        }
    }
}

extension Vitrina {
    fileprivate var order: [String] {
        get async throws { try await cards("slider").compactMap { $0["id"]?.string } }
    }
}
