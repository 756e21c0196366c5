import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Edits of drafts before the publication.
struct FlagDraftTests {
    private let place = FlagWorld.place

    @Test(arguments: TestDatabase.all)
    func `edits collect until they are published, and apps see nothing of them`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            let draft = try await world.edit(
                .addCondition(
                    FlagCondition(name: "ios", expression: "device.os == 'ios'"),
                    FlagConditionNote(),
                    at: nil
                ),
                .setValue(FlagValue("3"), of: "b", under: "ios"),
                by: FlagWorld.owner
            )

            #expect(draft.revision == 2 && draft.isPublishable)
            #expect(draft.changes.map(\.name) == ["ios", "a", "b"])
            #expect(draft.touches["parameter/a"]?.author == "Egor")
            #expect(draft.touches["parameter/b"]?.author == "Olga" && draft.editor?.author == "Olga")
            #expect(try await world.current().number == 1)

            let version = try await world.drafts.publish(
                place,
                revision: 2,
                as: FlagAct(author: FlagWorld.editor, description: "Новое")
            )
            #expect(version.number == 2 && version.info.changes == 3)
            let after = try await world.drafts.draft(place)
            #expect(!after.exists && after.revision == 3 && after.changes.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an edit from an older draft is refused with the draft as it is`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            for revision: Int64 in [0, 2, -1, .max] {
                let problem = try await problem {
                    try await world.drafts.edit(
                        [.removeParameter("a")],
                        place,
                        from: revision,
                        by: FlagWorld.editor
                    )
                }
                #expect(problem.kind == .stale && problem.current?["revision"] == 1)
            }
            // The revisions of an ended draft are not reused.
            _ = try await world.drafts.discard(place, from: 1, by: FlagWorld.editor)
            let late = try await problem {
                try await world.drafts.edit([.removeParameter("a")], place, from: 1, by: FlagWorld.editor)
            }
            #expect(late.kind == .stale)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a draft that has come back to what apps see ends by itself`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            let back = try await world.edit(.resetParameter("a"))
            #expect(!back.exists && back.revision == 2)
            let problem = try await problem {
                try await world.drafts.publish(place, revision: 2, as: FlagAct(author: FlagWorld.editor))
            }
            #expect(problem.kind == .notFound)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an invalid draft is kept, with its faults, and not published`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let draft = try await world.edit(
                .setType(.number, of: "a"),
                .setValue(FlagValue("x"), of: "a", under: nil)
            )
            #expect(draft.exists && !draft.isPublishable && draft.faults.map(\.reason) == [.typeMismatch])
            await #expect(throws: FlagFaults.self) {
                _ = try await world.drafts.publish(place, revision: 1, as: FlagAct(author: FlagWorld.editor))
            }
            #expect(try await world.current().number == 1)
        }
    }

    // R108, R101
    @Test(arguments: TestDatabase.all)
    func `changes are published at once with the draft, or not made at all`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            let act = FlagAct(author: FlagWorld.editor, description: "Сразу")
            func publish(_ edit: FlagEdit, from revision: Int64) async throws -> [String] {
                let (version, changes) = try await world.drafts.publish(
                    [edit],
                    place,
                    from: revision,
                    as: act
                )
                #expect(try await world.current() == version)
                return changes.map(\.name)
            }
            let stale = try await problem { try await publish(.removeParameter("b"), from: 0) }
            #expect(stale.kind == .stale)
            await #expect(throws: FlagFaults.self) {
                _ = try await publish(.setType(.boolean, of: "a"), from: 1)
            }
            #expect(try await world.drafts.draft(place).revision == 1)
            #expect(try await publish(.setValue(FlagValue("3"), of: "b", under: nil), from: 1) == ["a", "b"])
            let draft = try await world.drafts.draft(place)
            #expect(!draft.exists && draft.live.number == 2 && draft.live.template.text("b") == "3")
            // Publishing the live values makes no new version.
            let same = FlagEdit.setValue(FlagValue("3"), of: "b", under: nil)
            #expect(try await publish(same, from: draft.revision) == [])
            #expect(try await world.current().number == 2)
        }
    }

    // R98
    @Test(arguments: TestDatabase.all)
    func `somebody else must agree, and any later edit takes that back`(kind: TestDatabase) async throws {
        var settings = FlagSettings()
        settings.requiresApproval = true
        try await withFlags(kind, settings: settings) { world in
            let act = FlagAct(author: FlagWorld.editor)
            func publish(_ revision: Int64) async throws -> FlagVersion {
                try await world.drafts.publish(place, revision: revision, as: act)
            }
            try await world.edit(
                .addParameter("a", FlagParameter(FlagValue("1")), FlagMetadata()),
                by: FlagWorld.owner
            )
            #expect(try await problem { try await publish(1) }.kind == .forbidden)
            // Neither the last editor nor a member of staff without the right can approve it.
            for author in [FlagWorld.owner, FlagWorld.editor] {
                let refusal = try await problem {
                    try await world.drafts.approve(place, revision: 1, by: author)
                }
                #expect(refusal.kind == .forbidden)
            }
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            let approved = try await world.drafts.approve(place, revision: 2, by: FlagWorld.owner)
            #expect(approved.approval?.author == "Olga" && approved.revision == 2)

            let edited = try await world.edit(.setValue(FlagValue("3"), of: "a", under: nil))
            #expect(edited.approval == nil)
            #expect(try await problem { try await publish(3) }.kind == .forbidden)
            _ = try await world.drafts.approve(place, revision: 3, by: FlagWorld.owner)
            #expect(try await publish(3).template.text("a") == "3")
            // The rule cannot be bypassed.
            #expect(
                try await problem { try await world.publish(FlagTemplate(["a": "4"])) }.kind == .forbidden
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what others publish meanwhile comes into the draft`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            try await world.publish(FlagTemplate(["a": "1", "b": "2", "c": "1"]))

            let draft = try await world.drafts.draft(place)
            #expect(draft.clashes.isEmpty && draft.changes.map(\.name) == ["a"])
            let version = try await world.drafts.publish(
                place,
                revision: 1,
                as: FlagAct(author: FlagWorld.editor)
            )
            #expect(["a", "b", "c"].map { version.template.text($0) } == ["2", "2", "1"])
        }
    }

    @Test(arguments: TestDatabase.all, FlagMerge.Side.allCases)
    func `two changes of one value clash until somebody decides`(
        kind: TestDatabase,
        side: FlagMerge.Side
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(
                .setValue(FlagValue("mine"), of: "a", under: nil),
                .setValue(FlagValue("mine"), of: "b", under: nil)
            )
            try await world.publish(FlagTemplate(["a": "theirs", "b": "1"]))

            let draft = try await world.drafts.draft(place)
            #expect(draft.clashes == [FlagClash(subject: .parameter, name: "a", parts: [.value(under: nil)])])
            let act = FlagAct(author: FlagWorld.editor)
            let refusal = try await problem { try await world.drafts.publish(place, revision: 1, as: act) }
            #expect(refusal.kind == .conflict && refusal.faults.map(\.pointer) == ["#/parameters/a"])
            // An edit of something else does not hide it.
            let edited = try await world.edit(.setDescription("о чём", of: "b"))
            #expect(edited.clashes == draft.clashes)

            let resolved = try await world.drafts.resolve(
                place,
                from: 2,
                preferring: side,
                by: FlagWorld.editor
            )
            #expect(resolved.clashes.isEmpty)
            let version = try await world.drafts.publish(place, revision: 3, as: act)
            #expect(version.template.text("a") == side.rawValue && version.template.text("b") == "mine")
        }
    }

    // R101
    @Test(arguments: TestDatabase.all)
    func `a text has a value for each language, under conditions that come and go by themselves`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            var note = FlagMetadata()
            note.kind = .languages(["ru", "en", "pt-BR"])
            try await world.edit(.addParameter("title", FlagParameter(FlagValue("")), note))
            let draft = try await world.edit(.setTexts(["ru": "Моды", "en": "Mods"], of: "title"))

            let parameter = try #require(draft.sheet.template.parameters["title"])
            #expect(parameter.value?.text == "Моды" && parameter.conditional["lang en"]?.text == "Mods")
            let expression = try #require(draft.sheet.template.conditions.first?.expression)
            #expect(expression.hasPrefix("device.language in ['en', ") && expression.contains("'en-GB'"))
            #expect(draft.isPublishable, "\(draft.faults)")

            let other = try await problem { try await world.edit(.setTexts(["de": "Mods"], of: "title")) }
            #expect(other.faults.map(\.pointer) == ["#/texts/de"])
            let without = try await world.edit(
                .setValue(nil, of: "title", under: "lang en"),
                .removeParameter("title")
            )
            #expect(without.sheet.template.conditions.isEmpty && !without.exists)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a faulty edit among several leaves the draft as it was`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let wrong: [FlagEdit] = [
                .setValue(FlagValue("2"), of: "b", under: nil),
                .setValue(FlagValue("2"), of: "a", under: "nobody"),
                .addParameter("a", FlagParameter(nil), FlagMetadata()),
                .addParameter("1 a", FlagParameter(nil), FlagMetadata()),
                .renameParameter("b", to: "c"), .renameParameter("a", to: "__proto__"), .removeParameter("b"),
                .moveCondition("x", to: .max), .removeCondition("x"), .removeGroup("x"),
                .setGroupDescription("x", nil), .setTexts([:], of: "a"),
            ]
            for edit in wrong {
                _ = try await problem {
                    try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil), edit)
                }
            }
            #expect(try await !world.drafts.draft(place).exists)
        }
    }
}
