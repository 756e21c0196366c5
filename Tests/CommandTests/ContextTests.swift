import Core
import Foundation
import TestSupport
import Testing

@testable import vitrina

struct ContextTests {
    @Test func `a context is kept for its owner alone, and never shows its token`() async throws {
        try await withProgram(isMigrated: false) { program in
            let added = try await program.add("production", flags: ["--protected"])
            #expect(added.status == 0, "\(added.messages)")
            let path = program.folder + "/.config/vitrina/contexts.json"
            for (file, mode) in [(path, 0o600), ((path as NSString).deletingLastPathComponent, 0o700)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }

            #expect(try await program.run("context", "use", "production").status == 0)
            for arguments in [
                ["context", "list"], ["context", "list", "--json"], ["context", "show"],
                ["context", "show", "--json"], ["config"], ["config", "--json"],
            ] {
                let outcome = try await program.run(arguments)
                #expect(outcome.status == 0)
                #expect(outcome.output.contains("http://127.0.0.1:1"))
                #expect(!(outcome.output + outcome.messages).contains("vt_secret"))
            }
            #expect(try await program.run("context", "list", "-q").output == "production\n")
            let shown = try await program.run("context", "show", "--json").json
            #expect(shown["protected"] == true)
            #expect(shown["current"] == true)

            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let refused = try await program.run("offers", "list")
            #expect(refused.status == 78)
            #expect(refused.messages.contains("chmod 600 \(path)"))
        }
    }

    @Test func `XDG_CONFIG_HOME is where it is kept`() async throws {
        try await withProgram(isMigrated: false) { program in
            let environment = ["XDG_CONFIG_HOME": program.folder + "/xdg"]
            let added = try await program.add("a", environment: environment)

            #expect(added.status == 0)

            #expect(FileManager.default.fileExists(atPath: program.folder + "/xdg/vitrina/contexts.json"))
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/.config"))
        }
    }

    private static let precedence: [([String], [String: String], String?, String?)] = [
        ([], [:], "http://127.0.0.1:1", "context used"),
        (["--context", "none"], [:], nil, "default"),
        (["--context", "other"], ["VITRINA_SERVER": "http://env:1"], "http://127.0.0.1:2", "context other"),
        (["--server", "http://flag:1", "--context", "other"], [:], "http://flag:1", "flag --server"),
        ([], ["VITRINA_CONTEXT": "other"], "http://127.0.0.1:2", "context other"),
        ([], ["VITRINA_CONTEXT": "none"], nil, "default"),
        (
            [], ["VITRINA_CONTEXT": "other", "VITRINA_SERVER": "http://env:1"], "http://env:1",
            "environment VITRINA_SERVER"
        ),
        (["--data", "./elsewhere"], [:], nil, "default"),
        (["--config", "other.json"], [:], "http://file:1", "file other.json"),
        (["--config", "other.json"], ["VITRINA_CONTEXT": "other"], "http://127.0.0.1:2", "context other"),
    ]

    @Test(arguments: precedence)
    func `the first who names a server is heard`(
        flags: [String],
        environment: [String: String],
        server: String?,
        origin: String?
    ) async throws {
        try await withProgram(isMigrated: false) { program in
            try program.write(#"{"server": "http://file:1"}"#, to: "other.json")
            _ = try await program.add("used", url: "http://127.0.0.1:1")
            _ = try await program.add("other", url: "http://127.0.0.1:2", token: "vt_other")
            _ = try await program.run("context", "use", "used")

            let config = try await program.run(["config", "--json"] + flags, environment: environment).json

            #expect(config["server"]?["value"] == JSON(server))
            #expect(config["server"]?["origin"] == JSON(origin))
            // A context's token is sent only to its own server.
            let isContext = origin?.hasPrefix("context") == true
            #expect(config["token"]?["origin"] == JSON(isContext ? origin : "default"))
        }
    }

    @Test(arguments: ["none", "", "-x", "a b", "a/b", "ключ", String(repeating: "a", count: 41)])
    func `a name is a word`(name: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.add(name)

            #expect(outcome.status == 64)
        }
    }

    @Test(arguments: ["ftp://x", "mall.example", "http://", "http://u:p@x", "http://x/?a=b"])
    func `an address is one`(url: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.add("a", url: url)

            #expect(outcome.status == 64)
        }
    }

    @Test func `a context that is there is replaced only on purpose, and can be forgotten`() async throws {
        try await withProgram(isMigrated: false) { program in
            _ = try await program.add("a")
            #expect(try await program.add("a").status == 65)
            #expect(try await program.add("a", flags: ["--replace"]).status == 0)
            #expect(try await program.run("context", "use", "b").status == 78)
            #expect(try await program.run("context", "use").status == 64)
            #expect(try await program.run("context", "use", "a").status == 0)
            #expect(try await program.run("context", "use", "--none").status == 0)
            #expect(try await program.run("context", "remove", "a").status == 64)
            #expect(try await program.run("context", "remove", "a", "--yes").status == 0)
            #expect(try await program.run("context", "list", "-q").output.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a protected context wants its name`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай", "-q").id
            let token = try await program.token()
            try await program.serving { url in
                let wrong = try await program.add("p", url: url, token: "vt_wrong", isChecked: true)
                #expect(wrong.status == 77)
                #expect(wrong.messages.contains("--no-check"))
                let flags = ["--protected"]
                let added = try await program.add("p", url: url, token: token, flags: flags, isChecked: true)
                #expect(added.status == 0, "\(added.messages)")
                #expect(added.output.contains("owner@mall.example, owner"))
                _ = try await program.run("context", "use", "p")

                let remove = ["tags", "remove", id]
                for flags in [["--yes"], ["--confirm", "q"], []] {
                    let refused = try await program.run(remove + flags)
                    #expect(refused.status == 64)
                    #expect(refused.messages.contains("p"))
                }
                #expect(try await program.run("tags", "list", "-q").id == id)
                #expect(try await program.run(remove + ["--confirm", "p"]).status == 0)
                #expect(try await program.run("tags", "list", "-q").output.isEmpty)
            }
        }
    }

    @Test func `a server without TLS is warned of, one of this machine is not`() {
        let context = { Context(name: "a", url: $0, token: "t", isProtected: false, who: nil) }

        #expect(context("http://mall.example").isOpen)
        for url in ["https://mall.example", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"]
        {
            #expect(!context(url).isOpen)
        }
    }
}

extension Program {
    fileprivate func add(
        _ name: String,
        url: String = "http://127.0.0.1:1",
        token: String = "vt_secret",
        flags: [String] = [],
        isChecked: Bool = false,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(
            ["context", "add", name, "--url", url, "--token-stdin"] + flags
                + (isChecked ? [] : ["--no-check"]),
            input: token + "\n",
            environment: environment
        )
    }
}
