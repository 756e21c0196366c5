import Core
import Foundation
import Storage
import TestSupport
import Testing

/// `vitrina projects`, and copies from one to another.
struct FlagCommandProjectTests {
    @Test func `projects, keys and devices are made, changed and removed`() async throws {
        try await withProgram { program in
            #expect(try await program.run("flags", "list").status == 66)
            try await program.makeProject()
            let taken = ["projects", "create", "mods-demo", "--app", "b", "--title", "x"]
            #expect(try await program.run(taken).status == 65)
            #expect(
                try await program.run("projects", "create", "B", "--app", "b", "--title", "x").status == 65
            )
            let number = ["--app", "b", "--title", "x", "--number", "1"]
            #expect(try await program.run(["projects", "create", "good-one"] + number).status == 65)
            let list = try await program.run("projects", "list")
            #expect(list.lines.count == 2 && list.output.contains("Мелон"))
            let edited = try await program.run(
                ["projects", "edit", "mods-demo", "--title", "Дыня", "--no-realtime", "--json"]
            )
            #expect(edited.json["title"] == "Дыня" && edited.json["settings"]?["realtime"] == false)
            #expect(edited.json["settings"]?["require_approval"] == false)
            #expect(try await program.run("projects", "edit", "nothing", "--title", "x").status == 66)
            #expect(try await program.run("projects", "edit", "mods-demo").status == 64)
            let shown = try await program.run("projects", "show", "mods-demo")
            #expect(shown.output.contains("require_approval"))

            let key = try await program.run("projects", "keys", "create", "iOS", "--json")
            #expect(key.json["key"]?.string?.hasPrefix("AVit") == true)
            let keys = try await program.run("projects", "keys", "list")
            #expect(!keys.output.contains(key.json["key"]?.string ?? "AVit") && keys.output.contains("iOS"))
            let id = key.json["id"]?.string ?? ""
            #expect(try await program.run("projects", "keys", "disable", id).status == 64)
            #expect(try await program.run("projects", "keys", "disable", id, "--yes").status == 0)
            let shut = try await program.run("projects", "keys", "list", "--json").json
            #expect(shut["items"]?.array?.first?["disabled_at"]?.string != nil)
            #expect(try await program.run("projects", "keys", "disable", "x", "--yes").status == 66)

            let device = "cAAAAAAAAAAAAAAAAAAAAA"
            #expect(try await program.run("projects", "devices", "add", device, "Анна").status == 0)
            #expect(try await program.run("projects", "devices", "list", "-q").id == device)
            #expect(try await program.run("projects", "devices", "list").output.contains("Анна"))
            let odd = try await program.run("projects", "devices", "add", "a: b/я", "x", "-q")
            #expect(odd.id == "a: b/я")
            #expect(try await program.run("projects", "devices", "remove", "a: b/я").status == 0)
            #expect(try await program.run("projects", "devices", "remove", device).status == 0)
            #expect(try await program.run("projects", "devices", "remove", device).status == 66)

            #expect(try await program.run("projects", "delete", "mods-demo").status == 64)
            #expect(try await program.run("projects", "delete", "mods-demo", "--yes").status == 0)
            #expect(try await program.run("projects", "list", "-q").id.isEmpty)
        }
    }

    @Test func `a template goes out, in and to another environment`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            try await program.makeProject("mods-test", "test")
            let unnamed = try await program.run("flags", "list")
            #expect(unnamed.status == 64 && unnamed.messages.contains("mods-demo, mods-test"))
            #expect(try await program.run("flags", "list", "-p", "nothing").status == 66)
            let test = ["-p", "mods-test"]
            let demo = ["-p", "mods-demo"]
            #expect(try await program.run(["flags", "set", "text", "a", "--publish"] + test).status == 0)
            #expect(
                try await program.run(["flags", "describe", "text", "--title", "Т", "--publish"] + test)
                    .status
                    == 0
            )

            let plain = try await program.run(["flags", "export"] + test)
            #expect(plain.json["parameters"]?["text"]?["valueType"] == "STRING")
            let whole = try await program.run(["flags", "export", "--notes", "--to", "flags.json"] + test)
            #expect(whole.status == 0 && whole.output.isEmpty && whole.messages.contains("flags.json"))
            let read = try await program.run(["flags", "import", "flags.json", "--publish"] + demo)
            #expect(read.status == 0 && read.messages.contains("Version 1 is published."), "\(read.messages)")
            #expect(try await program.run(["flags", "list"] + demo).output.contains("Т"))
            let wire = try await program.run(["flags", "import", "-", "--json"] + demo, input: plain.output)
            #expect(wire.status == 0 && wire.json["changes"] == [], "\(wire.messages)")
            #expect(try await program.run(["flags", "import", "no.json"] + demo).status == 64)
            #expect(try await program.run(["flags", "import", "-"] + demo, input: "{").status == 65)
            #expect(try await program.run(["flags", "import", "-"] + demo, input: "[1]").status == 65)

            #expect(try await program.run(["flags", "set", "text", "b", "--publish"] + test).status == 0)
            let with = try await program.run(["flags", "diff", "--with", "mods-test"] + demo)
            #expect(with.output.contains("a") && with.output.contains("b"))
            #expect(try await program.run(["flags", "promote", "mods-test"] + demo).status == 64)
            let moved = try await program.run(["flags", "promote", "mods-test", "--yes", "--json"] + demo)
            #expect(moved.json["number"] == 2 && moved.json["description"] == "mods-test → mods-demo")
            let again = try await program.run(["flags", "promote", "mods-test", "--yes"] + demo)
            #expect(again.status == 0 && again.messages.contains("There is no difference."))
            #expect(try await program.run(["flags", "promote", "nothing", "--yes"] + demo).status == 66)

            // The flags of servers are separate.
            let server = ["flags", "set", "limit", "5", "--for-servers", "--publish"] + demo
            #expect(try await program.run(server).status == 0)
            #expect(try await program.run(["flags", "list", "-q", "--for-servers"] + demo).id == "limit")
            #expect(try await program.run(["flags", "list", "-q"] + demo).id == "text")
        }
    }

    @Test func `a missing right is named, and another member of staff must agree`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            #expect(try await program.run("projects", "edit", "mods-demo", "--require-approval").status == 0)
            #expect(try await program.run("flags", "approve").status == 66)
            #expect(try await program.run("flags", "set", "text", "a").status == 0)
            #expect(try await program.run("flags", "publish").status == 77)
            let own = try await program.run("flags", "approve")
            #expect(own.status == 77 && own.messages.contains("Somebody else"), "\(own.messages)")

            let (viewer, owner) = (try await program.token(of: "viewer"), try await program.token())
            try await program.serving { url in
                func run(_ token: String, _ arguments: [String]) async throws -> Program.Outcome {
                    try await program.run(
                        arguments,
                        environment: ["VITRINA_SERVER": url, "VITRINA_TOKEN": token]
                    )
                }
                #expect(try await run(viewer, ["flags", "list", "-q"]).id == "text")
                #expect(try await run(viewer, ["flags", "set", "text", "b"]).status == 77)
                #expect(try await run(viewer, ["flags", "publish", "--yes"]).status == 77)
                #expect(try await run(viewer, ["projects", "delete", "mods-demo", "--yes"]).status == 77)
                #expect(try await run(owner, ["flags", "approve"]).status == 0)
                let published = try await run(owner, ["flags", "publish", "--yes", "--note", "Да", "--json"])
                #expect(published.json["number"] == 1, "\(published.messages)")
            }
            #expect(try await program.run("flags", "rollback", "1").status == 66)
        }
    }

    @Test func `a project is linked to Firebase, and what is missing is said`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            let off = try await program.run("flags", "google")
            #expect(off.status == 0 && off.messages.contains("is not linked"), "\(off.messages)")
            #expect(try await program.run("flags", "push").status == 65)
            #expect(try await program.run("projects", "edit", "mods-demo", "--google", "../up").status == 65)
            let link = ["projects", "edit", "mods-demo", "--google", "their-app", "--google-push", "--json"]
            let linked = try await program.run(link)
            #expect(linked.json["settings"]?["google"] == ["project": "their-app", "push": true])
            #expect(try await program.run("flags", "set", "text", "a", "--publish").status == 0)

            let push = try await program.run("flags", "push")
            #expect(push.status == 65 && push.messages.contains("google_keys"), "\(push.messages)")
            #expect(try await program.run("flags", "google", "-q").id == "failed")
            #expect(try await program.run("flags", "pull").status == 65)
            let doctor = try await program.run("doctor")
            #expect(doctor.output.contains("google_keys"), "\(doctor.output)")

            // The key file is readable by everyone, and Firebase is unreachable.
            try FileManager.default.createDirectory(
                atPath: "\(program.folder)/keys",
                withIntermediateDirectories: true
            )
            let key: JSON = [
                "client_email": "a@b.example", "private_key": .string(ExampleKey.pem),
                "token_uri": "http://127.0.0.1:1/token",
            ]
            try program.write(key.text, to: "keys/their-app.json")
            let keys = ["VITRINA_GOOGLE_KEYS": "\(program.folder)/keys"]
            let away = try await program.run(["flags", "push"], environment: keys)
            #expect(away.status == 75 && away.messages.contains("127.0.0.1"), "\(away.messages)")
            let open = try await program.run(["doctor"], environment: keys)
            #expect(open.output.contains("chmod 600"), "\(open.output)")
            #expect(try await program.run(["flags", "push", "--force"], environment: keys).status == 75)

            let none = try await program.run("projects", "edit", "mods-demo", "--google", "none", "--json")
            #expect(none.json["settings"]?["google"] == nil && none.status == 0)
            #expect(try await program.run("flags", "google", "-q").id == "off")
        }
    }

    @Test func `versions are told as they are published`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            #expect(try await program.run("flags", "set", "text", "a", "--publish").status == 0)
            try await program.following(["flags", "watch", "--json"]) { output in
                // It does not show versions published before its first poll.
                var number = 0
                let deadline = ContinuousClock.now + .seconds(60)
                while !output().contains("told"), ContinuousClock.now < deadline {
                    number += 1
                    let set = ["flags", "set", "text", "\(number)", "--publish", "--note", "told"]
                    #expect(try await program.run(set).status == 0)
                    try await Task.sleep(for: .milliseconds(300))
                }
                let lines = output().split(separator: "\n")
                #expect(try JSON(parsing: String(lines.first ?? ""))["description"] == "told")
            }
        }
    }

    @Test func `shells complete keys, conditions and projects`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            #expect(try await program.run("conditions", "set", "Phones", "device.os == 'ios'").status == 0)
            #expect(try await program.run("flags", "set", "paywall", "a", "--publish").status == 0)
            for (words, expected) in [
                (["flags", "get", ""], "paywall"), (["conditions", "delete", ""], "Phones"),
                (["projects", "edit", ""], "mods-demo"),
            ] {
                let path = Array(words.dropLast())
                let outcome = try await program.run(
                    ["---completion"] + path + ["--", "positional@0", "3", "0", "vitrina"] + words
                )
                #expect(outcome.id == expected, "\(words)")
            }
        }
    }
}
