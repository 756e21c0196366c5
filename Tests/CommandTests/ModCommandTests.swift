import Core
import Foundation
import TestSupport
import Testing

/// Mods from the command line: counts, catalogues, an imported folder (D77, D78, D80, D88, D89).
struct ModCommandTests {
    /// Adds the categories of the folder, because tests start without those of an installation.
    private func addCategories(_ program: Program) async throws {
        for slug in ["korabli", "paks", "zhivotnye"] {
            let made = try await program.run(
                ["mod_categories", "create", "--publish", "--set", "label=\(slug)", "--set", "slug=\(slug)"]
            )
            try #require(made.status == 0, "\(made.messages)")
        }
    }

    /// A folder with two archives in three categories, a picture, a text and a list.
    private func fill(_ folder: String) throws {
        let files = FileManager.default
        for name in ["korabli", "paks", "zhivotnye"] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        func write(_ path: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(path)"))
        }
        let raptor = MediaFixture.zip([("raptor.txt", "roar")])
        try write("zhivotnye/Раптор.zip", raptor)
        try write("paks/Раптор.zip", raptor)
        try write("zhivotnye/Раптор.png", MediaFixture.png(width: 4, height: 3))
        try write("zhivotnye/Раптор.txt", Array("Первая строка\r\nвторая\r\n".utf8))
        try write("korabli/galeon.zip", MediaFixture.zip([("ship.txt", "ahoy")]))
        let list =
            "path;title.ru;title.en;categories;file_url;is_free\r\n"
            + "galeon;Галеон;Galleon;korabli|paks;;false\r\n"
            + ";Далёкий мод;;korabli;https://files.example/far.zip;true\r\n"
        try write("mods.csv", Array("\u{FEFF}\(list)".utf8))
    }

    // D78
    @Test(arguments: TestDatabase.all)
    func `a folder is loaded, and loaded again without a change`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let folder = "\(program.folder)/mods"
            try fill(folder)
            try await addCategories(program)
            let tried = try await program.run("mods", "load", folder, "--publish", "--dry-run")
            #expect(tried.status == 0, "\(tried.messages)")
            #expect(try await program.run("mods", "list", "-q").output.isEmpty)

            let loaded = try await program.run("mods", "load", folder, "--publish", "--json")
            #expect(loaded.status == 0, "\(loaded.messages)")
            #expect(loaded.json["summary"] == ["new": 3, "changed": 0, "unchanged": 0, "faults": 0])
            let raptor = try await program.run("mods", "show", "raptor", "--json").json["live"]
            #expect(raptor?["title"]?["ru"] == "Раптор")
            #expect(raptor?["description"]?["ru"] == "Первая строка\nвторая")
            #expect(raptor?["categories"]?.array?.count == 2 && raptor?["image"]?.string != nil)
            let galleon = try await program.run("mods", "show", "galeon", "--json").json["live"]
            #expect(galleon?["title"]?["en"] == "Galleon" && galleon?["is_free"] == false)
            #expect(galleon?["categories"]?.array?.count == 2 && galleon?["file"]?.string != nil)
            let far = try await program.run("mods", "show", "dalekiy-mod", "--json").json["live"]
            #expect(far?["file_url"] == "https://files.example/far.zip")

