import Core
import Foundation
import TestSupport
import Testing

struct TourTests {
    @Test(arguments: TestDatabase.all)
    func `an offer lives from its draft to the trash`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let id = try await program.offer(named: "Кофе")
            #expect(try await program.state(of: id) == ["draft", 1])

            #expect(try await program.run("offers", "publish", id, "--note", "к открытию").status == 0)
            #expect(try await program.state(of: id) == ["live", 2])

            #expect(try await program.run("offers", "edit", id, "--set", "cost=300").status == 0)
            let edited = try await program.run("offers", "show", id, "--json").json
            #expect(edited["fields"]?["cost"] == 300)
            #expect(edited["live"]?["cost"] == 250)

            #expect(try await program.run("offers", "discard", id).status == 0)
            #expect(try await program.run("offers", "edit", id, "-s", "on_home=yes").status == 0)
            #expect(try await program.run("home", "show", "offers", "-q").output == "\(id)\n")

            #expect(try await program.run("offers", "unpublish", id).status == 0)
            #expect(try await program.run("offers", "remove", id, "--yes").status == 0)
            #expect(try await program.run("offers", "list", "--json").json["items"] == [])
            #expect(try await program.state(of: id)[0] == "trash")

            let history = try await program.run("offers", "history", id, "--json").json.items
            #expect(
                history.compactMap { $0["action"]?.string } == [
                    "removed", "unpublished", "flagged", "discarded", "saved", "published", "created",
                ]
            )
            #expect(history.allSatisfy { $0["door"] == "cli" })
            #expect(history.first { $0["action"] == "published" }?["note"] == "к открытию")
        }
    }

    @Test func `the order is that of the last move`() async throws {
        try await withProgram { program in
            var ids: [String] = []
            for name in ["a", "b", "c"] { ids.append(try await program.offer(named: name)) }
            func order() async throws -> [Substring] { try await program.run("offers", "list", "-q").lines }

            #expect(try await order().map { String($0) } == [ids[2], ids[1], ids[0]])

            #expect(try await program.run("offers", "move", ids[0], "--first").status == 0)
            #expect(try await program.run("offers", "move", ids[2], "--after", ids[1]).status == 0)
            #expect(try await order().map { String($0) } == [ids[0], ids[1], ids[2]])
        }
    }

    @Test func `every kind of value is read from what people type`() async throws {
        try await withProgram { program in
            try program.write("Первый этаж,\nсразу у входа.\n", to: "text.txt")
            let category = try await program.run(
                "categories",
                "create",
                "-s",
                "name=Еда",
                "-s",
                "slug=food",
                "-s",
                "is_search=no",
                "--publish",
                "-q"
            ).id
            let shop = try await program.run([
                "shops", "create", "--json", "-s", "name=Лес", "-s", "name.en=Forest", "-s",
                "categories=food",
                "-s", "floor=-1", "-s", "phone=+7 (999) 123-45-67", "-s", "cashback=2,5", "-s",
                "description=@text.txt", "-s", "name_transliterated=@@les", "-s",
                "site_url=https://les.example",
            ]).json

            let fields = shop["fields"]
            #expect(fields?["name"] == ["ru": "Лес", "en": "Forest"])
            #expect(fields?["categories"] == [.string(category)])
            #expect(fields?["floor"] == -1)
            #expect(fields?["phone"] == "+79991234567")
            #expect(fields?["cashback"]?.text == "2.5")
            #expect(fields?["description"] == ["ru": "Первый этаж,\nсразу у входа."])
            #expect(fields?["name_transliterated"] == "@les")

            let id = try #require(shop["id"]?.string)
            let cleared = try await program.run(
                "shops",
                "edit",
                id,
                "-s",
                "name.en=null",
                "-s",
                "phone=null",
                "--json"
            )
            #expect(cleared.json["fields"]?["name"] == ["ru": "Лес"])
            #expect(cleared.json["fields"]?["phone"] == nil)
        }
    }

    @Test func `a body comes from a file or standard input, and set changes it`() async throws {
        try await withProgram { program in
            let arguments = ["tags", "create", "--file", "-", "-s", "name.en=Coffee", "--json"]
            let outcome = try await program.run(arguments, input: #"{"name": {"ru": "Кофе", "en": "x"}}"#)

            #expect(outcome.json["fields"]?["name"] == ["ru": "Кофе", "en": "Coffee"])
        }
    }

    @Test func `every fault is told at once`() async throws {
        try await withProgram { program in
            let outcome = try await program.run(
                "offers",
                "create",
                "-s",
                "cost=x",
                "-s",
                "kost=1",
                "-s",
                "name.de=x",
                "-s",
                "live_until=never"
            )

            #expect(outcome.status == 65)
            #expect(
                outcome.messages.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                    "error", "  cost", "  kost", "  name.de", "  live_until",
                ]
            )
            #expect(outcome.messages.contains("did you mean cost?"))
        }
    }

    @Test func `a change that comes too late tells who was faster and in what`() async throws {
        try await withProgram { program in
            let id = try await program.offer(named: "Кофе")
            #expect(try await program.run("offers", "edit", id, "-s", "cost=300").status == 0)

            let late = try await program.run("offers", "edit", id, "-s", "count=1", "--version", "1")

            #expect(late.status == 75)
            #expect(late.messages.contains("“Кофе” has changed since it was read: version 2"))
            #expect(late.messages.contains("  version 2: saved by "))
            #expect(late.messages.contains("  fields that differ: cost\n"))
            for verb in ["publish", "unpublish", "discard", "remove"] {
                let arguments = ["offers", verb, id, "--version", "1"] + (verb == "remove" ? ["--yes"] : [])
                #expect(try await program.run(arguments).status == 75)
            }
        }
    }

    @Test func `nothing goes without a yes`() async throws {
        try await withProgram { program in
            let id = try await program.offer(named: "Кофе")

            let refused = try await program.run(["offers", "remove", id], input: "y\n")

            #expect(refused.status == 64)
            #expect(
                refused.messages.contains("“Кофе” goes to the trash. Without a terminal this needs --yes.")
            )
            #expect(try await program.state(of: id) == ["draft", 1])
        }
    }

    @Test func `the words are those of the reader`() async throws {
        try await withProgram { program in
            let russian = ["VITRINA_LANGUAGE": "ru"]
            let list = try await program.run(["offers", "list"], environment: russian)
            let wrong = try await program.run(["offers", "create", "--publish"], environment: russian)

            #expect(list.output.contains("НАЗВАНИЕ"))
            #expect(wrong.messages.contains("  cost: не заполнено"))
        }
    }

    @Test func `quiet prints ids and nothing else`() async throws {
        try await withProgram { program in
            let outcome = try await program.run("tags", "create", "-s", "name=Кофе", "-q")

            #expect(outcome.messages.isEmpty)
            #expect(Identifier.normalized(outcome.id) == outcome.id)
        }
    }

    @Test func `the first owner is made once, and the password is shown once`() async throws {
        try await withProgram { program in
            let arguments = [
                "staff", "add", "--email", "owner@vitrina.local", "--role", "owner", "--if-none",
            ]

            let first = try await program.run(arguments + ["--json"])
            let second = try await program.run(arguments)

            #expect(first.json["password"]?.string?.isEmpty == false)
            #expect(second.status == 0)
            #expect(second.output.isEmpty)
            let list = try await program.run("staff", "list", "--json").json.items
            #expect(list.map { $0["email"] } == ["owner@vitrina.local"])
            #expect(list.allSatisfy { $0["password"] == nil })
        }
    }
}

extension Program {
    /// A complete draft of an offer; returns its id.
    func offer(named name: String) async throws -> String {
        let slug = "c" + UUID().uuidString.prefix(8).lowercased()
        let category = try await run(
            "categories",
            "create",
            "-s",
            "name=Еда",
            "-s",
            "slug=\(slug)",
            "--publish",
            "-q"
        )
        let shop = try await run(
            "shops",
            "create",
            "-s",
            "name=Лес",
            "-s",
            "categories=\(category.id)",
            "-s",
            "floor=1",
            "--publish",
            "-q"
        )
        let offer = try await run([
            "offers", "create", "-q", "-s", "name=\(name)", "-s", "shop=\(shop.id)", "-s", "cost=250", "-s",
            "count=9",
            "-s", "live_from=-1d", "-s", "live_until=+30d",
        ])
        try #require(offer.status == 0, "\(offer.messages)")
        return offer.id
    }

    func state(of id: String) async throws -> [JSON] {
        let offer = try await run("offers", "show", id, "--json").json
        return [offer["state"] ?? .null, offer["version"] ?? .null]
    }
}
