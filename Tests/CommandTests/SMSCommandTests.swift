import Core
import Foundation
import TestSupport
import Testing

/// SMS codes on the command line, for tests of the apps.
struct SMSCommandTests {
    // M67, M68
    @Test(arguments: TestDatabase.all)
    func `codes are listed, narrowed and followed as they come`(kind: TestDatabase) async throws {
        try await withTestedProgram(kind) { program in
            _ = try await program.run("settings", "set", "mall", "test_mode=true")
            try await program.serving { url in
                try await ask("+79120000045", at: url)
                let listed = try await program.run("sms", "list")
                #expect(listed.status == 0)
                let code = try #require(listed.output.firstMatch(of: /\b\d{6}\b/)?.output)
                #expect(listed.output.contains("+7 9•• ••• •• 45"))

                let outcome = try await program.interrupting(["sms", "list", "--follow"]) { printed in
                    try await printed { $0.contains(code) }
                    try await ask("+79990000002", at: url)
                    try await printed { $0.contains("•• 02") }
                    // A new code of a phone is shown next to the old one, which is not repeated.
                    try await ask("+79120000045", at: url)
                    try await printed { $0.components(separatedBy: "•• 45").count == 3 }
                }
                #expect(outcome.status == 130)
                #expect(outcome.lines.count == 3 && outcome.messages.isEmpty)
                #expect(outcome.lines[0].contains(code) && outcome.lines[1].contains("•• 02"))

                let json = try await program.run("sms", "list", "--phone", "45", "--app", "mall", "--json")
                let items = json.json.items
                #expect(items.map { $0["state"]?.string } == ["live", "replaced"])
                #expect(items.last?["code"]?.string == String(code))
                let ids = try await program.run("sms", "list", "-q", "--limit", "1").lines
                #expect(ids.count == 1)
                let shown = try await program.run("sms", "reveal", String(ids[0]), "--json")
                #expect(shown.json["phone"] == "+79120000045")
            }
        }
    }

