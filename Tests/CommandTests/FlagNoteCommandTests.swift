import TestSupport
import Testing

/// `vitrina flags describe` with all its options, and `vitrina flags defaults`.
struct FlagNoteCommandTests {
    // R99, R101, R27
    @Test(arguments: TestDatabase.all)
    func `texts by language, prerequisites, schemas and names are set from the command line`(
        kind: TestDatabase
    ) async throws {
        try await withProgram(kind) { program in
            try await program.makeProject()
            func run(_ arguments: String...) async throws -> Program.Outcome {
                try await program.run(["flags"] + arguments)
            }
            #expect(try await run("set", "title", "Моды").status == 0)
            #expect(try await run("describe", "title", "--language", "ru", "--language", "en").status == 0)
            #expect(try await run("set", "title", "Mods", "--language", "en").status == 0)
            #expect(try await run("set", "title", "Mods", "--language", "de").status == 65)
            #expect(try await run("get", "title").output.contains("lang en"))
            #expect(try await run("set", "title", "x", "--language", "en", "--group", "a").status == 64)

            #expect(try await run("set", "trial", "7").status == 0)
            #expect(try await run("describe", "trial", "--requires", "title=Моды").status == 0)
            let gone = try await run("describe", "trial", "--requires", "gone=1")
            #expect(gone.status == 0 && gone.messages.contains("does not exist: gone"))
            #expect(try await run("publish").status == 65)
            #expect(try await run("describe", "trial", "--requires", "").status == 0)
            #expect(try await run("describe", "trial", "--description", "Days", "--min", "0").status == 0)
            #expect(try await run("set", "list", "[1]", "--type", "json").status == 0)
            #expect(try await run("describe", "list", "--schema", #"{"type": "object"}"#).status == 0)
            #expect(try await run("lint").messages.contains("list"))
            #expect(try await run("describe", "list", "--any-value").status == 0)
            #expect(try await run("describe", "list", "--any-value", "--min", "1").status == 64)
            #expect(try await run("describe", "list").status == 64)
            let type = try await run("set", "list", "1", "--type", "date")
            #expect(type.status == 64 && type.messages.contains("boolean"))

            #expect(try await run("rename", "list", "items", "-q").id == "items")
            #expect(try await run("rename", "items", "trial").status == 65)
            #expect(try await run("unset", "trial", "--if", "lang en").status == 66)
            let published = try await run("publish")
            #expect(published.status == 0, "\(published.messages)")
            for (format, start) in [("plist", "<?xml"), ("xml", "<?xml"), ("json", "{")] {
                let file = try await run("defaults", "--format", format)
                #expect(file.status == 0 && file.output.hasPrefix(start) && file.output.contains("Моды"))
            }
            #expect(try await run("defaults", "--format", "yaml").status == 64)
            #expect(try await run("defaults", "-p", "nothing").status == 66)
        }
    }
}
