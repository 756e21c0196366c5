import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The catalogue for other apps (mods.md 7, D88, D89).
struct ModCatalogueTests {
    private func catalogue(_ vitrina: Vitrina, _ query: String) async throws -> JSON {
        try await vitrina.send(.get, "\(Vitrina.modsAPI)/catalogue?\(query)", as: Vitrina.viewer).json
    }

    // D88
    @Test(arguments: TestDatabase.all)
    func `a catalogue by category has every mod where it stands`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let file = try await vitrina.archive()
            try await vitrina.mod(
                "raptor",
                in: ["zhivotnye", "paks"],
                [
                    "title": ["ru": "Раптор", "en": "Raptor"], "description": ["ru": "Раз\nдва"],
                    "file": .string(file), "file_url": .null, "is_free": false,
                ]
            )
            try await vitrina.mod("draft", in: ["paks"], publish: false)
            let all = try await catalogue(vitrina, "form=categories")
            #expect(all.object?.count == 8)
            let mod: JSON = [
                "name": "Раптор", "description": "Раз\nдва", "image": "https://files.example/a.png",
                "files": ["https://mall.example/mods/files/raptor.zip"], "isFree": false,
            ]
            #expect(all["paks"] == [mod] && all["zhivotnye"] == [mod] && all["mebel"] == [])
            #expect(try await catalogue(vitrina, "lang=en")["paks"]?.array?.first?["name"] == "Raptor")
        }
    }

    // D27, D88, D89
    @Test(arguments: TestDatabase.all)
    func `links of a catalogue are signed where staff want it, and end`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let file = try await vitrina.archive()
            try await vitrina.mod("raptor", in: ["paks"], ["file": .string(file), "file_url": .null])
            try await vitrina.mod("far", in: ["mebel"])
            try await vitrina.decide(["signed_links": true, "link_minutes": 60])
            let all = try await catalogue(vitrina, "form=categories")
            let url = all["paks"]?.array?.first?["files"]?.array?.first?.string ?? ""
            let flat = try await catalogue(vitrina, "form=flat").array ?? []
            #expect(flat.contains { $0["pathFile"]?.string == url })
            let far = all["mebel"]?.array?.first?["files"]
            #expect(far == ["https://files.example/a.zip"], "an address of somewhere else is not signed")

            let link = String(url.dropFirst("https://mall.example/mods".count))
            #expect(link.hasPrefix("/files/raptor.zip?expires="))
            #expect(try await vitrina.mods(link).status == 200)
            vitrina.clock.advance(by: .seconds(3_600))
            #expect(try await vitrina.mods(link).status == 200, "it lasts at least an hour")
            vitrina.clock.advance(by: .seconds(901))
            #expect(try await vitrina.refuses(link, 403))
        }
    }

    // D89
    @Test(arguments: TestDatabase.all)
    func `a flat catalogue numbers mods once and for all`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            try await vitrina.mod("first")
            vitrina.clock.advance(by: .seconds(1))
            let second = try await vitrina.mod("second", ["image_url": .null])
            let flat = try await catalogue(vitrina, "form=flat").array ?? []
            #expect(flat.map { $0["id"] } == [2, 1])
            #expect(
                flat.first == [
                    "id": 2, "name": "Мод «second» — лучший", "description": "", "images": [],
                    "pathFile": "https://files.example/a.zip",
                ]
            )
            try await vitrina.unpublish(second, of: ModFiles.self)
            try await vitrina.mod("third")
            #expect(try await catalogue(vitrina, "form=flat").array?.map { $0["id"] } == [3, 1])
            #expect(try await vitrina.send(.get, "\(Vitrina.modsAPI)/catalogue?form=x").status == 422)
        }
    }
}
