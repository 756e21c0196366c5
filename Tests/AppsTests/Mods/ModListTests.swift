import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// `GET /mods/category/{name}` (mods.md 7, D1–D16).
struct ModListTests {
    static let slugs = [
        "korabli", "zhivotnye", "lyudi-i-personazhi", "mashiny", "mebel", "oruzhie", "paks", "samolety",
    ]

    // D1, D9, D15, D73
    @Test(arguments: TestDatabase.all)
    func `the eight categories are there from the start, and empty`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            for slug in Self.slugs {
                let reply = try await vitrina.mods("/category/\(slug)")
                #expect(reply.status == 200 && reply.text == #"{"count":0,"items":[]}"#, "\(slug)")
                #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
            }
            let menu = try await vitrina.mods("/menu?lang=en").json["categories"]?.array ?? []
            #expect(menu.compactMap { $0["name"]?.string } == Self.slugs)
            #expect(menu.first?["label"] == "Ships")
            let list = try await vitrina.send(.get, "\(Vitrina.modsAPI)/mod_categories")
            #expect(
                list.json["items"]?.array?.compactMap { $0["slug"]?.string ?? $0["fields"]?["slug"]?.string }
                    == Self.slugs
            )

            // A removed category is not added again.
            let id = try await vitrina.modCategory("paks")
            let gone = try await vitrina.send(
                .delete,
                "\(Vitrina.modsAPI)/mod_categories/\(id)",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(gone.status == 204 || gone.status == 200, "\(gone.text)")
            let clock = vitrina.clock
            let migrated = try await Migrator(vitrina.database).migrate { clock.now }
            #expect(migrated.isEmpty)
            #expect(try await vitrina.refuses("/category/paks", 404))
        }
    }

    // D2, D3, D4, D5, D6, D11, D13, D16, D22
    @Test(arguments: TestDatabase.all)
    func `pages give every mod once, newest first`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let image = try await vitrina.image()
            for number in 0..<23 {
                try await vitrina.mod(
                    "mod-\(number)",
                    in: number == 7 ? ["paks", "korabli"] : ["korabli"],
                    ["image": .string(image), "image_url": .null]
                )
            }
            try await vitrina.mod("draft", in: ["korabli"], publish: false)
            let newest = (0..<23).reversed().map { "mod-\($0)" }

            #expect(try await vitrina.modPaths("/category/korabli") == Array(newest.prefix(20)))
            #expect(try await vitrina.modPaths("/category/paks") == ["mod-7"])
            var joined: [String] = []
            for offset in stride(from: 0, to: 28, by: 7) {
                let reply = try await vitrina.mods("/category/korabli?limit=7&offset=\(offset)")
                #expect(reply.json["count"] == 23)
                for item in reply.json.items {
                    let members = item.object ?? [:]
                    #expect(Set(members.keys) == ["path", "title", "image_url"])
                    #expect(members.values.allSatisfy { $0.string?.isEmpty == false })
                }
                joined += try await vitrina.modPaths("/category/korabli?limit=7&offset=\(offset)")
            }
            #expect(joined == newest)
            let past = try await vitrina.mods("/category/korabli?offset=23")
            #expect(past.text == #"{"count":23,"items":[]}"#)

            let item = try await vitrina.mods("/category/korabli?limit=1").json.items.first
            let url = "https://mall.example/media/\(image)"
            #expect(item?["image_url"] == .string(url))
            let picture = try await vitrina.send(.get, "/media/\(image)", as: nil)
            #expect(picture.status == 200 && picture.headers[.contentType] == "image/png")
        }
    }

    // D11, D14
    @Test(arguments: TestDatabase.all)
    func `the editor's order holds, and a mod that comes meanwhile shifts the rest by one`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            var ids: [String] = []
            for number in 0..<6 { ids.append(try await vitrina.mod("mod-\(number)", in: ["mebel"])) }
            _ = try await vitrina.services.contents.move(
                ids[0],
                of: ModFiles.type,
                to: .first,
                as: ContentStore.Act(author: Vitrina.editor)
            )
            let order = ["mod-0", "mod-5", "mod-4", "mod-3", "mod-2", "mod-1"]
            #expect(try await vitrina.modPaths("/category/mebel") == order)

            let first = try await vitrina.modPaths("/category/mebel?limit=3")
            try await vitrina.mod("new", in: ["mebel"])
            let rest = try await vitrina.modPaths("/category/mebel?limit=10&offset=3")
            #expect(first + rest == ["mod-0", "mod-5", "mod-4", "mod-4", "mod-3", "mod-2", "mod-1"])
        }
    }

    // D7
    @Test(arguments: [
        "limit=0", "limit=-1", "limit=abc", "limit=", "limit=1.5", "limit=%2B5", "limit=1e3", "limit=%00",
        "offset=-1", "offset=abc", "offset=", "offset=0x10", "offset=%D1%84",
    ])
    func `a page that cannot be is a 400`(query: String) async throws {
        try await withMods { vitrina in
            let reply = try await vitrina.mods("/category/korabli?\(query)")
            #expect(Vitrina.isRefusal(reply, 400), "\(reply.text)")
        }
    }

    // D7: the upper bound, and numbers that are too large for an integer
    @Test func `more than a hundred is a hundred, and huge numbers are just far`() async throws {
        try await withMods { vitrina in
            for number in 0..<105 { try await vitrina.mod("mod-\(number)", in: ["oruzhie"]) }
            for limit in ["100", "101", "500", "9223372036854775807", "99999999999999999999999"] {
                let paths = try await vitrina.modPaths("/category/oruzhie?limit=\(limit)")
                #expect(paths.count == 100, "limit \(limit)")
                #expect(
                    try await vitrina.modPaths("/category/oruzhie?limit=\(limit)&offset=104") == ["mod-0"]
                )
            }
            for offset in ["105", "9223372036854775807", "99999999999999999999999"] {
                let reply = try await vitrina.mods("/category/oruzhie?offset=\(offset)")
                #expect(reply.text == #"{"count":105,"items":[]}"#, "offset \(offset)")
            }
        }
    }

    // D8, D10, D20, D21
    @Test func `what is not there is a 404 in the app's own words`() async throws {
        try await withMods { vitrina in
            try await vitrina.mod("dinozavr", in: ["korabli"])
            for path in [
                "/category/nothing", "/category/Korabli", "/category/KORABLI", "/category/%D0%BA",
                "/category/korabli%20", "/category/korabli%00", "/item/nothing", "/item/Dinozavr",
                "/item/%D0%B4%D0%B8%D0%BD%D0%BE", "/item/динозавр", "/item/..%2F..%2Fetc%2Fpasswd",
                "/item/../item/dinozavr", "/item/%FF%FE", "/item/%ZZ", "/item/", "/item", "/category",
                "/nothing", "/files/dinozavr", "/files/nothing.zip", "/files/..%2Fa.zip", "/pages/privacy",
                "/item/" + String(repeating: "a", count: 5_000),
            ] {
                let reply = try await vitrina.mods(path)
                #expect(Vitrina.isRefusal(reply, 404), "\(path.prefix(60)): \(reply.status) \(reply.text)")
            }
            let wrong = try await vitrina.send(.put, "/mods/item/dinozavr", as: nil)
            #expect(Vitrina.isRefusal(wrong, 405) && wrong.headers[.allow]?.contains("GET") == true)
        }
    }

    // D8, D12, D73: a category that is hidden or unpublished
    @Test func `a hidden category is not there, and its mods are`() async throws {
        try await withMods { vitrina in
            try await vitrina.mod("dinozavr", in: ["korabli"])
            let id = try await vitrina.modCategory("korabli")
            let path = "\(Vitrina.modsAPI)/mod_categories/\(id)/flags/is_visible"
            #expect(try await vitrina.send(.put, path, ["value": false]).status == 200)
            #expect(try await vitrina.refuses("/category/korabli", 404))
            #expect(try await vitrina.mods("/item/dinozavr").status == 200)
            let warnings = try await vitrina.send(.get, "/admin/api/v1/warnings").text
            #expect(warnings.contains("dinozavr"))
            #expect(try await vitrina.send(.put, path, ["value": true]).status == 200)
            #expect(try await vitrina.modPaths("/category/korabli") == ["dinozavr"])
            let calm = try await vitrina.send(.get, "/admin/api/v1/warnings").text
            #expect(!calm.contains("dinozavr"))
        }
    }

    // Conventions: every refusal has one format, and so does that of the rate limit
    @Test func `who asks too often is told so in the same form`() async throws {
        let settings = WebSettings(publicURL: "https://mods.example", rateLimit: 2)
        try await withMods(settings: settings) { vitrina in
            for _ in 0..<2 { _ = try await vitrina.mods("/category/korabli") }
            let reply = try await vitrina.mods("/category/korabli?offset=1")
            #expect(Vitrina.isRefusal(reply, 429) && reply.headers[.retryAfter] != nil)
        }
    }
}
