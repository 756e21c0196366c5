import Core
import Storage
import TestSupport
import Testing

/// The rules and the storage of staff passwords.
struct PasswordTests {
    @Test(arguments: [
        "1234567890", "0987654321", "aaaaaaaaaa", "abababababab", "secret12secret12", "qwertyuiop",
        "qwertyasdfgh",
        "1qaz2wsx3edc", "йцукенгшщз", "abcdefghijkl", "password123", "Password123", "PASSWORD1234",
        "пароль12345",
        "administrator1", "          ", "   abc      ", "anna@mall.example", "anna@mall.example1",
        "Anna Karenina", "karenina2026", "karenina anna 77", " 1234567890 ",
    ])
    func `a password that is tried first is refused`(password: String) async throws {
        try await withStaff(.sqlite) { world in
            let refused = try await problem {
                try await world.store.create(
                    email: "anna@mall.example",
                    name: "Anna Karenina",
                    role: .editor,
                    password: password,
                    by: StaffWorld.root
                )
            }
            #expect(refused.kind == .invalid)
            #expect(refused.faults.map(\.pointer) == ["#/password"])

            // It is not accepted as a new one either, from an owner or from its user.
            let anna = try await world.store.create(
                email: "anna@mall.example",
                name: "Anna Karenina",
                role: .editor,
                password: StaffWorld.password,
                by: StaffWorld.root
            ).staff
            let changed = try await problem {
                try await world.store.update(anna.id, StaffChanges(password: password), by: StaffWorld.root)
            }
            #expect(changed.faults.map(\.pointer) == ["#/password"])
            let own = try await problem {
                try await world.store.changePassword(
                    from: StaffWorld.password,
                    to: password,
                    keeping: nil,
                    by: anna.author(door: .console),
                    address: nil
                )
            }
            #expect(own.faults.map(\.pointer) == ["#/password"])
        }
    }

    @Test(arguments: [
        "correct horse", "another password", "k7mp2xq9vd", "Анна любит кататься", "annals of the sea",
        "q1w2 river e3",
    ])
    func `a password of one's own is taken`(password: String) async throws {
        try await withStaff(.sqlite) { world in
            _ = try await world.store.create(
                email: "anna@mall.example",
                name: "Анна",
                role: .editor,
                password: password,
                by: StaffWorld.root
            )
            #expect(try await world.signIn(password: password).session.staff.name == "Анна")
        }
    }

    /// OWASP, Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1, or an equivalent.
    @Test func `hashes cost what they should at least`() {
        #expect(Scrypt.Cost.standard == Scrypt.Cost(logN: 17, r: 8, p: 1))
        #expect(Scrypt.Cost.crowd == Scrypt.Cost(logN: 15, r: 8, p: 3))
        let hash = PasswordHash(StaffWorld.password, cost: .standard, random: .system)
        #expect(hash?.text.hasPrefix("scrypt$17$8$1$") == true)
        #expect(hash?.matches(StaffWorld.password) == true)
    }

    @Test(arguments: TestDatabase.all)
    func `a hash of another cost is made again when its password comes`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna")
            let cheap = try #require(Scrypt.Cost(logN: 3, r: 1, p: 1))
            let old = try #require(PasswordHash(StaffWorld.password, cost: cheap, random: .system)).text
            func kept() async throws -> String? {
                try await world.database.read { connection in
                    try connection.rows("SELECT password_hash FROM staff WHERE id = \(anna.id)").first?
                        .get("password_hash")
                }
            }
            _ = try await world.database.write { connection in
                try connection.execute("UPDATE staff SET password_hash = \(old) WHERE id = \(anna.id)")
            }

            #expect(try await world.refusal()?.kind == .unauthenticated)
            #expect(try await kept() == old)
            // Of two at once one makes the hash, and the other is not refused for it.
            let refusals = try await atOnce(0..<2) { _ in
                try await world.refusal(password: StaffWorld.password)?.kind
            }
            #expect(refusals == [nil, nil])
            let new = try await kept()
            #expect(new?.hasPrefix("scrypt$4$1$1$") == true)
            _ = try await world.signIn()
            #expect(try await kept() == new)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of two changes of one's password at once one is refused as a conflict`(
        kind: TestDatabase
    ) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna").author(door: .console)
            let kinds = try await atOnce(["first password", "second password"]) { password in
                do {
                    try await world.store.changePassword(
                        from: StaffWorld.password,
                        to: password,
                        keeping: nil,
                        by: anna,
                        address: nil
                    )
                    return nil as Problem.Kind?
                } catch let problem as Problem {
                    return problem.kind
                }
            }
            // One that comes after the other is over has the wrong present password.
            #expect(kinds.count { $0 == nil } == 1)
            #expect(kinds.allSatisfy { $0 == nil || $0 == .conflict || $0 == .invalid })
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a new password leaves tokens as they are, unless they are to go`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna")
            for name in ["a", "b"] {
                _ = try await world.store.createToken(
                    name: name,
                    role: .viewer,
                    for: anna.id,
                    by: StaffWorld.root
                )
            }
            _ = try await world.store.update(
                anna.id,
                StaffChanges(password: "another password"),
                by: StaffWorld.root
            )
            #expect(try await world.store.openTokenCount(of: anna.id) == 2)

            _ = try await world.store.update(
                anna.id,
                StaffChanges(password: "one more password", revokesTokens: true),
                by: StaffWorld.root
            )
            #expect(try await world.store.openTokenCount(of: anna.id) == 0)
            let entry = try #require(try await world.audit.list().entries.first)
            #expect(entry.detail == ["password_changed": true, "tokens_revoked": 2])
        }
    }
}
