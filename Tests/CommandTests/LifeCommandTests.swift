import Core
import TestSupport
import Testing

/// Versions, archive, trash and bulk actions on the command line.
struct LifeCommandTests {
    @Test(arguments: TestDatabase.all)
    func `an earlier version is looked at and brought back`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.line("tags create --set name=Кофе --publish --quiet").id
            let edited = try await program.run(["tags", "edit", id, "--set", "name=Горячий кофе"])
            #expect(edited.status == 0, "\(edited.messages)")

            let diff = try await program.run(["tags", "diff", id])
            #expect(diff.output.contains("name.ru"))
            #expect(diff.output.contains("{+Горячий кофе+}"))
            #expect(diff.output.contains("[-Кофе-]"))
            #expect(try await program.run(["tags", "publish", id]).status == 0)
            let none = try await program.run(["tags", "diff", id])
            #expect(none.output.isEmpty)
            #expect(none.messages.contains("no difference"))

            let restored = try await program.run(["tags", "restore", id, "1", "--json"])
            #expect(restored.json["fields"]?["name"]?["ru"] == "Кофе")
            #expect(try await program.run(["tags", "restore", id, "99"]).status == 66)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a content goes to the archive, to the trash, and for ever`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.line("tags create --set name=Кофе --publish --quiet").id
            let copy = try await program.run(["tags", "copy", id, "--json"])
            #expect(copy.json["title"] == "Кофе" && copy.json["is_copy"] == true)
            #expect(try await program.run(["tags", "archive", id, "--json"]).json["state"] == "archived")
            #expect(try await program.line("tags list --quiet --state archived").id == id)
            #expect(try await program.run(["tags", "unarchive", id, "--json"]).json["state"] == "draft")
            #expect(try await program.run(["tags", "purge", id, "--yes"]).status == 65)
            #expect(try await program.run(["tags", "remove", id, "--yes"]).status == 0)
            #expect(try await program.run(["tags", "recover", id]).status == 0)
            #expect(try await program.run(["tags", "remove", id, "--yes"]).status == 0)
            #expect(try await program.run(["tags", "purge", id]).status == 64, "nobody was asked")
            #expect(try await program.run(["tags", "purge", id, "--yes"]).status == 0)
            #expect(try await program.run(["tags", "show", id]).status == 66)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what refers to a content is shown, and cleared on purpose`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let category = try await program.line(
                "categories create --set name=Еда --set slug=food --publish --quiet"
            ).id
            let tag = try await program.line("tags create --set name=Кофе --publish --quiet").id
            let shop = try await program.run([
                "shops", "create", "--set", "name=Кофейня", "--set", "floor=1", "--set",
                "categories=\(category)", "--set", "tags=\(tag)", "--publish", "--quiet",
            ]).id

            #expect(try await program.run(["tags", "uses", tag, "--quiet"]).id == shop)
            #expect(try await program.run(["tags", "remove", tag, "--yes"]).status == 65)
            let removed = try await program.run(["tags", "remove", tag, "--yes", "--clear-references"])
            #expect(removed.status == 0, "\(removed.messages)")
            let none = try await program.run(["tags", "uses", tag])
            #expect(none.messages.contains("Nothing refers to it."))
            let warnings = try await program.line("warnings --json")
            #expect(warnings.json["total"] == 4, "each block of the home screen is empty")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many contents are changed at once`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            var ids: [String] = []
            for name in ["Кофе", "Чай", "Сок"] {
                ids.append(try await program.run(["tags", "create", "--set", "name=\(name)", "--quiet"]).id)
            }
            #expect(
                try await program.line("tags bulk publish --state draft").status == 64,
                "nobody was asked"
            )
            let published = try await program.line("tags bulk publish --state draft --yes")
            #expect(published.status == 0, "\(published.messages)")
            #expect(published.messages.contains("Changed: 3"))

            let some = try await program.run(["tags", "bulk", "archive", "--each", "--yes"] + ids + ["x"])
            #expect(some.status == 65)
            #expect(some.messages.contains("Changed: 3, unchanged: 0, failed: 1."))
            #expect(some.messages.contains("x: There is no such tag."))
            let wrong = [
                ["tags", "bulk", "publish"], ["tags", "bulk", "publish", "x", "--all"],
                ["tags", "bulk", "move", "x"], ["tags", "bulk", "set", "x"],
                ["tags", "bulk", "publish", "x", "--set", "name=y"], ["tags", "bulk", "explode", "x"],
            ]
            for arguments in wrong { #expect(try await program.run(arguments).status == 64, "\(arguments)") }
        }
    }
}

extension Program {
    /// Runs a command line whose words have no spaces.
    func line(_ words: String) async throws -> Outcome {
        try await run(words.split(separator: " ").map { String($0) })
    }
}
