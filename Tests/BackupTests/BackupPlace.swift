import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Backup

/// An installation with a place for its backups.
struct BackupPlace: Sendable {
    let folder: String
    let database: any Database
    let media: MediaStore
    let clock: Locked<Timestamp>
    let passphrase: String?

    func target(_ passphrase: String?) -> BackupTarget {
        BackupTarget(
            store: FolderStore(path: "\(folder)/backups"),
            passphrase: passphrase,
            scratch: "\(folder)/scratch",
            keys: "\(folder)/keys"
        )
    }

    var runner: BackupRunner {
        BackupRunner(
            database: database,
            media: media,
            target: target(passphrase),
            version: "test",
            zone: .utc,
            now: { [clock] in clock.value },
            random: .system,
            cost: .forTests
        )
    }

    func make() async throws -> BackupSummary {
        clock.update { $0 = $0.advanced(by: .seconds(1)) }
        let id = try await runner.log.begin(at: runner.place, isPlanned: false, by: "owner")
        return try await runner.make(id).summary
    }

    /// Adds an upload of these bytes, which look like no picture, as a file and a row.
    func upload(_ bytes: [UInt8]) async throws -> String {
        let id = SHA256.hex(bytes) + ".jpg"
        let path = "\(folder)/upload"
        try OpenFile(creating: path).write(bytes)
        try await media.restore(id, from: path)
        try await database.write { connection in
            try connection.send(
                """
                INSERT INTO media (id, name, media_type, size, created_at, author, touched_at)
                VALUES (\(id), 'a.jpg', 'image/jpeg', \(bytes.count), \(Timestamp.earliest), 'owner',
                    \(Timestamp.earliest))
                """
            )
        }
        return id
    }

    func remove(_ id: String) async throws {
        try FileManager.default.removeItem(atPath: try await media.file(of: id).path)
    }

    func overwrite(_ id: String, _ bytes: [UInt8]) async throws {
        try OpenFile(creating: try await media.file(of: id).path).write(bytes)
    }

    func removeAll() async throws {
        try FileManager.default.removeItem(atPath: "\(folder)/backups")
    }

    func keepOnlyNewest() async throws {
        try await database.write { try $0.send("UPDATE backup_plans SET daily = 0, weekly = 0, monthly = 0") }
    }

    /// Restores into an SQLite file of its own, and compares the rows and an upload.
    func expectRestored(
        _ summary: BackupSummary,
        _ repository: BackupRepository,
        _ upload: String
    ) async throws {
        try await withTemporaryDirectory { other in
            let copy = try SQLiteDatabase(path: "\(other)/vitrina.db")
            let media = MediaStore(directory: "\(other)/media", database: copy, now: { .earliest })
            try await media.prepare()
            let restorer = BackupRestorer(repository: repository, summary: summary) { _ in }
            #expect(try await restorer.restoreFiles(to: media, keys: "\(other)/keys").restored == 2)
            #expect(try await restorer.restoreFiles(to: media, keys: "\(other)/keys").restored == 0)
            try await restorer.restoreRows(to: copy) { .earliest }
            try await Migrator(copy).check()
            let path = try await media.file(of: upload).path
            #expect(try OpenFile(reading: path)?.read(upTo: 10) == [1, 2, 3])
            #expect(FileManager.default.fileExists(atPath: "\(other)/keys/project.json"))
            let rows = try await copy.read { try $0.rows("SELECT id FROM media") }
            #expect(try rows.map { try $0.get("id", as: String.self) } == [upload])
            try await copy.close()
        }
    }
}

/// Runs `body` with an installation on a migrated database.
func withPlace(
    _ kind: TestDatabase,
    _ passphrase: String?,
    _ body: @Sendable (BackupPlace) async throws -> Void
) async throws {
    try await withMigratedDatabase(kind) { database in
        try await withTemporaryDirectory { folder in
            let media = MediaStore(directory: "\(folder)/media", database: database, now: { .earliest })
            try await media.prepare()
            try FileManager.default.createDirectory(
                atPath: "\(folder)/keys",
                withIntermediateDirectories: true
            )
            try await body(
                BackupPlace(
                    folder: folder,
                    database: database,
                    media: media,
                    clock: Locked(try #require(Timestamp("2026-11-28T12:00:00Z"))),
                    passphrase: passphrase
                )
            )
        }
    }
}
