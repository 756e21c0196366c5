import Core
import TestSupport
import Testing

/// `vitrina flags publish` and `rollback` with changes of another member of staff.
struct FlagOthersCommandTests {
    // R98, R112
    @Test(arguments: TestDatabase.all)
    func `other people's changes are named, asked about and may stay`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            try await program.makeProject()
            let token = try await program.token(of: "editor")
            func run(_ arguments: String...) async throws -> Program.Outcome {
                try await program.run(["flags"] + arguments)
            }
            for key in ["a", "b", "c"] { #expect(try await run("set", key, "1").status == 0) }
            #expect(try await run("publish").status == 0)
            try await program.serving { url in
                let remote = ["VITRINA_SERVER": url, "VITRINA_TOKEN": token]
                let theirs = ["flags", "set", "a", "2"]
                #expect(try await program.run(theirs, environment: remote).status == 0)
                #expect(try await run("set", "b", "2").status == 0)

                let asked = try await run("publish")
                #expect(
                    asked.status == 64 && asked.messages.contains("(a)") && asked.messages.contains("--yes")
                )
                let beside = try await run("set", "c", "2", "--publish")
                #expect(beside.status == 64 && beside.messages.contains("--mine"))
                #expect(try await run("schedule", "+2h").status == 64)
                #expect(try await run("publish", "--only", "gone").status == 65)
                #expect(try await run("publish", "--only", "a").status == 64)
                #expect(try await run("publish", "--only", "a", "--mine").status == 64)

                let mine = try await run("publish", "--mine", "--json")
                #expect(mine.status == 0 && mine.json["changes"] == 1, "\(mine.messages)")
                #expect(try await run("get", "a", "--live").output.contains("1"))
                #expect(try await run("get", "b", "--live").output.contains("2"))
                #expect(try await run("publish", "--mine").status == 66)
                let only = ["flags", "publish", "--only", "a", "--json"]
                #expect(try await program.run(only, environment: remote).json["number"] == 3)

                // A rollback undoes versions of others only with consent.
                let back = try await run("rollback", "2")
                #expect(
                    back.status == 64 && back.messages.contains("3 (editor (t)): a"),
                    "\(back.messages)"
                )
                #expect(try await run("rollback", "2", "--parameter", "a").status == 64)
                #expect(try await run("rollback", "1", "--parameter", "b").status == 0)
                #expect(try await run("rollback", "2", "--yes").status == 0)
            }
        }
    }

    // R17, R101
    @Test func `a number is said to be an integer or a float`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            func run(_ arguments: String...) async throws -> Program.Outcome {
                try await program.run(["flags"] + arguments)
            }
            #expect(try await run("set", "delay", "5", "--type", "number").status == 0)
            let whole = try await run("describe", "delay", "--integer", "--json")
            #expect(whole.status == 0, "\(whole.messages)")
            #expect(try await run("get", "delay", "--json").json["note"]?["is_whole"] == true)
            #expect(try await run("set", "delay", "5.5").status == 0)
            #expect(try await run("lint").status == 65)
            #expect(try await run("describe", "delay", "--float", "--min", "0").status == 0)
            #expect(try await run("get", "delay", "--json").json["note"]?["is_whole"] == false)
            #expect(try await run("lint").status == 0)
            #expect(try await run("describe", "delay", "--float", "--integer").status == 64)
        }
    }

    // R47: OR is refused when it is set, not when it is published.
    @Test func `a condition that no app can read is refused at once`() async throws {
        try await withProgram { program in
            try await program.makeProject()
            let set = ["conditions", "set", "Both"]
            let refused = try await program.run(set + ["device.os == 'ios' || device.os == 'web'"])
            #expect(
                refused.status == 65 && refused.messages.contains("OR (||) is not allowed"),
                "\(refused.messages)"
            )
            #expect(try await program.run("conditions", "list", "-q").lines.isEmpty)
            #expect(try await program.run(set + ["device.os == 'ios'"]).status == 0)
            #expect(try await program.run(set + ["!true"]).status == 65)
        }
    }
}
