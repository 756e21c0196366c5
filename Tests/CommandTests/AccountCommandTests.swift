import Core
import Foundation
import TestSupport
import Testing

/// `vitrina accounts`.
struct AccountCommandTests {
    /// A program that may switch to test mode.
    private func withTests(_ body: @Sendable (Program) async throws -> Void) async throws {
        try await withProgram { program in
            var program = program
            program.environment["VITRINA_MODE"] = "development"
            try await body(program)
        }
    }

    /// Registers over HTTP as the app does.
    private func register(_ program: Program, _ phone: String, _ email: String) async throws {
        try await program.serving { url in
            let client = HTTPClient()
            func post(_ path: String, _ fields: [(String, String)]) async throws -> HTTPAnswer {
                let body = fields.map { name, value in
                    "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                }.joined(separator: "&")
                return try await client.send(
                    "POST",
                    "\(url)/api/\(path)",
                    headers: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: .bytes(Array(body.utf8))
                )
            }
            #expect(try await post("users/sms", [("phone", phone)]).status == 200)
            let codes = try await program.run("sms", "list", "--json")
            let code = codes.json.items.first?["code"]?.string ?? ""
            let answer = try await post(
                "users/register",
                [
                    ("phone", phone), ("name", "Анна"), ("lastname", "Громова"), ("code", code),
                    ("password", "secret-1"), ("email", email),
                ]
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    // A86, A87, A88, A89, A92, A94, A98
    @Test func `accounts are found, corrected, blocked, reset, exported and erased`() async throws {
        try await withTests { program in
            #expect(try await program.run("settings", "set", "accounts", "test_mode=true").status == 0)
            try await register(program, "+7 906 709-85-59", "anna@example.ru")
            let list = try await program.run("accounts", "list", "громова")
            #expect(list.status == 0 && list.output.contains("anna@example.ru"))
            #expect(!list.output.contains("9067098559"))
            let id = try await program.run("accounts", "list", "-q").id
            #expect(try await program.run("accounts", "registered", "-q").id == id)
            let shown = try await program.run("accounts", "show", "89067098559", "--json")
            #expect(shown.json.id == id)
            #expect(try await program.run("accounts", "show", "nobody").status == 66)

            #expect(try await program.run("accounts", "edit", id).status == 64)
            #expect(try await program.run("accounts", "edit", id, "--login", "x").status == 65)
            let late = try await program.run(
                "accounts",
                "edit",
                id,
                "--login",
                "anna-26",
                "--if-revision",
                "1"
            )
            #expect(late.status == 75)
            let dry = try await program.run("accounts", "edit", id, "--login", "anna-26", "--dry-run")
            #expect(dry.status == 0)
            #expect(try await program.run("accounts", "show", "anna-26").status == 66)
            #expect(
                try await program.run("accounts", "edit", id, "--login", "anna-26", "--confirmed").status == 0
            )
            #expect(try await program.run("accounts", "list", "--confirmed", "-q").id == id)

            #expect(try await program.run("accounts", "block", "anna-26", "--reason", "Проба").status == 0)
            #expect(try await program.run("accounts", "list", "--blocked", "-q").id == id)
            #expect(try await program.run("accounts", "unblock", id).status == 0)
            #expect(try await program.run("accounts", "sign-out", id).status == 0)
            #expect(try await program.run("accounts", "reset-password", id).status == 64)
            let password = try await program.run("accounts", "reset-password", id, "--yes", "-q")
            #expect(password.status == 0 && password.id.count == 12)
            #expect(try await program.run("accounts", "push", id, "--title", "a", "--text", "b").status == 65)
            let revealed = try await program.run("accounts", "reveal", id, "-q")
            #expect(revealed.id == "+79067098559")

            let events = try await program.run(
                "accounts",
                "events",
                "--kind",
                "registration",
                "--from=-1d",
                "--json"
            )
            #expect(events.json.items.count == 1)
            #expect(try await program.run("accounts", "events", "--kind", "theft").status == 65)
            #expect(try await program.run("accounts", "messages", "--json").status == 0)
            let table = try await program.run("accounts", "export", "--to", "accounts.csv")
            #expect(table.status == 0)
            let text = try String(contentsOfFile: "\(program.folder)/accounts.csv", encoding: .utf8)
            #expect(text.contains("anna-26") && !text.contains("9067098559"))

            #expect(try await program.run("accounts", "free", "9067098559").status == 64)
            #expect(try await program.run("accounts", "free", "9067098559", "--yes").status == 0)
            #expect(try await program.run("accounts", "erase", id, "--digits", "58", "--yes").status == 65)
            #expect(try await program.run("accounts", "erase", id, "--digits", "59", "--yes").status == 0)
            let gone = try await program.run("accounts", "show", id, "--json")
            #expect(gone.json["is_erased"] == true)
        }
    }

    // A90, A91, A93
    @Test func `templates and partner zones are changed`() async throws {
        try await withTests { program in
            #expect(try await program.run("settings", "set", "accounts", "test_mode=true").status == 0)
            let list = try await program.run("accounts", "templates", "list", "-q")
            #expect(list.lines.count == 5)
            let bad = try await program.run("accounts", "templates", "set", "restore", "--sms", "Пароль")
            #expect(bad.status == 65 && bad.messages.contains("{password}"))
            let preview = try await program.run(
                "accounts",
                "templates",
                "set",
                "restore",
                "--sms",
                "Вот: {password}",
                "--preview",
                "--json"
            )
            #expect(preview.json["sms_parts"] == 1)
            try program.write("Здравствуйте, {name}\n{password}", to: "mail.txt")
            let saved = try await program.run(
                "accounts",
                "templates",
                "set",
                "restore",
                "--mail",
                "@mail.txt",
                "--json"
            )
            #expect(saved.status == 0 && saved.json["version"] == 1)
            let late = try await program.run(
                "accounts",
                "templates",
                "set",
                "restore",
                "--subject",
                "x",
                "--if-version",
                "0"
            )
            #expect(late.status == 75)
            let shown = try await program.run("accounts", "templates", "show", "restore")
            #expect(shown.output.contains("Здравствуйте"))
            #expect(try await program.run("accounts", "templates", "reset", "restore").status == 0)
            #expect(try await program.run("accounts", "templates", "show", "nothing").status == 66)

            try await register(program, "+7 906 709-85-59", "anna@example.ru")
            let client = try await program.run("accounts", "clients", "list", "-q").id
            let zone = ["accounts", "clients", "set", client, "--zone", "spb"]
            #expect(try await program.run(zone).status == 65)
            #expect(try await program.run(zone + ["--name", "СПб", "--forfeit", "1500"]).status == 0)
            #expect(
                try await program.run(zone + ["--discount", "10", "--channel", "card|Карта"]).status == 0
            )
            let part = try await program.run("accounts", "clients", "show", client, "--json").json["parts"]?
                .array?.first
            #expect(part?["forfeit"] == 1500 && part?["discount"] == 10 && part?["name"] == "СПб")
            let remove = ["accounts", "clients", "remove", client, part?.id ?? ""]
            #expect(try await program.run(remove).status == 64)
            #expect(try await program.run(remove + ["--yes"]).status == 0)
        }
    }
}

extension JSON {
    fileprivate var id: String? { self["id"]?.string }
}
