import Apps
import Core
import HTTPTypes
import TestSupport

/// The paths of the blocks of the home screen for staff and apps.
enum HomePaths {
    static let all = [
        (name: "slider", path: "/news/with/promotions-and-event?on_main=true&offset=100"),
        (name: "offers", path: "/offers?on_home=true&offset=100"),
        (name: "services", path: "/shops/category/slug/services?on_home=true&offset=100"),
        (name: "events", path: "/events?on_home=true&offset=100"),
    ]

    static func card(_ block: String, _ id: String) -> String {
        "/admin/api/v1/mall/home/\(block)/cards/\(id)"
    }
}

extension Vitrina {
    /// The cards of a block, as staff see them.
    func cards(_ block: String, language: String = "en") async throws -> [JSON] {
        let reply = try await send(.get, "/admin/api/v1/mall/home", headers: [.acceptLanguage: language])
        return reply.json["blocks"]?.array?.first { $0["name"]?.string == block }?["cards"]?.array ?? []
    }

    /// Adds cards of every kind, in every window and with everything that can hide them.
    func fillHome() async throws {
        let (services, food) = (try await category("services"), try await category("food"))
        let closed = try await shop(in: [services], ["on_home": true, "name": ["ru": "Закрыто"]])
        let open = try await shop(in: [services, food], ["on_home": true, "name": ["ru": "Ателье"]])
        _ = try await shop(in: [food], ["on_home": true, "name": ["ru": "Кафе"]])
        _ = try await shop(in: [services], ["name": ["ru": "Банк"]])
        _ = try await draft(Shops.self, ["name": ["ru": "Набросок"], "on_home": true])
        let windows: [[String: JSON]] = [
            [:], ["live_from": "2026-12-10T00:00:00Z"], ["live_until": "2026-11-21T12:00:00Z"],
            ["live_until": "2026-11-23T12:00:00.000001Z"],
        ]
        for window in windows {
            for flags in [["on_main": true, "on_home": true], ["on_main": false, "on_home": false]]
                as [[String: JSON]]
            {
                let fields = window.merging(flags) { $1 }
                let home = fields.filter { $0.key != "on_main" }
                _ = try await news(fields.filter { $0.key != "on_home" })
                _ = try await promotion(fields)
                _ = try await event(fields.merging(["start_at": "2026-11-02T00:00:00Z"]) { $1 })
                _ = try await offer(of: open, home)
                _ = try await offer(of: closed, home)
                _ = try await offer(of: open, home.merging(["count": 0]) { $1 })
            }
        }
        _ = try await event(["on_main": true, "on_home": true, "start_at": "2026-12-10T00:00:00Z"])
        _ = try await draft(Events.self, ["title": ["ru": "Набросок"], "on_main": true, "on_home": true])
        try await unpublish(closed, of: Shops.self)
    }
}

extension JSON {
    /// A card without its position and the longer texts of its entry.
    var withoutPosition: JSON {
        guard case .object(var members) = self else { return self }
        for name in ["position", "fields", "schedule"] { members[name] = nil }
        return .object(members)
    }

    /// A card with the nulls that a merge patch has removed.
    var filled: JSON {
        guard case .object(var members) = self else { return self }
        for name in ["reason", "absence", "appears_at"] where members[name] == nil { members[name] = .null }
        return .object(members)
    }
}
