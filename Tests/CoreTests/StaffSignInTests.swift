import Core
import Storage
import TestSupport
import Testing

struct StaffSignInTests {
    @Test(arguments: TestDatabase.all)
    func `a right password begins a session`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            let anna = try await world.member("anna")

            let (secret, session) = try await world.signIn()

            #expect(Base64URL.decode(secret)?.count == 32)
            #expect(session.staff.id == anna.id)
            #expect(session.staff.lastSignInAt == world.clock.now)
            #expect(session.address == "192.0.2.1")
            let found = try #require(try await world.store.session(secret: secret))
            #expect(found == session)
            #expect(found.staff.author(door: .console).staffID == anna.id)
            let entry = try #require(try await world.audit.list().entries.first)
            #expect(entry.action == AuditAction.signedIn.name)
            #expect(entry.subject == anna.id)
            #expect(entry.staffID == anna.id)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `nobody learns from an answer who is on the staff`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            let former = try await world.member("boris")
            _ = try await world.store.update(former.id, StaffChanges(isActive: false), by: StaffWorld.root)

            let wrong = try await world.refusal("anna")
            let unknown = try await world.refusal("nobody")
            let deactivated = try await world.refusal("boris", password: StaffWorld.password)
            let nonsense = try await world.refusal("no address \u{0}")

            #expect(wrong?.kind == .unauthenticated)
            #expect(wrong?.detail.ru == "Неверная почта или пароль.")
            #expect([unknown, deactivated, nonsense] == [wrong, wrong, wrong])
            let entries = try await world.audit.list(limit: 4).entries
            #expect(entries.allSatisfy { $0.action == AuditAction.signInRefused.name && $0.staffID == nil })
            #expect(
                entries.map { $0.detail["reason"] } == ["unknown", "deactivated", "unknown", "password"]
            )
            #expect(entries.map { $0.detail["email"] }.first == .null)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `too many wrong passwords close the address on every server for a while`(
        kind: TestDatabase
    ) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            for attempt in 1...Limits.signInFailuresMax {
                let store = attempt.isMultiple(of: 2) ? world.store : world.otherStore
                #expect(try await world.refusal(on: store)?.kind == .unauthenticated)
            }
            let count = try await world.actions().count

            world.clock.advance(by: .seconds(60))
            let limited = try await world.refusal(password: StaffWorld.password, on: world.otherStore)

            #expect(limited?.kind == .limited)
            #expect(limited?.retryAfter == 14 * 60)
            #expect(limited?.detail.ru == "Слишком много попыток. Повторите через 14 минут.")
            #expect(try await world.actions().count == count)
            #expect(try await world.refusal("nobody")?.kind == .unauthenticated)
            world.clock.advance(by: .seconds(14 * 60))
            #expect(try await world.refusal(password: StaffWorld.password) == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a right password forgets the wrong ones before it`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")

            for _ in 0..<3 {
                for _ in 1..<Limits.signInFailuresMax { #expect(try await world.refusal() != nil) }
                #expect(try await world.refusal(password: StaffWorld.password) == nil)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `attempts at once never exceed the limit`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            let stores = [world.otherStore, world.otherStore]

            let kinds = try await atOnce(0..<20) { attempt in
                try await world.refusal(on: stores[attempt % 2])?.kind
            }

            #expect(kinds.count { $0 == .unauthenticated } == Int(Limits.signInFailuresMax))
            #expect(kinds.count { $0 == .limited } == 20 - Int(Limits.signInFailuresMax))
            let refused = try await world.actions().count { $0 == "staff.sign-in-refused" }
            #expect(refused == Int(Limits.signInFailuresMax))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one network cannot try one member after another`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            for attempt in 0..<StaffStore.addressFailuresMax {
                let refusal = try await world.refusal("nobody\(attempt)", from: "2001:db8:0:1::\(attempt)")
                #expect(refusal?.kind == .unauthenticated)
            }

            let sameNetwork = try await world.refusal(
                password: StaffWorld.password,
                from: "2001:DB8:0:1:a:b:c:d"
            )
            let otherNetwork = try await world.refusal(password: StaffWorld.password, from: "2001:db8:0:2::1")

            #expect(sameNetwork?.kind == .limited)
            #expect(otherNetwork == nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `right passwords do not use up what their network may try`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")

            for _ in 0...StaffStore.addressFailuresMax { _ = try await world.signIn() }

            #expect(try await world.refusal(password: StaffWorld.password) == nil)
        }
    }

    @Test func `only so many sign-ins wait`() async throws {
        let queue = PasswordQueue(cost: .forTests, random: .system)
        let (inside, enter) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<PasswordQueue.signInQueueMax {
                group.addTask {
                    try await queue.admit {
                        enter.yield()
                        for await _ in gate {}
                    }
                }
            }
            var admitted = 0
            for await _ in inside {
                admitted += 1
                if admitted == PasswordQueue.signInQueueMax { break }
            }
            #expect(try await problem { try await queue.admit {} }.kind == .limited)
            open.finish()
            try await group.waitForAll()
        }

        try await queue.admit {}
    }

    @Test(arguments: TestDatabase.all)
    func `what time has ended is taken away`(kind: TestDatabase) async throws {
        try await withStaff(kind) { world in
            try await world.member("anna")
            _ = try await world.signIn()
            _ = try await world.refusal()
            world.clock.advance(by: Limits.sessionIdle)
            let (secret, _) = try await world.signIn()

            try await world.store.removeExpired()

            let left = try await world.database.read { connection in
                try ["staff_sessions", "limits"].map { table in
                    try connection.rows("SELECT 1 AS one FROM \(name: table)").count
                }
            }
            #expect(left == [1, 1])
            #expect(try await world.store.session(secret: secret) != nil)
        }
    }
}
