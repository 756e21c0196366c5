import Core
import Foundation
import TestSupport
import Testing

/// The demo mall that `scripts/start` loads.
struct DemoTests {
    // M24, M143
    @Test(arguments: TestDatabase.all)
    func `the demo fills every category, and is there after a restart`(kind: TestDatabase) async throws {
        try await withInstallation(kind) { program in
            let seeds = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../seeds/demo").standardized.path

            let outcome = try await program.run("seed", "--from", seeds, "--json")

            try #require(outcome.status == 0, "\(outcome.messages)")
            let categories = try await program.run("categories", "list", "--json").json.items
            let slugs = categories.compactMap { $0["fields"]?["slug"]?.string }
            #expect(Set(slugs) == ["shops", "food", "entertainment", "services", "sport", "cinema"])
            for category in categories {
                let id = category["id"]?.string ?? ""
                let shops = try await program.run("shops", "list", "--filter", "categories=\(id)", "--json")
                #expect(!shops.json.items.isEmpty, "\(id)")
            }
            for (noun, state) in [
                ("offers", "scheduled"), ("offers", "ended"), ("events", "draft"), ("news", "live"),
                ("promotions", "scheduled"),
            ] {
                let list = try await program.run(noun, "list", "--state", state, "--json")
                #expect(!list.json.items.isEmpty, "\(noun) \(state)")
            }
        }
    }

    @Test(arguments: [
        "offers", "events", "news", "promotions", "shops", "categories", "subcategories", "tags",
    ])
    func `every type is created, shown, changed and removed from the command line`(noun: String) async throws
    {
        try await withProgram { program in
            let title =
                ["offers", "shops", "categories", "subcategories", "tags"].contains(noun) ? "name" : "title"
            let created = try await program.run(noun, "create", "--set", "\(title)=Проба", "--quiet")
            try #require(created.status == 0, "\(created.messages)")
            let id = created.output.trimmingCharacters(in: .whitespacesAndNewlines)

            let edited = try await program.run(noun, "edit", id, "--set", "\(title).en=Try")
            #expect(edited.status == 0, "\(edited.messages)")
            let shown = try await program.run(noun, "show", id, "--json")
            #expect(shown.json["fields"]?[title] == ["ru": "Проба", "en": "Try"])
            let removed = try await program.run(noun, "remove", id, "--yes")
            #expect(removed.status == 0, "\(removed.messages)")
            let trash = try await program.run(noun, "list", "--state", "trash", "--quiet")
            #expect(trash.output.contains(id))
        }
    }
}
