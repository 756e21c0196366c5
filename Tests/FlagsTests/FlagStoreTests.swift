import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Versions: publication, refusals, restores.
struct FlagStoreTests {
    private let place = FlagWorld.place

    // R6
    @Test(arguments: TestDatabase.all)
    func `a project is found by its id and by its number`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let project = try await world.store.project("mods-demo")
            #expect(project.number == 123_456_789_012)
            #expect(try await world.store.project("123456789012").id == "mods-demo")
            for unknown in ["", "mods", "123456789013", "1234567890123456789012345", "mods-demo'"] {
                #expect(try await problem { try await world.store.project(unknown) }.kind == .notFound)
            }
        }
    }

    // R20
    @Test(arguments: TestDatabase.all)
    func `nothing published is version 0 without flags`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let version = try await world.current()

            #expect(version.number == 0 && !version.info.isPublished)
            #expect(
                version.template.json == [
                    "conditions": [], "parameters": .object([:]), "parameterGroups": .object([:]),
                ]
            )
            let first = try await world.publish(FlagTemplate(["a": "1"]), expecting: .version(0))
            #expect(first.number == 1)
        }
    }

    // R19, R21, R22, R112
    @Test(arguments: TestDatabase.all)
    func `each publication is a version with its author and its reason`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let first = try await world.publish(FlagTemplate(["a": "1"]), expecting: .version(0))
            let second = try await world.publish(FlagTemplate(["a": "2", "b": "x"]), expecting: .version(1))
            let third = try await world.publish(FlagTemplate(["a": "3"]), by: FlagWorld.owner)

            #expect([first, second, third].map(\.number) == [1, 2, 3])
            #expect(second.info.update == .incremental && third.info.update == .forced)
            #expect(second.info.author == "Egor" && second.info.origin == "CONSOLE")
            #expect(third.info.author == "Olga" && third.info.origin == "REST_API")
            #expect(second.info.changes == 2 && third.info.description == "Зачем")
            #expect(try await world.store.version(1, place) == first)
            #expect(try await world.current() == third)
            #expect(try await problem { try await world.store.version(4, place) }.kind == .notFound)
            #expect(try await world.actions().prefix(3).allSatisfy { $0 == "flags.published" })
        }
    }

    // R12
    @Test(arguments: TestDatabase.all)
    func `another version than the expected one is told in Firebase's words`(kind: TestDatabase) async throws
    {
        try await withFlags(kind) { world in
            for value in ["1", "2", "3"] { try await world.publish(FlagTemplate(["a": value])) }
            do {
                try await world.publish(FlagTemplate(["a": "4"]), expecting: .version(2))
                Issue.record("It was published.")
            } catch let mismatch as FlagMismatch {
                #expect(
                    mismatch.wire
                        == "[VERSION_MISMATCH]: Expected version 2, found 3 for project: 123456789012"
                )
                #expect(mismatch.problem.kind == .stale)
            }
            #expect(try await world.current().number == 3)
        }
    }

    // R24, R108
    @Test(arguments: TestDatabase.all)
    func `a trial stores nothing and finds every fault`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let before = try await world.actions()
            let act = FlagAct(author: FlagWorld.viewer)
            let sheet = try await world.store.validate(
                FlagTemplate(["a": "1"]),
                at: place,
                expecting: .version(0),
                as: act
            )
            #expect(sheet.template.text("a") == "1")
            let wrong = FlagTemplate(["1a": "1", "b c": "2"]).with("x", of: "1a", under: "nobody")
            await #expect(throws: FlagFaults.self) {
                _ = try await world.store.validate(wrong, at: place, expecting: .any, as: act)
            }
            await #expect(throws: FlagFaults.self) { _ = try await world.publish(wrong) }
            #expect(try await world.current().number == 0)
            #expect(try await world.actions() == before)
        }
    }

    // R25
    @Test(arguments: TestDatabase.all)
    func `versions are listed newest first, page by page`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            var times: [Timestamp] = []
            for number in 1...7 {
                times.append(world.clock.now)
                try await world.publish(FlagTemplate(["a": "\(number)"]))
                world.clock.advance(by: .seconds(60))
            }
            let first = try await world.store.versions(FlagVersionQuery(limit: 3), place)
            let second = try await world.store.versions(
                FlagVersionQuery(limit: 3, before: first.next.flatMap(Int64.init)),
                place
            )
            var query = FlagVersionQuery(limit: 300)
            (query.endNumber, query.from, query.until) = (6, times[2], times[4])
            let some = try await world.store.versions(query, place)

            #expect(first.elements.map(\.number) == [7, 6, 5] && first.next == "5")
            #expect(second.elements.map(\.number) == [4, 3, 2])
            // The start is included, and the end is not.
            #expect(some.elements.map(\.number) == [4, 3] && some.next == nil)
            let none = try await world.store.versions(FlagVersionQuery(limit: 3, before: .min), place)
            #expect(none.elements.isEmpty)
        }
    }

    // R26, R38: a rollout of Google's that has ended here in the meantime.
    @Test(arguments: TestDatabase.all)
    func `what was published once comes back, rollouts and all`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let rollout: JSON = ["rolloutValue": ["rolloutId": "rollout_4", "value": "1", "percent": 5]]
            let text = JSON.object([
                "conditions": [["name": "c", "expression": "true"]],
                "parameters": ["a": ["conditionalValues": ["c": rollout]]],
            ]).text
            try await world.publish(FlagTemplate(["a": "1"]))
            _ = try await world.database.write {
                try $0.execute("UPDATE flag_versions SET template = \(text)")
            }
            try await world.publish(FlagTemplate(["a": "2"]))
            let act = FlagAct(author: FlagWorld.editor)
            let back = try await world.store.rollback(to: 1, at: place, as: act)

            #expect(
                back.number == 3
                    && back.template.json["parameters"]?["a"]?["conditionalValues"]?["c"] == rollout
            )
        }
    }

    // R26
    @Test(arguments: TestDatabase.all)
    func `a rollback is a new version that names its source`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let act = FlagAct(author: FlagWorld.editor)
            for value in ["1", "2"] { try await world.publish(FlagTemplate(["a": value])) }
            let back = try await world.store.rollback(to: 1, at: place, as: act)

            #expect(back.number == 3 && back.template.text("a") == "1")
            #expect(back.info.update == .rollback && back.info.rollbackSource == 1)
            for number: Int64 in [3, 4, 0, -1, .max, .min] {
                let problem = try await problem {
                    try await world.store.rollback(to: number, at: place, as: act)
                }
                #expect(problem.kind == .notFound)
            }
        }
    }

    // R100
    @Test(arguments: TestDatabase.all)
    func `one parameter goes back, with the condition it needs`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let old = FlagTemplate(["a": "1", "b": "1"], conditions: [("ios", "device.os == 'ios'")])
                .with("i", of: "a", under: "ios")
            try await world.publish(old)
            try await world.publish(FlagTemplate(["a": "2", "b": "2"]))
            let act = FlagAct(author: FlagWorld.editor)
            let back = try await world.store.rollback(parameter: "a", to: 1, at: place, as: act)

            #expect(back.template.parameters["a"] == old.parameters["a"])
            #expect(back.template.text("b") == "2")
            #expect(back.template.conditions.map(\.name) == ["ios"])
            let missing = try await problem {
                try await world.store.rollback(parameter: "c", to: 1, at: place, as: act)
            }
            #expect(missing.kind == .notFound)
        }
    }

    // R28
    @Test(arguments: TestDatabase.all)
    func `each namespace counts for itself`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let act = FlagAct(author: FlagWorld.editor)
            try await world.publish(FlagTemplate(["a": "1"]))
            for namespace in [FlagPlace.servers, "other"] {
                let version = try await world.store.publish(
                    FlagTemplate(["b": "1"]),
                    at: FlagPlace(project: "mods-demo", namespace: namespace),
                    expecting: .version(0),
                    as: act
                )
                #expect(version.number == 1)
            }
            #expect(
                try await world.store.namespaces(of: "mods-demo") == ["firebase", "firebase-server", "other"]
            )
            let bad = FlagPlace(project: "mods-demo", namespace: "a/b")
            let refusal = try await problem {
                try await world.store.publish(FlagTemplate(["b": "1"]), at: bad, expecting: .any, as: act)
            }
            #expect(refusal.kind == .notFound)
        }
    }

    // R115
    @Test(arguments: TestDatabase.all)
    func `an empty template must be meant, and what Google manages survives`(kind: TestDatabase) async throws
    {
        try await withFlags(kind) { world in
            let json: JSON = [
                "parameters": [
                    "a": [
                        "defaultValue": ["value": "1"],
                        "conditionalValues": ["ios": ["personalizationValue": ["personalizationId": "p"]]],
                        "future": ["x": 1],
                    ]
                ],
                "conditions": [["name": "ios", "expression": "device.os == 'ios'", "tagColor": "BLUE"]],
                "future": [1, 2],
            ]
            let template = try FlagTemplate.parsing(json)
            try await world.publish(template)
            let downloaded = try await world.current().template
            #expect(downloaded == template)
            #expect(try await world.publish(downloaded).info.changes == 0)

            await #expect(throws: FlagFaults.self) {
                _ = try await world.store.publish(
                    FlagTemplate(),
                    at: place,
                    expecting: .any,
                    as: FlagAct(author: FlagWorld.editor)
                )
            }
            #expect(try await world.publish(FlagTemplate()).template.parameters.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `who may only read publishes nothing`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let act = FlagAct(author: FlagWorld.viewer)
            let template = FlagTemplate(["a": "1"])
            let before = try await world.current()
            #expect(
                try await problem {
                    try await world.store.publish(template, at: place, expecting: .any, as: act)
                }.kind == .forbidden
            )
            #expect(
                try await problem { try await world.store.rollback(to: 1, at: place, as: act) }.kind
                    == .forbidden
            )
            #expect(
                try await problem { try await world.edit(.removeParameter("a"), by: FlagWorld.viewer) }.kind
                    == .forbidden
            )
            #expect(
                try await problem {
                    try await world.store.createKey(name: "app", of: "mods-demo", by: FlagWorld.editor)
                }.kind == .forbidden
            )
            #expect(try await world.current() == before)
        }
    }
}
