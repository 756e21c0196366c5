import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// `GET /mods/item/{path}` and the editing of mods (mods.md 7, D17–D30, D81–D85).
struct ModItemTests {
    // D17, D18, D19, D22, D71, D83
    @Test(arguments: TestDatabase.all)
    func `a mod is exactly what the contract says, and the same in its list`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let (image, file) = (try await vitrina.image(), try await vitrina.archive())
            let title = "Динозавр «Раптор» — \"живой\" – \\ 5"
            try await vitrina.mod(
                "dinozavr-raptor",
                in: ["zhivotnye", "paks"],
                [
                    "title": ["ru": .string(title), "en": "Raptor"],
                    "description": ["ru": "Первая строка\r\nвторая\n\nчетвёртая"],
                    "image": .string(image), "file": .string(file),
                ]
            )
            let expected: JSON = [
                "title": .string(title), "image_url": .string("https://mall.example/media/\(image)"),
                "description": "Первая строка\nвторая\n\nчетвёртая",
                "zip_url": "https://mall.example/mods/files/dinozavr-raptor.zip",
            ]
            let reply = try await vitrina.mods("/item/dinozavr-raptor")
            #expect(reply.json == expected)
            #expect(reply.text.contains(#"строка\nвторая\n\n"#))
            let row = try await vitrina.mods("/category/paks").json.items.first
            #expect(row?["title"] == expected["title"] && row?["image_url"] == expected["image_url"])

