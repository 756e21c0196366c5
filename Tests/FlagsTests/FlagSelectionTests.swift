import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// A part of a draft is published, and the rest remains (R98, R112).
struct FlagSelectionTests {
    private let place = FlagWorld.place

    private func publish(
        _ world: FlagWorld,
        _ selection: FlagSelection,
        by author: Author = FlagWorld.editor
    ) async throws -> FlagVersion {
        let revision = try await world.drafts.draft(place).revision
        return try await world.drafts.publish(
            place,
            selection,
            revision: revision,
            as: FlagAct(author: author, description: "part")
        )
    }

    private func value(_ text: String, _ key: String, under condition: String? = nil) -> FlagEdit {
        .setValue(FlagValue(text), of: key, under: condition)
    }

    private func condition(_ name: String, _ expression: String = "device.os == 'ios'") -> FlagCondition {
        FlagCondition(name: name, expression: expression)
    }

    @Test(arguments: TestDatabase.all)
    func `one parameter goes, the rest waits`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1", "c": "1"]))
            try await world.edit(value("2", "a"), value("2", "b"))
            let draft = try await world.edit(value("2", "c"), by: FlagWorld.owner)
            #expect(draft.foreign(to: FlagWorld.editor).map(\.change.name) == ["c"])
            #expect(draft.foreign(to: FlagWorld.editor).map(\.touch.author) == ["Olga"])

            let version = try await publish(world, .only(["a"]))
            #expect(version.number == 2 && version.info.changes == 1 && version.info.author == "Egor")
            #expect(["a", "b", "c"].map { version.template.text($0) } == ["2", "1", "1"])
            let left = try await world.drafts.draft(place)
            #expect(left.changes.map(\.name) == ["b", "c"] && left.clashes.isEmpty)
            #expect(left.revision == draft.revision + 1)
            #expect(left.foreign(to: FlagWorld.editor).map(\.change.name) == ["c"])

