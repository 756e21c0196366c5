import Backup
import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Restores whose program is killed.
struct BackupInterruptionTests {
    /// Makes a backup of a database in which every table has rows.
    private func makeBackup(in folder: String) async throws -> BackupSummary {
        let database = try SQLiteDatabase(path: "\(folder)/source.db")
        try await UpgradeFixture.fill(database, through: "9999")
        let media = MediaStore(directory: "\(folder)/source-media", database: database, now: { .earliest })
        try await media.prepare()
        let runner = BackupRunner(
            database: database,
            media: media,
            target: BackupTarget(
                store: FolderStore(path: "\(folder)/backups"),
                passphrase: nil,
                scratch: "\(folder)/scratch",
                keys: nil
            ),
            version: "test",
            zone: .utc,
            now: { .earliest },
            random: .system
        )
        let id = try await runner.log.begin(at: "here", isPlanned: false, by: "owner")
        let summary = try await runner.make(id).summary
        try await database.close()
        return summary
    }

    private func expectWhole(_ program: Program, _ summary: BackupSummary) async throws {
        let offers = try await program.run("offers", "list", "--json").json.items
        #expect(!offers.isEmpty)
        // Nothing that waited then is sent now.
        let waiting = try await program.run("outbox", "list", "--state", "waiting", "-q")
        #expect(waiting.status == 0 && waiting.output.isEmpty)
        #expect(summary.rowCount > 100)
    }

    @Test func `a restore into SQLite that is killed leaves no database, and can be repeated`() async throws {
        try await withProgram(.sqlite, isMigrated: false) { program in
            let summary = try await makeBackup(in: program.folder)
            let path = "\(program.folder)/var/vitrina.db"
            let head = URL(filePath: "\(program.folder)/backups/repository.json")
            let owned = try Data(contentsOf: head)
            var killed = 0
            // The system ends the program as soon as one of its files would be larger: KiB.
            for limit in [64, 256, 1024, 4096, 1 << 20] {
                let outcome = try await program.bash(
                    "ulimit -c 0; ulimit -f \(limit); exec vitrina backup restore --take-over --from backups"
                )
                if outcome.status == 0 { break }
                killed += 1
                #expect(!FileManager.default.fileExists(atPath: path))
                #expect(try Data(contentsOf: head) == owned, "the place is still that of the lost one")
            }

            #expect(killed > 0)
            #expect(try Data(contentsOf: head) != owned)
            try await expectWhole(program, summary)
        }
    }

    @Test func `a place that a killed restore has left is named, and then taken over`() async throws {
        try await withProgram(.sqlite, isMigrated: false) { program in
            var program = program
            let place = "\(program.folder)/backups"
            program.environment["VITRINA_BACKUP_TO"] = place
            let summary = try await makeBackup(in: program.folder)
            let head = URL(filePath: "\(place)/repository.json")
            let owned = try Data(contentsOf: head)
            let data = "\(program.folder)/var"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            let database = try SQLiteDatabase(path: "\(data)/vitrina.db")
            try await database.closing {
                let target = BackupTarget(
                    store: FolderStore(path: place),
                    passphrase: nil,
                    scratch: "\(program.folder)/scratch",
                    keys: nil
                )
                let repository = try await BackupRepository.open(target)
                try await BackupRestorer(repository: repository, summary: summary) { _ in }
                    .restoreRows(to: database, takesOver: true) { .earliest }
            }

            let told = try await program.run("doctor")
            #expect(told.output.contains("not taken over yet"), "\(told.output)")
            #expect(try Data(contentsOf: head) == owned)
            let made = try await program.run("backup", "create")

            #expect(made.status == 0, "\(made.messages)")
            #expect(try Data(contentsOf: head) != owned)
            #expect(try await !program.run("doctor").output.contains("not taken over"))
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a restore into PostgreSQL that is killed leaves no row, and can be repeated`() async throws {
        try await withProgram(.postgres) { program in
            let summary = try await makeBackup(in: program.folder)
            let url = try #require(program.environment["VITRINA_POSTGRES"])
            let watcher = PostgresDatabase(PostgresSettings(url: url, sessions: 1))
            let holder = PostgresDatabase(PostgresSettings(url: url, sessions: 1))
            let before = try await watcher.rowCounts()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The restore waits for this table, when it has written most of the others.
                group.addTask { await holder.holdStock() }
                try await watcher.wait(forLockOfStock: true)
                let (output, messages) = ("\(program.folder)/killed.out", "\(program.folder)/killed.err")
                let process = try program.process(
                    ["backup", "restore", "--from", "backups"],
                    output: output,
                    messages: messages,
                    [:]
                )
                try process.run()
                try await watcher.wait(forLockOfStock: false)
                process.send(SIGKILL)
                await process.ended()
                try await watcher.endLockOfStock()
                try await group.waitForAll()
            }
            #expect(try await watcher.rowCounts() == before)

            let again = try await program.run("backup", "restore", "--from", "backups")

            #expect(again.status == 0, "\(again.messages)")
            try await expectWhole(program, summary)
            try await holder.close()
            try await watcher.close()
        }
    }
}

extension Database {
    /// Locks the table `stock` against changes until the statement is ended.
    fileprivate func holdStock() async {
        let isHeld = Locked(false)
        try? await write { connection in
            let isAgain = isHeld.update { was in
                defer { was = true }
                return was
            }
            guard !isAgain else { return }
            try connection.script("LOCK TABLE stock IN SHARE MODE; SELECT pg_sleep(60)")
        }
    }

    /// Waits until a transaction has locked the table `stock`, or until another one waits for that.
    fileprivate func wait(forLockOfStock isGranted: Bool) async throws {
        let isThere = try await holds {
            try await read { connection in
                let locks = try connection.rows(
                    """
                    SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                    WHERE d.datname = current_database() AND l.relation = 'stock'::regclass
                        AND l.granted = \(isGranted) AND l.mode IN ('ShareLock', 'RowExclusiveLock')
                    """
                )
                return !locks.isEmpty
            }
        }
        try #require(isThere, "no lock of the table")
    }

    /// Ends the statement of the transaction that has locked the table `stock`.
    fileprivate func endLockOfStock() async throws {
        _ = try await read { connection in
            try connection.rows(
                """
                SELECT pg_cancel_backend(l.pid)::text AS ended FROM pg_locks l
                JOIN pg_database d ON d.oid = l.database
                WHERE d.datname = current_database() AND l.relation = 'stock'::regclass
                    AND l.granted AND l.mode = 'ShareLock'
                """
            ).count
        }
    }
}
