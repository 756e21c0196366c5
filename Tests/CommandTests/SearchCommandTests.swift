import Core
import TestSupport
import Testing

struct SearchCommandTests {
    @Test func `search finds the same on the database and through a server`() async throws {
        try await withProgram { program in
            let tag = try await program.run("tags", "create", "-s", "name=Кофе", "-q").id
            let news = try await program.run(
                "news",
                "create",
                "-q",
                "-s",
                "title=Открытие",
                "-s",
                "content=Горячий кофе и пирог"
            ).id
            try program.write(try await program.token(of: "viewer"), to: "token")

            #expect(try await program.run("search", "kofe", "-q").lines.map { String($0) } == [tag, news])
            #expect(try await program.run("search", "rjat", "-q").lines.map { String($0) } == [tag, news])
            #expect(try await program.run("search", "нету", "-q").output == "")
            #expect(try await program.run("search", "пирог", "горячий", "-q").id == news)
            #expect(try await program.run("search", "кофе", "--type", "news", "-q").id == news)
            #expect(try await program.run("tags", "list", "--search", "kofe", "-q").id == tag)
            let table = try await program.run("search", "кофе")
            #expect(table.output.contains("content: Горячий кофе и пирог"))
            try await program.serving { url in
                for arguments in [
                    ["search", "кофе"], ["search", "кофе", "--json"],
                    ["search", "кофе", "-q", "--limit", "1"],
                    ["search", "кофе", "--all", "-q"], ["search", "нету"], ["search", "!!!"],
                    ["search", "кофе", "--type", "odd"], ["news", "list", "--search", "пирог"],
                    ["news", "list", "--search", ""],
                ] {
                    let local = try await program.run(arguments)
                    let remote = try await program.run(
                        arguments + ["--server", url, "--token-file", "token"]
                    )

                    #expect(local.status == remote.status, "\(arguments)")
                    #expect(local.output == remote.output, "\(arguments)")
                }
            }
            #expect(try await program.run("search", "!!!").status == 65)
            #expect(try await program.run("search", "кофе", "--type", "odd").status == 65)
            #expect(try await program.run("search").status == 64)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the index can be made again`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let tag = try await program.run("tags", "create", "-s", "name=Кофе", "-q").id
            // In addition to the initial entries.
            let count = try await program.run("mod_categories", "list", "-q").lines.count + 1

            let made = try await program.run("migrate", "index")
            #expect(made.status == 0)
            #expect(made.messages.contains("Contents in the index: \(count)."))
            let again = try await program.run("migrate", "index", "--json").json
            #expect(again == ["indexed": .integer(Int64(count))])
            #expect(try await program.run("search", "кофе", "-q").id == tag)
        }
        try await withProgram(kind, isMigrated: false) { program in
            let status = try await program.run("migrate", "index").status
            #expect(status == 78)
        }
    }
}
