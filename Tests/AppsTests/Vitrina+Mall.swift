import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// Adds entries of the mall, valid by default: a test sets only the relevant fields.
extension Vitrina {
    /// Publishes an entry and returns its id.
    func publish(_ declaration: any ContentDeclaration.Type, _ fields: [String: JSON]) async throws -> String
    {
        let content = try await services.contents.create(
            fields,
            of: declaration.type,
            publish: true,
            as: ContentStore.Act(author: Self.editor)
        )
        return content.id
    }

    func draft(_ declaration: any ContentDeclaration.Type, _ fields: [String: JSON]) async throws -> String {
        let content = try await services.contents.create(
            fields,
            of: declaration.type,
            publish: false,
            as: ContentStore.Act(author: Self.editor)
        )
        return content.id
    }

    /// Changes an entry and publishes it.
    func change(
        _ id: String,
        of declaration: any ContentDeclaration.Type,
        _ patch: [String: JSON]
    ) async throws {
        _ = try await services.contents.change(
            id,
            of: declaration.type,
            by: .save(patch, publish: true),
            as: ContentStore.Act(author: Self.editor)
        )
    }

    func unpublish(_ id: String, of declaration: any ContentDeclaration.Type) async throws {
        _ = try await services.contents.change(
            id,
            of: declaration.type,
            by: .unpublish,
            as: ContentStore.Act(author: Self.editor)
        )
    }

    func category(_ slug: String, _ fields: [String: JSON] = [:]) async throws -> String {
        try await publish(
            Categories.self,
            with(["name": ["ru": .string("Раздел \(slug)")], "slug": .string(slug)], fields)
        )
    }

    /// A shop in a new category.
    func shop() async throws -> String { try await shop(in: [try await category("food")]) }

    func shop(in categories: [String], _ fields: [String: JSON] = [:]) async throws -> String {
        let ids = JSON.array(categories.map { .string($0) })
        return try await publish(
            Shops.self,
            with(["name": ["ru": "Зерно"], "floor": 2, "categories": ids], fields)
        )
    }

    func offer(of shop: String, _ fields: [String: JSON] = [:]) async throws -> String {
        let standard: [String: JSON] = [
            "name": ["ru": "Кофе"], "shop": .string(shop), "cost": 350, "count": 10,
        ]
        return try await publish(Offers.self, with(window, standard, fields))
    }

    func news(_ fields: [String: JSON] = [:]) async throws -> String {
        try await publish(News.self, with(window, ["title": ["ru": "Новость"]], fields))
    }

    func promotion(_ fields: [String: JSON] = [:]) async throws -> String {
        try await publish(
            Promotions.self,
            with(window, ["title": ["ru": "Акция"], "start_at": Self.begin], fields)
        )
    }

    func event(_ fields: [String: JSON] = [:]) async throws -> String {
        try await publish(
            Events.self,
            with(window, ["title": ["ru": "Каток"], "start_at": Self.begin], fields)
        )
    }

    func image(width: Int = 4) async throws -> String {
        try await services.media.add(
            MediaFixture.png(width: width, height: 3),
            name: "a.png",
            by: Self.editor
        )
        .media.id
    }

    /// Sends a request of an app, without a session.
    func app(_ path: String) async throws -> Reply {
        try await send(.get, "/api/v1\(path)", as: nil)
    }

    /// Returns the ids of a list, in its order.
    func ids(_ path: String) async throws -> [String] {
        try await app(path).json.array?.compactMap { $0["id"]?.string } ?? ["no list"]
    }

    /// A window around the time of the test clock.
    static let begin: JSON = "2026-11-01T00:00:00.000000Z"
    static let end: JSON = "2026-12-31T20:59:59.000000Z"
    private var window: [String: JSON] { ["live_from": Self.begin, "live_until": Self.end] }

    private func with(_ parts: [String: JSON]...) -> [String: JSON] {
        parts.reduce(into: [:]) { body, part in body.merge(part) { _, new in new } }
    }
}

extension Clock {
    func set(_ text: String) {
        if let moment = Timestamp(text) { now = moment }
    }
}

/// The step to the moments just before and just after the border of a window.
let microsecond: Duration = .microseconds(1)