            let again = try await program.run("mods", "load", folder, "--publish", "--json")
            #expect(again.json["summary"] == ["new": 0, "changed": 0, "unchanged": 3, "faults": 0])
            let other = MediaFixture.zip([("ship.txt", "another")])
            try Data(other).write(to: URL(filePath: "\(folder)/korabli/galeon.zip"))
            let changed = try await program.run("mods", "load", folder, "--publish", "--json")
            #expect(changed.json["summary"] == ["new": 0, "changed": 1, "unchanged": 2, "faults": 0])
        }
    }

    // D78: a fault of one is reported before the first import, or the others continue
    @Test(arguments: TestDatabase.all)
    func `faults of a folder are told one by one`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let folder = "\(program.folder)/mods"
            try fill(folder)
            try await addCategories(program)
            try Data("no archive".utf8).write(to: URL(filePath: "\(folder)/korabli/broken.zip"))
            try FileManager.default.createDirectory(
                atPath: "\(folder)/nothing",
                withIntermediateDirectories: true
            )
            try Data(MediaFixture.zip([("a", "b")])).write(to: URL(filePath: "\(folder)/nothing/lost.zip"))
            // Faults that only the server detects: an invalid picture, a long text, an invalid URL.
            try Data("no picture".utf8).write(to: URL(filePath: "\(folder)/korabli/galeon.png"))
            let rows =
                "long;\(String(repeating: "я", count: 1_000));;korabli;https://files.example/long.zip;true\r\n"
                + "odd;Без адреса;;korabli;javascript:1;true\r\n"
            let list = URL(filePath: "\(folder)/mods.csv")
            try (Data(contentsOf: list) + Data(rows.utf8)).write(to: list)
            let wrong = [
                "korabli/broken.zip", "nothing/lost.zip", "korabli/galeon.zip", "mods.csv:4", "mods.csv:5",
            ]

            let tried = try await program.run("mods", "load", folder, "--publish", "--dry-run", "--json")
            #expect(tried.status == 65 && tried.json["summary"]?["faults"] == 5, "\(tried.messages)")
            let refused = try await program.run("mods", "load", folder, "--publish", "--json")
            #expect(refused.status == 65)
            #expect(refused.json["summary"] == ["new": 0, "changed": 0, "unchanged": 0, "faults": 5])
            #expect(refused.json["faults"] == tried.json["faults"])
            for place in wrong { #expect(tried.messages.contains(place), "\(place)") }
            #expect(try await program.run("mods", "list", "-q").output.isEmpty)
            #expect(try await program.run("media", "list", "-q").output.isEmpty)

            let loaded = try await program.run(
                "mods",
                "load",
                folder,
                "--continue-on-error",
                "--publish",
                "--json"
            )
            #expect(loaded.status == 65)
            #expect(loaded.json["summary"] == ["new": 2, "changed": 0, "unchanged": 0, "faults": 5])
            #expect(loaded.json["faults"] == tried.json["faults"])
            #expect(try await program.run("mods", "load", "\(folder)/none").status == 65)
        }
    }

    // D78: all that is left out is reported
    @Test func `what is left out of a folder is told`() async throws {
        try await withProgram { program in
            let folder = "\(program.folder)/mods"
            try fill(folder)
            try await addCategories(program)
            func write(_ path: String, _ bytes: [UInt8]) throws {
                try Data(bytes).write(to: URL(filePath: "\(folder)/\(path)"))
            }
            let other = MediaFixture.zip([("other.txt", "another")])
            try write("zhivotnye/Раптор.zip", other)
            try write("paks/Galeon!.zip", other)
            try write("korabli/galeon.txt", [0xFF, 0xFE, 0x41])
            try write("paks/Раптор.txt", Array(repeating: UInt8(ascii: "a"), count: 70_000))
            let list = URL(filePath: "\(folder)/mods.csv")
            let rows =
                "galeon;Другой;Another;;;\r\n"
                + ";Далёкий мод;;korabli;https://files.example/other.zip;true\r\n"
            try (Data(contentsOf: list) + Data(rows.utf8)).write(to: list)

            let loaded = try await program.run(
                "mods",
                "load",
                folder,
                "--publish",
                "--continue-on-error",
                "--json"
            )
            #expect(loaded.status == 65)
            #expect(loaded.json["summary"] == ["new": 3, "changed": 0, "unchanged": 0, "faults": 6])
            let faults = loaded.json["faults"]?.array?.compactMap(\.string) ?? []
            for places in [
                ["zhivotnye/Раптор.zip", "paks/Раптор.zip"], ["paks/Galeon!.zip", "korabli/galeon.zip"],
                ["korabli/galeon.txt"], ["paks/Раптор.txt"], ["mods.csv:4", "mods.csv:2"],
                ["mods.csv:5", "mods.csv:3"],
            ] {
                let isTold = faults.contains { fault in places.allSatisfy { fault.contains($0) } }
                #expect(isTold, "\(places): \(faults)")
            }
            // The first mod with a slug stays, and each gets its text, which may be in another folder.
            let galleon = try await program.run("mods", "show", "galeon", "--json").json["live"]
            #expect(galleon?["title"]?["en"] == "Galleon")
            let raptor = try await program.run("mods", "show", "raptor", "--json").json["live"]
            #expect(raptor?["description"]?["ru"] == "Первая строка\nвторая")
            #expect(raptor?["categories"]?.array?.count == 2)
            let far = try await program.run("mods", "show", "dalekiy-mod", "--json").json["live"]
            #expect(far?["file_url"] == "https://files.example/far.zip")
        }
    }

    // D77: two gigabytes are refused by the declared length, before the first byte is read
    @Test func `an archive over the setting of the server is refused at once`() async throws {
        try await withProgram { program in
            var program = program
            program.environment["VITRINA_ARCHIVE_MB"] = "1"
            let token = try await program.token()
            try await program.serving { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                let upload = url + "/admin/api/v1/media?name=a.zip"
                let own = [(name: "Authorization", value: "Bearer \(token)")]
                let huge = try await client.send(
                    "POST",
                    upload,
                    headers: own + [(name: "Content-Length", value: "2147483648")]
                )
                #expect(huge.status == 413)
                #expect(huge.text.contains("1 MB"))
                let text = String(repeating: "0123456789abcdef", count: 1 << 17)
                let large = MediaFixture.zip([("a.txt", text)])
                let refused = try await client.send("POST", upload, headers: own, body: .bytes(large))
                #expect(refused.status == 413)
                let small = MediaFixture.zip([("a.txt", "a")])
                let taken = try await client.send("POST", upload, headers: own, body: .bytes(small))
                #expect(taken.status == 201)
            }
            #expect(try await program.run(["config"], environment: ["VITRINA_ARCHIVE_MB": "0"]).status == 78)
        }
    }

    // D80, D88, D89
    @Test func `counts and catalogues are there for programs and for people`() async throws {
        try await withProgram { program in
            let folder = "\(program.folder)/mods"
            try fill(folder)
            try await addCategories(program)
            _ = try await program.run("mods", "load", folder, "--publish")
            let counts = try await program.run("mods", "counts", "--json")
            #expect(counts.status == 0 && counts.json["days"]?.array?.count == 30)
            #expect(try await program.run("mods", "counts", "raptor", "--from", "x").status == 65)
            #expect(try await program.run("mods", "counts", "none").status == 66)
            let flat = try await program.run("mods", "catalogue", "--form", "flat")
            #expect(flat.json.array?.count == 3, "\(flat.messages)")
            let file = "\(program.folder)/catalogue.json"
            #expect(try await program.run("mods", "catalogue", "--to", file).status == 0)
            let written = try JSON(parsing: Array(Data(contentsOf: URL(filePath: file))))
            #expect(written["paks"]?.array?.count == 2)
            #expect(try await program.run("mods", "catalogue", "--form", "tree").status == 65)
        }
    }
}
