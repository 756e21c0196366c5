import Core
import Foundation
import Storage
import TestSupport
import Testing

struct HomeCommandTests {
    @Test(arguments: TestDatabase.all)
    func `cards are put on a block, moved and taken off`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            var ids: [String] = []
            for name in ["Скидки", "Ярмарка", "Каток"] {
                ids.append(try await program.run("promotions", "create", "-s", "title=\(name)", "-q").id)
            }
            for id in ids {
                let put = try await program.run("home", "put", "slider", id, "--note", "к открытию")
                #expect(put.status == 0, "\(put.messages)")
            }
            let order = try await program.run("home", "show", "slider", "-q").lines.map { String($0) }
            #expect(Set(order) == Set(ids))
            let table = try await program.run("home", "show", "slider")
            #expect(table.lines.count == 4 && table.output.contains("Ярмарка"))

            let last = try #require(order.last)
            #expect(try await program.run("home", "move", "slider", last, "--first").status == 0)
            let moved = try await program.run("home", "show", "slider", "-q").lines.map { String($0) }
            #expect(moved == [last] + order.dropLast())
            let after = try await program.run("home", "move", "slider", last, "--after", moved[1], "--json")
            #expect(
                after.json["cards"]?.array?.compactMap { $0["id"]?.string } == [moved[1], last, moved[2]]
            )

            let trial = try await program.run("home", "remove", "slider", last, "--dry-run")
            #expect(trial.status == 0 && trial.messages.contains("dry run"))
            #expect(try await program.run("home", "show", "slider", "-q").lines.count == 3)
            #expect(try await program.run("home", "remove", "slider", last, "--note", "рано").status == 0)
            #expect(try await program.run("home", "show", "slider", "-q").lines.count == 2)
            let entry = try await program.run("promotions", "history", last, "--json").json["items"]?.array
            #expect(entry?.first?["action"] == "flagged")
            #expect(entry?.first?["note"] == "рано")
            let changes = try await program.run(
                ["changes", "--action", "flagged", "--action", "moved", "--type", "promotions", "--json"]
            )
            #expect(changes.json.items.count == 6)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what cannot be done is told, and with which exit`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let card = try await program.run("promotions", "create", "-s", "title=Скидки", "-q").id
            let other = try await program.run("promotions", "create", "-s", "title=Каток", "-q").id
            let tag = try await program.run("tags", "create", "-s", "name=Кофе", "-q").id
            #expect(try await program.run("home", "put", "slider", card).status == 0)
            let none = "018f3b1c-0000-7000-8000-000000000001"
            let refusals: [([String], Set<Int32>)] = [
                (["show", "attic"], [66]), (["put", "attic", card], [66]), (["remove", "attic", card], [66]),
                (["put", "slider", none], [66]), (["put", "slider", ""], [64, 66]),
                (["put", "slider", "../offers"], [66]), (["put", "slider", tag], [65]),
                (["put", "offers", card], [65]), (["move", "slider", card], [64]),
                (["move", "slider", card, "--first", "--last"], [64]),
                (["move", "slider", none, "--first"], [66]),
                (["move", "slider", card, "--after", "x"], [65, 66]),
                (["move", "slider", card, "--after", none], [65, 66]),
                (["move", "slider", other, "--first"], [65, 66]), (["remove", "slider", none], [66]),
            ]
            for (arguments, codes) in refusals {
                let outcome = try await program.run(["home"] + arguments)
                #expect(codes.contains(outcome.status), "\(arguments): \(outcome.status) \(outcome.messages)")
                #expect(outcome.output.isEmpty, "\(arguments)")
                #expect(outcome.messages.lowercased().hasPrefix("error: "), "\(outcome.messages)")
            }
            #expect(try await program.run("home", "show", "slider", "-q").output == "\(card)\n")
            // A repeated addition or removal is not an error; a move next to itself is not one either.
            #expect(try await program.run("home", "move", "slider", card, "--before", card).status == 0)
            #expect(try await program.run("home", "put", "slider", card).status == 0)
            #expect(try await program.run("home", "remove", "slider", other).status == 0)
        }
    }
}
