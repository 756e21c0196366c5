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
            "migrate", "seed", "doctor", "logs", "config", "openapi", "hooks", "context",
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

    /// The patterns of a help text, or of a usage error, in only one language.
    private static let alone = [
        #"(?:help|abstract|discussion):\s*\""#, #"ValidationError\(\s*\""#,
        #"ArgumentHelp\(\s*\"(?:[^"\\]|\\.)*\"\s*(?:\)|,\s*valueName)"#,
    ]

    @Test func `every help text is there in Russian and in English`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/vitrina").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var texts = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let code = try String(contentsOf: file, encoding: .utf8)
            for pattern in Self.alone {
                for match in code.matches(of: try Regex(pattern)) {
                    Issue.record("\(file.lastPathComponent): \(code[match.range]) is in one language only")
                }
            }
            for match in code.matches(of: #/ArgumentHelp\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"/#) {
                texts += 1
                #expect(match.output.1.contains(#/[А-Яа-яё]/#), "\(match.output.1)")
                #expect(!match.output.2.starts(with: #/[А-Яа-яё]/#), "\(match.output.2)")
            }
        }
        #expect(texts > 200)
    }

    @Test func `no help, heading or refusal is left in English for a Russian reader`() async throws {
        try await withProgram(isMigrated: false) { program in
            for locale in [["LANG": "ru_RU.UTF-8"], ["LC_ALL": "ru_RU.UTF-8", "LANG": "C"]] {
                let help = try await program.run(["offers", "list", "--help"], environment: locale)
                for word in [
                    "ВЫЗОВ: vitrina offers list", "ПАРАМЕТРЫ:", "Показать эту справку.", "Только в этом",
                ] {
                    #expect(help.output.contains(word), "\(word)")
                }
                for word in ["OVERVIEW", "USAGE", "OPTIONS", "default:", "Only", "Show"] {
                    #expect(!help.output.contains(word), "\(word)")
                }
            }
            let ru = ["LC_MESSAGES": "ru_RU.UTF-8", "LANG": "en_US.UTF-8"]
            let slips: [([String], String)] = [
                (["offers", "show"], "Не хватает аргумента <id>"),
                (["offers", "list", "--jsn"], "Может быть, --json?"),
                (["offers", "list", "--limit", "x"], "не годится для --limit"),
                (["offers", "list", "--limit"], "Не хватает значения"),
                (["offers", "list", "x"], "Лишний аргумент: x"),
                (["offers", "bulk", "publish"], "Укажите id"), (["offrs"], "Может быть, offers?"),
            ]
            for (arguments, words) in slips {
                let refused = try await program.run(arguments, environment: ru)
                #expect(refused.status == 64 && refused.messages.contains(words), "\(refused.messages)")
                #expect(refused.messages.hasPrefix("ошибка: "))
                for word in ["Missing", "Unknown", "Usage", "Unexpected", "invalid", "error:"] {
                    #expect(!refused.messages.contains(word), "\(refused.messages)")
                }
            }
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

    // The library detects two options with the same name only when that command runs.
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
