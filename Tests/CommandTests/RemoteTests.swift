import Core
import TestSupport
import Testing

struct RemoteTests {
    @Test(arguments: TestDatabase.all)
    func `a command prints the same on the database and through a server`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.offer(named: "Кофе")
            #expect(try await program.run("offers", "publish", id).status == 0)
            let token = try await program.token()
            try program.write("\(token)\n", to: "token")

            try await program.serving { url in
                for arguments in [
                    ["offers", "list"], ["offers", "list", "--json"],
                    ["offers", "list", "-q", "--state", "live"],
                    ["offers", "show", id], ["offers", "history", id], ["shops", "list", "--all"],
                    ["home", "show"],
                    ["home", "show", "--json"], ["media", "list"], ["staff", "list"], ["openapi"],
                    ["offers", "show", "nope"], ["offers", "create", "--publish"],
                    ["offers", "list", "--sort", "odd"],
                    ["offers", "edit", id, "-s", "cost=x"], ["offers", "publish", id, "--version", "1"],
                ] {
                    let local = try await program.run(arguments)
                    let remote = try await program.run(
                        arguments + ["--server", url, "--token-file", "token"]
                    )

                    #expect(local.status == remote.status)
                    #expect(local.output == remote.output)
                    #expect(local.messages == remote.messages.withoutRequest)
                }
            }
        }
    }

    @Test func `a change through a server is by the owner of the token`() async throws {
        try await withProgram { program in
            let token = try await program.token(of: "editor")

            try await program.serving { url in
                let remote = ["VITRINA_SERVER": url, "VITRINA_TOKEN": token]
                let create = ["tags", "create", "-s", "name=Кофе", "--note", "проба", "-q"]
                let created = try await program.run(create, environment: remote)
                try #require(created.status == 0, "\(created.messages)")

                let history = try await program.run("tags", "history", created.id, "--json").json["items"]
                #expect(history?.array?.first?["by"] == "editor (t)")
                #expect(history?.array?.first?["door"] == "api")
                #expect(history?.array?.first?["note"] == "проба")
                #expect(try await program.run(["staff", "list"], environment: remote).status == 77)
            }
        }
    }

    @Test func `a server that does not know the token says so`() async throws {
        try await withProgram { program in
            try await program.serving { url in
                let outcome = try await program.run("offers", "list", "--server", url, "--token", "vt_wrong")

                #expect(outcome.status == 77)
                #expect(outcome.messages.contains("--token-file"))
                #expect(!outcome.messages.contains("vt_wrong"))
                #expect(try await program.run("doctor", "--server", url).status == 77)
            }
        }
    }
}

extension String {
    /// The text without the number that a server gives each request.
    fileprivate var withoutRequest: String {
        split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  request ") }
            .joined(separator: "\n")
    }
}
