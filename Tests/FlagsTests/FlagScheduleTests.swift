import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Publications that wait for their time (R97).
struct FlagScheduleTests {
    private let place = FlagWorld.place
    private let act = FlagAct(author: FlagWorld.editor, description: "По плану")

    /// Schedules the publication of `a` with the value in a minute.
    private func schedule(_ value: String, _ world: FlagWorld) async throws -> FlagSchedule {
        let draft = try await world.edit(.setValue(FlagValue(value), of: "a", under: nil))
        return try await world.schedules.publish(
            place,
            revision: draft.revision,
            at: world.clock.now.advanced(by: .seconds(60)),
            as: act
        )
    }

    // R97
    @Test(arguments: TestDatabase.all)
    func `a draft is published at its time and not before`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let schedule = try await schedule("2", world)
            #expect(try await !world.drafts.draft(place).exists)
            #expect(try await world.schedules.list(place) == [schedule])

            world.clock.advance(by: .seconds(59))
            let early = try await world.due.carryOut()
            #expect(early.done == 0 && early.next == schedule.at)
            world.clock.advance(by: .seconds(1))
            #expect(try await world.due.carryOut().done == 1)
            #expect(try await world.current().template.text("a") == "2")
            #expect(try await world.schedules.list(place).isEmpty)
        }
    }

    // R97
    @Test(arguments: TestDatabase.all)
    func `what was published meanwhile stays`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            _ = try await schedule("2", world)
            try await world.publish(FlagTemplate(["a": "1", "b": "2"]))
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().done == 1)

            let version = try await world.current()
            #expect(
                version.number == 3 && version.template.text("a") == "2" && version.template.text("b") == "2"
            )
        }
    }

    // R97
    @Test(arguments: TestDatabase.all)
    func `a clash fails the plan, says why, and loses nothing`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let schedule = try await schedule("2", world)
            try await world.publish(FlagTemplate(["a": "3"]))
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().failures.count == 1)
            #expect(try await world.due.carryOut().failures.isEmpty)

            let failed = try #require(try await world.schedules.list(place).first)
            #expect(failed.failedAt == world.clock.now && failed.fault?.kind == .conflict)
            #expect(failed.fault?.detail.en.contains(" a.") == true)
            #expect(try await world.current().template.text("a") == "3")
            #expect(try await world.actions().first == "flags.schedule-failed")

            try await world.schedules.cancel(schedule.id, of: "mods-demo", by: FlagWorld.editor)
            let draft = try await world.drafts.draft(place)
            #expect(draft.sheet.template.text("a") == "2" && draft.clashes.count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a rollback can wait too, and fails where its version has gone`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            for value in ["1", "2"] { try await world.publish(FlagTemplate(["a": value])) }
            let at = world.clock.now.advanced(by: .seconds(60))
            for _ in 1...2 { _ = try await world.schedules.rollback(to: 1, place, at: at, as: act) }
            _ = try await world.schedules.rollback(to: 2, place, at: at.advanced(by: .seconds(60)), as: act)
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().done == 2)
            let version = try await world.current()
            #expect(
                version.number == 4 && version.info.rollbackSource == 1 && version.info.update == .rollback
            )

            _ = try await world.database.write {
                try $0.execute("DELETE FROM flag_versions WHERE number = 2")
            }
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().failures.count == 1)
            #expect(try await world.schedules.list(place).first?.fault?.kind == .notFound)
        }
    }

    // R97, R26
    @Test(arguments: TestDatabase.all)
    func `what comes back before a plan's time stays, unless the plan changes the same`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.publish(FlagTemplate(["a": "1", "b": "2"]))
            _ = try await schedule("5", world)
            _ = try await world.store.rollback(to: 1, at: place, as: act)
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().done == 1)
            let version = try await world.current()
            #expect(version.number == 4)
            #expect(version.template.text("a") == "5" && version.template.text("b") == "1")

            // The value is reverted while the schedule is pending.
            _ = try await schedule("6", world)
            _ = try await world.store.rollback(to: 2, at: place, as: act)
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().failures.count == 1)
            #expect(try await world.schedules.list(place).first?.fault?.kind == .conflict)
            #expect(try await world.current().template.text("a") == "1")
        }
    }

    // R97, R101
    @Test(arguments: TestDatabase.all)
    func `a plan that has become invalid meanwhile publishes nothing`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            _ = try await schedule("2", world)
            let notes = try TemplateMetadata(json: ["parameters": ["a": ["kind": "number", "max": 1]]])
            try await world.publish(FlagTemplate(["a": "1"]), notes: notes)
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().failures.count == 1)
            let fault = try await world.schedules.list(place).first?.fault
            #expect(fault?.kind == .invalid && fault?.faults.first?.detail.en == "must be at most 1")
            #expect(try await world.current().number == 2)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a cancelled plan becomes the draft again`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let schedule = try await schedule("2", world)
            try await world.schedules.cancel(schedule.id, of: "mods-demo", by: FlagWorld.editor)

            let draft = try await world.drafts.draft(place)
            #expect(draft.exists && draft.sheet.template.text("a") == "2" && draft.clashes.isEmpty)
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().done == 0)
            for id in [schedule.id, "", "x"] {
                let problem = try await problem {
                    try await world.schedules.cancel(id, of: "mods-demo", by: FlagWorld.editor)
                }
                #expect(problem.kind == .notFound)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `nothing is planned for the past, nor without a draft`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let now = world.clock.now
            for at in [now, .earliest, now.advanced(by: .seconds(60))] {
                _ = try await problem {
                    try await world.schedules.publish(place, revision: 0, at: at, as: act)
                }
            }
            #expect(try await world.schedules.list(place).isEmpty)
        }
    }
}
