import Core
@testable import Flags
import Foundation
import Storage
import TestSupport
import Testing

/// The flags of the demonstration, and the format in which edits are sent.
struct FlagDemoTests {
    private func demo() throws -> JSON {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSON(parsing: Array(Data(contentsOf: top.appending(path: "seeds/demo/flags/mods.json"))))
    }

    @Test(arguments: TestDatabase.all)
    func `the demonstration has a history, a draft of three changes and keys`(kind: TestDatabase) async throws
    {
        try await withMigratedDatabase(kind) { database in
            let world = FlagWorld(database)
            try await world.live.load()
            let demo = try FlagDemo(try demo(), store: world.store)
            #expect(try await demo.add() == 2)
            #expect(try await demo.add() == 0)

            let versions = try await world.store.versions(FlagVersionQuery(), FlagWorld.place).elements
            #expect(versions.map(\.number) == [6, 5, 4, 3, 2, 1])
            #expect(Set(versions.map(\.author)).count == 3 && versions.allSatisfy { $0.description != nil })
            #expect(versions.map(\.at) == versions.map(\.at).sorted(by: >))
            let draft = try await world.drafts.draft(FlagWorld.place)
            #expect(draft.isPublishable && draft.changes.count == 3)
            let reasons = Set(try await world.drafts.lint(FlagWorld.place).map(\.reason))
            #expect(reasons.isSuperset(of: [.unused, .unlikely]))
            #expect(draft.live.template.parameters.count == 11 && draft.live.template.conditions.count == 5)

            guard case .open(let project, _) = world.live.access("AVitDemoKeyOfTheModsTest000000000000000")
            else {
                Issue.record("The key opens nothing.")
                return
            }
            #expect(project.project.environment == "test")
            var context = FlagContext(now: world.clock.now)
            (context.platform, context.appVersion) = (.ios, "2.4.0")
            let mods = try #require(world.live.state.project("mods-demo"))
            let outcomes = try #require(world.live.answer(mods, FlagPlace.clients, context)).outcomes
            let rating = outcomes.all.first { $0.key == "rate_dialog_enabled" }
            #expect(rating?.value?.text == "false" && rating?.condition == "moderation 2.4.0")
        }
    }

    @Test func `each edit has a form in which it is sent`() throws {
        let forms: JSON = [
            ["op": "set_value", "key": "a", "value": "1", "condition": "ios"],
            ["op": "set_value", "key": "a", "value": ["useInAppDefault": true]],
            ["op": "set_value", "key": "a"],
            ["op": "set_texts", "key": "a", "texts": ["ru": "а"]],
            ["op": "set_type", "key": "a", "type": "NUMBER"],
            ["op": "set_note", "key": "a", "note": ["title": "А"]],
            ["op": "set_description", "key": "a", "description": "о чём"],
            ["op": "set_group", "key": "a", "group": nil],
            ["op": "add_parameter", "key": "b", "parameter": ["defaultValue": ["value": "1"]], "group": "g"],
            ["op": "rename_parameter", "key": "a", "to": "c"], ["op": "remove_parameter", "key": "a"],
            ["op": "reset_parameter", "key": "a"],
            ["op": "add_condition", "condition": ["name": "x", "expression": "true"], "at": 0],
            ["op": "edit_condition", "name": "x", "condition": ["name": "y", "expression": "true"]],
            ["op": "move_condition", "name": "x", "to": 1], ["op": "remove_condition", "name": "x"],
            ["op": "reset_condition", "name": "x"],
            ["op": "set_group_description", "group": "g", "description": "о чём"],
            ["op": "remove_group", "group": "g"],
            ["op": "replace", "template": ["parameters": .object([:])], "notes": .object([:])],
        ]
        let edits = try FlagEdit.parsing(forms)
        #expect(
            edits.count == 20
                && Set(forms.array?.compactMap { $0["op"]?.string } ?? []).count == FlagEdit.operations.count
        )
        #expect(edits[0] == .setValue(FlagValue("1"), of: "a", under: "ios"))
        #expect(edits[1] == .setValue(.inAppDefault, of: "a", under: nil))
        #expect(edits[2] == .setValue(nil, of: "a", under: nil))
    }

    @Test(
        arguments: [
            "x", [1], [["op": "x"]], [["op": "set_value"]], [["op": "set_value", "key": "a", "value": 1]],
            [["op": "set_value", "key": "a", "value": ["value": "1", "useInAppDefault": true]]],
            [["op": "set_texts", "key": "a", "texts": ["ru": 1]]],
            [["op": "set_type", "key": "a", "type": "X"]],
            [["op": "set_note", "key": "a", "note": 1]],
            [["op": "add_parameter", "key": "a", "parameter": 1]],
            [["op": "add_condition"]],
            [["op": "add_condition", "condition": ["name": "x", "expression": "true || false"]]],
            [["op": "edit_condition", "name": "x", "condition": ["name": "x", "expression": "!true"]]],
            [["op": "move_condition", "name": "x", "to": "y"]],
            [["op": "replace", "template": 1]],
        ] as [JSON]
    )
    func `an edit in no such form is refused`(json: JSON) async throws {
        #expect(try await problem { try FlagEdit.parsing(json) }.kind == .invalid)
    }
}
