import Core
import Foundation
import Storage
import TestSupport
import Testing

struct BackupCommandTests {
    @Test(arguments: TestDatabase.all)
    func `a backup is made, listed, checked and restored elsewhere`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            var program = program
            program.environment["VITRINA_BACKUP_TO"] = "\(program.folder)/backups"
            try Data(MediaFixture.png(width: 40, height: 30)).write(
                to: URL(filePath: "\(program.folder)/a.png")
            )
            let upload = try await program.run("media", "add", "\(program.folder)/a.png", "-q").id
            let staff = [
                "staff", "add", "--email", "olga@example.com", "--name", "Olga", "--role", "editor", "-q",
            ]
            let person = try await program.run(staff).id

            let made = try await program.run("backup", "create", "--json")

            #expect(made.status == 0, "\(made.messages)")
            #expect(made.json["state"] == "good" && made.json["file_count"] == 1)
            let id = try #require(made.json["id"]?.string)
            let listed = try await program.run("backup", "list", "--json")
            #expect(listed.json.items.compactMap { $0["id"]?.string } == [id])
            let place = ["--from", "\(program.folder)/backups"]
            #expect(try await program.run(["backup", "list", "-q"] + place).id == id)
            let verified = try await program.run("backup", "verify", "--trial", "--json")
            #expect(verified.status == 0, "\(verified.messages)")
            #expect(verified.json["books"]?.array?.count == 2)
            let occupied = try await program.run(["backup", "restore", id] + place)
            #expect(occupied.status == 65)

            // Always into SQLite: the other ways are tested without the program.
            let elsewhere = ["--data", "\(program.folder)/elsewhere"]
            var other = program
            other.environment["VITRINA_POSTGRES"] = nil
            other.environment["VITRINA_BACKUP_TO"] = nil
            let restored = try await other.run(["backup", "restore"] + place + elsewhere)
            #expect(restored.status == 0, "\(restored.messages)")
            #expect(try await other.run(["staff", "list", "-q"] + elsewhere).output.contains(person))
            #expect(try await other.run(["media", "list", "-q"] + elsewhere).output.contains(upload))
            #expect(try await other.run(["backup", "list", "-q"] + elsewhere).output.isEmpty)
            let next = ["VITRINA_BACKUP_TO": "\(program.folder)/backups"]
            let refused = try await other.run(["backup", "create"] + elsewhere, environment: next)
            #expect(refused.status == 65, "\(refused.messages)")
            let heir = ["--data", "\(program.folder)/heir"]
            #expect(try await other.run(["backup", "restore", "--take-over"] + place + heir).status == 0)
            let more = try await other.run(["backup", "create", "--json"] + heir, environment: next)
            #expect(more.json["state"] == "good", "\(more.messages)")
            #expect(try await other.run(["doctor"] + elsewhere).status == 0)
        }
    }

    @Test func `a server makes a backup for a command`() async throws {
        try await withProgram(.sqlite) { program in
            var program = program
            program.environment["VITRINA_BACKUP_TO"] = "\(program.folder)/backups"
            let secret = try await program.token()
            try await program.serving { url in
                let made = try await program.run(
                    ["backup", "create", "--json", "--server", url, "--token", secret]
                )
                #expect(made.status == 0, "\(made.messages)")
                #expect(made.json["state"] == "good")

                let tried = try await program.run(
                    ["backup", "create", "--json", "--dry-run", "--server", url, "--token", secret]
                )
                #expect(tried.status == 0, "\(tried.messages)")
            }
        }
    }

    @Test func `the plan is shown and changed, and without a place nothing is made`() async throws {
        try await withProgram(.sqlite) { program in
            let shown = try await program.run("backup", "schedule", "--json")
            #expect(shown.json["at"] == "03:00" && shown.json["is_on"] == true)

            let changed = try await program.run(
                ["backup", "schedule", "--at", "4:30", "--daily", "14", "--no-enabled", "--json"]
            )

            #expect(changed.json["at"] == "04:30" && changed.json["daily"] == 14)
            #expect(changed.json["is_on"] == false && changed.json["weekly"] == 4)
            for wrong in ["24:00", "3", "aa:00", "03:60", "-1:00"] {
                #expect(try await program.run(["backup", "schedule", "--at=\(wrong)"]).status == 65)
            }
            #expect(try await program.run("backup", "schedule", "--daily", "-1").status != 0)
            #expect(try await program.run("backup", "create").status == 65)
            #expect(try await program.run("backup", "verify").status == 65)
        }
    }
}
