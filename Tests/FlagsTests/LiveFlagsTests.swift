import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// The flags in memory that are returned for a fetch.
struct LiveFlagsTests {
    private let place = FlagWorld.place

    private func context(_ world: FlagWorld, _ id: String = "phone") -> FlagContext {
        var context = FlagContext(now: world.clock.now)
        context.instanceID = id
        context.platform = .ios
        return context
    }

    private func values(_ world: FlagWorld, _ id: String = "phone") throws -> [String: String]? {
        let project = try #require(world.live.state.project("mods-demo"))
        guard let answer = world.live.answer(project, FlagPlace.clients, context(world, id)) else {
            return nil
        }
        let pairs = answer.outcomes.all.compactMap { outcome in outcome.value?.text.map { (outcome.key, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    // R67, R76
    @Test(arguments: TestDatabase.all)
    func `what is published here is served at once, and elsewhere at the next look`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            let other = world.anotherServer
            try await world.live.load()
            try await other.live.load()
            #expect(try values(world) == nil)

            let template = FlagTemplate(["a": "1", "b": "1"], conditions: [("ios", "device.os == 'ios'")])
                .with("i", of: "a", under: "ios")
            try await world.publish(template)
            #expect(try values(world) == ["a": "i", "b": "1"])
            #expect(try values(other) == nil)
            try await other.live.refresh()
            #expect(try values(other) == ["a": "i", "b": "1"] && other.live.state.version(place) == 1)
            #expect(other.live.state.project("123456789012")?.project.id == "mods-demo")

            _ = try await world.store.delete(project: "mods-demo", by: FlagWorld.owner)
            world.clock.advance(by: .seconds(1))
            try await world.create()
            try await world.publish(FlagTemplate(["a": "new"]))
            try await other.live.refresh()
            #expect(try values(other) == ["a": "new"] && other.live.state.version(place) == 1)
        }
    }

    // R113
    @Test(arguments: TestDatabase.all)
    func `a flag that is switched off is left to the app`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            try await world.live.load()
            let notes = try TemplateMetadata(json: ["parameters": ["a": ["is_off": true]]])
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]), notes: notes)
            #expect(try values(world) == ["b": "1"])
            #expect(try await world.current().template.text("a") == "1")
        }
    }

    // R64, R90
    @Test(arguments: TestDatabase.all)
    func `a key opens its project until it is disabled, and its use is noted`(kind: TestDatabase) async throws
    {
        try await withFlags(kind) { world in
            try await world.live.load()
            let (key, secret) = try await world.store.createKey(
                name: "iOS",
                of: "mods-demo",
                by: FlagWorld.owner
            )

            // Firebase's SDKs check the format of a key before they send it.
            #expect(secret.wholeMatch(of: #/A[\w-]{38}/#) != nil && secret.hasPrefix(key.visible))
            guard case .open(let project, key.id) = world.live.access(secret) else {
                Issue.record("The key opens nothing.")
                return
            }
            #expect(project.project.id == "mods-demo")
            for wrong in ["", "x", secret + "x", String(repeating: "A", count: 100_000)] {
                guard case .unknown = world.live.access(wrong) else {
                    Issue.record("\(wrong.prefix(50)) opens something.")
                    return
                }
            }
            try await world.tally.flush()
            #expect(try await world.store.keys(of: "mods-demo").map(\.lastUsedAt) == [world.clock.now])

            let first = world.clock.now
            world.clock.advance(by: .seconds(1_800))
            _ = world.live.access(secret)
            try await world.tally.flush()
            #expect(try await world.store.keys(of: "mods-demo").map(\.lastUsedAt) == [first])

            let disabled = try await world.store.disableKey(key.id, of: "mods-demo", by: FlagWorld.owner)
            #expect(disabled.disabledAt == world.clock.now)
            guard case .disabled = world.live.access(secret) else {
                Issue.record("The key still opens something.")
                return
            }
            #expect(try await !world.audit.list().entries.contains { $0.detail.text.contains(secret) })
        }
    }

    // R114
    @Test(arguments: TestDatabase.all)
    func `a test device sees the draft, where it could be published`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let other = world.anotherServer
            try await world.live.load()
            try await other.live.load()
            try await world.publish(FlagTemplate(["a": "1"]))
            try await world.store.addDevice(
                "mine",
                name: "Телефон Ильи",
                of: "mods-demo",
                by: FlagWorld.editor
            )
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            #expect(try values(world, "mine") == ["a": "2"] && values(world) == ["a": "1"])
            try await other.live.refresh()
            #expect(try values(other, "mine") == ["a": "2"])

            try await world.edit(.setType(.number, of: "a"), .setValue(FlagValue("x"), of: "a", under: nil))
            #expect(try values(world, "mine") == ["a": "1"])
            try await world.edit(.setType(.string, of: "a"))
            #expect(try values(world, "mine") == ["a": "x"])

            try await world.store.removeDevice("mine", of: "mods-demo", by: FlagWorld.editor)
            #expect(try values(world, "mine") == ["a": "1"])
            #expect(try await world.store.devices(of: "mods-demo").isEmpty)
        }
    }

    // R104, R114
    @Test(arguments: TestDatabase.all)
    func `fetches of a draft and of the published version are counted together`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.live.load()
            try await world.publish(FlagTemplate(["a": "1"]))
            try await world.store.addDevice("mine", name: "Мой", of: "mods-demo", by: FlagWorld.editor)
            try await world.edit(.setValue(FlagValue("2"), of: "a", under: nil))
            for id in ["mine", "phone", "phone"] { _ = try values(world, id) }
            try await world.tally.flush()
            let lines = try await FlagStatistics(store: world.store).parameters(place)
            #expect(lines.map(\.key) == ["a"] && lines.map(\.count) == [3])
        }
    }

    // R104: the database is away for a minute
    @Test(arguments: TestDatabase.all)
    func `counts and uses of keys that could not be written are written the next time`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            let key = try await world.store.createKey(name: "iOS", of: "mods-demo", by: FlagWorld.owner)
            let away = InterposedDatabase(world.database, refusing: [.busy("away")])
            let tally = FlagCounter(database: away, now: { world.clock.now })
            let live = LiveFlags(database: world.database, tally: tally, onChange: {})
            try await live.load()
            let project = try #require(live.state.project("mods-demo"))
            for isAway in [true, false] {
                _ = live.access(key.secret)
                _ = live.answer(project, FlagPlace.clients, context(world))
                if isAway {
                    await #expect(throws: StorageError.self) { try await tally.flush() }
                } else {
                    try await tally.flush()
                }
            }
            #expect(try await FlagStatistics(store: world.store).parameters(place).map(\.count) == [2])
            #expect(try await world.store.keys(of: "mods-demo").map(\.lastUsedAt) == [world.clock.now])
        }
    }

    // R104
    @Test(arguments: TestDatabase.all)
    func `fetches are are counted in memory and added up in the database`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let servers = [world, world.anotherServer]
            try await world.publish(FlagTemplate(["a": "1", "b": "1"]))
            for server in servers { try await server.live.load() }
            for server in servers { for _ in 1...3 { _ = try values(server) } }
            let project = try #require(world.live.state.project("mods-demo"))
            let one = world.live.answer("a", project, FlagPlace.clients, context(world))
            #expect(one?.outcomes.all.map(\.key) == ["a"])
            #expect(world.live.answer("c", project, FlagPlace.clients, context(world)) == nil)
            for server in servers { try await server.tally.flush() }
            for server in servers { try await server.tally.flush() }

            let statistics = FlagStatistics(store: world.store)
            #expect(try await world.drafts.lint(place).isEmpty, "nobody has counted for long enough to tell")
            let lines = try await statistics.parameters(place)
            #expect(lines.map(\.key) == ["a", "b"] && lines.map(\.count) == [7, 6])
            #expect(lines.map(\.lastDay) == ["2026-11-21", "2026-11-21"])
            let days = try await statistics.days(of: "a", place)
            #expect(days == [FlagStatistics.Day(day: "2026-11-21", version: 1, key: "a", count: 7)])

            world.clock.advance(by: .seconds(40 * 86_400))
            #expect(try await statistics.parameters(place).map(\.count) == [0, 0])
            #expect(try await world.drafts.lint(place).map(\.reason) == [.unfetched, .unfetched])
            world.clock.advance(by: .seconds(400 * 86_400))
            try await world.tally.removeExpired()
            #expect(try await statistics.parameters(place).map(\.lastDay) == [nil, nil])
        }
    }

    // R41
    @Test(arguments: TestDatabase.all)
    func `old versions go, and never the one that apps see`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let first = try await world.publish(FlagTemplate(["a": "1"]))
            try await world.store.removeExpired()
            world.clock.advance(by: .seconds(91 * 86_400))
            try await world.store.removeExpired()
            #expect(try await world.current() == first)

            try await world.publish(FlagTemplate(["a": "2"]))
            try await world.store.removeExpired()
            #expect(try await world.store.version(1, place) == first)
            world.clock.advance(by: .seconds(91 * 86_400))
            try await world.store.removeExpired()
            #expect(try await world.store.versions(FlagVersionQuery(), place).elements.map(\.number) == [2])

            for number in 3...302 { try await world.publish(FlagTemplate(["a": "\(number)"])) }
            let all = try await world.store.versions(FlagVersionQuery(limit: 300), place)
            #expect(all.elements.count == 300 && all.elements.last?.number == 3 && all.next == nil)
            #expect(try await world.current().number == 302)
        }
    }
}
