import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// Readers that wait for another version.
struct FlagFeedTests {
    private let place = FlagWorld.place

    /// Runs the feed during `body`, as a server does.
    private func following(_ world: FlagWorld, _ body: () async throws -> Void) async throws {
        try await world.live.load()
        let looks = world.feed.looks()
        world.feed.followers.open()
        try await withThrowingTaskGroup { group in
            group.addTask { await world.feed.run(looks) { Issue.record("\($0)") } }
            try await body()
            world.feed.stop()
            try await group.waitForAll()
        }
    }

    /// The id of a client key.
    private func key(_ world: FlagWorld) async throws -> String {
        try await world.store.createKey(name: "iOS", of: "mods-demo", by: FlagWorld.owner).key.id
    }

    /// The next item; nil at the end.
    private func next(_ reader: FlagReader) async -> FlagReader.Item? {
        for await _ in reader.wakes {
            if let item = reader.take() { return item }
        }
        return nil
    }

    // R74, R75
    @Test(arguments: TestDatabase.all)
    func `a client with an older version gets the new one at once, the others when something is published`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            let key = try await self.key(world)
            try await world.publish(FlagTemplate(["a": "1"]))
            try await following(world) {
                let late = try world.feed.join(place, knowing: 0, key: key, owner: "app")
                let reader = try world.feed.join(place, knowing: 1, key: key, owner: "app")
                let stranger = try world.feed.join(
                    FlagPlace(project: "other"),
                    knowing: 0,
                    key: key,
                    owner: "app"
                )
                #expect(await next(late) == .version(1))
                #expect(reader.take() == nil)

                let act = FlagAct(author: FlagWorld.editor)
                _ = try await world.store.validate(
                    FlagTemplate(["a": "2"]),
                    at: place,
                    expecting: .any,
                    as: act
                )
                try await world.publish(FlagTemplate(["a": "2"]))
                #expect(await next(reader) == .version(2))
                // A version can be fetched before the feed names it (R76).
                #expect(world.live.state.version(place) == 2)
                _ = try await world.store.rollback(to: 1, at: place, as: act)
                #expect(await next(reader) == .version(3))
                #expect(stranger.take() == nil)
                for reader in [late, reader, stranger] { world.feed.leave(reader) }
                #expect(await next(stranger) == nil)
            }
            #expect(throws: Problem.self) {
                _ = try world.feed.join(place, knowing: 0, key: key, owner: "app")
            }
        }
    }

    // R112
    @Test(arguments: TestDatabase.all)
    func `staff are told of each edit and of who made it, and apps only of what is published`(
        kind: TestDatabase
    ) async throws {
        try await withFlags(kind) { world in
            try await world.publish(FlagTemplate(["a": "1"]))
            try await following(world) {
                let key = try await self.key(world)
                let staff = try world.feed.join(place, knowing: 1, key: nil, owner: "staff")
                let app = try world.feed.join(place, knowing: 1, key: key, owner: "app")
                let editor = FlagWorld.editor
                let edit = FlagEdit.setValue(FlagValue(.text("2")), of: "a", under: nil)
                let draft = try await world.drafts.edit([edit], place, from: 0, by: editor)
                #expect(await next(staff) == .version(1 + draft.revision))
                #expect(world.live.state.lastAuthor(place) == editor.name)
                #expect(world.live.state.changes == 1)
                let act = FlagAct(author: FlagWorld.editor)
                _ = try await world.drafts.publish(place, revision: draft.revision, as: act)
                #expect(await next(staff) == .version(2 + draft.revision + 1))
                #expect(await next(app) == .version(2))
                #expect(world.live.state.changes == 0)
                for reader in [staff, app] { world.feed.leave(reader) }
            }
        }
    }

    // R77
    @Test(arguments: TestDatabase.all)
    func `thousands are told what another server has published`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let key = try await self.key(world)
            try await following(world) {
                let readers = try (1...2_000).map { _ in
                    try world.feed.join(place, knowing: 0, key: key, owner: "app")
                }
                try await world.anotherServer.publish(FlagTemplate(["a": "1"]))
                // This does the same as a database hint, or the poll of each second.
                world.feed.wake()
                for reader in readers { #expect(await next(reader) == .version(1)) }
                for reader in readers { world.feed.leave(reader) }
                #expect(world.feed.followers.isEmpty)
            }
        }
    }

    // R78
    @Test(arguments: TestDatabase.all)
    func `a silent line shows that it stands`(kind: TestDatabase) async throws {
        try await withFlags(kind) { world in
            let key = try await self.key(world)
            try await following(world) {
                let reader = try world.feed.join(place, knowing: 0, key: key, owner: "app")
                try await world.feed.look()
                #expect(reader.take() == nil)
                world.clock.advance(by: .seconds(51))
                try await world.feed.look()
                #expect(await next(reader) == .heartbeat)
            }
        }
    }
}
