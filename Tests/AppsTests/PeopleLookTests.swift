import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Views of users, and the limit of numbers that can be tried against masked ones.
struct PeopleLookTests {
    private static let users = "/admin/api/v1/mall/users"
    private static let perHour = 30

    /// A member of staff with a separate id.
    private static func member(_ number: Int, _ grants: Set<Permission> = []) -> Author {
        Author(
            staffID: "00000000-0000-7000-8000-00000000000\(number)",
            name: "M\(number)",
            role: .editor,
            permissions: Role.editor.permissions.union(grants),
            door: .api
        )
    }

    private static func number(_ index: Int) -> String { "+7912000\(1000 + index)".percentEncoded }

    @Test(arguments: TestDatabase.all)
    func `whole numbers are looked up so often in an hour, and each time in the log`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let clerk = Self.member(1)
            func ask(_ path: String, as author: Author? = nil) async throws -> Int {
                try await vitrina.send(.get, "/admin/api/v1/\(path)", as: author ?? clerk).status
            }
            // All lists share the limit, and the same number on another page does not count again.
            let lists = [
                "mall/users?q", "mall/points?phone", "mall/points/sums?phone", "mall/points/accounts?phone",
                "mall/gifts?phone", "mall/gifts/uses?phone", "mall/guests?phone", "mall/referrals?phone",
                "accounts/users?q", "accounts/clients?q",
            ]
            for (index, list) in lists.enumerated() {
                #expect(try await ask("\(list)=\(Self.number(index))") == 200, "\(list)")
                #expect(try await ask("\(list)=\(Self.number(index))") == 200, "\(list)")
            }
            for index in lists.count..<Self.perHour {
                #expect(try await ask("mall/users?q=\(Self.number(index))") == 200)
            }
            for list in lists {
                #expect(try await ask("\(list)=\(Self.number(99))") == 429, "\(list)")
            }
            // Digits shown by a mask do not count, and the limit is per member of staff.
            #expect(try await ask("mall/users?q=01") == 200)
            #expect(try await ask("mall/users?q=\(Self.number(99))", as: Self.member(2)) == 200)
            let reader = Self.member(3, [.readPeople])
            #expect(try await ask("mall/users?q=\(Self.number(99))", as: reader) == 200)

            let entries = try await vitrina.looks()
            #expect(entries.filter { $0 == "M1 phone.looked-up" }.count == Self.perHour)
            #expect(entries.filter { $0 == "M1 phone.look-ups-refused" }.count == 1)
            #expect(entries.filter { $0 == "M2 phone.looked-up" }.count == 1)
            #expect(!entries.contains("M3 phone.looked-up"))
            let log = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).text
            #expect(log.contains("+7 9•• ••• •• ") && !log.contains("7912000"))

            // There is a limit for each day too.
            var answered = 0
            for hour in 1...5 {
                vitrina.clock.advance(by: .seconds(3601))
                for index in 0..<Self.perHour {
                    let status = try await ask("mall/users?q=\(Self.number(100 * hour + index))")
                    if status == 200 { answered += 1 }
                }
            }
            #expect(answered == 100 - Self.perHour)
        }
    }

    @Test func `nobody tries whole numbers where nothing is written down`() async throws {
        try await withMall { vitrina in
            var app = MallApp(vitrina)
            try await app.signIn("+79120000045")
            let path = "\(Self.users)/\(app.userID)/erase?dry_run=true"
            let clerk = Self.member(1, [.writePeople])
            for (digits, status) in [("79120000045", 422), ("9120000045", 422), ("45", 200), ("46", 422)] {
                let reply = try await vitrina.send(.post, path, ["digits": .string(digits)], as: clerk)
                #expect(reply.status == status, "\(digits)")
            }
            let free = "/admin/api/v1/accounts/free?dry_run=true"
            #expect(try await vitrina.send(.post, free, ["phone": "9120000045"], as: clerk).status == 403)
            let export = "/admin/api/v1/mall/points/export?phone=%2B79120000045"
            #expect(try await vitrina.send(.get, export, as: clerk).status == 403)
        }
    }

    @Test func `what the app is told of a number is more than the log of events shows`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let restored = try await app.post("users/restore", ["phone": AccountApp.phone, "sms": "true"])
            #expect(restored.text.contains("+7 906 ***-**-59"), "\(restored.text)")
            let events = try await vitrina.send(.get, "/admin/api/v1/accounts/events", as: Vitrina.owner).text
            #expect(events.contains("+7 9•• ••• •• 59"))
            #expect(!events.contains("***") && !events.contains("7 906"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a look at names is in the log, once for some minutes`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.signIn("+79120000045")
            let reader = Self.member(1, [.readPeople])
            for _ in 0..<3 {
                for path in [
                    "mall/users", "mall/users?q=45", "mall/users/\(app.userID)", "mall/gifts",
                    "mall/gifts?user=\(app.userID)", "mall/users/\(app.userID)/points", "accounts/users",
                    "accounts/clients", "accounts/events", "mall/devices", "mall/devices/\(app.deviceID)",
                    "mall/reviews", "mall/referrals", "mall/guests", "mall/points", "outbox",
                ] {
                    #expect(
                        try await vitrina.send(.get, "/admin/api/v1/\(path)", as: reader).status == 200,
                        "\(path)"
                    )
                }
            }
            var entries = try await vitrina.looks()
            #expect(entries.filter { $0 == "M1 person.seen" }.count == 1)
            #expect(entries.filter { $0 == "M1 people.listed" }.count == 11)

            // Masks reveal nothing, so there is nothing to log.
            _ = try await vitrina.send(.get, Self.users, as: Self.member(2))
            vitrina.clock.advance(by: .seconds(601))
            _ = try await vitrina.send(.get, Self.users, as: reader)
            entries = try await vitrina.looks()
            #expect(entries.filter { $0 == "M1 people.listed" }.count == 12)
            #expect(!entries.contains { $0.hasPrefix("M2") })
        }
    }
}

extension Vitrina {
    /// The audit entries.
    fileprivate func looks() async throws -> [String] {
        try await database.read { connection in
            try connection.rows("SELECT author, action FROM audit ORDER BY id").map { row in
                "\(try row.get("author", as: String.self)) \(try row.get("action", as: String.self))"
            }
        }
    }
}
