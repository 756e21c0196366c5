import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct LiveContentsTests {
    static let mall = "/admin/api/v1/mall"

    /// Incremental updates give the same state as a full load at the start.
    @Test(arguments: TestDatabase.all)
    func `a server that has seen every change holds what a new one reads`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var random = SeededRandom(seed: 7)
            var ids: [String] = []
            for number in 0..<120 {
                try await Self.step(number, &ids, &random, vitrina)

                guard number % 10 == 9 else { continue }
                let fresh = LiveContents(
                    types: Catalog.types.map { $0.type },
                    database: vitrina.database,
                    onChange: { _ in }
                )
                try await fresh.refresh()
                #expect(Self.order(vitrina.services.live.state) == Self.order(fresh.state))
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server takes in what another has written`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let other = LiveContents(
                types: Catalog.types.map { $0.type },
                database: vitrina.database,
                onChange: { _ in }
            )
            try await other.refresh()

            let created = try await vitrina.send(
                .post,
                "\(Self.mall)/tags?publish=true",
                ["name": ["ru": "Кофе"]]
            )
            try await other.refresh()

            #expect(other.state["tags"][created.id]?.text("name", .ru) == "Кофе")
        }
    }

    private static func order(_ state: LiveState) -> [String] {
        state["news"].contents.map { "\($0.id) \($0.position) \($0.text("title", .ru))" }
    }

    /// One random change of the news.
    private static func step(
        _ number: Int,
        _ ids: inout [String],
        _ random: inout SeededRandom,
        _ vitrina: Vitrina
    ) async throws {
        let news = "\(mall)/news"
        guard ids.count > 3, let id = ids.randomElement(using: &random) else {
            let body: JSON = [
                "title": ["ru": .string("Новость \(number)")], "live_from": "2026-11-01T00:00:00Z",
            ]
            ids.append(try await vitrina.send(.post, news + "?publish=true", body).id)
            return
        }
        let version = try await vitrina.send(.get, "\(news)/\(id)").json["version"]?.integer ?? 0
        let match: HTTPFields = [.ifMatch: "\"\(version)\""]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: ids.removeFirst()
        case 1: _ = try await vitrina.send(.delete, "\(news)/\(id)/publication", headers: match)
        case 2: _ = try await vitrina.send(.put, "\(news)/\(id)/publication", headers: match)
        case 3:
            _ = try await vitrina.send(
                .patch,
                "\(news)/\(id)?publish=true",
                ["title": ["ru": .string("Правка \(number)")]],
                headers: match
            )
        case 4: _ = try await vitrina.send(.put, "\(news)/\(id)/flags/on_main", ["value": true])
        case 5: _ = try await vitrina.send(.delete, "\(news)/\(id)", headers: match)
        case _:
            let other = ids.randomElement(using: &random) ?? id
            _ = try await vitrina.send(.put, "\(news)/\(id)/position", ["before": .string(other)])
        }
    }
}
