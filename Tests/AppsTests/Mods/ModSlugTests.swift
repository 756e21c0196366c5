import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Slugs made of titles, and former slugs that still work (D74, D75, mods.md 6.4).
struct ModSlugTests {
    private static let path = "\(Vitrina.modsAPI)/mods"

    private func create(_ vitrina: Vitrina, _ title: String, publish: Bool = true) async throws -> JSON {
        try await vitrina.send(
            .post,
            "\(Self.path)?publish=\(publish)",
            ["title": ["ru": .string(title)], "file_url": "https://files.example/a.zip"]
        ).json
    }

    // D75
    @Test(arguments: [
        ("Динозавр «Раптор»", "dinozavr-raptor"), ("Люди и персонажи", "lyudi-i-personazhi"),
        ("Самолёты", "samolety"), ("Животные", "zhivotnye"), ("Мебель", "mebel"), ("Оружие", "oruzhie"),
        ("Корабли", "korabli"), ("Машины", "mashiny"), ("  5 — Щит & Меч!  ", "5-shchit-and-mech"),
        ("Café Ünïted", "cafe-united"), ("Don’t", "dont"), ("中文", ""), ("---", ""),
        ("Объём XVIII–й", "obem-xviii-y"), ("Große Straße", "grosse-strasse"), ("Łódź, Ærø", "lodz-aero"),
        ("0190a5f2-0000-7000-8000-000000000000", "id-0190a5f2-0000-7000-8000-000000000000"),
    ])
    func `a title becomes Latin words`(title: String, slug: String) {
        #expect(Slug.made(of: title) == slug)
    }

    @Test func `a slug stays short, and ends with a whole word`() {
        let long = Slug.made(of: String(repeating: "Динозавр ", count: 50))
        #expect(long.utf8.count <= 60 && long.hasSuffix("dinozavr"))
        #expect(Slug.made(of: String(repeating: "я", count: 500)).utf8.count <= 60)
    }

    // D75: unique, editable, generated if it is left empty
    @Test(arguments: TestDatabase.all)
    func `an empty path is made of the title, with a number where that is taken`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            var paths: [String] = []
            for _ in 0..<3 {
                paths.append(try await create(vitrina, "Мод «А»")["fields"]?["path"]?.string ?? "")
            }
            #expect(paths == ["mod-a", "mod-a-2", "mod-a-3"])
            #expect(try await create(vitrina, "中文")["fields"]?["path"] == "mod")
            let label: JSON = ["label": ["ru": "Новый раздел"]]
            let category = try await vitrina.send(
                .post,
                "\(Vitrina.modsAPI)/mod_categories?publish=true",
                label
            )
            #expect(category.json["live"]?["slug"] == "novyy-razdel")
            #expect(try await vitrina.mods("/category/novyy-razdel").status == 200)
            // D73: the app still opens with its first category.
            let names = try await vitrina.mods("/menu").json["categories"]?.array?.compactMap {
                $0["name"]?.string
            }
            #expect(names?.first == "korabli" && names?.last == "novyy-razdel")

