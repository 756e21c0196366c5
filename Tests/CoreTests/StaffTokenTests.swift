import Core
import Storage
import TestSupport
import Testing

struct StaffTokenTests {
    @Test(arguments: TestDatabase.all)
    func `a token acts for its member, and tells when it last did`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna").author(door: .console)

            let (token, secret) = try await world.store.createToken(
                name: " CI ",
                role: .viewer,
                expiresInDays: 30,
                by: anna
            )
            let author = try #require(try await world.store.author(forToken: secret))

            #expect(secret.count == 46)
            #expect(secret.hasPrefix("vt_"))
            #expect(token.visible == String(secret.prefix(8)))
            #expect(token.expiresAt == world.clock.now.advanced(by: .seconds(30 * 86_400)))
            #expect(author.staffID == anna.staffID)
            #expect(author.role == .viewer)
            #expect(author.name == "anna (CI)")
            #expect(author.door == .api)
            let listed = try #require(try await world.store.tokens(by: anna).first)
            #expect(listed.lastUsedAt == world.clock.now)
            #expect(listed.name == "CI")
            let entry = try #require(try await world.audit.list().entries.first)
            #expect(entry.action == AuditAction.tokenCreated.name)
            #expect(entry.subject == token.id)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the use of a token is written at most once a minute`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member().author(door: .console)
            let (_, secret) = try await world.store.createToken(name: "CI", role: .viewer, by: anna)
            let first = world.clock.now

            _ = try await world.store.author(forToken: secret)
            world.clock.advance(by: .seconds(59))
            _ = try await world.store.author(forToken: secret)
            #expect(try await world.store.tokens(by: anna).first?.lastUsedAt == first)
            world.clock.advance(by: .seconds(1))
            _ = try await world.store.author(forToken: secret)
            #expect(try await world.store.tokens(by: anna).first?.lastUsedAt == world.clock.now)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a token is never above who makes it`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member().author(door: .console)

            let problem = try await problem {
                try await world.store.createToken(name: "", role: .owner, expiresInDays: 367, by: anna)
            }

            #expect(problem.faults.map(\.pointer) == ["#/name", "#/role", "#/expires_in_days"])
            #expect(try await world.store.tokens(by: anna).isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a token may do no more than its member may now`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member(role: .editor)
            let (_, secret) = try await world.store.createToken(
                name: "CI",
                role: .editor,
                by: anna.author(door: .console)
            )

            _ = try await world.store.update(anna.id, StaffChanges(role: .viewer), by: StaffWorld.root)

            #expect(try await world.store.author(forToken: secret)?.role == .viewer)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a token ends with its age`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member().author(door: .console)
            let (token, secret) = try await world.store.createToken(name: "CI", role: .viewer, by: anna)
            #expect(token.expiresAt == world.clock.now.advanced(by: Limits.tokenAgeMax))

            world.clock.now = token.expiresAt.advanced(by: .microseconds(-1))
            #expect(try await world.store.author(forToken: secret) != nil)
            world.clock.now = token.expiresAt
            #expect(try await world.store.author(forToken: secret) == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a revoked token is dead, and revoking it again changes nothing`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member().author(door: .console)
            let (token, secret) = try await world.store.createToken(name: "CI", role: .viewer, by: anna)

            try await world.store.revokeToken(token.id, by: anna)
            let at = world.clock.now
            world.clock.advance(by: .seconds(1))
            try await world.store.revokeToken(token.id, by: anna)

            #expect(try await world.store.author(forToken: secret) == nil)
            #expect(try await world.store.tokens(by: anna).first?.revokedAt == at)
            #expect(try await world.actions() == ["token.revoked", "token.created", "staff.created"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `members see and revoke their own tokens, owners everybody's`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna").author(door: .console)
            let boris = try await world.member("boris").author(door: .console)
            let (token, secret) = try await world.store.createToken(name: "CI", role: .viewer, by: anna)

            #expect(try await world.store.tokens(by: boris).isEmpty)
            #expect(
                try await problem { try await world.store.revokeToken(token.id, by: boris) }.kind == .notFound
            )
            #expect(
                try await problem {
                    try await world.store.createToken(name: "CI", role: .viewer, for: anna.staffID, by: boris)
                }.kind == .forbidden
            )
            #expect(try await world.store.author(forToken: secret) != nil)
            #expect(try await world.store.tokens(by: StaffWorld.root).map(\.id) == [token.id])
            try await world.store.revokeToken(token.id, by: StaffWorld.root)
            #expect(try await world.store.author(forToken: secret) == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a token belongs to an active member`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let former = try await world.member()
            _ = try await world.store.update(former.id, StaffChanges(isActive: false), by: StaffWorld.root)

            for id in [nil, "x", "017f22e2-79b0-7fff-bfff-ffffffffffff", former.id] {
                let problem = try await problem {
                    try await world.store.createToken(name: "CI", role: .viewer, for: id, by: StaffWorld.root)
                }
                #expect(problem.faults.map(\.pointer) == ["#/staff_id"])
            }
        }
    }
}
