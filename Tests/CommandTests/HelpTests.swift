import Apps
import Core
import Foundation
import Testing
import Web

struct HelpTests {
    private static let nouns =
        Catalog.modules.flatMap(\.types).map { $0.type.name } + [
            "home", "search", "media", "releases", "agenda", "warnings", "changes", "staff", "tokens",
            "serve",
            "migrate", "seed", "doctor", "config", "openapi", "hooks", "context",
            "completion", "export", "import", "points", "gifts", "guests", "referrals", "reviews", "searches",
            "users", "devices", "flags", "conditions", "projects",
        ]

    @Test(arguments: nouns) func `every noun has help and opens nothing for it`(noun: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run(noun, "--help")

            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE: vitrina \(noun)"))
            #expect(outcome.messages.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/var"))
        }
    }

    @Test func `a bare noun shows its verbs`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("offers")

            #expect(outcome.status == 0)
            let verbs = [
                "list", "show", "create", "edit", "publish", "unpublish", "discard", "move", "remove",
                "history", "schedule",
            ]
            for verb in verbs { #expect(outcome.output.contains("\n  \(verb) ")) }
        }
    }

    @Test(arguments: Catalog.modules.flatMap(\.types).map { $0.type.name })
    func `the help of create names every field`(name: String) async throws {
        let type = try #require(Catalog.modules.flatMap(\.types).first { $0.type.name == name }).type

        try await withProgram(isMigrated: false) { program in
            for verb in ["create", "edit"] {
                let help = try await program.run(name, verb, "--help").output

                for field in type.fields {
                    #expect(help.contains("\n  \(field.name) "))
                    #expect(help.contains(field.title.en))
                }
            }
        }
    }

    private static let slips: [([String], String)] = [
        (["offrs", "list"], "Did you mean offers?"), (["offers", "lst"], "Did you mean list?"),
        (["offers", "list", "--jsn"], "Did you mean '--json'?"), (["nonsense"], "See vitrina --help"),
    ]

    @Test(arguments: slips)
    func `a slip is named with what was meant`(arguments: [String], hint: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run(arguments)

            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            #expect(outcome.messages.hasPrefix("error: "))
            #expect(outcome.messages.contains(hint))
        }
    }

    // No two options of a command have one name, which the library finds out only where that command is run.
    @Test func `every command can be read`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("--experimental-dump-help")

            #expect(outcome.status == 0 && outcome.json["command"] != nil, "\(outcome.messages)")
        }
    }

    @Test func `the version is that of the server`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("--version")

            #expect(outcome.output == "\(version)\n")
        }
    }
}
