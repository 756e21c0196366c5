import Core
import Storage
import TestSupport
import Testing

/// Limits of attempts, which all servers of one database share.
@Suite(.timeLimit(.minutes(2)))
struct AttemptLimitTests {
    private static let phone = "79990001122"
    private static let address = "192.0.2.77"
    private static let start = Timestamp("2026-11-21T12:00:00Z") ?? .earliest
    private static let ofPhone = AttemptLimit(key: "test:phone:\(phone)", countMax: 3, window: .seconds(600))

    @Test(arguments: TestDatabase.all)
    func `two servers share a limit, and a restart keeps it`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { first in
            try await withAnother(first) { second in
                for server in [first, second, first] { try await count([Self.ofPhone], on: server) }
                for server in [first, second] {
                    let refusal = try await problem { try await count([Self.ofPhone], on: server) }
                    #expect(refusal.kind == .limited && refusal.retryAfter == 600)
                }
            }
            try await withAnother(first) { restarted in
                let refusal = try await problem { try await count([Self.ofPhone], on: restarted) }
                #expect(refusal.kind == .limited)
                try await count([Self.ofPhone], at: Self.start.advanced(by: .seconds(600)), on: restarted)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `twenty attempts at once on two servers never pass a limit, while old ones are removed`(
        kind: TestDatabase
    ) async throws {
        try await withMigratedDatabase(kind) { first in
            try await withAnother(first) { second in
                let ofAddress = AttemptLimit(
                    key: "test:address:\(Self.address)",
                    countMax: 5,
                    window: .seconds(60)
                )
                // Both rows are those of an hour ago, which a clean-up may remove.
                let limits = [AttemptLimit(key: "test:all", countMax: 100, window: .seconds(60)), ofAddress]
                try await count(limits, at: Self.start.advanced(by: .seconds(-3600)), on: first)

                let isAllowed = try await withThrowingTaskGroup(of: Bool?.self, returning: [Bool].self) {
                    group in
                    for number in 0..<20 {
                        let server = number % 2 == 0 ? first : second
                        group.addTask {
                            do {
                                try await count(limits, on: server)
                                return true
                            } catch let problem as Problem where problem.kind == .limited {
                                return false
                            }
                        }
                    }
                    group.addTask {
                        try await second.write { try AttemptLimit.removeExpired(at: Self.start, on: $0) }
                        return nil
                    }
                    var answers: [Bool] = []
                    for try await answer in group { if let answer { answers.append(answer) } }
                    return answers
                }

                #expect(isAllowed.count { $0 } == 5)
                #expect(isAllowed.count { !$0 } == 15)
                // Each refusal has rolled back the count of the other limit.
                #expect(try await counts(of: first) == [5, 5])
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a row names neither phone nor address, and goes when its window has ended`(
        kind: TestDatabase
    ) async throws {
        try await withMigratedDatabase(kind) { database in
            let hourly = try #require(AttemptLimit.hourly("test-hourly", from: Self.address, 9))
            try await count([Self.ofPhone, hourly], on: database)
            let keys = try await database.read { connection in
                try connection.rows("SELECT key FROM limits").map { row in
                    try row.get("key", as: String.self)
                }
            }
            #expect(Set(keys.map { $0.prefix { $0 != ":" } }) == ["test", "test-hourly"])
            #expect(!keys.contains { $0.contains(Self.phone) || $0.contains(Self.address) })

            for (seconds, left) in [(599, 2), (600, 1), (3600, 0)] {
                let at = Self.start.advanced(by: .seconds(seconds))
                try await database.write { try AttemptLimit.removeExpired(at: at, on: $0) }
                #expect(try await counts(of: database).count == left)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a limit is reset by its key, and one attempt is taken back`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            for _ in 0..<3 { try await count([Self.ofPhone], on: database) }
            try await database.write { try Self.ofPhone.forgive(on: $0) }
            #expect(try await counts(of: database) == [2])

            try await database.write { try AttemptLimit.clear("test:phone:\(Self.phone)", on: $0) }

            #expect(try await counts(of: database).isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `attempts that a wrong clock counted a year ahead lock nobody out`(
        kind: TestDatabase
    ) async throws {
        try await withMigratedDatabase(kind) { database in
            let ahead = Self.start.advanced(by: .seconds(365 * 86_400))
            for _ in 0..<3 { try await count([Self.ofPhone], at: ahead, on: database) }

            for _ in 0..<3 { try await count([Self.ofPhone], on: database) }

            let refusal = try await problem { try await count([Self.ofPhone], on: database) }
            #expect(refusal.kind == .limited && refusal.retryAfter == 600)
            // A server whose clock is a little behind goes on with the same window.
            let behind = Self.start.advanced(by: .milliseconds(-50))
            let again = try await problem { try await count([Self.ofPhone], at: behind, on: database) }
            #expect(again.kind == .limited)
        }
    }

    private func count(
        _ limits: [AttemptLimit],
        at now: Timestamp = Self.start,
        on database: any Database
    ) async throws {
        try await database.write { try limits.count(at: now, on: $0) }
    }

    private func counts(of database: any Database) async throws -> [Int64] {
        try await database.read { connection in
            try connection.rows("SELECT count FROM limits ORDER BY key").map { try $0.get("count") }
        }
    }

    /// Runs `body` with another connection to the database, as another server has it, or this one after a restart.
    private func withAnother(
        _ database: any Database,
        _ body: @Sendable (any Database) async throws -> Void
    ) async throws {
        let name: SQL =
            switch database.dialect {
            case .sqlite: "SELECT file AS name FROM pragma_database_list"
            case .postgres: "SELECT current_database()::text AS name"
            }
        let place = try await database.read { try $0.rows(name)[0].get("name", as: String.self) }
        let other: any Database =
            switch database.dialect {
            case .sqlite: try SQLiteDatabase(path: place, waitMax: .seconds(60))
            case .postgres:
                PostgresDatabase(PostgresSettings(url: PostgresTemplate.url(of: place), sessions: 5))
            }
        try await other.closing { try await body(other) }
    }
}
