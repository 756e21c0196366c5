import Core
import Foundation
import TestSupport
import Testing

struct TrialTests {
    @Test(arguments: TestDatabase.all)
    func `every change can be tried out, here and from afar`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.run("tags", "create", "-s", "name=Чай", "--publish", "-q").id
            let token = try await program.token()
            let tokenID = try await program.run("tokens", "list", "-q").id
            let changes: [([String], Int32, String)] = [
                (["tags", "create", "-s", "name=Сок"], 0, "name.ru  —"),
                (["tags", "edit", id, "-s", "name=Сок"], 0, "name.ru    Чай     Сок"),
                (["tags", "edit", id, "-s", "name=Сок", "--publish"], 0, "live name.ru"),
                (["tags", "unpublish", id], 0, "state      live    draft"),
                (["tags", "remove", id], 0, "state  live    trash"),
                (["tags", "remove", id, "--version", "7"], 75, ""),
                (["tags", "create", "-s", "nome=Сок"], 65, ""),
                (["staff", "add", "--email", "b@mall.example", "--role", "editor"], 0, "b@mall.example"),
                (["tokens", "revoke", tokenID], 0, ""),
                (["tags", "show", id], 0, "Чай"),
            ]
            let before = try await program.everything()

            try await program.serving { url in
                for (arguments, status, part) in changes {
                    let local = try await program.run(arguments + ["--dry-run"])
                    let remote = try await program.run(
                        arguments + ["--dry-run"],
                        environment: ["VITRINA_SERVER": url, "VITRINA_TOKEN": token]
                    )
                    for outcome in [local, remote] {
                        #expect(outcome.status == status, "\(arguments) \(outcome.messages)")
                        #expect(
                            part.isEmpty || outcome.output.contains(part),
                            "\(arguments) \(outcome.output)"
                        )
                        let isTried = status == 0 && arguments[1] != "show"
                        #expect(outcome.messages.contains("Nothing was changed (dry run).") == isTried)
                    }
                }
            }

            #expect(try await program.everything() == before)
        }
    }

    @Test func `it speaks the language of the person`() async throws {
        try await withProgram { program in
            let outcome = try await program.run(
                ["tags", "create", "-s", "name=Сок", "--dry-run"],
                environment: ["VITRINA_LANGUAGE": "ru"]
            )

            #expect(outcome.messages == "Пробный запуск: ничего не изменено.\n")
            #expect(outcome.output.contains("СТАНЕТ"))
        }
    }

    @Test func `for a program it is the content as it would be`() async throws {
        try await withProgram { program in
            let outcome = try await program.run("tags", "create", "-s", "name=Сок", "--dry-run", "--json")

            #expect(outcome.json["title"] == "Сок")
            #expect(outcome.messages.isEmpty)
            #expect(try await program.run("tags", "list", "-q").output.isEmpty)
        }
    }

    @Test func `a picture is tried out with the content that it is for`() async throws {
        try await withProgram { program in
            let picture = Data(MediaFixture.png(width: 4, height: 3))
            try picture.write(to: URL(filePath: program.folder + "/a.png"))

            let outcome = try await program.run(
                ["news", "create", "-s", "title=Новость", "-s", "image=@a.png", "--dry-run"]
            )

            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(try await program.run("media", "list", "-q").output.isEmpty)
            let media = try FileManager.default.contentsOfDirectory(atPath: program.folder + "/var/media")
            #expect(media.isEmpty)
        }
    }

    @Test func `fields and switches of one content are shown together`() async throws {
        try await withProgram { program in
            let id = try await program.run("offers", "create", "-s", "name=Чай", "-q").id

            let outcome = try await program.run(
                ["offers", "edit", id, "-s", "name=Сок", "-s", "on_home=true", "--dry-run"]
            )

            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.output.contains("name.ru  Чай"))
            #expect(outcome.output.contains("on_home  false"))
        }
    }

    @Test func `many changes of one command are shown together`() async throws {
        try await withProgram { program in
            var ids: [String] = []
            for name in ["Чай", "Сок"] {
                ids.append(try await program.run("tags", "create", "-s", "name=\(name)", "-q").id)
            }
            let release = try await program.run("releases", "create", "--title", "Осень", "-q").id

            let added = try await program.run(["releases", "add", release] + ids + ["--dry-run"])
            let bulk = try await program.run(["tags", "bulk", "publish"] + ids + ["--dry-run"])
            _ = try await program.run("tags", "publish", ids[0])
            _ = try await program.run("tags", "edit", ids[0], "-s", "name=Морс")
            let schedule = try await program.run(
                ["tags", "schedule", ids[0], "--publish-at", "+1d", "--withdraw-at", "+2d", "--dry-run"]
            )

            for id in ids { #expect(added.output.contains(id)) }
            #expect(bulk.messages.contains("Changed: 2"))
            #expect(schedule.output.contains("schedule.publication"))
            #expect(schedule.output.contains("schedule.withdrawal"))
            for outcome in [added, bulk, schedule] {
                #expect(outcome.status == 0, "\(outcome.messages)")
                #expect(outcome.messages.contains("Nothing was changed (dry run)."))
            }
            let shown = try await program.run("releases", "show", release, "--json").json
            #expect(shown["items"] == [])
        }
    }

    @Test func `what is made over a line that breaks is made once`() async throws {
        try await withProgram { program in
            let token = try await program.token()
            try await program.serving { url in
                try await program.losing(url) { relay in
                    let outcome = try await program.run(
                        ["tags", "create", "-s", "name=Сок", "-q"],
                        environment: ["VITRINA_SERVER": relay, "VITRINA_TOKEN": token]
                    )

                    #expect(outcome.status == 0, "\(outcome.messages)")
                    #expect(try await program.run("tags", "list", "-q").id == outcome.id)
                }
            }
        }
    }
}

extension Program {
    /// All data that a trial could change, as commands show it.
    fileprivate func everything() async throws -> [String] {
        var outputs: [String] = []
        for arguments in [
            ["tags", "list", "--json"], ["staff", "list", "--json"], ["tokens", "list", "-q"],
        ] {
            outputs.append(try await run(arguments).output)
        }
        return outputs
    }
}
