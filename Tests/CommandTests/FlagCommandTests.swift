import Core
import Foundation
import Storage
import TestSupport
import Testing

/// `vitrina flags` and `vitrina conditions`.
struct FlagCommandTests {
    private static let condition = "app.version.exactlyMatches(['2.4.0'])"

    private func withProject(
        _ kind: TestDatabase = .sqlite,
        _ body: (Program) async throws -> Void
    ) async throws {
        try await withProgram(kind) { program in
            try await program.makeProject()
            try await body(program)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `flags are set, looked at, compared and published`(kind: TestDatabase) async throws {
        try await withProject(kind) { program in
            let made = try await program.run("flags", "set", "paywall", "extended", "--json")
            #expect(made.status == 0, "\(made.messages)")
            #expect(made.json["key"] == "paywall" && made.json["revision"] == 1)
            #expect(made.json["faults"] == [] && made.json["published"] == .null && made.messages.isEmpty)
            let on = try await program.run("flags", "set", "is_on", "true", "--group", "Paywall")
            #expect(on.messages.contains("3 changes wait in the draft: vitrina flags publish."))
            #expect(try await program.run("flags", "set", "delay", "2.5").status == 0)

            let list = try await program.run("flags", "list")
            #expect(list.output.contains("paywall *") && list.output.contains("boolean"))
            #expect(try await program.run("flags", "list", "--quiet").lines == ["is_on", "delay", "paywall"])
            #expect(try await program.run("flags", "list", "--live", "-q").id.isEmpty)
            let get = try await program.run("flags", "get", "delay", "--json").json
            #expect(get["parameter"]?["valueType"] == "NUMBER" && get["is_changed"] == true)
            #expect(try await program.run("flags", "get", "delay", "--live").status == 66)

            let diff = try await program.run("flags", "diff")
            #expect(diff.status == 0 && diff.output.contains("extended"))
            #expect(try await program.run("flags", "diff", "--json").json["changes"]?.array?.count == 4)
            let lint = try await program.run("flags", "lint", "--json")
            #expect(lint.status == 0 && lint.json["faults"] == [])

            let published = try await program.run("flags", "publish", "--note", "Проба", "--json")
            #expect(published.status == 0 && published.json["number"] == 1, "\(published.messages)")
            #expect(published.json["description"] == "Проба" && published.json["door"] == "cli")
            #expect(try await program.run("flags", "get", "delay", "--live").output.contains("2.5"))
            #expect(try await program.run("flags", "diff").messages.contains("There is no difference."))
            #expect(try await program.run("flags", "publish").status == 66)

            // It is published at once, with a value from a file, an in-app default, and no value.
            try program.write(#"{"a": 1}"#, to: "benefits.json")
            let json = try await program.run(
                [
                    "flags", "set", "benefits", "@benefits.json", "--type", "json", "--publish", "--note",
                    "JSON",
                ]
            )
            #expect(json.status == 0 && json.messages.contains("Version 2 is published."), "\(json.messages)")
            #expect(try await program.run("flags", "set", "paywall", "--in-app-default").status == 0)
            #expect(try await program.run("flags", "get", "paywall").output.contains("(in-app default)"))
            #expect(try await program.run("flags", "reset", "paywall").status == 0)
            #expect(try await program.run("flags", "get", "paywall").output.contains("extended"))
            #expect(try await program.run("flags", "unset", "benefits", "--publish").status == 0)
            #expect(try await program.run("flags", "get", "benefits").status == 66)
        }
    }

    @Test func `history is listed, and what was comes back`() async throws {
        try await withProject { program in
            for (number, value) in ["one", "two", "three"].enumerated() {
                let set = ["flags", "set", "text", value, "--publish", "--note", "Шаг \(number + 1)"]
                #expect(try await program.run(set).status == 0)
            }
            let history = try await program.run("flags", "history")
            #expect(history.lines.count == 4 && history.lines[1].contains("Шаг 3"))
            #expect(try await program.run("flags", "history", "-q").lines == ["3", "2", "1"])
            let page = try await program.run("flags", "history", "--limit", "2", "--json").json
            #expect(page["items"]?.array?.count == 2 && page["next"]?.string != nil)
            let show = try await program.run("flags", "show", "1", "--json").json
            #expect(show["template"]?["parameters"]?["text"]?["defaultValue"] == ["value": "one"])
            let diff = try await program.run("flags", "diff", "--version", "3", "--since", "1")
            #expect(diff.output.contains("one") && diff.output.contains("three"))

            let back = try await program.run("flags", "rollback", "1", "--note", "Назад", "--json").json
            #expect(back["number"] == 4 && back["type"] == "ROLLBACK" && back["rollback_source"] == 1)
            #expect(try await program.run("flags", "get", "text", "--live").output.contains("one"))
            let part = try await program.run("flags", "rollback", "2", "--parameter", "text")
            #expect(part.status == 0 && part.messages.contains("Version 5 is published."))
            #expect(try await program.run("flags", "history").output.contains("← 1"))
            #expect(try await program.run("flags", "rollback", "2", "--parameter", "no").status == 66)
            #expect(try await program.run("flags", "rollback", "9").status == 66)
            #expect(try await program.run("flags", "show", "9").status == 66)

            #expect(try await program.run("flags", "set", "text", "four").status == 0)
            let plan = try await program.run("flags", "schedule", "+2h", "--note", "Ночью", "--json")
            #expect(plan.status == 0 && plan.json["action"] == "publish", "\(plan.messages)")
            let later = try await program.run("flags", "rollback", "1", "--at", "+3h")
            #expect(later.status == 0 && later.messages.contains("Planned."), "\(later.messages)")
            let plans = try await program.run("flags", "schedules")
            #expect(plans.output.contains("Ночью") && plans.output.contains("waiting"))
            let cancel = try await program.run(
                "flags",
                "schedules",
                "--cancel",
                plan.json["id"]?.string ?? "",
                "-q"
            )
            #expect(cancel.status == 0 && cancel.lines.count == 1)
            #expect(try await program.run("flags", "schedule", "--", "-2h").status == 65)
            #expect(try await program.run("flags", "schedule", "some day").status == 64)
            #expect(try await program.run("flags", "statistics").status == 0)
            #expect(try await program.run("flags", "statistics", "text", "--json").json["items"] == [])
        }
    }

    @Test func `conditions are kept in order and explained clause by clause`() async throws {
        try await withProject { program in
            let set = try await program.run("conditions", "set", "Проверка", Self.condition)
            #expect(set.status == 0, "a name of Firebase's has Latin letters, which the draft says")
            #expect(set.messages.contains("#/conditions/0/name"))
            #expect(try await program.run("conditions", "delete", "Проверка").status == 0)
            for (name, expression) in [("Review", Self.condition), ("Phones", "device.os == 'ios'")] {
                let made = try await program.run(
                    "conditions",
                    "set",
                    name,
                    expression,
                    "--title",
                    "№ \(name)"
                )
                #expect(made.status == 0)
            }
            #expect(
                try await program.run("conditions", "set", "All", "true", "--first", "--tag-color", "teal")
                    .status
                    == 0
            )
            #expect(try await program.run("conditions", "list", "-q").lines == ["All", "Review", "Phones"])
            #expect(try await program.run("conditions", "move", "All", "--to", "3").status == 0)
            #expect(try await program.run("conditions", "list", "-q").lines == ["Review", "Phones", "All"])
            #expect(try await program.run("conditions", "move", "All", "--to", "0").status == 64)
            #expect(try await program.run("conditions", "move", "None", "--to", "1").status == 66)
            #expect(try await program.run("conditions", "delete", "All").status == 0)

            #expect(try await program.run("flags", "set", "cross", "1").status == 0)
            #expect(try await program.run("flags", "set", "cross", "0.4", "--if", "Review").status == 0)
            #expect(try await program.run("flags", "set", "cross", "0.4", "--if", "No").status == 66)
            #expect(try await program.run("flags", "set", "fresh", "1", "--if", "No").status == 66)
            let get = try await program.run("flags", "get", "cross")
            #expect(get.output.contains("Review") && get.output.contains("otherwise"))

            let who = ["--platform", "ios", "--app-version", "2.4.0"]
            let draft = try await program.run(["flags", "explain", "cross", "--draft"] + who)
            #expect(draft.output.contains("0.4") && draft.messages.contains("✓ Review"), "\(draft.messages)")
            let live = try await program.run(["flags", "explain", "--json"] + who).json
            #expect(live["parameters"] == [])
            #expect(try await program.run("flags", "publish").status == 0)
            let other = try await program.run("flags", "explain", "cross", "--app-version", "2.5.0", "--json")
            #expect(other.json["parameters"]?.array?.first?["value"] == "1")
            #expect(try await program.run("flags", "explain", "--signal", "level").status == 64)
            #expect(try await program.run("flags", "explain", "nothing").status == 66)
            #expect(try await program.run("flags", "explain", "--platform", "vax").status == 65)
            #expect(try await program.run("flags", "unset", "cross", "--if", "Review").status == 0)
            #expect(try await program.run("conditions", "delete", "Review", "--publish").status == 0)
            #expect(try await program.run("conditions", "list", "-q").lines == ["Phones"])
        }
    }

    @Test func `what staff know is kept, and what does not fit it is not published`() async throws {
        try await withProject { program in
            #expect(try await program.run("flags", "set", "opacity", "0.5").status == 0)
            let review = Date.now.addingTimeInterval(70 * 86_400)
            let day = review.formatted(.iso8601.year().month().day())
            let describe = try await program.run(
                ["flags", "describe", "opacity", "--title", "Крестик", "--min", "0", "--max", "1", "--step"]
                    + ["0.05", "--owner", "Анна", "--review-on", day, "--publish"]
            )
            #expect(describe.status == 0, "\(describe.messages)")
            #expect(try await program.run("flags", "list").output.contains("Крестик"))
            let wrong = try await program.run("flags", "set", "opacity", "2")
            #expect(wrong.status == 0 && wrong.messages.contains("#/parameters/opacity"))
            let lint = try await program.run("flags", "lint")
            #expect(lint.status == 65 && lint.messages.contains("at most 1"), "\(lint.messages)")
            #expect(try await program.run("flags", "publish").status == 65)
            #expect(try await program.run("flags", "discard").status == 64)
            #expect(try await program.run("flags", "discard", "--yes").status == 0)
            #expect(try await program.run("flags", "lint").status == 0)

            #expect(try await program.run("flags", "describe", "opacity", "--min", "much").status == 65)
            #expect(try await program.run("flags", "describe", "opacity", "--review-on", "soon").status == 65)
            #expect(try await program.run("flags", "describe", "nothing", "--title", "a").status == 66)
            let choice = ["flags", "describe", "opacity", "--choice", "0.5=Half", "--choice", "1", "--json"]
            #expect(try await program.run(choice).status == 0)
            let note = try await program.run("flags", "get", "opacity", "--json").json["note"]
            #expect(note?["title"] == "Крестик" && note?["owner"] == "Анна")
            #expect(note?["options"] == [["value": "0.5", "title": "Half"], ["value": "1", "title": "1"]])
            #expect(try await program.run("flags", "describe", "opacity", "--off", "--publish").status == 0)
            let off = try await program.run("flags", "explain", "opacity", "--json").json
            #expect(off["parameters"]?.array?.first?["value"] == .null)
            #expect(
                try await program.run("flags", "describe", "opacity", "--no-off", "--publish").status == 0
            )
            let on = try await program.run("flags", "explain", "opacity", "--json").json
            #expect(on["parameters"]?.array?.first?["value"] == "0.5")
        }
    }

    @Test func `a dry run changes nothing`() async throws {
        try await withProject { program in
            let dry = try await program.run("flags", "set", "text", "one", "--dry-run")
            #expect(dry.status == 0 && dry.messages.contains("dry run"), "\(dry.messages)")
            #expect(try await program.run("flags", "list", "-q").id.isEmpty)
            #expect(try await program.run("flags", "set", "text", "one").status == 0)
            let publish = try await program.run("flags", "publish", "--dry-run")
            #expect(publish.status == 0 && !publish.messages.contains("is published"), "\(publish.messages)")
            let both = try await program.run("flags", "set", "text", "two", "--publish", "--dry-run")
            #expect(both.status == 0 && !both.messages.contains("is published"), "\(both.messages)")
            #expect(try await program.run("flags", "history", "-q").id.isEmpty)
            #expect(try await program.run("flags", "get", "text").output.contains("one"))
            #expect(try await program.run("flags", "discard", "--yes", "--dry-run").status == 0)
            #expect(try await program.run("flags", "publish").status == 0)
        }
    }
}

extension Program {
    func makeProject(_ id: String = "mods-demo", _ environment: String = "production") async throws {
        let made = try await run(
            ["projects", "create", id, "--app", "mods", "--environment", environment, "--title", "Мелон"]
        )
        try #require(made.status == 0, "\(made.messages)")
    }
}
