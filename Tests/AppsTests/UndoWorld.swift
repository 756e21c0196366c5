import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Entries of three apps in every state, the console that changes them, and the apps that read them.
struct UndoWorld: Sendable {
    let vitrina: Vitrina
    let cookie: HTTPFields
    let shop: String
    let lone: String
    /// Live with a draft and a planned withdrawal, live without, and a draft that was never live.
    let offer: String
    let plain: String
    let fresh: String
    let event: String
    let story: String
    let first: String
    let second: String
    let mod: String

    init(_ vitrina: Vitrina) async throws {
        self.vitrina = vitrina
        cookie = try await vitrina.browser(of: .owner)
        let category = try await vitrina.category("services")
        shop = try await vitrina.shop(in: [category], ["on_home": true])
        lone = try await vitrina.shop(in: [category])
        offer = try await vitrina.offer(of: shop, ["on_home": true])
        plain = try await vitrina.offer(of: lone, ["name": ["ru": "Чай"], "on_home": true])
        let cocoa: [String: JSON] = [
            "name": ["ru": "Какао"], "shop": .string(shop), "cost": 90, "count": 3,
            "live_from": Vitrina.begin,
            "live_until": Vitrina.end,
        ]
        fresh = try await vitrina.draft(Offers.self, cocoa)
        event = try await vitrina.event(["on_main": true, "on_home": true])
        story = try await vitrina.story()
        first = try await vitrina.storyPage(of: story, ["title": ["ru": "Лёд"]])
        second = try await vitrina.storyPage(of: story, ["title": ["ru": "Снег"]])
        mod = try await vitrina.mod("tank", in: ["mashiny"])
        try await edit("/mall/offers/\(offer)", ["cost": 400])
        try await edit("/stories/story_pages/\(first)", ["title": ["ru": "Лёд и снег"]])
        try await edit("/mods/mods/\(mod)", ["title": ["ru": "Танк с пушкой"]])
        let plan: JSON = ["at": .string(vitrina.clock.now.advanced(by: .seconds(864_000)).description)]
        let planned = try await vitrina.send(
            .put,
            Self.api + "/mall/offers/\(offer)/schedule/withdrawal",
            plan
        )
        #expect(planned.status == 200, "\(planned.text)")
    }

    static let api = "/admin/api/v1"

    /// Changes the draft of an entry, as a colleague does.
    func edit(_ path: String, _ patch: JSON, publish: Bool = false) async throws {
        let now = try await vitrina.send(.get, Self.api + path).json["version"]?.integer ?? 0
        let query = publish ? "?publish=true" : ""
        let reply = try await vitrina.send(
            .patch,
            Self.api + path + query,
            patch,
            headers: [.ifMatch: "\"\(now)\""]
        )
        #expect(reply.status == 200, "\(reply.text)")
    }

    /// Returns the answers of the apps, byte for byte.
    func seen() async throws -> [String: String] {
        var answers: [String: String] = [:]
        for path in [
            "/api/v1/offers", "/api/v1/offers?on_home=true", "/api/v1/offers/\(offer)",
            "/api/v1/offers/\(plain)",
            "/api/v1/offers/\(fresh)", "/api/v1/news/with/promotions-and-event?on_main=true",
            "/api/v1/events",
            "/api/v1/shops", "/api/v1/shops/category/slug/services?on_home=true", "/stories/v1/groups/",
            "/mods/menu", "/mods/category/mashiny", "/mods/item/tank",
        ] {
            let reply = try await vitrina.send(.get, path, as: nil)
            answers[path] = "\(reply.status) \(reply.text)"
        }
        return answers
    }

    /// Returns an entry for staff, without the members that every change updates.
    func entry(_ path: String) async throws -> [String: JSON] {
        let names = [
            "fields", "live", "state", "has_draft", "schedule", "archived_at", "trashed_at", "position",
        ]
        let members = try await vitrina.send(.get, Self.api + path).json.object ?? [:]
        return members.filter { names.contains($0.key) }
    }

    func version(_ path: String) async throws -> Int64 {
        try await vitrina.send(.get, Self.api + path).json["version"]?.integer ?? 0
    }

    /// Sends a form of the console; returns its flash message.
    func act(_ path: String, _ form: String = "") async throws -> String {
        let reply = try await vitrina.postForm(path, form, cookie: cookie)
        #expect(reply.status == 303, "\(path): \(reply.status) \(reply.text.prefix(900))")
        return try #require(reply.notice)
    }

    /// The text of a flash message.
    func words(_ notice: String) async throws -> String {
        let staff = try #require(try await vitrina.services.staff.list(by: Vitrina.owner).first).id
        return try await vitrina.services.notices.find(notice, of: staff)?.text ?? ""
    }

    /// Runs the undo of a flash message; returns the next message.
    func undo(_ notice: String) async throws -> String {
        try await words(act("/undo", "id=\(notice)"))
    }
}
