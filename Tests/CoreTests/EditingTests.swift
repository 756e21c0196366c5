import Core
import Storage
import TestSupport
import Testing

/// The open forms of staff, as all servers on the database see them.
struct EditingTests {
    private static let id = "018f3b1c-0000-7000-8000-000000000001"

    @Test(arguments: TestDatabase.all)
    func `a colleague is seen while they are there, on every server`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let (anna, boris) = (try await world.member("anna").id, try await world.member("boris").id)
            let clock = world.clock
            let here = EditingStore(database: world.database, now: { clock.now })
            let there = EditingStore(database: world.database, now: { clock.now })

            #expect(try await here.tell("offers", Self.id, staffID: anna, isTyping: false) == [])
            let seen = try await there.tell("offers", Self.id, staffID: boris, isTyping: true)
            #expect(seen == [Colleague(name: "anna", isTyping: false)])
            #expect(
                try await here.others("offers", Self.id, than: anna)
                    == [Colleague(name: "boris", isTyping: true)]
            )
            #expect(try await here.others("events", Self.id, than: anna) == [])

            try await there.leave("offers", Self.id, staffID: boris)
            #expect(try await here.others("offers", Self.id, than: anna) == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a silent editor has gone, and one that types no more is only looking`(
        kind: TestDatabase
    ) async throws {
        try await withStaff(kind) { world in
            let (anna, boris) = (try await world.member("anna").id, try await world.member("boris").id)
            let clock = world.clock
            let store = EditingStore(database: world.database, now: { clock.now })
            func others() async throws -> [Colleague] {
                try await store.others("offers", Self.id, than: anna)
            }

            _ = try await store.tell("offers", Self.id, staffID: boris, isTyping: true)
            for _ in 0..<6 {
                clock.advance(by: .seconds(10))
                _ = try await store.tell("offers", Self.id, staffID: boris, isTyping: false)
            }
            #expect(try await others() == [Colleague(name: "boris", isTyping: true)])
            clock.advance(by: .seconds(1))
            #expect(try await others() == [Colleague(name: "boris", isTyping: false)])

            clock.advance(by: EditingStore.silenceMax)
            #expect(try await others() == [])
            // The next call removes the expired ones.
            _ = try await store.tell("events", Self.id, staffID: anna, isTyping: false)
            #expect(try await world.count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one person cannot fill the table, and takes their rows with them`(
        kind: TestDatabase
    ) async throws {
        try await withStaff(kind) { world in
            let (anna, boris) = (try await world.member("anna").id, try await world.member("boris").id)
            let clock = world.clock
            let store = EditingStore(database: world.database, now: { clock.now })
            _ = try await store.tell("offers", Self.id, staffID: boris, isTyping: true)
            for number in 0..<(EditingStore.formsMax + 20) {
                clock.advance(by: .milliseconds(1))
                let id = Identifier.new(at: clock.now, random: .system)
                _ = try await store.tell("offers", id, staffID: anna, isTyping: number % 2 == 0)
            }

            #expect(try await world.count == EditingStore.formsMax + 1)
            #expect(try await store.others("offers", Self.id, than: anna).count == 1)
        }
    }
}

extension StaffWorld {
    fileprivate var count: Int {
        get async throws {
            try await database.read { try $0.rows("SELECT staff_id FROM editing").count }
        }
    }
}
