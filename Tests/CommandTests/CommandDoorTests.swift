import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import vitrina

/// Details that users and tools expect of a command, and of its server.
struct CommandDoorTests {
    @Test(arguments: TestDatabase.all)
    func `order, options before the noun, and an honest status without a server`(
        kind: TestDatabase
    ) async throws {
        try await withProgram(kind) { program in
            let first = try await program.run("tags", "create", "-s", "name=а", "--publish", "-q").id
            let second = try await program.run("tags", "create", "-s", "name=б", "-q").id

            for sort in [["--sort", "-created_at"], ["--sort=-created_at"]] {
                let list = try await program.run(["tags", "list", "-q"] + sort)
                #expect(list.output == "\(second)\n\(first)\n", "\(list.messages)")
            }
            let early = try await program.run(
                "--data",
                "./var",
                "--quiet",
                "tags",
                "list",
                "--sort",
                "created_at"
            )
            #expect(early.output == "\(first)\n\(second)\n", "\(early.messages)")
            let status = try await program.run("status", "--json")
            let live = status.json["contents"]?.array?.first { $0["type"] == "tags" }?["live"]
            #expect(live == 1, "\(status.output)")
            let release = try await program.run("releases", "create", "--title", "Открытие")
            let id = try await program.run("releases", "list", "-q").id
            #expect(release.output.contains(id))
            #expect(try await program.run("shops", "list").messages.isEmpty)
            let shown = try await program.terminal(columns: 80, ["shops list", "hooks list"])
            for text in shown { #expect(text.contains("Ничего нет."), "\(text)") }
        }
    }

    @Test
    func `a remote server takes options before the noun, and answers who asks and what has not changed`()
        async throws
    {
        try await withProgram { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай", "-q").id
            let token = try await program.token(of: "viewer")
            try await program.serving { url in
                let list = try await program.run("--server", url, "--token", token, "tags", "list", "-q")
                #expect(list.id == id, "\(list.messages)")

                let me = try await Self.get(url, "/me", token)
                let json = me.json
                #expect(
                    me.status == 200 && json["role"] == "viewer" && json["email"] == "viewer@mall.example"
                )
                #expect(json["permissions"] == ["content.read", "flags.read"])
                let index = try await Self.get(url, "", token).json
                #expect(index["version"] == .string(version) && index["links"]?["me"] == "/admin/api/v1/me")
                #expect(try await Self.get(url, "/me", "vt_wrong").status == 401)

                for path in ["/mall/tags", "/mall/tags/\(id)", "/me", "/status"] {
                    let answer = try await Self.get(url, path, token)
                    let tag = try #require(answer.headers["etag"], "\(path)")
                    let again = try await Self.get(url, path, token, [("If-None-Match", tag)])
                    #expect(again.status == 304 && again.body.isEmpty, "\(path) \(again.status)")
                    let other = try await Self.get(url, path, token, [("If-None-Match", "\"other\"")])
                    #expect(other.status == 200 && other.body == answer.body, "\(path)")
                }
                let raw = try await Self.get(url, "/mall/tags?q=Чай", token)
                let problem = raw.json
                #expect(raw.status == 400 && problem["detail"]?.string?.contains("percent-encoded") == true)
            }
        }
    }

    private static func get(
        _ url: String,
        _ path: String,
        _ token: String,
        _ headers: [(name: String, value: String)] = []
    ) async throws -> HTTPAnswer {
        let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
        return try await client.send(
            "GET",
            url + "/admin/api/v1" + path,
            headers: headers + [(name: "Authorization", value: "Bearer \(token)")],
            body: .none
        )
    }

    /// Commands on a protected context, some of which affect apps.
    private static let guarded: [(String, isSeen: Bool)] = [
        ("tags publish ID", true), ("tags unpublish ID", true), ("tags move ID --first", true),
        ("tags create -s name=Сок --publish", true), ("tags edit ID -s name=Сок --publish", true),
        ("tags schedule ID --publish-at +2h", true), ("tags bulk publish ID", true),
        ("tags archive ID", true),
        ("settings set mall points_registration=150", true), ("home put slider ID", true),
        ("flags set text a --publish", true), ("flags publish", true), ("flags schedule +2h", true),
        ("tags create -s name=Квас", false), ("tags edit ID -s name=Чай", false), ("tags list", false),
        ("tags copy ID", false), ("flags set text b", false), ("hooks add https://example.org/x", false),
        ("staff list", false), ("tags publish ID --dry-run", false), ("releases create --title Июнь", false),
    ]

    @Test func `a protected context asks for its name before whatever apps see`() async throws {
        try await withProgram { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай", "-q").id
            let token = try await program.token()
            let project = ["projects", "create", "mods-demo", "--app", "mods", "--title", "x"]
            #expect(try await program.run(project).status == 0)
            try await program.serving { url in
                let add = ["context", "add", "p", "--url", url, "--protected", "--token-stdin", "--no-check"]
                #expect(try await program.run(add, input: token + "\n").status == 0)
                _ = try await program.run("context", "use", "p")
                let before = try await program.run("tags", "show", id, "--json").json["live"]
                for (line, isSeen) in Self.guarded {
                    let words = line.split(separator: " ").map { $0 == "ID" ? id : String($0) }

                    let outcome = try await program.run(words)

                    let isAsked = outcome.status == 64 && outcome.messages.contains("--confirm p")
                    #expect(isAsked == isSeen, "\(line): \(outcome.status) \(outcome.messages)")
                }
                #expect(try await program.run("tags", "show", id, "--json").json["live"] == before)
                let wrong = try await program.run("tags", "publish", id, "--confirm", "q")
                #expect(wrong.status == 64)
                let right = try await program.run("tags", "publish", id, "--confirm", "p", "--json")
                #expect(right.json["state"] == "live", "\(right.messages)")
            }
        }
    }
}
