import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Projects, their settings, and what no database would keep.
struct FlagProjectTests {
    private func new(
        _ id: String,
        number: Int64? = nil,
        app: String = "mods",
        environment: String = "test",
        title: String = "Мелон"
    ) -> NewFlagProject {
        NewFlagProject(id: id, number: number, app: app, environment: environment, title: title)
    }

    // R107, D66
    @Test(arguments: TestDatabase.all)
    func `an environment is a project of its own, once for each app`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let test = try await world.store.create(new("mods-demo-test"), by: FlagWorld.owner)
            #expect(FlagProject.numbers ~= test.number)
            try await world.publish(FlagTemplate(["a": "1"]))
            #expect(try await world.store.current(FlagPlace(test)).number == 0)
            #expect(try await world.store.projects().map(\.id) == ["mods-demo", "mods-demo-test"])

            for taken in [
                new("mods-demo-test", app: "other"), new("mods-other"),
                new("mods-third", number: 123_456_789_012, environment: "third"),
            ] {
                let problem = try await problem { try await world.store.create(taken, by: FlagWorld.owner) }
                #expect(problem.kind == .conflict)
            }
        }
    }

    private func refusal(
        of project: NewFlagProject,
        by author: Author,
        _ world: FlagWorld
    ) async throws -> Problem {
        try await problem { try await world.store.create(project, by: author) }
    }

    private var nonsense: [NewFlagProject] {
        [
            new(""), new("abc"), new("Mods-demo"), new("1mods"), new("mods demo"), new("m/../x"),
            new(String(repeating: "m", count: 31)), new("mods-x", app: ""),
            new("mods-x", environment: "тест"),
            new("mods-x", title: " "), new("mods-x", title: String(repeating: "м", count: 201)),
            new("mods-x", number: 1), new("mods-x", number: .max), new("mods-x", number: .min),
        ]
    }

    @Test(arguments: TestDatabase.all)
    func `a project that makes no sense is refused`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            for wrong in nonsense {
                let kind = try await refusal(of: wrong, by: FlagWorld.owner, world).kind
                #expect(kind == .invalid)
            }
            let fine = try await refusal(of: new("mods-x"), by: FlagWorld.editor, world)
            #expect(fine.kind == .forbidden)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `settings are read strictly, and what others keep there stays`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.live.load()
            let settings = try FlagSettings(json: ["realtime": false, "elsewhere": ["project": "x"]])
            let changed = try await world.store.edit(
                project: "mods-demo",
                settings: settings,
                by: FlagWorld.owner
            )
            #expect(changed.settings.json["elsewhere"] == ["project": "x"] && changed.title == "Мелон")
            #expect(world.live.state.project("mods-demo")?.project.settings.isRealtime == false)
            for wrong: JSON in [
                "x", ["realtime": "no"], ["require_approval": 1], ["google": ["project": "x"]],
                ["x": .string(String(repeating: "x", count: 70_000))],
            ] {
                #expect(try await problem { try FlagSettings(json: wrong) }.kind == .invalid)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what one of the databases does not keep is kept by none`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            var described = FlagTemplate(["a": "1"])
            described.parameters["a"]?.description = "\u{0}"
            var future = try FlagTemplate.parsing(["future": ["\u{0}": 1]])
            future.parameters = ["a": FlagParameter(FlagValue("1"))]
            for template in [FlagTemplate(["a": "\u{0}"]), described, future] {
                #expect(try await problem { try await world.publish(template) }.kind == .invalid)
                #expect(
                    try await problem { try await world.edit(.replace(AnnotatedTemplate(template))) }.kind == .invalid
                )
            }
            let huge = FlagTemplate(["a": String(repeating: "x", count: 9 << 20)])
            #expect(try await problem { try await world.publish(huge) }.kind == .tooLarge)
            #expect(try await problem { try await world.edit(.replace(AnnotatedTemplate(huge))) }.kind == .tooLarge)
            let long = FlagAct(author: FlagWorld.editor, description: String(repeating: "д", count: 1_025))
            let problem = try await problem {
                try await world.store.publish(
                    FlagTemplate(["a": "1"]),
                    at: FlagWorld.place,
                    expecting: .any,
                    as: long
                )
            }
            #expect(problem.faults.map(\.pointer) == ["#/description"])
        }
    }

    // R98
    @Test(arguments: TestDatabase.all)
    func `a plan needs approval too, and a rollback does not`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            for value in ["1", "2"] { try await world.publish(FlagTemplate(["a": value])) }
            var settings = FlagSettings()
            settings.requiresApproval = true
            _ = try await world.store.edit(project: "mods-demo", settings: settings, by: FlagWorld.owner)
            let draft = try await world.edit(.setValue(FlagValue("3"), of: "a", under: nil))
            let act = FlagAct(author: FlagWorld.editor)
            let at = world.clock.now.advanced(by: .seconds(60))
            func plan() async throws {
                _ = try await world.schedules.publish(
                    FlagWorld.place,
                    revision: draft.revision,
                    at: at,
                    as: act
                )
            }
            #expect(try await problem { try await plan() }.kind == .forbidden)
            let one = try await problem {
                try await world.store.rollback(parameter: "a", to: 1, at: FlagWorld.place, as: act)
            }
            #expect(one.kind == .forbidden)
            // What was agreed to before can come back at once.
            #expect(try await world.store.rollback(to: 1, at: FlagWorld.place, as: act).number == 3)
            _ = try await world.drafts.resolve(
                FlagWorld.place,
                from: 1,
                preferring: .mine,
                by: FlagWorld.editor
            )
            let approved = try await world.drafts.approve(FlagWorld.place, revision: 2, by: FlagWorld.owner)
            _ = try await world.schedules.publish(
                FlagWorld.place,
                revision: approved.revision,
                at: at,
                as: act
            )
            world.clock.advance(by: .seconds(60))
            #expect(try await world.due.carryOut().done == 1)
            #expect(try await world.current().template.text("a") == "3")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a draft of a version that is no longer kept clashes with all that differs`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            try await world.publish(FlagTemplate(["a": "1", "b": "1", "c": "1"]))
            _ = try await world.database.write {
                try $0.execute("DELETE FROM flag_versions WHERE number = 1")
            }

            let draft = try await world.drafts.draft(FlagWorld.place)
            #expect(draft.clashes.map(\.name) == ["a"])
            let kept = try await world.drafts.resolve(
                FlagWorld.place,
                from: 1,
                preferring: .mine,
                by: FlagWorld.editor
            )
            #expect(kept.sheet.template.text("a") == "2" && kept.sheet.template.text("c") == "1")
        }
    }
}
