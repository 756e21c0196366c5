import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Concurrent publications: the database decides their order.
struct FlagRaceTests {
    // R23
    @Test(arguments: TestDatabase.all)
    func `of many who publish from one version exactly one wins`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let servers = [world, world.anotherServer]
            let outcomes = try await atOnce(0..<8) { number in
                do {
                    let template = FlagTemplate(["a": "\(number)"])
                    return "\(try await servers[number % 2].publish(template, expecting: .version(0)).number)"
                } catch is FlagMismatch {
                    return "mismatch"
                }
            }

            let current = try await world.current()
            #expect(outcomes.sorted() == ["1"] + Array(repeating: "mismatch", count: 7))
            #expect(current.number == 1)
        }
    }

    // R22
    @Test(arguments: TestDatabase.all)
    func `forced publications come one after the other`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let servers = [world, world.anotherServer]
            let numbers = try await atOnce(0..<8) { number in
                try await servers[number % 2].publish(FlagTemplate(["a": "\(number)"])).number
            }

            #expect(numbers.sorted() == Array(1...8))
        }
    }

    // D64
    @Test(arguments: TestDatabase.all)
    func `of two edits of one draft the second is told of the first`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            let people = [("a", FlagWorld.editor), ("b", FlagWorld.owner)]
            let problems = try await atOnce(people) { key, author -> Problem? in
                let edit = FlagEdit.setValue(FlagValue("2"), of: key, under: nil)
                do {
                    _ = try await world.drafts.edit([edit], FlagWorld.place, from: 0, by: author)
                    return nil
                } catch let problem as Problem {
                    return problem
                }
            }

            #expect(problems.compactMap(\.self).map(\.kind) == [.stale])
            #expect(problems.compactMap(\.self).first?.current?["revision"] == 1)
            #expect(try await world.drafts.draft(FlagWorld.place).changes.count == 1)
        }
    }

    // R26, R97
    @Test(arguments: TestDatabase.all)
    func `a rollback and what is due at the same moment are both done, in either order`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.publish(FlagTemplate(["a": "1", "b": "2"]))
            let act = FlagAct(author: FlagWorld.editor)
            let draft = try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            let at = world.clock.now.advanced(by: .seconds(60))
            _ = try await world.schedules.publish(
                FlagWorld.place,
                revision: draft.revision,
                at: at,
                as: act
            )
            world.clock.advance(by: .seconds(61))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await world.anotherServer.due.carryOut() }
                group.addTask { _ = try await world.store.rollback(to: 1, at: FlagWorld.place, as: act) }
                try await group.waitForAll()
            }
            let version = try await world.current()
            let other = try await world.store.version(3, FlagWorld.place)
            #expect(version.number == 4 && version.template.text("b") == "1")
            #expect(Set([version.info.update, other.info.update]) == [.rollback, .incremental])
            // If both have changed a value, the later publication decides.
            #expect(version.template.text("a") == (version.info.update == .rollback ? "1" : "2"))
        }
    }

    // R97
    @Test(arguments: TestDatabase.all)
    func `what is scheduled is published once, by whichever server is first`(kind: TestDatabase) async throws
    {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let draft = try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            _ = try await world.schedules.publish(
                FlagWorld.place,
                revision: draft.revision,
                at: world.clock.now.advanced(by: .seconds(60)),
                as: FlagAct(author: FlagWorld.editor, description: "В полночь")
            )
            world.clock.advance(by: .seconds(61))
            try await atOnce([world, world.anotherServer, world.anotherServer]) { server in
                _ = try await server.due.carryOut()
            }

            let version = try await world.current()
            #expect(version.number == 2 && version.template.text("a") == "2")
            #expect(version.info.door == "server" && version.info.author == "Egor")
            #expect(version.info.description == "В полночь")
        }
    }
}
