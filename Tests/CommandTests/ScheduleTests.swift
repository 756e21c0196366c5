import Core
import Foundation
import Storage
import TestSupport
import Testing

struct ScheduleTests {
    @Test(arguments: TestDatabase.all)
    func `a schedule is set, shown, moved and cancelled`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.tag("Кофе")

            let set = try await program.run(
                "tags",
                "schedule",
                id,
                "--publish-at",
                "tomorrow 10:00",
                "--withdraw-at",
                "+30d",
                "--note",
                "акция"
            )
            #expect(set.status == 0, "\(set.messages)")
            #expect(set.lines.count == 3)
            #expect(set.output.contains(" 10:00 "))
            #expect(set.output.contains("акция"))
            let shown = try await program.run("tags", "schedule", id, "--json").json["schedule"]
            #expect(shown?["publication"]?["note"] == "акция")
            #expect(shown?["withdrawal"]?["at"]?.string != nil)
            let agenda = try await program.run("agenda", "--days", "40", "-q")
            #expect(agenda.output == "\(id)\n\(id)\n")
            #expect(try await program.run("agenda").output.contains("Кофе"))

            let trial = try await program.run("tags", "schedule", id, "--cancel", "withdrawal", "--dry-run")
            #expect(trial.output.contains("withdrawal"))
            #expect(trial.messages.contains("dry run"))
            #expect(try await program.run("tags", "schedule", id, "--cancel", "withdrawal").status == 0)
            #expect(try await program.run("tags", "schedule", id, "--cancel", "all").status == 0)
            #expect(try await program.run("tags", "schedule", id, "--cancel", "publication").status == 66)
            #expect(try await program.run("agenda", "--json").json["items"] == [])
        }
    }

    @Test func `what cannot be planned is told, and with which exit`() async throws {
        try await withProgram { program in
            let id = try await program.tag("Кофе")
            let refusals: [([String], Int32)] = [
                (["--publish-at", "when it snows"], 65), (["--publish-at", "yesterday 10:00"], 65),
                (["--publish-at", "+40000d"], 65), (["--withdraw-at", "+1d"], 65),
                (["--cancel", "party"], 64),
                (["--cancel", "all", "--publish-at", "+1d"], 64),
            ]
            for (arguments, status) in refusals {
                let outcome = try await program.run(["tags", "schedule", id] + arguments)
                #expect(outcome.status == status, "\(arguments)")
                #expect(outcome.output.isEmpty)
                #expect(outcome.messages.hasPrefix("error: "))
            }
            #expect(try await program.run("tags", "schedule", "nothing", "--publish-at", "+1d").status == 66)
            #expect(try await program.run("agenda", "--days", "0").status == 65)
            #expect(try await program.run("agenda", "--until", "yesterday").status == 65)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a release is made, filled, mended and published`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let (whole, broken) = (try await program.tag("Кофе"), try await program.tag("Чай"))
            let create = ["releases", "create", "--title", "Открытие", "--at", "+3d 12:00", "-q"]
            let id = try await program.run(create).id
            #expect(try await program.run("releases", "add", id, whole, broken).status == 0)
            #expect(try await program.run("tags", "edit", broken, "-s", "name=null").status == 0)

            let shown = try await program.run("releases", "show", id)
            #expect(shown.lines.count == 3)
            #expect(shown.output.contains("no; name: is missing"))
            let refused = try await program.run("releases", "publish", id)
            #expect(refused.status == 65)
            #expect(refused.messages.contains("Nothing was changed"))
            #expect(refused.messages.contains(broken))
            #expect(try await program.run("tags", "show", whole, "--json").json["state"] == "draft")

            #expect(try await program.run("releases", "remove", id, broken).status == 0)
            #expect(
                try await program.run("releases", "edit", id, "--at", "none", "--note", "ура").status == 0
            )
            let published = try await program.run("releases", "publish", id, "--json")
            #expect(published.json["state"] == "published")
            let entry = try await program.run("tags", "history", whole, "--json").json.items.first
            #expect(entry?["note"] == "Открытие: ура")
            #expect(entry?["door"] == "cli")
            #expect(try await program.run("releases", "list", "--state", "published", "-q").id == id)
            #expect(try await program.run("releases", "cancel", id, "--yes").status == 65)
            #expect(try await program.run("releases", "show", "nothing").status == 66)
        }
    }

    @Test func `a release is cancelled only where somebody agrees`() async throws {
        try await withProgram { program in
            let id = try await program.run("releases", "create", "--title", "Открытие", "-q").id

            #expect(try await program.run("releases", "cancel", id).status == 64)
            #expect(try await program.run("releases", "cancel", id, "--yes").status == 0)

            let list = try await program.run("releases", "list", "--json").json["items"]?.array
            #expect(list?.map { $0["state"] } == ["cancelled"])
            #expect(try await program.run("releases", "edit", id, "--title", "b").status == 65)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server does what was planned by the command line`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.tag("Кофе")
            try await program.serving { _ in
                // On a busy machine the command may run after its scheduled time.
                for delay in [2.0, 8, 30, 120] {
                    let soon = Date().addingTimeInterval(delay).formatted(.iso8601)
                    let arguments = ["tags", "schedule", id, "--publish-at", soon]
                    if try await program.run(arguments).status == 0 { break }
                }

                let isLive = try await holds {
                    try await program.run("tags", "show", id, "--json").json["state"] == "live"
                }
                #expect(isLive)
            }
            let entry = try await program.run("tags", "history", id, "--json").json.items.first
            #expect(entry?["door"] == "server")
        }
    }
}

extension Program {
    fileprivate func tag(_ name: String) async throws -> String {
        let created = try await run("tags", "create", "-s", "name=\(name)", "-q")
        try #require(created.status == 0, "\(created.messages)")
        return created.id
    }
}
