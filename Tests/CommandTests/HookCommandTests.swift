import Core
import Storage
import TestSupport
import Testing

struct HookCommandTests {
    @Test(arguments: TestDatabase.all)
    func `a hook is made, tested and told of what a command does`(kind: TestDatabase) async throws {
        try await withProgram(kind) { bare in
            var own = bare
            own.environment["VITRINA_HOOK_HOSTS"] = "127.0.0.1"
            let program = own
            try await withReceiver { receiver in
                let added = try await program.run(
                    "hooks",
                    "add",
                    "\(receiver.url)/ok",
                    "--event",
                    "content.created",
                    "--type",
                    "tags"
                )
                #expect(added.status == 0)
                let secret = try #require(added.output.firstMatch(of: /vh_[\w-]{43}/)).output
                #expect(added.messages.contains("shown only once"))
                let listed = try await program.run("hooks", "list")
                #expect(!listed.output.contains("vh_"))
                #expect(listed.output.contains("content.created"))
                let id = try await program.run("hooks", "list", "-q").id

                try await program.serving { _ in
                    // The command does not deliver it: the server finds it in the outbox.
                    let test = try await program.run("hooks", "test", id, "--wait", "--json")
                    #expect(test.status == 0)
                    #expect(test.json["state"] == "sent")
                    #expect(try await program.run("tags", "create", "-s", "name=Кофе").status == 0)
                    let isTold = try await holds { try await receiver.received().count == 2 }
                    #expect(isTold)
                }

                #expect(try await receiver.rightSignatures("/ok", secret: String(secret)) == [1, 1])
                let deliveries = try await program.run("hooks", "deliveries", id)
                #expect(deliveries.output.contains("Кофе"))
                #expect(deliveries.output.contains("sent"))
            }
        }
    }

    @Test func `every verb does what it says, and says what it cannot`() async throws {
        try await withProgram { program in
            let id = try await program.run("hooks", "add", "https://example.org/", "--inactive", "-q").id
            let edit = try await program.run(
                "hooks",
                "edit",
                id,
                "--type",
                "offers",
                "--description",
                "касса",
                "--active",
                "--json"
            )
            #expect(edit.json["types"] == ["offers"])
            #expect(edit.json["is_active"] == true)
            let all = try await program.run("hooks", "edit", id, "--all-types", "--json")
            #expect(all.json["types"] == [])
            let rotated = try await program.run("hooks", "rotate", id)
            #expect(rotated.output.contains("vh_"))
            let test = try await program.run("hooks", "test", id, "--json")
            #expect(test.json["state"] == "waiting")
            let number = test.json["id"]?.integer ?? 0
            #expect(try await program.run("hooks", "retry", "\(number)").status == 0)

            #expect(try await program.run("hooks", "edit", id).status == 64)
            #expect(
                try await program.run("hooks", "edit", id, "--type", "offers", "--all-types").status == 64
            )
            #expect(try await program.run("hooks", "add", "file:///etc/passwd").status == 65)
            let wrong = try await program.run("hooks", "add", "https://a.example", "--event", "odd")
            #expect(wrong.status == 65)
            #expect(wrong.messages.contains("events"))
            #expect(try await program.run("hooks", "retry", "777").status == 66)
            #expect(try await program.run("hooks", "remove", id).status == 64)
            #expect(try await program.run("hooks", "remove", id, "--yes").status == 0)
            #expect(try await program.run("hooks", "deliveries", id, "-q").output.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what colleagues did is listed, and followed as it happens`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            for name in ["Кофе", "Чай"] {
                #expect(
                    try await program.run("tags", "create", "-s", "name=\(name)", "--note", "проба").status
                        == 0
                )
            }

            let list = try await program.run("changes")
            #expect(list.lines.count == 3)
            #expect(list.lines.dropFirst().first?.contains("Чай") == true)
            #expect(list.output.contains("проба"))
            #expect(try await program.run("changes", "--type", "offers", "-q").output.isEmpty)
            #expect(try await program.run("changes", "--limit", "1", "--json").json["next"]?.string != nil)
            #expect(try await program.run("changes", "--type", "ghosts").status == 65)
            #expect(try await program.run("changes", "--follow", "--all").status == 64)

            try await program.following(["changes", "--follow", "--json"]) { output in
                let isOld = try await holds { output().contains("Чай") }
                #expect(isOld)
                #expect(try await program.run("tags", "create", "-s", "name=Сок").status == 0)
                let isNew = try await holds { output().contains("Сок") }
                #expect(isNew)
                let titles = try output().split(separator: "\n").map {
                    try JSON(parsing: String($0))["title"]?.string
                }
                #expect(titles == ["Кофе", "Чай", "Сок"])
            }
        }
    }
}