            // Until the first publication the slug follows the title; then it stays.
            let draft = try await create(vitrina, "Ди", publish: false)
            #expect(draft["fields"]?["path"] == "di")
            let id = draft["id"]?.string ?? ""
            let renamed = try await vitrina.send(
                .patch,
                "\(Self.path)/\(id)?publish=true",
                ["title": ["ru": "Динозавр"]],
                headers: [.ifMatch: "\"1\""]
            )
            #expect(renamed.json["live"]?["path"] == "dinozavr")
            let again = try await vitrina.send(
                .patch,
                "\(Self.path)/\(id)?publish=true",
                ["title": ["ru": "Ящер"]],
                headers: [.ifMatch: "\"2\""]
            )
            #expect(again.json["live"]?["path"] == "dinozavr")
            let taken = try await vitrina.send(.post, Self.path, ["path": "dinozavr"])
            #expect(taken.status == 409 && taken.json["errors"]?.array?.first?["pointer"] == "#/path")
        }
    }

    // D74
    @Test(arguments: TestDatabase.all)
    func `a changed slug keeps answering, and the list shows the new one`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let id = try await vitrina.mod("first", in: ["korabli"])
            let category = try await vitrina.modCategory("korabli")
            try await vitrina.change(id, of: ModFiles.self, ["path": "second"])
            try await vitrina.change(id, of: ModFiles.self, ["path": "third"])
            try await vitrina.change(category, of: ModCategories.self, ["slug": "suda"])

            let item = try await vitrina.mods("/item/third").json
            for path in ["first", "second"] {
                #expect(try await vitrina.mods("/item/\(path)").json == item)
            }
            for slug in ["suda", "korabli"] {
                #expect(try await vitrina.modPaths("/category/\(slug)") == ["third"])
            }
            let menu = try await vitrina.mods("/menu").json["categories"]?.array?.first
            #expect(menu?["name"] == "suda")

            // Another server, and a server that has just started, resolve it too.
            let other = try await vitrina.another()
            #expect(try await other.mods("/item/first").json == item)

            // No other mod can get it, by a draft, an import or a title; its former owner can.
            let taken = try await vitrina.send(.post, Self.path, ["path": "first"])
            #expect(taken.status == 409 && taken.text.contains("#/path"))
            #expect(try await create(vitrina, "First")["fields"]?["path"] == "first-2")
            try await vitrina.change(id, of: ModFiles.self, ["path": "first"])
            #expect(try await vitrina.modPaths("/category/suda") == ["first"])
            #expect(try await vitrina.mods("/item/third").status == 200)

            // An entry in the trash reserves nothing.
            let version = try await vitrina.send(.get, "\(Self.path)/\(id)").json["version"]?.integer ?? 0
            let gone = try await vitrina.send(
                .delete,
                "\(Self.path)/\(id)",
                headers: [.ifMatch: "\"\(version)\""]
            )
            #expect(gone.status < 300, "\(gone.text)")
            #expect(try await vitrina.refuses("/item/second", 404))
            let heir = try await vitrina.mod("second", ["title": ["ru": "Наследник"]])
            #expect(try await vitrina.mods("/item/second").json["title"] == "Наследник")
            #expect(heir != id)
        }
    }

    // D74: a draft that changes the slug, and the slug that apps use until then
    @Test(arguments: TestDatabase.all)
    func `what apps know of a mod is nobody else's while its draft says otherwise`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let id = try await vitrina.mod("known")
            let draft = try await vitrina.send(
                .patch,
                "\(Self.path)/\(id)",
                ["path": "next"],
                headers: [.ifMatch: "\"1\""]
            )
            #expect(draft.status == 200)
            #expect(try await vitrina.send(.post, Self.path, ["path": "known"]).status == 409)
            #expect(try await vitrina.refuses("/item/next", 404))
            let live = try await vitrina.send(
                .put,
                "\(Self.path)/\(id)/publication",
                headers: [.ifMatch: "\"2\""]
            )
            #expect(live.status == 200)
            #expect(try await vitrina.mods("/item/known").status == 200)
            try await vitrina.unpublish(id, of: ModFiles.self)
            #expect(try await vitrina.refuses("/item/known", 404))
            try await vitrina.change(id, of: ModFiles.self, ["path": "last"])
            for path in ["known", "next", "last"] {
                #expect(try await vitrina.mods("/item/\(path)").status == 200, "\(path)")
            }
        }
    }

    // D78: an import names entries by their slugs, and respects former ones
    @Test func `an import cannot take a former slug`() async throws {
        try await withMods { vitrina in
            let id = try await vitrina.mod("old")
            try await vitrina.change(id, of: ModFiles.self, ["path": "new"])
            let row = { (path: String) in "\(path),Чужой,https://files.example/b.zip\n" }
            let head = "path,title.ru,file_url\n"
            let query = "format=csv&key=slug&publish=true"
            let refused = try await vitrina.import("mods", Array((head + row("old")).utf8), query)
            #expect(refused.text.contains("занято") || refused.text.contains("taken"), "\(refused.text)")
            let fine = try await vitrina.import("mods", Array((head + row("fine")).utf8), query)
            #expect(fine.counts.first == 1, "\(fine.text)")
            #expect(try await vitrina.mods("/item/fine").status == 200)
            // A row with an entry's current slug changes that entry.
            let own = try await vitrina.import("mods", Array((head + row("new")).utf8), query)
            #expect(own.counts[1] == 1, "\(own.text)")
            #expect(try await vitrina.mods("/item/old").json["title"] == "Чужой")
        }
    }

    // D74, D75: two mods cannot swap slugs, because old links would lead to the wrong one; the refusal gives the reason
    @Test(arguments: TestDatabase.all)
    func `a former path of another mod is refused by the name of that mod`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let first = try await vitrina.mod("first", ["title": ["ru": "Первый"]])
            let second = try await vitrina.mod("second", ["title": ["ru": "Второй"]])
            func rename(_ id: String, to path: String) async throws -> Vitrina.Reply {
                let address = "\(Self.path)/\(id)"
                let version = try await vitrina.send(.get, address).json["version"]?.integer ?? 0
                return try await vitrina.send(
                    .patch,
                    "\(address)?publish=true",
                    ["path": .string(path)],
                    headers: [.ifMatch: "\"\(version)\""]
                )
            }
            func fault(_ reply: Vitrina.Reply) -> String {
                #expect(reply.status == 409)
                #expect(reply.json["errors"]?.array?.first?["pointer"] == "#/path")
                return reply.json["errors"]?.array?.first?["detail"]?.string ?? ""
            }
            #expect(fault(try await rename(first, to: "second")) == "is taken")
            #expect(try await rename(first, to: "other").status == 200)
            #expect(fault(try await rename(second, to: "first")).contains("“Первый”"))
            #expect(fault(try await create(vitrina, "Первый", path: "first")).contains("“Первый”"))
            #expect(try await vitrina.mods("/item/first").json["title"] == "Первый")
            #expect(try await vitrina.mods("/item/second").json["title"] == "Второй")
            // It is the mod's own slug again, and not a former slug of another mod.
            #expect(try await rename(first, to: "first").status == 200)
            #expect(fault(try await rename(second, to: "first")) == "is taken")
            #expect(fault(try await rename(second, to: "other")).contains("“Первый”"))
        }
    }

    private func create(_ vitrina: Vitrina, _ title: String, path: String) async throws -> Vitrina.Reply {
        let fields: JSON = [
            "title": ["ru": .string(title)], "path": .string(path),
            "file_url": "https://files.example/a.zip",
        ]
        return try await vitrina.send(.post, Self.path, fields)
    }
}
