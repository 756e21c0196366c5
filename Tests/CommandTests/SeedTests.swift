import Core
import Foundation
import TestSupport
import Testing

struct SeedTests {
    @Test(arguments: TestDatabase.all)
    func `seeds refer by key, upload pictures and keep their order`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            try program.writeSeeds()

            let outcome = try await program.run("seed", "--from", "seeds", "--json")

            try #require(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.json == ["created": 5, "flag_projects": 0, "people": 0, "uploaded": 1])
            let offers = try await program.run("offers", "list", "--json").json.items
            #expect(offers.compactMap { $0["title"]?.string } == ["Кофе", "Чай", "Какао"])
            #expect(offers.compactMap { $0["state"]?.string } == ["live", "scheduled", "draft"])
            let shop = try await program.run("shops", "list", "--json").json.items.first
            #expect(offers.allSatisfy { $0["fields"]?["shop"] == shop?["id"] })
            #expect(offers[0]["fields"]?["image"]?.string?.hasSuffix(".png") == true)
            let history = try await program.run("shops", "history", shop?["id"]?.string ?? "", "--json")
            #expect(history.json.items.first?["door"] == "seed")
        }
    }

    @Test func `a second time does nothing unless it is asked for`() async throws {
        try await withProgram { program in
            try program.writeSeeds()
            #expect(try await program.run("seed", "--from", "seeds").status == 0)

            let second = try await program.run("seed", "--from", "seeds")
            #expect(second.status == 0)
            #expect(second.messages.contains("--again"))
            #expect(try await program.run("offers", "list", "-q").lines.count == 3)

            #expect(try await program.run("seed", "--from", "seeds", "--again").status == 0)
            #expect(try await program.run("offers", "list", "-q").lines.count == 6)
            #expect(try await program.run("categories", "list", "-q").lines.count == 1)
        }
    }

    @Test(arguments: [
        ("mall/people.json", #"[{"phone": "abc", "joined": 1}]"#, "phone"),
        ("accounts/people.json", #"[{"phone": "+79001234567", "joined": 1, "parts": [{}]}]"#, "name"),
        (
            "flags/a.json", #"{"app": "a", "title": "t", "projects": [{"id": "x"}], "versions": []}"#,
            "environment"
        ),
    ])
    func `a mistake in people or flags is told with its file and its place`(
        path: String,
        text: String,
        member: String
    ) async throws {
        try await withProgram { program in
            try program.writeSeeds()
            let file = URL(filePath: "\(program.folder)/seeds/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)

            let outcome = try await program.run("seed", "--from", "seeds")

            #expect(outcome.status == 65, "\(outcome.messages)")
            #expect(
                outcome.messages.contains(path) && outcome.messages.contains(member),
                "\(outcome.messages)"
            )
        }
    }

    @Test func `settings are decided where nobody has, and never for tests in production`() async throws {
        try await withProgram { program in
            func value(_ name: String) async throws -> JSON? {
                let items = try await program.run("settings", "list", "mall", "--json").json["items"]?.array
                return items?.first { $0["name"]?.string == name }?["value"]
            }
            try program.writeSeeds()
            try program.write(
                #"{"test_mode": true, "points_survey": 7, "points_registration": 8}"#,
                to: "seeds/mall/settings.json"
            )
            _ = try await program.run("settings", "set", "mall", "points_registration=9")

            #expect(try await program.run("seed", "--from", "seeds").status == 0)
            #expect(try await value("test_mode") == false)
            #expect(try await value("points_survey") == 7)
            #expect(try await value("points_registration") == 9)

            var tested = program
            tested.environment["VITRINA_MODE"] = "development"
            #expect(try await tested.run("seed", "--from", "seeds", "--again").status == 0)
            #expect(try await value("test_mode") == false)
            #expect(try await tested.run("settings", "list", "mall").output.contains("true"))

            try program.write(#"{"nope": 1}"#, to: "seeds/mall/settings.json")
            let wrong = try await program.run("seed", "--from", "seeds", "--again")
            #expect(wrong.status == 65 && wrong.messages.contains("nope"))
            try program.write("[]", to: "seeds/mall/settings.json")
            #expect(try await program.run("seed", "--from", "seeds", "--again").status == 65)
        }
    }

    @Test func `the demo of this project breaks no rule`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()

        try await withInstallation { program in
            let outcome = try await program.run(
                "seed",
                "--from",
                root.appending(path: "seeds/demo").path,
                "--json"
            )

            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect((outcome.json["created"]?.integer ?? 0) > 200)
        }
    }

    @Test(arguments: [
        (#"{"cost": "x"}"#, "cost: must be a whole number"),
        (#"{"shop": "nowhere"}"#, "shop: names nowhere, which is no key of shops"),
        (#"{"image": "none.png"}"#, "image: names images/none.png, which cannot be read"),
        (#"{"live_from": "some day"}"#, "live_from: is no time: some day"),
        (#"{"color": "red"}"#, "color: is not a field of offers"), ("{}", "cost: is missing"),
    ])
    func `a seed that breaks a rule names file, key and fault`(fields: String, fault: String) async throws {
        try await withProgram { program in
            try program.writeSeeds(offers: #"[{"key": "bad", "publish": true, "fields": \#(fields)}]"#)

            let outcome = try await program.run("seed", "--from", "seeds")

            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("error: seeds/mall/offers.json, bad: "))
            #expect(outcome.messages.contains("  \(fault)\n"))
        }
    }

    @Test(arguments: ["{}", "[", #"[{"key": "a"}]"#, #"[{"key":"a","fields":{}},{"key":"a","fields":{}}]"#])
    func `a file that is no seed is named`(text: String) async throws {
        try await withProgram { program in
            try program.writeSeeds(offers: text)

            let outcome = try await program.run("seed", "--from", "seeds")

            #expect(outcome.status == 65)
            #expect(outcome.messages.hasPrefix("error: seeds/mall/offers.json: "))
            #expect(try await program.run("categories", "list", "-q").output.isEmpty)
        }
    }
}

extension Program {
    fileprivate func writeSeeds(offers: String? = nil) throws {
        for folder in ["mall", "images"] {
            try FileManager.default.createDirectory(
                atPath: "\(self.folder)/seeds/\(folder)",
                withIntermediateDirectories: true
            )
        }
        let category = #"{"key": "food", "publish": true, "fields": {"name": {"ru": "Еда"}, "slug": "food"}}"#
        let shop =
            #"{"key": "les", "publish": true, "fields": {"name": {"ru": "Лес"}, "floor": 1, "categories": ["food"]}}"#
        try write("[\(category)]", to: "seeds/mall/categories.json")
        try write("[\(shop)]", to: "seeds/mall/shops.json")
        try write(offers ?? Self.offers, to: "seeds/mall/offers.json")
        try Data(Self.pixel).write(to: URL(filePath: "\(folder)/seeds/images/coffee.png"))
    }

    private static let offers = """
        [
            {"key": "coffee", "publish": true, "fields": {
                "name": {"ru": "Кофе"}, "shop": "les", "cost": 250, "count": 9, "image": "coffee.png",
                "live_from": "-1d 10:00", "live_until": "+30d 22:00"}},
            {"key": "tea", "publish": true, "fields": {
                "name": {"ru": "Чай"}, "shop": "les", "cost": 150, "count": 9, "image": "coffee.png",
                "live_from": "+3d 12:00", "live_until": "+30d"}},
            {"key": "cocoa", "publish": false, "fields": {"name": {"ru": "Какао"}, "shop": "les"}}
        ]
        """

    /// A PNG of one pixel.
    private static let pixel = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
                """
        ) ?? Data()
    )
}
