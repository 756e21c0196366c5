import Core
import Storage
import TestSupport
import Testing

struct AuditTests {
    private static let author = Author(staffID: nil, name: "terminal", role: .owner, door: .cli)

    @Test(arguments: TestDatabase.all)
    func `entries are read page by page, the newest first`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            let audit = AuditLog(database: database)
            try await database.write { connection in
                for index in 1...5 {
                    try AuditLog.record(
                        AuditAction("test.done", Localized(same: "test")),
                        subject: "\(index)",
                        by: Self.author,
                        at: .earliest,
                        on: connection
                    )
                }
            }

            var subjects: [[String?]] = []
            var cursor: String?
            repeat {
                let (entries, next) = try await audit.list(limit: 2, cursor: cursor)
                subjects.append(entries.map(\.subject))
                cursor = next
            } while cursor != nil

            #expect(subjects == [["5", "4"], ["3", "2"], ["1"]])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an entry is kept whole`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            let id = "017f22e2-79b0-7fff-bfff-ffffffffffff"
            let at = try #require(Timestamp("2026-11-21T12:00:00.123456Z"))
            let detail: JSON = ["числа": [1, 2], "nested": ["a": nil, "quote": "\"'\\"]]
            try await database.write { connection in
                try AuditLog.record(
                    AuditAction("test.done", Localized(same: "test")),
                    subject: "x",
                    detail: detail,
                    by: Author(staffID: id, name: "Анна", role: .editor, door: .console),
                    at: at,
                    address: "2001:db8::1",
                    on: connection
                )
            }

            let entry = try #require(try await AuditLog(database: database).list().entries.first)

            #expect(
                entry.json == [
                    "id": .integer(entry.id), "at": "2026-11-21T12:00:00.123456Z", "staff_id": .string(id),
                    "by": "Анна", "door": "console", "action": "test.done", "subject": "x", "detail": detail,
                    "address": "2001:db8::1",
                ]
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an entry stands or falls with what it tells of`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            await #expect(throws: Problem.self) {
                try await database.write { connection in
                    try AuditLog.record(
                        AuditAction("test.done", Localized(same: "test")),
                        by: Self.author,
                        at: .earliest,
                        on: connection
                    )
                    throw Problem(.conflict, Localized("", ""))
                }
            }

            let entries = try await AuditLog(database: database).list().entries
            #expect(entries.isEmpty)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an entry can be neither changed nor removed`(kind: TestDatabase) async throws {
        try await withMigratedDatabase(kind) { database in
            try await database.write { connection in
                try AuditLog.record(
                    AuditAction("test.done", Localized(same: "test")),
                    by: Self.author,
                    at: .earliest,
                    on: connection
                )
            }

            var attempts: [SQL] = ["UPDATE audit SET author = 'nobody'", "DELETE FROM audit"]
            switch kind {
            case .sqlite:
                attempts.append(
                    """
                    INSERT OR REPLACE INTO audit (id, at, author, door, action, detail)
                    SELECT id, at, 'nobody', door, action, detail FROM audit
                    """
                )
            case .postgres: attempts += ["TRUNCATE audit", "TRUNCATE audit CASCADE"]
            }
            for attempt in attempts {
                await #expect(throws: StorageError.self, "\(attempt)") {
                    try await database.write { _ = try $0.execute(attempt) }
                }
            }
            #expect(try await AuditLog(database: database).list().entries.map(\.author) == [Self.author.name])
        }
    }

    @Test(arguments: ["", "x", "9223372036854775808"])
    func `a cursor is one that was given`(cursor: String) async throws {
        try await withMigratedDatabase(.sqlite) { database in
            await #expect {
                try await AuditLog(database: database).list(cursor: cursor)
            } throws: {
                ($0 as? Problem)?.faults.map(\.pointer) == ["#/cursor"]
            }
        }
    }
}
