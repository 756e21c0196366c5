import Backup
import Core
import Foundation
import Storage
import TestSupport
import Testing

struct BackupRoundTripTests {
    private static let ways = TestDatabase.all.flatMap { from in TestDatabase.all.map { (from, $0) } }
    /// Tables that each installation fills by itself.
    private static let made: Set = [
        "migrations", "sqlite_sequence", "search_state", "search_words", "search_variants",
        "search_documents",
        "search_places", "search_queue", "servers", "editing", "backups", "secrets", "outbox",
        "push_campaigns",
    ]

    @Test(arguments: ways)
    func `every row of every table is the same after it was restored into either database`(
        source: TestDatabase,
        target: TestDatabase
    ) async throws {
        try await withDatabase(source) { database in
            try await UpgradeFixture.fill(database, through: "9999")
            try await withTemporaryDirectory { folder in
                let media = MediaStore(directory: "\(folder)/media", database: database, now: { .earliest })
                try await media.prepare()
                let place = BackupTarget(
                    store: FolderStore(path: "\(folder)/backups"),
                    passphrase: nil,
                    scratch: folder,
                    keys: nil
                )
                let runner = BackupRunner(
                    database: database,
                    media: media,
                    target: place,
                    version: "test",
                    zone: .utc,
                    now: { .earliest },
                    random: .system
                )
                let id = try await runner.log.begin(at: "here", isPlanned: false, by: "owner")
                let summary = try await runner.make(id).summary
                let repository = try await BackupRepository.open(place)
                try await withDatabase(target) { copy in
                    try await BackupRestorer(repository: repository, summary: summary) { _ in }
                        .restoreRows(to: copy) { .earliest }

                    try await expectEqual(database, copy)
                    try await expectGoingOn(copy)
                }
            }
        }
    }

    private func expectEqual(_ database: any Database, _ copy: any Database) async throws {
        let (before, after) = (try await Self.rows(database), try await Self.rows(copy))
        #expect(Set(before.keys) == Set(after.keys))
        for (table, rows) in before {
            #expect(after[table]?.count == rows.count, "\(table)")
            for (old, new) in zip(rows, after[table] ?? []) { #expect(old == new, "\(table)") }
        }
    }

    /// The numbers of tables go on after the last one, and append-only tables are so again.
    private func expectGoingOn(_ copy: any Database) async throws {
        try await copy.write { connection in
            try AuditLog.record(.signedOut, by: .program, at: .earliest, on: connection)
        }
        let ids = try await copy.read { try $0.rows("SELECT id FROM audit ORDER BY id DESC LIMIT 2") }
        #expect(ids.count == 2)
        await #expect(throws: StorageError.self) {
            try await copy.write { try $0.send("DELETE FROM audit") }
        }
        await #expect(throws: StorageError.self) {
            try await copy.write { try $0.send("DELETE FROM staff_tokens; DELETE FROM staff") }
        }
    }

    /// The rows of every table in one form for both databases, sorted.
    private static func rows(_ database: any Database) async throws -> [String: [[String]]] {
        try await database.read { connection in
            var all: [String: [[String]]] = [:]
            for (table, columns) in try connection.tables() where !made.contains(table) {
                let sorted = columns.sorted()
                var rows: [[String]] = []
                try connection.forEach("SELECT \(columns.named(sorted)) FROM \(name: table)") { row in
                    rows.append(sorted.indices.map { form(row[$0]) })
                }
                all[table] = rows.sorted { $0.lexicographicallyPrecedes($1) }
            }
            return all
        }
    }

    private static func form(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "1" : "0"
        case .integer(let integer): String(integer)
        case .double(let double): double == double.rounded() ? String(Int64(double)) : String(double)
        case .timestamp(let time): String(time.microseconds)
        case .bytes(let bytes): Hex.encode(bytes)
        // PostgreSQL writes JSON with spaces, and in its own order; it keeps decimals as texts.
        case .text(let text): (try? JSON(parsing: text))?.text ?? text
        }
    }
}

extension [String] {
    fileprivate func named(_ columns: [String]) -> SQL {
        columns.map { "\(name: $0)" as SQL }.joined(separator: ", ")
    }
}
