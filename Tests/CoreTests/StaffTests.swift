import Core
import Storage
import TestSupport
import Testing

struct StaffTests {
    @Test(arguments: TestDatabase.all)
    func `a member is listed, and the deed is in the audit`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let (anna, password) = try await world.store.create(
                email: " Anna@Mall.Example ",
                name: " Анна ",
                role: .editor,
                password: StaffWorld.password,
                by: StaffWorld.root,
                address: "192.0.2.1"
            )

            #expect(password == nil)
            #expect(anna.email == "anna@mall.example")
            #expect(anna.name == "Анна")
            #expect(try await world.store.list(by: StaffWorld.root) == [anna])
            #expect(try await world.store.get(anna.id.uppercased(), by: StaffWorld.root) == anna)
            let entry = try #require(try await world.audit.list().entries.first)
            #expect(entry.action == AuditAction.staffCreated.name)
            #expect(entry.subject == anna.id)
            #expect(entry.detail == ["email": "anna@mall.example", "name": "Анна", "role": "editor"])
            #expect(entry.author == "terminal")
            #expect(entry.door == "cli")
            #expect(entry.address == "192.0.2.1")
            #expect(entry.at == world.clock.now)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a password that is made here is told once, and works`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let (_, made) = try await world.store.create(
                email: "anna@mall.example",
                name: "Anna",
                role: .viewer,
                by: StaffWorld.root
            )

            let password = try #require(made)
            #expect(password.count == 20)
            #expect(try await world.signIn(password: password).session.staff.role == .viewer)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `every fault is reported at once, and nothing is kept`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let problem = try await problem {
                try await world.store.create(
                    email: "anna",
                    name: " ",
                    role: .editor,
                    password: "short",
                    by: StaffWorld.root
                )
            }

            #expect(problem.kind == .invalid)
            #expect(problem.faults.map(\.pointer) == ["#/email", "#/name", "#/password"])
            #expect(try await world.store.list(by: StaffWorld.root).isEmpty)
            #expect(try await world.actions().isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an e-mail address is one member's, in any case`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")

            let problem = try await problem {
                try await world.store.create(
                    email: "ANNA@mall.example",
                    name: "Other",
                    role: .editor,
                    by: StaffWorld.root
                )
            }

            #expect(problem.kind == .conflict)
            #expect(problem.faults.map(\.pointer) == ["#/email"])
            #expect(try await world.actions() == ["staff.created"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `only an owner manages staff`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let editor = try await world.member("anna")
            let other = try await world.member("boris")
            let author = editor.author(door: .api)

            let kinds = [
                try await problem {
                    try await world.store.create(email: "x@y.example", name: "X", role: .viewer, by: author)
                }.kind,
                try await problem { try await world.store.list(by: author) }.kind,
                try await problem { try await world.store.get(other.id, by: author) }.kind,
                try await problem {
                    try await world.store.update(editor.id, StaffChanges(role: .owner), by: author)
                }.kind,
            ]

            #expect(kinds == [.forbidden, .forbidden, .forbidden, .forbidden])
            #expect(try await world.store.get(editor.id, by: author) == editor)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a change tells the audit what has changed, and no password`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna")

            let changed = try await world.store.update(
                anna.id,
                StaffChanges(name: "Анна", role: .viewer, isActive: true, password: "another password"),
                by: StaffWorld.root
            )
            let same = try await world.store.update(
                anna.id,
                StaffChanges(name: "Анна"),
                by: StaffWorld.root
            )

            #expect(changed.name == "Анна")
            #expect(changed.role == .viewer)
            #expect(same == changed)
            #expect(try await world.actions() == ["staff.changed", "staff.created"])
            let detail = try await world.audit.list().entries.first?.detail
            #expect(detail == ["name": "Анна", "role": "viewer", "password_changed": true])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a member who is not there cannot be changed`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            for id in ["", "x", "017f22e2-79b0-7fff-bfff-ffffffffffff"] {
                let problem = try await problem {
                    try await world.store.update(id, StaffChanges(role: .viewer), by: StaffWorld.root)
                }
                #expect(problem.kind == .notFound)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the last owner stays one`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let last = try await world.member("anna", role: .owner)
            let former = try await world.member("boris", role: .owner)
            _ = try await world.store.update(former.id, StaffChanges(isActive: false), by: StaffWorld.root)

            let demoted = try await problem {
                try await world.store.update(last.id, StaffChanges(role: .editor), by: StaffWorld.root)
            }
            let deactivated = try await problem {
                try await world.store.update(last.id, StaffChanges(isActive: false), by: StaffWorld.root)
            }

            #expect(demoted.kind == .conflict)
            #expect(demoted.faults.map(\.pointer) == ["#/role"])
            #expect(deactivated.faults.map(\.pointer) == ["#/is_active"])
            #expect(try await world.store.get(last.id, by: StaffWorld.root) == last)
            #expect(try await world.actions().count == 3)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `owners who demote each other at once leave one`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            var owners: [Staff] = []
            for index in 0..<6 { owners.append(try await world.member("owner\(index)", role: .owner)) }

            let outcomes = try await atOnce(owners) { owner in
                do {
                    _ = try await world.otherStore.update(
                        owner.id,
                        StaffChanges(role: .editor),
                        by: StaffWorld.root
                    )
                    return true
                } catch let problem as Problem where problem.kind == .conflict {
                    return false
                }
            }

            #expect(outcomes.count { $0 } == 5)
            let left = try await world.store.list(by: StaffWorld.root).filter { $0.role == .owner }
            #expect(left.count == 1)
        }
    }

    @Test(arguments: [
        ("a@b", "a@b"), (" Anna.K+mall@Example.ORG\n", "anna.k+mall@example.org"), ("", nil), ("a", nil),
        ("@b", nil),
        ("a@", nil), ("a@b@c", nil), ("a b@c", nil), ("a@b..c", nil), ("a@-b", nil), ("a@b-", nil),
        ("анна@b", nil),
        ("\u{212A}@b", nil), ("a\u{0}@b", nil),
    ])
    func `an e-mail address is what a browser takes for one`(text: String, normalized: String?) {
        #expect(Email.normalized(text) == normalized)
        #expect(Email.normalized(String(repeating: "a", count: 65) + "@b") == nil)
        #expect(Email.normalized("a@" + String(repeating: "b.", count: 130) + "b") == nil)
    }

    /// Checks that no secret is stored anywhere in the database.
    @Test(arguments: TestDatabase.all)
    func `no secret is kept in clear`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna")
            let (secret, session) = try await world.signIn()
            let (token, tokenSecret) = try await world.store.createToken(
                name: "CI",
                role: .viewer,
                by: anna.author(door: .console)
            )
            _ = try await world.refusal("Pa55word typed as an address", password: "typed wrong")

            let everything = try await world.database.read { connection in
                try ["staff", "staff_sessions", "staff_tokens", "limits", "audit"].flatMap { table in
                    try connection.rows("SELECT * FROM \(name: table)").flatMap { row in
                        (0..<(try connection.tables()[table] ?? []).count).map { row[$0] }
                    }
                }
            }

            let bytes = everything.map { value in
                if case .bytes(let bytes) = value {
                    String(decoding: bytes, as: UTF8.self)
                } else {
                    "\(value)"
                }
            }
            #expect(everything.contains(.text(anna.email)))
            #expect(everything.contains(.bytes(SHA256.digest(secret.utf8))))
            #expect(everything.contains(.bytes(SHA256.digest(tokenSecret.utf8))))
            for secret in [secret, tokenSecret, StaffWorld.password, "typed wrong", "Pa55word"] {
                #expect(!bytes.contains { $0.contains(secret) })
            }
            for json in [anna.json, session.json, token.json] {
                #expect(!json.text.contains(secret) && !json.text.contains(tokenSecret))
            }
        }
    }
}
