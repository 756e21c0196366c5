import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Warnings about an entry, in every view.
struct WarningTests {
    static let mall = "/admin/api/v1/mall"

    @Test(arguments: TestDatabase.all)
    func `an offer whose shop is not live says so everywhere`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, _) = try await TrashTests.shopWithTag(vitrina)
            let offer = try await Self.offer(of: shop, vitrina)
            let path = "\(Self.mall)/offers/\(offer)"
            #expect(try await vitrina.send(.get, path).json["warnings"] == [])

            #expect(
                try await vitrina.send(
                    .delete,
                    "\(Self.mall)/shops/\(shop)/publication",
                    headers: version(1)
                ).status == 200
            )

            let expected: JSON = [
                ["level": "warning", "pointer": "#/shop", "detail": "is something that apps do not show"]
            ]
            #expect(try await vitrina.send(.get, path).json["warnings"] == expected)
            let list = try await vitrina.send(.get, "\(Self.mall)/offers", as: Vitrina.viewer)
            #expect(list.json.items.first?["warnings"] == expected)
            let all = try await vitrina.send(.get, "/admin/api/v1/warnings", as: Vitrina.viewer)
            let items = all.json.items
            #expect(items.contains { $0["id"] == .string(offer) && $0["pointer"] == "#/shop" })
            // The home screen is empty too.
            #expect(items.filter { $0["type"] == .null }.count == 4)
            #expect(all.json["total"] == 5)
            let home = try await vitrina.send(.get, "\(Self.mall)/home")
            #expect(home.json["blocks"]?.array?.allSatisfy { $0["warning"]?.string != nil } == true)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a flag that is left on after the end says so`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, _) = try await TrashTests.shopWithTag(vitrina)
            let offer = try await Self.offer(of: shop, vitrina)
            let path = "\(Self.mall)/offers/\(offer)"
            let on: JSON = ["value": true]
            let seen = try await vitrina.send(.put, "\(path)/flags/on_home", on, headers: version(1))
            #expect(seen.json["warnings"] == [])
            let home = try await vitrina.send(.get, "\(Self.mall)/home")
            #expect(
                home.json["blocks"]?.array?.map { $0["warning"] == .null } == [false, true, false, false]
            )

            vitrina.clock.now = try #require(Timestamp("2026-12-01T00:00:00.000001Z"))

            let warnings = try await vitrina.send(.get, path).json["warnings"]?.array ?? []
            #expect(warnings.map { $0["pointer"] } == ["#/on_home"])
        }
    }

    @Test func `the warnings about all entries follow each change, and the time`() async throws {
        try await withVitrina { vitrina in
            let (shop, _) = try await TrashTests.shopWithTag(vitrina)
            let offer = try await Self.offer(of: shop, vitrina)
            func pointers() async throws -> [JSON?] {
                let all = try await vitrina.send(.get, "/admin/api/v1/warnings", as: Vitrina.viewer)
                return all.json["items"]?.array?.filter { $0["id"] == .string(offer) }.map { $0["pointer"] }
                    ?? []
            }
            // Twice: the second time they are kept.
            var found = [try await pointers(), try await pointers()]
            #expect(found == [[], []])

            let publication = "\(Self.mall)/shops/\(shop)/publication"
            #expect(try await vitrina.send(.delete, publication, headers: version(1)).status == 200)
            found = [try await pointers(), try await pointers()]
            #expect(found == [["#/shop"], ["#/shop"]])

            #expect(try await vitrina.send(.put, publication, headers: version(2)).status == 200)
            let flag = "\(Self.mall)/offers/\(offer)/flags/on_home"
            #expect(try await vitrina.send(.put, flag, ["value": true], headers: version(1)).status == 200)
            found = [try await pointers(), try await pointers()]
            #expect(found == [[], []])

            vitrina.clock.now = try #require(Timestamp("2026-12-01T00:00:00.000001Z"))
            found = [try await pointers(), try await pointers()]
            #expect(found == [["#/on_home"], ["#/on_home"]])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a draft says what keeps it from being published`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let body: JSON = [
                "name": ["en": "Coffee"], "cost": 1, "live_from": "2026-12-01T00:00:00Z",
                "live_until": "2026-11-01T00:00:00Z",
            ]
            let reply = try await vitrina.send(.post, "\(Self.mall)/offers", body)

            let warnings = reply.json["warnings"]?.array ?? []
            #expect(warnings.allSatisfy { $0["level"] == "fault" })
            #expect(
                warnings.compactMap { $0["pointer"]?.string } == [
                    "#/shop", "#/count", "#/name/ru", "#/live_until",
                ]
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what begins later is judged by what will be there then`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (shop, _) = try await TrashTests.shopWithTag(vitrina)
            let offer = try await Self.offer(of: shop, vitrina)
            func promotion(_ from: JSON, _ until: JSON) async throws -> JSON {
                let body: JSON = [
                    "title": ["ru": "Скидки"], "offer": .string(offer), "start_at": from, "live_from": from,
                    "live_until": until,
                ]
                return try await vitrina.send(.post, "\(Self.mall)/promotions?publish=true", body).json
            }

            let within = try await promotion("2026-11-25T00:00:00Z", "2026-11-26T00:00:00Z")
            let beyond = try await promotion("2026-12-25T00:00:00Z", "2026-12-26T00:00:00Z")
            let over = try await promotion("2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z")

            #expect(within["warnings"] == [])
            #expect(beyond["warnings"]?.array?.map { $0["pointer"] } == ["#/offer"])
            #expect(over["warnings"] == [])
        }
    }

    static func offer(of shop: String, _ vitrina: Vitrina) async throws -> String {
        try await vitrina.make(
            "offers",
            [
                "name": ["ru": "Кофе в подарок"], "shop": .string(shop), "cost": 1, "count": 1,
                "live_from": "2026-11-01T00:00:00Z", "live_until": "2026-12-01T00:00:00Z",
            ]
        )
    }
}