            // Each text is in the requested language, or in the standard one.
            for (path, headers) in [("?lang=en", [:]), ("", [.acceptLanguage: "en-US"])]
                as [(String, HTTPFields)]
            {
                let english = try await vitrina.mods("/item/dinozavr-raptor\(path)", headers: headers).json
                #expect(english["title"] == "Raptor")
                #expect(english["description"] == expected["description"])
                let row = try await vitrina.mods("/category/paks\(path)", headers: headers).json["items"]
                #expect(row?.array?.first?["title"] == "Raptor")
            }
            #expect(try await vitrina.mods("/item/dinozavr-raptor?lang=xx").json == expected)
        }
    }

    // D30 and mods.md 6.6: external addresses are never requested, and sent as typed
    @Test func `external addresses are sent as they are`() async throws {
        try await withMods { vitrina in
            let (image, file) = (
                "https://cdn.example/%D0%B0%20b.png?x=1&y=%2F", "http://other.example:8080/Мод.zip#top"
            )
            try await vitrina.mod(
                "far",
                in: ["mebel"],
                ["image_url": .string(image), "file_url": .string(file)]
            )
            let item = try await vitrina.mods("/item/far").json
            #expect(item["image_url"] == .string(image) && item["zip_url"] == .string(file))
            #expect(item["description"] == "")
            #expect(
                try await vitrina.mods("/category/mebel").json.items.first?["image_url"]
                    == .string(image)
            )
        }
    }

    // D12, D28, D29, D84, D85
    @Test(arguments: TestDatabase.all)
    func `a mod is there as long as it is published, and never without an archive`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let path = "\(Vitrina.modsAPI)/mods"
            let id = try await vitrina.mod("late", in: ["korabli"], ["file_url": .null], publish: false)
            let refused = try await vitrina.send(
                .put,
                "\(path)/\(id)/publication",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(refused.status == 422 && refused.text.contains("#/file"))
            #expect(try await vitrina.refuses("/item/late", 404))

            try await vitrina.change(id, of: ModFiles.self, ["file_url": "https://files.example/late.zip"])
            #expect(try await vitrina.modPaths("/category/korabli") == ["late"])
            try await vitrina.unpublish(id, of: ModFiles.self)
            #expect(try await vitrina.refuses("/item/late", 404))
            #expect(try await vitrina.mods("/category/korabli").text == #"{"count":0,"items":[]}"#)

            // It is scheduled.
            let schedule = try await vitrina.send(
                .put,
                "\(path)/\(id)/schedule/publication",
                ["at": "2026-11-21T13:00:00Z"],
                headers: [.ifMatch: "\"\(try await version(vitrina, id))\""]
            )
            #expect(schedule.status == 200, "\(schedule.text)")
            vitrina.clock.advance(by: .seconds(3_600))
            _ = try await vitrina.carryOutDue()
            #expect(try await vitrina.mods("/item/late").status == 200)

            let version = try await version(vitrina, id)
            _ = try await vitrina.send(.delete, "\(path)/\(id)", headers: [.ifMatch: "\"\(version)\""])
            #expect(try await vitrina.refuses("/item/late", 404))
            #expect(try await vitrina.mods("/category/korabli").json["count"] == 0)
        }
    }

    private func version(_ vitrina: Vitrina, _ id: String) async throws -> Int64 {
        try await vitrina.send(.get, "\(Vitrina.modsAPI)/mods/\(id)").json["version"]?.integer ?? 0
    }

    // D76, D26: an archive is not a picture, and a picture is not an archive
    @Test func `each field takes only its own kind of file`() async throws {
        try await withMods { vitrina in
            let (image, file) = (try await vitrina.image(), try await vitrina.archive())
            let path = "\(Vitrina.modsAPI)/mods"
            let archive = try await vitrina.send(.post, path, ["image": .string(file)])
            #expect(archive.status == 422 && archive.text.contains("#/image"))
            let picture = try await vitrina.send(.post, path, ["file": .string(image)])
            #expect(picture.status == 422 && picture.text.contains("#/file"))
        }
    }

    // D75: warnings for editors of a publishable mod
    @Test func `what misses is warned about`() async throws {
        try await withMods { vitrina in
            let id = try await vitrina.mod("bare", ["image_url": .null])
            let content = try await vitrina.send(.get, "\(Vitrina.modsAPI)/mods/\(id)").json
            let pointers = content["warnings"]?.array?.compactMap { $0["pointer"]?.string } ?? []
            #expect(Set(pointers) == ["#/image", "#/categories"])
        }
    }

    // D81, D82
    @Test(arguments: TestDatabase.all)
    func `the help and the pages of the menu are edited and served`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let empty = try await vitrina.mods("/help/install")
            #expect(empty.json == ["title": "Как установить мод", "blocks": []])
            let image = try await vitrina.image()
            _ = try await vitrina.publish(
                ModHelp.self,
                ["name": "Первый", "text": ["ru": "Скачайте", "en": "Download"], "image": .string(image)]
            )
            _ = try await vitrina.publish(
                ModHelp.self,
                ["name": "Второй", "text": ["ru": "Откройте папку\nигры"]]
            )
            _ = try await vitrina.publish(
                ModPages.self,
                ["title": ["ru": "Установка", "en": "Installing"], "slug": "install"]
            )
            let help = try await vitrina.mods("/help/install?lang=en").json
            #expect(help["title"] == "Installing")
            let blocks: JSON = [
                ["text": "Download", "image_url": .string("https://mall.example/media/\(image)")],
                ["text": "Откройте папку\nигры", "image_url": ""],
            ]
            #expect(help["blocks"] == blocks)

            _ = try await vitrina.publish(
                ModPages.self,
                [
                    "title": ["ru": "Условия <б>"], "slug": "terms",
                    "text": ["ru": "<p>Раз<script>alert(1)</script></p>", "en": "<p>One</p>"],
                ]
            )
            let page = try await vitrina.mods("/pages/terms")
            #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            #expect(page.text.contains("Условия &lt;б&gt;") && !page.text.contains("<script"))
            #expect(try await vitrina.mods("/pages/terms?lang=en").text.contains("<p>One</p>"))
            let pages = try await vitrina.mods("/menu").json["pages"]?.array ?? []
            #expect(pages.compactMap { $0["name"]?.string } == ["terms", "install"])
            #expect(pages.first?["url"] == "https://mall.example/mods/pages/terms?lang=ru")
        }
    }
}
