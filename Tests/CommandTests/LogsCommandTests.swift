import Core
import TestSupport
import Testing

/// `vitrina logs`: the last lines of a running server.
struct LogsCommandTests {
    @Test func `without a server it says where the log is`() async throws {
        try await withProgram { program in
            let outcome = try await program.run("logs")

            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            #expect(outcome.messages.contains("--server"))
            #expect(outcome.messages.contains("journalctl"))
        }
    }

    @Test func `the log of a server is read, narrowed and followed`() async throws {
        try await withProgram { program in
            let token = try await program.token()
            try await program.serving { url in
                let remote = ["--server", url, "--token", token]
                _ = try await program.run(["tags", "list"] + remote)
                _ = try await program.run(["tags", "show", "nope"] + remote)

                let all = try await program.run(["logs"] + remote)
                #expect(all.status == 0, "\(all.messages)")
                #expect(all.output.contains("GET /admin/api/v1/mall/tags"))
                #expect(all.messages.contains("The server "))
                let missing = try await program.run(["logs", "--status", "404", "--json"] + remote)
                let found = missing.json.items
                #expect(found.allSatisfy { $0["status"] == 404 }, "\(missing.output)")
                let id = try #require(found.first?["request_id"]?.string)
                let one = try await program.run(["logs", "--request", id, "-q"] + remote)
                #expect(one.output == "\(id)\n")
                let last = try await program.run(["logs", "--since", "1h", "-n", "1", "--json"] + remote)
                #expect(last.json.items.count == 1)
                let none = try await program.run(["logs", "--slow", "--path", "/nothing"] + remote)
                #expect(none.status == 0)

                for (option, value, status) in [
                    ("--status", "5xx", 65), ("--level", "loud", 65), ("--since", "soon", 64),
                ] as [(String, String, Int32)] {
                    let wrong = try await program.run(["logs", option, value] + remote)
                    #expect(wrong.status == status, "\(option) \(wrong.messages)")
                }

                let follow = ["logs", "--follow", "--status", "404", "--json"] + remote
                try await program.following(follow) { output in
                    let isRead = try await holds { output().contains(id) }
                    #expect(isRead)
                    _ = try await program.run(["tags", "show", "nothing"] + remote)
                    let isTold = try await holds { output().contains("/mall/tags/nothing") }
                    #expect(isTold)
                    let lines = output().split(separator: "\n")
                    #expect(lines.allSatisfy { (try? JSON(parsing: String($0))) != nil })
                }
            }
        }
    }

    @Test func `it takes an owner`() async throws {
        try await withProgram { program in
            let token = try await program.token(of: "editor")
            try await program.serving { url in
                let refused = try await program.run(["logs", "--server", url, "--token", token])

                #expect(refused.status == 77)
            }
        }
    }
}
