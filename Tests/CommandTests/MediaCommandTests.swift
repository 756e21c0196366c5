import Core
import Foundation
import TestSupport
import Testing

struct MediaCommandTests {
    @Test(arguments: TestDatabase.all)
    func `a focal point is set, tried out and taken away`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let file = program.folder + "/a.png"
            try Data(MediaFixture.png(width: 40, height: 30)).write(to: URL(filePath: file))
            let id = try await program.run("media", "add", file, "-q").id

            let dry = ["media", "focus", id, "--x", "9", "--y", "9", "--dry-run", "--json"]
            #expect(try await program.run(dry).status == 0)
            let set = try await program.run(["media", "focus", id, "--x", "30", "--y", "100", "--json"])
            #expect(set.json["focus"] == ["x": 30, "y": 100], "\(set.messages)")
            let listed = try await program.run(["media", "list", "--json"])
            #expect(listed.json.items.first?["focus"] == ["x": 30, "y": 100])
            #expect(
                try await program.run(["media", "focus", id, "--middle", "--json"]).json["focus"] == .null
            )
        }
    }

    @Test func `what is wrong with an image is said beside its file`() async throws {
        try await withProgram { program in
            let file = program.folder + "/a.png"
            let bytes = MediaFixture.png(width: 6_000, height: 6_000)
            try Data(bytes).write(to: URL(filePath: file))
            let outcome = try await program.run("media", "add", file)
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("a.png"))
        }
    }
}
