import Core
import Storage
import TestSupport
import Testing

struct StaffSessionTests {
    @Test(arguments: TestDatabase.all)
    func `a session that is not used ends`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member()
            let (secret, _) = try await world.signIn()

            world.clock.advance(by: Limits.sessionIdle - .seconds(1))
            #expect(try await world.store.session(secret: secret) != nil)
            world.clock.advance(by: Limits.sessionIdle - .seconds(1))
            #expect(try await world.store.session(secret: secret) != nil)
            world.clock.advance(by: Limits.sessionIdle)
            #expect(try await world.store.session(secret: secret) == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a session ends at its age, however much it is used`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member()
            let (secret, session) = try await world.signIn()

            while world.clock.now.advanced(by: .seconds(86_400)) < session.expiresAt {
                world.clock.advance(by: .seconds(86_400))
                #expect(try await world.store.session(secret: secret) != nil)
            }
            world.clock.now = session.expiresAt

            #expect(try await world.store.session(secret: secret) == nil)
            #expect(try await world.store.sessions(of: session.staff.author(door: .console)).isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a look at a session is written at most once a minute`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member()
            let (secret, session) = try await world.signIn()

            world.clock.advance(by: .seconds(59))
            _ = try await world.store.session(secret: secret)
            let soon = try await world.store.session(secret: secret)
            world.clock.advance(by: .seconds(1))
            _ = try await world.store.session(secret: secret)
            let later = try await world.store.session(secret: secret)

            #expect(soon?.lastSeenAt == session.lastSeenAt)
            #expect(later?.lastSeenAt == world.clock.now)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `members see and end their own sessions alone`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            try await world.member("boris")
            let (first, one) = try await world.signIn("anna")
            world.clock.advance(by: .seconds(1))
            let (second, two) = try await world.signIn("anna", from: "192.0.2.2")
            let (other, three) = try await world.signIn("boris")
            let anna = one.staff.author(door: .console)

            #expect(try await world.store.sessions(of: anna).map(\.id) == [two.id, one.id])
            #expect(
                try await problem { try await world.store.endSession(three.id, by: anna) }.kind == .notFound
            )
            try await world.store.endSession(one.id, by: anna)
            #expect(try await world.store.session(secret: first) == nil)
            #expect(try await world.store.session(secret: second) != nil)
            #expect(
                try await problem { try await world.store.endSession(one.id, by: anna) }.kind == .notFound
            )
            #expect(try await world.store.endSessions(of: anna) == 1)
            #expect(try await world.store.session(secret: second) == nil)
            #expect(try await world.store.session(secret: other) != nil)
            #expect(try await world.actions().prefix(2) == ["staff.sessions-ended", "staff.signed-out"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a new password ends every session`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member()
            let (secret, _) = try await world.signIn()

            _ = try await world.store.update(
                anna.id,
                StaffChanges(password: "another password"),
                by: StaffWorld.root
            )

            #expect(try await world.store.session(secret: secret) == nil)
            #expect(try await world.refusal(password: StaffWorld.password)?.kind == .unauthenticated)
            #expect(try await world.refusal(password: "another password") == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a deactivated member is out at once, and comes back with nothing open`(
        kind: TestDatabase
    ) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member()
            let (secret, _) = try await world.signIn()
            let (_, token) = try await world.store.createToken(
                name: "CI",
                role: .editor,
                by: anna.author(door: .console)
            )
            #expect(try await world.store.author(forToken: token) != nil)

            _ = try await world.store.update(anna.id, StaffChanges(isActive: false), by: StaffWorld.root)
            #expect(try await world.store.session(secret: secret) == nil)
            #expect(try await world.store.author(forToken: token) == nil)

            _ = try await world.store.update(anna.id, StaffChanges(isActive: true), by: StaffWorld.root)
            #expect(try await world.store.session(secret: secret) == nil)
            #expect(try await world.store.author(forToken: token) == nil)
            #expect(try await world.refusal(password: StaffWorld.password) == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a secret that was never given opens nothing`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            for secret in ["", "x", "\u{0}", String(repeating: "A", count: 43)] {
                let session = try await world.store.session(secret: secret)
                let author = try await world.store.author(forToken: secret)
                let other = try await world.store.author(forToken: APIToken.prefix + secret)
                #expect(session == nil)
                #expect(author == nil)
                #expect(other == nil)
            }
        }
    }
}
