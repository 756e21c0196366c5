import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Damage to a database.
struct DamageTests {
    private static let day: Duration = .seconds(86_400)

    @Test func `a torn page is found by the daily check, and remembered until it is fixed`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            let clock = Clock()
            try await withFile(path) { database in
                try await database.write { connection in
                    try connection.script(
                        """
                        CREATE TABLE chores (name TEXT PRIMARY KEY, done_at INTEGER NOT NULL) STRICT;
                        CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT NOT NULL);
                        """
                    )
                    let data = String(repeating: "x", count: 1000)
                    for id in 0..<500 { try connection.send("INSERT INTO t VALUES (\(id), \(data))") }
                }
                let check = DamageCheck(database: database) { clock.now }
                #expect(try await check.runIfDue() == [])
                #expect(try await check.runIfDue() == nil)
                #expect(
                    try await check.report() == DamageCheck.Report(checkedAt: clock.now, damagedAt: nil)
                )
            }
            let sound = try Data(contentsOf: URL(filePath: path))
            try Self.tearLastPage(of: path)
            clock.advance(by: Self.day)

            try await withFile(path) { database in
                let check = DamageCheck(database: database) { clock.now }
                let faults = try #require(try await check.runIfDue())
                #expect(faults.first?.hasPrefix("t: ") == true, "\(faults)")
                #expect(try await check.report().damagedAt == clock.now)
            }
            try sound.write(to: URL(filePath: path))
            clock.advance(by: Self.day)

            try await withFile(path) { database in
                let check = DamageCheck(database: database) { clock.now }
                let faults = try await check.runIfDue()
                #expect(faults == [])
                let report = try await check.report()
                #expect(report.damagedAt == nil)
            }
        }
    }

    @Test func `the deep check reads every text that should be JSON`() async throws {
        try await withMigratedDatabase(.sqlite) { database in
            let check = DeepCheck(database: database) { _ in nil }
            #expect(try await check.run().damage == [])
            try await database.write { connection in
                let now = Timestamp(seconds: 0) ?? .earliest
                try connection.send(
                    """
                    INSERT INTO app_settings (app, name, value, changed_at, changed_by)
                    VALUES ('mall', 'a', '{"cut":', \(now), ''), ('mall', 'b', '1', \(now), '')
                    """
                )
            }

            let report = try await check.run()

            #expect(report.faults == 1)
            #expect(report.damage.first?.en.contains("app_settings: the column value") == true)
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `the columns of the migrations are those of PostgreSQL`() async throws {
        try await withMigratedDatabase(.postgres) { database in
            let found = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT table_name::text AS name, column_name::text AS part FROM information_schema.columns
                    WHERE table_schema = current_schema() AND data_type = 'jsonb'
                    """
                ).reduce(into: [String: Set<String>]()) { columns, row in
                    columns[try row.get("name"), default: []].insert(try row.get("part"))
                }
            }

            #expect(Migration.columns(ofType: "jsonb", in: .postgres) == found)
        }
    }

    private func withFile(_ path: String, _ body: (any Database) async throws -> Void) async throws {
        let database = try SQLiteDatabase(path: path)
        try await body(database)
        // It moves the log into the file.
        try await database.close()
    }

    /// The last page has rows of the table that was filled last.
    private static func tearLastPage(of path: String) throws {
        let page: UInt64 = 4096
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: size - page)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(page)))
        try file.close()
    }
}
