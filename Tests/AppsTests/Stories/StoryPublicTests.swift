import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The list of stories as the app reads it.
struct StoryPublicTests {
    // T79, T80, T88
    @Test(arguments: TestDatabase.all)
    func `the list is exactly what the contract says`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (preview, image) = (try await vitrina.upright(92, 140), try await vitrina.upright(390, 800))
            let group = try await vitrina.story(["preview_image": .string(preview)])
            _ = try await vitrina.storyPage(of: group, ["image": .string(image)])
            _ = try await vitrina.storyPage(
                of: group,
                ["image": .string(image), "title": ["ru": "Берег"], "text": .null, "duration_seconds": 7]
            )
            let url = JSON.string("https://mall.example/media/\(image)")

            #expect(
                try await vitrina.stories() == [
                    [
                        "id": 1, "title": "Байкал", "order": 1,
                        "preview_image": .string("https://mall.example/media/\(preview)"),
                        "pages": [
                            [
                                "id": 1, "order": 1, "image": url, "title": "Лёд", "text": "До марта",
                                "duration_seconds": 10,
                            ],
                            [
                                "id": 2, "order": 2, "image": url, "title": "Берег", "text": "",
                                "duration_seconds": 7,
                            ],
                        ],
                    ]
                ]
            )
        }
    }

    // T79, T88, T89
    @Test(arguments: TestDatabase.all)
    func `apps read the list over HTTP, with and without the slash, and not twice the same`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                for path in ["/stories/v1/groups/", "/stories/v1/groups", "/stories/v1/groups/?lang=en"] {
                    let empty = try await client.send("GET", url + path)
                    #expect(empty.status == 200 && empty.body == Array("[]".utf8), "\(path)")
                    #expect(empty.headers["content-type"] == "application/json; charset=utf-8")
                }
                let group = try await vitrina.story()
                for n in 1...20 {
                    _ = try await vitrina.storyPage(of: group, ["title": ["ru": .string("Страница \(n)")]])
                }
                let path = url + "/stories/v1/groups/"
                let seen = try await client.send("GET", path)
                #expect(seen.json.array?.count == 1)
                #expect(try await client.send("GET", String(path.dropLast())).body == seen.body)
                let tag = try #require(seen.headers["etag"])
                let known = try await client.send("GET", path, headers: [("If-None-Match", tag)])
                #expect(known.status == 304 && known.body.isEmpty)
                let packed = try await client.send("GET", path, headers: [("Accept-Encoding", "gzip")])
                #expect(packed.headers["content-encoding"] == "gzip")
                #expect(packed.body.count < seen.body.count / 2)

                // The picture needs no key either, and can be cached permanently.
                let address = try #require(
                    seen.json.array?.first?["preview_image"]?.string
                )
                let image = url + address.dropFirst("https://mall.example".count)
                let picture = try await client.send("GET", image)
                #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
                #expect(picture.headers["cache-control"]?.contains("immutable") == true)

                try await vitrina.unpublish(group, of: StoryGroups.self)
                let gone = try await client.send("GET", path, headers: [("If-None-Match", tag)])
                #expect(gone.status == 200 && gone.body == Array("[]".utf8))
            }
        }
    }

    // T79, T82
    @Test(arguments: TestDatabase.all)
    func `stories and pages stand in the order that staff have chosen`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var groups: [String] = []
            for title in ["А", "Б", "В"] {
                let group = try await vitrina.story(["title": ["ru": .string(title)]])
                for page in 1...3 {
                    _ = try await vitrina.storyPage(of: group, ["title": ["ru": .string("\(title)\(page)")]])
                }
                groups.append(group)
            }
            // A new story is added at the top, and a new page at the end.
            #expect(JSON.array(try await vitrina.stories()).titles == ["В", "Б", "А"])
            #expect(try await vitrina.stories()[0]["pages"]?.titles == ["В1", "В2", "В3"])

            let path = "/admin/api/v1/stories"
            let moved = try await vitrina.send(
                .put,
                "\(path)/story_groups/\(groups[0])/position",
                ["to": "first"]
            )
            #expect(moved.status == 200)
            let board = try await vitrina.send(.get, "\(path)/board").json["groups"]?.array ?? []
            let pages = board[0]["pages"]?.array?.compactMap { $0["id"]?.string } ?? []
            _ = try await vitrina.send(
                .put,
                "\(path)/story_pages/\(pages[2])/position",
                ["before": .string(pages[0])]
            )
            let stories = try await vitrina.stories()
            #expect(JSON.array(stories).titles == ["А", "В", "Б"])
            #expect(stories[0]["pages"]?.titles == ["А3", "А1", "А2"])
            #expect(stories[0]["pages"]?.array?.compactMap { $0["order"]?.integer } == [1, 2, 3])
            #expect(stories[1]["pages"]?.titles == ["В1", "В2", "В3"])
        }
    }

    // T81
    @Test(arguments: TestDatabase.all)
    func `only what is published, within its time and not empty is there`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let windows: [(String, [String: JSON])] = [
                ("now", [:]), ("soon", ["live_from": "2026-11-21T12:00:10Z"]),
                ("over", ["live_until": "2026-11-21T11:59:59Z"]),
                ("until", ["live_until": "2026-11-21T12:00:20Z"]),
            ]
            for (name, window) in windows {
                let title: [String: JSON] = ["title": ["ru": .string(name)]]
                let group = try await vitrina.story(title.merging(window) { first, _ in first })
                _ = try await vitrina.storyPage(of: group)
            }
            let draft = try await vitrina.story(["title": ["ru": "draft"]], isDraft: true)
            _ = try await vitrina.storyPage(of: draft)
            let empty = try await vitrina.story(["title": ["ru": "empty"]])
            _ = try await vitrina.storyPage(of: empty, isDraft: true)

            for (time, titles) in [
                ("2026-11-21T12:00:00Z", ["until", "now"]),
                ("2026-11-21T12:00:10Z", ["until", "soon", "now"]),
                ("2026-11-21T12:00:20Z", ["until", "soon", "now"]),
                ("2026-11-21T12:00:21Z", ["soon", "now"]),
            ] {
                vitrina.clock.set(time)
                #expect(JSON.array(try await vitrina.stories()).titles == titles, "\(time)")
            }
            let board = try await vitrina.send(.get, "/admin/api/v1/stories/board").json["groups"]?.array
            let reasons = (board ?? []).map { [$0["title"]?.string ?? "", $0["absence"]?.string ?? ""] }
            #expect(
                reasons == [
                    ["empty", "no_pages"], ["draft", "not_published"], ["until", "over"], ["over", "over"],
                    ["soon", ""], ["now", ""],
                ]
            )
            // A published story without a page has a warning.
            let warnings = try await vitrina.send(.get, "/admin/api/v1/warnings").json.items
            let told = warnings.filter { $0["app"] == "stories" && $0["type"] == .null }
            #expect(told.compactMap { $0["title"]?.string } == ["empty"])
        }
    }

    // T86
    @Test(arguments: [
        ("?lang=en", "", "Baikal"), ("?lang=en_US", "", "Baikal"), ("?lang=ru_RU", "en", "Байкал"),
        ("", "en-GB,ru;q=0.5", "Baikal"), ("", "", "Байкал"), ("?lang=uk_UA", "en", "Baikal"),
        ("?lang=", "", "Байкал"), ("?lang=%00&x=1", "", "Байкал"), ("?lang=ru&lang=en", "", "Baikal"),
    ])
    func `the language is that of the query, else of the client`(
        query: String,
        accepted: String,
        title: String
    ) async throws {
        try await withVitrina { vitrina in
            let group = try await vitrina.story()
            _ = try await vitrina.storyPage(of: group)
            let stories = try await vitrina.stories(query, headers: [.acceptLanguage: accepted])
            #expect(stories.first?["title"] == .string(title))
            // A text without a translation is in the standard language.
            #expect(stories.first?["pages"]?.array?.first?["text"] == "До марта")
        }
    }

    @Test func `the description has the list, and its schema names every member`() async throws {
        try await withVitrina { vitrina in
            let group = try await vitrina.story()
            _ = try await vitrina.storyPage(of: group)
            let document = try await vitrina.send(.get, "/stories/v1/openapi.json", as: nil).json
            #expect(document["paths"]?.object?.keys.sorted() == ["/groups/"])
            let schemas = document["components"]?["schemas"]
            let story = try #require(try await vitrina.stories().first)
            let properties = schemas?["StoryGroup"]?["properties"]?.object ?? [:]
            #expect(Set(properties.keys) == Set(story.object?.keys.map { $0 } ?? []))
            let page = try #require(story["pages"]?.array?.first)
            let pageProperties = schemas?["StoryPage"]?["properties"]?.object ?? [:]
            #expect(Set(pageProperties.keys) == Set(page.object?.keys.map { $0 } ?? []))
        }
    }

    @Test func `what is not there is answered as an error of the app`() async throws {
        try await withVitrina { vitrina in
            let none = try await vitrina.send(.get, "/stories/v1/nothing", as: nil)
            #expect(none.status == 404)
            #expect(
                none.json["error"]?["http_code"] == 404 && none.json["error"]?["error_code"] == "not_found"
            )
            let post = try await vitrina.send(.post, "/stories/v1/groups/", [:], as: nil)
            #expect(post.status == 405 && post.json["error"]?["http_code"] == 405)
        }
    }
}