            // A client with an older revision is refused.
            let stale = try await problem {
                try await world.drafts.publish(
                    place,
                    .mine,
                    revision: draft.revision,
                    as: FlagAct(author: FlagWorld.editor)
                )
            }
            #expect(stale.kind == .stale)
            #expect(try await publish(world, .mine).template.text("b") == "2")
            #expect(try await problem { try await self.publish(world, .mine) }.kind == .notFound)
            #expect(try await problem { try await self.publish(world, .only(["b"])) }.kind == .invalid)
            #expect(try await publish(world, .mine, by: FlagWorld.owner).template.text("c") == "2")
            #expect(try await !world.drafts.draft(place).exists)
        }
    }

    @Test func `a fault of a colleague keeps nobody from publishing`() async throws {
        try await withFlags(.sqlite) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(.setType(.boolean, of: "b"), by: FlagWorld.owner)
            try await world.edit(value("2", "a"))
            await #expect(throws: FlagFaults.self) { _ = try await self.publish(world, .all) }
            await #expect(throws: FlagFaults.self) { _ = try await self.publish(world, .only(["b"])) }
            #expect(try await publish(world, .mine).template.text("a") == "2")
        }
    }

    @Test func `a parameter takes its own conditions along, and those of others only by name`() async throws {
        try await withFlags(.sqlite) { world in
            try await world.publish(
                FlagTemplate(["a": "1", "b": "1"], conditions: [("old", "device.os == 'web'")])
            )
            try await world.edit(.addCondition(condition("ours"), FlagConditionNote(), at: 0))
            try await world.edit(
                .addCondition(condition("theirs"), FlagConditionNote(), at: 0),
                value("9", "b", under: "theirs"),
                by: FlagWorld.owner
            )
            try await world.edit(value("2", "a", under: "ours"), .setGroup("g", of: "a"))
            let version = try await publish(world, .only(["a"]))
            #expect(version.template.conditions.map(\.name) == ["ours", "old"])
            #expect(version.template.parameters["a"]?.conditional["ours"]?.text == "2")
            #expect(version.template.groups["g"] != nil)

            try await world.edit(value("3", "a", under: "theirs"))
            let refusal = try await problem { try await self.publish(world, .mine) }
            #expect(refusal.kind == .conflict && refusal.detail.en.contains("theirs"))
            let both = try await publish(world, .only(["a", "theirs"]))
            #expect(both.template.conditions.map(\.name) == ["theirs", "ours", "old"])
            #expect(both.template.parameters["b"]?.conditional.isEmpty == true)
        }
    }

    @Test func `what is renamed or removed goes with what has it`() async throws {
        try await withFlags(.sqlite) { world in
            let template = FlagTemplate(["a": "1", "b": "1"], conditions: [("x", "device.os == 'ios'")])
                .with("2", of: "a", under: "x")
            try await world.publish(template)
            try await world.edit(
                .editCondition("x", condition("y"), FlagConditionNote()),
                by: FlagWorld.owner
            )
            try await world.edit(value("2", "b"))
            let renamed = try await publish(world, .only(["x", "y"]))
            #expect(renamed.template.parameters["a"]?.conditional == ["y": FlagValue("2")])
            #expect(renamed.template.text("b") == "1")

            // Another editor's value under a condition remains.
            try await world.edit(value("5", "a", under: "y"))
            try await world.edit(
                .editCondition("y", condition("z"), FlagConditionNote()),
                by: FlagWorld.owner
            )
            let refusal = try await problem { try await self.publish(world, .mine, by: FlagWorld.owner) }
            #expect(refusal.kind == .conflict && refusal.detail.en.contains("a"))
            #expect(
                try await publish(world, .all).template.parameters["a"]?.conditional == ["z": FlagValue("5")]
            )
        }
    }

    @Test func `the order of conditions goes with those who have moved them`() async throws {
        try await withFlags(.sqlite) { world in
            let names = ["x", "y", "z"].map { ($0, "device.os == 'ios'") }
            try await world.publish(FlagTemplate(["a": "1"], conditions: names))
            try await world.edit(.moveCondition("z", to: 0), by: FlagWorld.owner)
            try await world.edit(value("2", "a"))
            let mine = try await publish(world, .mine)
            #expect(
                mine.template.conditions.map(\.name) == ["x", "y", "z"] && mine.template.text("a") == "2"
            )
            try await world.edit(value("3", "a"))
            let theirs = try await publish(world, .all, by: FlagWorld.owner)
            #expect(theirs.template.conditions.map(\.name) == ["z", "x", "y"])
        }
    }

    // R98: the rest needs a separate approval.
    @Test func `an approval is for the draft that was seen`() async throws {
        var settings = FlagSettings()
        settings.requiresApproval = true
        try await withFlags(.sqlite, settings: settings) { world in
            try await world.edit(.addParameter("a", FlagParameter(FlagValue("1")), FlagMetadata()))
            let draft = try await world.edit(
                .addParameter("b", FlagParameter(FlagValue("1")), FlagMetadata())
            )
            #expect(try await problem { try await self.publish(world, .only(["a"])) }.kind == .forbidden)
            _ = try await world.drafts.approve(place, revision: draft.revision, by: FlagWorld.owner)
            #expect(try await publish(world, .only(["a"])).template.parameters.keys.sorted() == ["a"])
            #expect(try await problem { try await self.publish(world, .all) }.kind == .forbidden)
        }
    }

    @Test func `versions of others are named before they are undone`() async throws {
        try await withFlags(.sqlite) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            try await world.publish(FlagTemplate(["a": "2", "b": "1"]), by: FlagWorld.owner)
            try await world.publish(FlagTemplate(["a": "3", "b": "1"]))
            let foreign = try await world.store.foreignVersions(
                to: FlagWorld.editor,
                after: 1,
                upTo: 3,
                place
            )
            #expect(foreign.map(\.info.number) == [2])
            #expect(foreign.first?.changed == ["a", "b"])
            #expect(
                try await world.store.foreignVersions(to: FlagWorld.owner, after: 3, upTo: 3, place).isEmpty
            )
        }
    }
}
