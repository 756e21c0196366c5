import Core
import Foundation
import TestSupport
import Testing

struct CompletionTests {
    private static let words: [(String, [String])] = [
        ("vitrina of", ["offers"]), ("vitrina offers pub", ["publish"]),
        ("vitrina offers list --state li", ["live"]), ("vitrina offers list --sort -up", ["-updated_at"]),
        ("vitrina offers edit X --set name", ["name.ru=", "name.en="]),
        ("vitrina offers list --filter sh", ["shop="]), ("vitrina home show sli", ["slider"]),
        ("vitrina tokens create --role ow", ["owner"]), ("vitrina completion z", ["zsh"]),
        ("vitrina offers list --wat", ["--watch"]), ("vitrina context use pro", ["production"]),
        ("vitrina offers list --context pro", ["production"]), ("vitrina offers show ", ["OFFER"]),
        ("vitrina tags move ID --before ", ["TAG"]), ("vitrina categories show uslu", ["uslugi"]),
        ("vitrina categories show CATEGORY", ["CATEGORY"]),
        ("vitrina staff edit own", ["owner@mall.example"]),
    ]

    @Test func `bash completes words, values and what is in the database`() async throws {
        try await withProgram { program in
            var ids: [String: String] = [:]
            ids["OFFER"] = try await program.run("offers", "create", "-s", "name=$(touch hacked)", "-q").id
            ids["TAG"] = try await program.run("tags", "create", "-s", "name=Чай", "-q").id
            let create = ["categories", "create", "-s", "name=Услуги", "-s", "slug=uslugi", "-q"]
            ids["CATEGORY"] = try await program.run(create).id
            _ = try await program.token()
            let add = ["context", "add", "production", "--url", "http://127.0.0.1:1", "--token-stdin"]
            _ = try await program.run(add + ["--no-check"], input: "vt_x\n")
            let filled = { (text: String) in
                ids.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
            }

            let calls = Self.words.map { "try \(Self.quoted(filled($0.0)))" }.joined(separator: "\n")
            let outcome = try await program.bash(Self.harness + calls)

            #expect(outcome.messages.isEmpty, "\(outcome.messages)")
            let offered = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, (line, words)) in Self.words.enumerated() {
                #expect(offered[index] == words.map(filled).joined(separator: " "), "\(line)")
            }
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/hacked"))
        }
    }

    /// The data that readline passes to the function of a command.
    private static let harness = """
        vitrina completion bash > completion.bash
        source completion.bash
        try() {
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
            _vitrina "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
        }

        """

    /// Splits a line into words, the last of which may be empty.
    private static func quoted(_ line: String) -> String {
        line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }.joined(separator: " ")
    }

    @Test func `shells that can show titles get them`() async throws {
        try await withProgram { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай: зелёный", "-q").id
            for (shell, mark) in [("zsh", ":"), ("fish", "\t")] {
                let outcome = try await program.run(
                    ["---completion", "tags", "show", "--", "positional@0", "3", "0"]
                        + ["vitrina", "tags", "show", ""],
                    environment: ["SAP_SHELL": shell]
                )

                #expect(outcome.lines.first == "\(id)\(mark)Чай: зелёный")
            }
        }
    }

    @Test func `a shell asks the program for words with their titles, values after = and files`() async throws
    {
        try await withProgram { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай: зелёный", "-q").id
            let asks: [([String], String)] = [
                (["zsh", "vitrina", "tags", "show", ""], "\(id)\tЧай: зелёный"),
                (["fish", "vitrina", "tags", "show", String(id.prefix(5))], "\(id)\tЧай: зелёный"),
                (["fish", "vitrina", "tags", "publ"], "publish\tShow the draft of one tag to apps."),
                (["fish", "vitrina", "--json", "tags", "unarch"], "unarchive\t"),
                (["zsh", "vitrina", "tags", "list", "--state=arch"], "--state=archived"),
                (["zsh", "vitrina", "tags", "list", "--state", "arch"], "archived"),
                (["bash", "vitrina tags list --sort \"-upd"], "-updated_at"),
                (["bash", "vitrina tags list --config "], ":files json"),
                (["bash", "vitrina tags list --data "], ":directories"),
                (["bash", "vitrina tags show one tw"], ""),
            ]
            for (ask, line) in asks {
                let outcome = try await program.run(["---complete"] + ask)

                #expect(outcome.status == 0 && outcome.messages.isEmpty)
                let first = outcome.output.split(separator: "\n").first.map(String.init) ?? ""
                #expect(line.hasSuffix("\t") ? first.hasPrefix(line) : first == line, "\(ask) \(first)")
            }
        }
    }

    @Test func `where nothing can be known nothing is said`() async throws {
        try await withProgram(isMigrated: false) { program in
            for more in [
                [], ["--server", "http://127.0.0.1:1"], ["--data", "/nowhere"], ["--context", "x"],
            ] {
                let outcome = try await program.run(
                    ["---completion", "tags", "show", "--", "positional@0", "3", "0"]
                        + ["vitrina", "tags", "show", ""] + more
                )

                #expect(outcome.status == 0)
                #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
                #expect(outcome.messages.isEmpty)
            }
            let nonsense = try await program.run("---completion", "no", "such", "thing")
            #expect(nonsense.status == 0)
            #expect(nonsense.output.isEmpty && nonsense.messages.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/var"))
        }
    }

    @Test func `a server answers as the database does`() async throws {
        try await withProgram { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай", "-q").id
            let token = try await program.token()
            try await program.serving { url in
                // A busy machine may exceed the short timeout, so the test repeats it.
                let isOffered = try await holds {
                    try await program.run(
                        ["---completion", "tags", "show", "--", "positional@0", "3", "0"]
                            + ["vitrina", "tags", "show", "", "--server", url],
                        environment: ["VITRINA_TOKEN": token]
                    ).id == id
                }
                #expect(isOffered)
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has its script`(shell: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("completion", shell)

            #expect(outcome.status == 0)
            #expect(
                outcome.output.contains("vitrina ---complete")
                    || outcome.output.contains("---complete \(shell)")
            )
            #expect(outcome.output.utf8.count < 4096)
        }
    }
}
