import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct SearchTests {
    static let mall = "/admin/api/v1/mall"

    @Test(arguments: TestDatabase.all)
    func `contents of every type are found by any word of theirs, the best first`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.keep("tags", ["name": ["ru": "Кофе"]])
            let shop = try await vitrina.keep(
                "shops",
                ["name": ["ru": "Coffee Orbit"], "description": ["ru": "Бариста варит эспрессо."]]
            )
            let news = try await vitrina.keep(
                "news",
                [
                    "title": ["ru": "Открытие"],
                    "content": ["ru": "<p>Горячий <strong>ко</strong>фе &amp; торт</p>"],
                ]
            )
            let category = try await vitrina.keep(
                "categories",
                ["name": ["ru": "Еда"], "slug": "restaurants"]
            )

            #expect(try await vitrina.found("кофе") == [tag, shop, news])
            #expect(try await vitrina.found("kofe") == [tag, shop, news])
            #expect(try await vitrina.found("rjat") == [tag, shop, news])
            #expect(try await vitrina.found("rjatq") == [])
            #expect(try await vitrina.found("'cghtccj") == [shop])
            #expect(try await vitrina.found("rest") == [category])
            #expect(try await vitrina.found("эспресо барисат") == [shop])
            #expect(try await vitrina.found("strong") == [])
            #expect(try await vitrina.found("ко", "&types=tags,news") == [tag])
            #expect(try await vitrina.found("кофе", "&types=news") == [news])

            let items = try await vitrina.search("торт кофе").json.items
            #expect(
                items == [
                    [
                        "app": "mall", "type": "news", "id": .string(news), "title": "Открытие",
                        "state": "draft",
                        "has_draft": true,
                        "match": [
                            "field": "content", "language": "ru",
                            "parts": [
                                ["text": "Горячий ", "is_match": false], ["text": "кофе", "is_match": true],
                                ["text": " & ", "is_match": false], ["text": "торт", "is_match": true],
                            ],
                        ],
                    ]
                ]
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a list is searched within its state, filters, pages and order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let names = (1...7).map { "Кофе \($0)" }
            var ids: [String] = []
            for name in names {
                vitrina.clock.advance(by: .milliseconds(1))
                ids.append(
                    try await vitrina.keep("tags", ["name": ["ru": .string(name)]], publish: ids.count < 2)
                )
            }
            _ = try await vitrina.keep("tags", ["name": ["ru": "Чай"]])
            let newestFirst = Array(ids.reversed())

            #expect(try await vitrina.listed("tags", "kofe") == newestFirst)
            #expect(try await vitrina.listed("tags", "kofe", "&state=live") == [ids[1], ids[0]])
            #expect(try await vitrina.listed("tags", "kofe", "&state=draft&limit=2") == [ids[6], ids[5]])
            #expect(try await vitrina.listed("tags", "kofe", "&sort=title") == ids)
            #expect(
                try await vitrina.listed("tags", "kofe", "&sort=-title&limit=3") == Array(newestFirst[..<3])
            )
            for sort in ["", "&sort=title"] {
                var (paged, cursor) = ([String](), "" as String?)
                while let mark = cursor {
                    let page = try await vitrina.list("tags", "kofe", "&limit=3\(sort)\(mark)").json
                    paged += page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
                    cursor = page["next"]?.string.map { "&cursor=\(encoded($0))" }
                }
                #expect(paged == (sort.isEmpty ? newestFirst : ids))
            }
            let mark = try await vitrina.list("tags", "kofe", "&limit=3").json["next"]?.string ?? ""
            let stranger = try await vitrina.send(.get, "\(Self.mall)/tags?cursor=\(encoded(mark))")
            #expect(stranger.status == 422)
            #expect(stranger.json["errors"]?.array?.first?["pointer"] == "#/cursor")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a search follows every change of a content`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = "\(Self.mall)/tags"
            let id = try await vitrina.keep("tags", ["name": ["ru": "Кофе", "en": "Coffee"]], publish: true)
            func change(_ method: HTTPRequest.Method, _ place: String, _ body: JSON? = nil) async throws {
                let version = try await vitrina.send(.get, "\(path)/\(id)").headers[.eTag]
                let headers: HTTPFields = [.ifMatch: version ?? ""]
                let reply = try await vitrina.send(
                    method,
                    "\(path)/\(id)\(place)",
                    body,
                    headers: headers,
                    as: Vitrina.owner
                )
                try #require(200..<300 ~= reply.status, "\(reply.text)")
            }

            try await change(.patch, "", ["name": ["ru": "Чайник", "en": nil]])
            #expect(try await vitrina.found("кофе") == [])
            #expect(try await vitrina.found("ча") == [id])
            try await change(.delete, "/draft")
            #expect(try await vitrina.found("кофе") == [id])
            #expect(try await vitrina.found("чайник") == [])
            try await change(.put, "/archive")
            #expect(try await vitrina.found("кофе") == [])
            #expect(try await vitrina.listed("tags", "ко") == [])
            #expect(try await vitrina.listed("tags", "ко", "&state=archived") == [id])
            try await change(.delete, "")
            #expect(try await vitrina.listed("tags", "кофе", "&state=archived") == [])
            #expect(try await vitrina.listed("tags", "кофе", "&state=trash") == [id])
            try await change(.delete, "/trash")
            #expect(try await vitrina.found("кофе") == [id])
            #expect(try await vitrina.listed("tags", "кофе", "&state=trash") == [])
            try await change(.delete, "")
            try await change(.delete, "?purge=true")
            #expect(try await vitrina.listed("tags", "кофе", "&state=trash") == [])
            let left = try await vitrina.database.read { connection in
                try connection.rows(
                    "SELECT document AS number FROM search_places UNION SELECT number FROM search_documents"
                )
            }
            #expect(left.isEmpty)
        }
    }

    private static let refused: [(address: String, pointers: [JSON])] = [
        ("search", ["#/q"]), ("search?q=", ["#/q"]), ("search?q=%21%25_", ["#/q"]), ("search?q=%00", ["#/q"]),
        ("search?q=" + String(repeating: "a", count: 201), ["#/q"]), ("search?q=a&types=nope", ["#/types"]),
        ("search?q=a&types=,", ["#/types"]), ("search?q=a&limit=0&odd=1", ["#/limit", "#/odd"]),
        ("search?q=a&limit=201", ["#/limit"]), ("search?q=a&types=tags,x", ["#/types"]),
        ("search?q=a&cursor=x", ["#/cursor"]),
        ("mall/tags?q=", ["#/q"]), ("mall/tags?q=%F0%9F%8E%84", ["#/q"]),
        ("mall/tags?q=a&cursor=x", ["#/cursor"]),
        ("mall/tags?q=a&sort=odd", ["#/sort"]),
        ("mall/tags?q=" + String(repeating: "a", count: 201), ["#/q"]),
    ]

    @Test func `what cannot be searched for is refused with its place`() async throws {
        try await withVitrina { vitrina in
            for (address, pointers) in Self.refused {
                let reply = try await vitrina.send(.get, "/admin/api/v1/\(address)")

                #expect(reply.status == 422, "\(address)")
                let found = reply.json["errors"]?.array?.compactMap { $0["pointer"] } ?? []
                #expect(found == pointers, "\(address.prefix(60))")
            }
            #expect(try await vitrina.send(.get, "/admin/api/v1/search?q=a", as: nil).status == 401)
            #expect(
                try await vitrina.send(.get, "/admin/api/v1/search?q=a", as: Vitrina.viewer).status == 200
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `hostile words find what they say and nothing else`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let names = [
                "100% хлопок", "a_b", "O'Hara \"x\"", "Ёж\u{301}ик 🎄", "\\кофе\\", "{}[]();--", "ﬁnance",
                "ａｂｃ",
            ]
            for name in names { _ = try await vitrina.keep("tags", ["name": ["ru": .string(name)]]) }

            for (query, count) in [
                ("%", 0), ("_", 0), ("100%", 1), ("%хлопок", 1), ("o'hara", 1), ("ohara\"", 1), ("ежик", 1),
                ("🎄ёжик", 1), ("\\кофе", 1), ("кофе' OR '1'='1", 0), ("a_b", 2), ("finance", 1), ("abc", 1),
                ("к\u{0}офе", 0), (String(repeating: "а", count: 200), 0), ("а а а а а а а а а а", 2),
            ] {
                let reply = try await vitrina.search(query)
                let found = reply.json["items"]?.array?.count ?? 0
                let isRefused = query.contains("\0") || count == 0 && SearchQuery(query) == nil
                #expect(reply.status == (isRefused ? 422 : 200), "\(query)")
                #expect(found == count, "\(query)")
            }
        }
    }
}

/// The text with every byte percent-encoded.
func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension Vitrina {
    /// Saves an entry, and returns its id.
    func keep(_ type: String, _ fields: [String: JSON], publish: Bool = false) async throws -> String {
        let reply = try await send(.post, "\(SearchTests.mall)/\(type)?publish=\(publish)", .object(fields))
        try #require(reply.status == 201, "\(reply.text)")
        return reply.id
    }

    func search(_ query: String, _ more: String = "") async throws -> Reply {
        try await send(.get, "/admin/api/v1/search?q=\(encoded(query))\(more)")
    }

    func found(_ query: String, _ more: String = "") async throws -> [String] {
        try await search(query, more).json["items"]?.array?.compactMap { $0["id"]?.string } ?? ["refused"]
    }

    func list(_ type: String, _ query: String, _ more: String = "") async throws -> Reply {
        try await send(.get, "\(SearchTests.mall)/\(type)?q=\(encoded(query))\(more)")
    }

    func listed(_ type: String, _ query: String, _ more: String = "") async throws -> [String] {
        try await list(type, query, more).json["items"]?.array?.compactMap { $0["id"]?.string } ?? ["refused"]
    }
}
