import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The counts on the tabs of a list, and the page without a right.
struct ListStateTests {
    private static let news = "/admin/api/v1/mall/news"

    @Test(arguments: TestDatabase.all)
    func `a list tells how many there are in each state`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var ids: [String] = []
            for title in ["Каток", "Каток зимой", "Ёлка", "Выставка", "Ярмарка"] {
                let body: JSON = ["title": ["ru": .string(title)], "live_from": "2026-11-01T00:00:00Z"]
                ids.append(try await vitrina.send(.post, Self.news, body).id)
            }
            for (action, id) in [("publish", ids[0]), ("archive", ids[2]), ("remove", ids[3])] {
                let body: JSON = ["action": .string(action), "ids": [.string(id)]]
                #expect(try await vitrina.send(.post, Self.news + "/bulk", body).status == 200)
            }
            for query in ["", "&state=draft", "&sort=live_from", "&state=trash&limit=1"] {
                let reply = try await vitrina.send(.get, Self.news + "?states=true\(query)")
                let expected: JSON = [
                    "draft": 2, "scheduled": 0, "live": 1, "ended": 0, "archived": 1, "trash": 1,
                ]
                #expect(reply.json["states"] == expected, "\(query) \(reply.text)")
            }
            let found = try await vitrina.send(
                .get,
                Self.news + "?states=true&q=%D0%BA%D0%B0%D1%82%D0%BE%D0%BA"
            )
            #expect(
                found.json["states"]?["draft"] == 1 && found.json["states"]?["live"] == 1,
                "\(found.text)"
            )
            #expect(found.json["states"]?["trash"] == 0)
            let narrowed = try await vitrina.send(.get, Self.news + "?states=true&on_main=false")
            #expect(narrowed.json["states"]?["draft"] == 2, "\(narrowed.text)")
            #expect(try await vitrina.send(.get, Self.news).json["states"] == nil)
            #expect(try await vitrina.send(.get, Self.news + "?states=2").status == 422)
        }
    }

    @Test func `a refusal says in words what somebody may not do`() async throws {
        for permission in Permission.allCases {
            let (ru, en) = (permission.refusal.ru, permission.refusal.en)
            #expect(!ru.contains(permission.rawValue) && !en.contains(permission.rawValue), "\(permission)")
            #expect(ru.hasPrefix("Нет права ") && en.hasPrefix("You may not "), "\(ru) \(en)")
        }
        try await withVitrina { vitrina in
            for (language, detail) in [
                ("ru", "Нет права менять содержимое."), ("en", "You may not edit content."),
            ] {
                let reply = try await vitrina.send(
                    .post,
                    Self.news,
                    ["title": ["ru": "Каток"]],
                    headers: [.acceptLanguage: language],
                    as: Vitrina.viewer
                )
                #expect((reply.status, reply.json["detail"]) == (403, .string(detail)), "\(reply.text)")
            }
        }
    }
}
