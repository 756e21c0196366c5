import Core
import Foundation
import TestSupport
import Testing

/// `vitrina users`, `vitrina devices`, and the users of `vitrina seed`.
struct PeopleCommandTests {
    // M127, M132, M134
    @Test func `the demo has people, who are found, corrected, blocked and erased`() async throws {
        try await withInstallation { program in
            let seeds = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../seeds/demo").standardized.path
            let seeded = try await program.run("seed", "--from", seeds, "--json")
            try #require(seeded.status == 0, "\(seeded.messages)")
            #expect(seeded.json["people"] == 109)

            let all = try await program.run("users", "list", "--all", "--json")
            let people = all.json.items
            #expect(people.count == 40)
            #expect(people.contains { $0["owned_count"]?.integer ?? 0 > 0 })
            #expect(people.contains { $0["is_invited"] == true })
            #expect(people.contains { $0["is_blocked"] == true })
            #expect(try await program.run("points", "verify").status == 0)
            for arguments in [
                ["gifts", "list"], ["gifts", "uses"], ["reviews"], ["referrals", "list"],
                ["devices", "list"],
            ] {
                let list = try await program.run(arguments + ["--json"])
                #expect(!list.json.items.isEmpty, "\(arguments) \(list.messages)")
            }

            let found = try await program.run("users", "list", "громов")
            #expect(found.status == 0 && found.output.contains("Никита Громов"))
            #expect(!found.output.contains("0005748"))
            let id = try await program.run("users", "list", "5748", "-q").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let shown = try await program.run("users", "show", "5748")
            #expect(shown.status == 0 && shown.output.contains("n.gromov@example.ru"))
            #expect(try await program.run("users", "show", "0000").status == 66)
            #expect(try await program.run("users", "list", "--registered-from", "someday").status == 64)
            #expect(try await program.run("users", "edit", id).status == 64)
            #expect(try await program.run("users", "edit", id, "--email", "x").status == 65)
            #expect(try await program.run("users", "edit", id, "--name", "Никита Гром").status == 0)
            let revealed = try await program.run("users", "reveal", id, "-q")
            #expect(revealed.output.contains("+79760005748"))
            #expect(try await program.run("users", "block", id, "--reason", "Проба").status == 0)
            #expect(try await program.run("users", "list", "--blocked", "-q").output.contains(id))
            #expect(try await program.run("users", "unblock", id).status == 0)
            #expect(try await program.run("users", "sign-out", id).status == 0)
            let table = try await program.run("users", "export", "--to", "people.csv", "--excel")
            #expect(table.status == 0)
            let text = try String(contentsOfFile: "\(program.folder)/people.csv", encoding: .utf8)
            #expect(text.split(separator: "\r\n").count == 41 && text.contains("Никита Гром"))
            #expect(try await program.run("users", "erase", id, "--digits", "48").status == 64)
            #expect(try await program.run("users", "erase", id, "--digits", "49", "--yes").status == 65)
            let dry = try await program.run("users", "erase", id, "--digits", "48", "--yes", "--dry-run")
            #expect(dry.status == 0)
            #expect(try await program.run("users", "list", "--erased", "-q").output.isEmpty)
            #expect(try await program.run("users", "erase", id, "--digits", "48", "--yes").status == 0)
            #expect(try await program.run("users", "list", "--erased", "-q").output.contains(id))
            #expect(try await program.run("users", "survey").status == 0)

            let device = try await program.run("devices", "list", "--bound", "--limit", "1", "-q").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let history = try await program.run("devices", "show", device)
            #expect(history.status == 0 && history.output.contains("iPhone"))
            #expect(try await program.run("devices", "list", "--push", "all").status == 65)
            #expect(try await program.run("points", "verify").status == 0)
        }
    }
}