    @Test func `what cannot be asked is said, and production shows nothing`() async throws {
        try await withTestedProgram { program in
            let wrong = try await program.run("sms", "list", "--phone", "x")
            #expect(wrong.status == 65)
            #expect(try await program.run("sms", "list", "--app", "nope").status == 65)
            #expect(try await program.run("sms", "list", "--limit", "0").status == 65)
            #expect(try await program.run("sms", "list", "--follow", "--all").status == 64)
            #expect(try await program.run("sms", "reveal", "x").status == 66)
            #expect(try await program.run("sms", "list").status == 0)
            let away = try await program.run("sms", "list", "--follow", "--server", "http://127.0.0.1:1")
            #expect(away.status == 69)
            let real = try await program.run(["sms", "list"], environment: ["VITRINA_MODE": "production"])
            #expect(real.status == 66 && real.output.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `settings are shown, decided and put back`(kind: TestDatabase) async throws {
        try await withTestedProgram(kind) { program in
            let first = try await program.run("settings", "list", "mall")
            #expect(first.status == 0)
            #expect(first.output.contains("points_registration") && first.output.contains("review_email"))
            let set = try await program.run(
                [
                    "settings", "set", "mall", "points_registration=150", "test_mode=true",
                    "review_email=a@b.ru",
                ]
            )
            #expect(set.status == 0 && set.lines.count == 4, "\(set.messages)")
            func value(_ name: String) async throws -> JSON? {
                let items = try await program.run("settings", "list", "mall", "--json").json["items"]?.array
                return items?.first { $0["name"]?.string == name }?["value"]
            }
            #expect(try await value("points_registration") == 150)
            #expect(try await value("test_mode") == true)
            #expect(try await program.run("settings", "reset", "mall", "points_registration").status == 0)
            #expect(try await value("points_registration") == 100)

            for wrong in ["points_registration=-1", "points_registration=x", "test_mode=maybe", "nope=1"] {
                let outcome = try await program.run("settings", "set", "mall", wrong, "code_minutes=3")
                #expect(outcome.status == 65, "\(wrong)")
                #expect(outcome.messages.contains(wrong.prefix { $0 != "=" }), "\(outcome.messages)")
            }
            #expect(try await value("code_minutes") == 10)
            #expect(try await program.run("settings", "set", "mall").status == 64)
            #expect(try await program.run("settings", "set", "mall", "x").status == 64)
            #expect(try await program.run("settings", "list", "nope").status == 66)
            let real = try await program.run(
                ["settings", "set", "mall", "fixed_code=true"],
                environment: ["VITRINA_MODE": "production"]
            )
            #expect(real.status == 65)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the outbox is listed, shown and sent again`(kind: TestDatabase) async throws {
        try await withTestedProgram(kind) { program in
            // Without a gateway an SMS fails at once, and the app gets the error.
            _ = try await program.run("settings", "set", "mall", "test_mode=false")
            try await program.serving { url in
                #expect(try await ask("+79120000045", at: url) == 503)
                let listed = try await program.run("outbox", "list", "--kind", "sms", "--state", "failed")
                #expect(listed.output.contains("+7 9•• ••• •• 45"))
                #expect(!listed.output.contains("9120000045"))
                let id = try await program.run("outbox", "list", "-q").id
                let shown = try await program.run("outbox", "show", id, "--json")
                #expect(shown.json["state"] == "failed" && shown.json["text"] == .null)
                #expect(shown.json["error"]?.string?.isEmpty == false)
                // Its text was removed with it.
                #expect(try await program.run("outbox", "retry", id).status == 65)
                #expect(try await program.run("outbox", "retry", "99").status == 66)
                #expect(try await program.run("outbox", "show", "x").status == 66)
                #expect(try await program.run("outbox", "list", "--state", "lost").status == 65)
                #expect(try await program.run("outbox", "list", "--kind", "mail").status == 0)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `rights beside the role are given to people and keys`(kind: TestDatabase) async throws {
        try await withTestedProgram(kind) { program in
            let add = ["staff", "add", "--email", "t@x.ru", "--name", "Timur", "--role", "viewer"]
            let more = ["--grant", "codes.read", "--grant", "people.read", "--password-stdin", "--json"]
            let added = try await program.run(add + more, input: "correct horse battery\n")
            #expect(added.json["grants"] == ["people.read", "codes.read"], "\(added.messages)")
            let less = try await program.run("staff", "edit", "t@x.ru", "--grant", "codes.read", "--json")
            #expect(less.json["grants"] == ["codes.read"])
            #expect(try await program.run("staff", "list").output.contains("codes.read"))

            func key(_ grants: String...) async throws -> Program.Outcome {
                let create = [
                    "tokens", "create", "--name", "t", "--role", "viewer", "--for", "t@x.ru", "--json",
                ]
                return try await program.run(create + grants.flatMap { ["--grant", $0] })
            }
            let secret = try await key("codes.read").json["token"]?.string ?? ""
            let plain = try await key().json["token"]?.string ?? ""
            #expect(try await key("codes.write").status == 65)
            try await program.serving { url in
                func list(_ token: String) async throws -> Int32 {
                    try await program.run(
                        ["sms", "list", "--server", url],
                        environment: ["VITRINA_TOKEN": token]
                    ).status
                }
                #expect(try await list(secret) == 0)
                #expect(try await list(plain) == 77)
                _ = try await program.run("staff", "edit", "t@x.ru", "--no-grants")
                // A key does not have a right that its owner does not have.
                #expect(try await list(secret) == 77)
            }
            #expect(try await program.run("staff", "edit", "t@x.ru", "--grant", "x").status == 65)
            let both = try await program.run(
                "staff",
                "edit",
                "t@x.ru",
                "--grant",
                "codes.read",
                "--no-grants"
            )
            #expect(both.status == 64)
        }
    }

    /// Runs the program on a server in test mode, the only one that shows codes.
    private func withTestedProgram(
        _ kind: TestDatabase = .sqlite,
        _ body: (Program) async throws -> Void
    ) async throws {
        try await withProgram(kind) { program in
            var program = program
            program.environment["VITRINA_MODE"] = "development"
            try await body(program)
        }
    }

    /// Requests a code as the app does.
    @discardableResult
    private func ask(_ phone: String, at url: String) async throws -> Int {
        try await HTTPClient().send(
            "POST",
            url + "/api/v1/mobile-users/login",
            headers: [("Content-Type", "application/json")],
            body: .bytes(Array(#"{"phone": "\#(phone)"}"#.utf8))
        ).status
    }
}
