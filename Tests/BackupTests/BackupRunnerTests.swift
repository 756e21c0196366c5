import Core
import Storage
import TestSupport
import Testing

@testable import Backup

struct BackupRunnerTests {
    @Test(arguments: TestDatabase.all, [nil, "пароль копий"])
    func `a backup is made, checked and restored with its uploads and keys`(
        kind: TestDatabase,
        passphrase: String?
    ) async throws {
        try await withPlace(kind, passphrase) { place in
            let upload = try await place.upload([1, 2, 3])
            try OpenFile(creating: "\(place.folder)/keys/project.json").write(Array("{}".utf8))

            let summary = try await place.make()

            #expect(summary.files == 2 && summary.lost == 0)
            #expect(try await place.runner.verify("latest", isWhole: true) == summary)
            let target = place.target(passphrase)
            let repository = try await BackupRepository.open(target)
            #expect(try await repository.list() == [summary])
            let names = try await target.store.list("files/").map(\.key.text)
            #expect(names.contains { $0.hasSuffix(upload.prefix(64)) } == (passphrase == nil))
            try await place.expectRestored(summary, repository, upload)
        }
    }

    @Test func `files are stored once, and removed with the last backup that has them`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let first = try await place.upload([1])
            _ = try await place.make()
            _ = try await place.upload([2])
            let objects = try await place.target(nil).store.list("files/")
            #expect(objects.count == 1)
            try await place.keepOnlyNewest()
            try await place.database.write { try $0.send("DELETE FROM media WHERE id = \(first)") }

            let last = try await place.make()

            let store = place.target(nil).store
            #expect(try await store.list("backups/").count == 3)
            #expect(try await store.list("files/").count == 1)
            let repository = try await BackupRepository.open(place.target(nil))
            #expect(try await repository.list().map(\.id) == [last.id])
            let rows = try await place.database.read { try $0.rows("SELECT id, state FROM backups") }
            #expect(try rows.map { try $0.get("id", as: String.self) } == [last.id])
        }
    }

    @Test func `a missing or damaged upload is told, and does not prevent the backup`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let (gone, changed) = (try await place.upload([1]), try await place.upload([2]))
            try await place.remove(gone)
            try await place.overwrite(changed, [9])

            let summary = try await place.make()

            #expect(summary.lost == 2)
            #expect(summary.files == 0)
            let repository = try await BackupRepository.open(place.target(nil))
            #expect(try await Set(repository.files(of: summary).map(\.name)) == [gone, changed])
            #expect(try await place.runner.log.warning() != nil)
            _ = try await place.runner.verify(summary.id, isWhole: true)
        }
    }

    @Test func `each changed or missing object of a backup is found`() async throws {
        try await withPlace(.sqlite, "secret") { place in
            _ = try await place.upload([1, 2, 3])
            let summary = try await place.make()
            let store = place.target("secret").store
            for object in try await store.list("") where object.key.text != "repository.json" {
                try await withTemporaryDirectory { folder in
                    let path = "\(folder)/object"
                    try await store.get(object.key, to: path)
                    var bytes = try #require(try OpenFile(reading: path)?.read(upTo: 1 << 20))
                    bytes[bytes.count / 2] ^= 1
                    try OpenFile(creating: "\(folder)/wrong").write(bytes)
                    try await store.put(object.key, file: "\(folder)/wrong")
                    await #expect(throws: (any Error).self, "\(object.key)") {
                        try await place.runner.verify(summary.id, isWhole: true)
                    }
                    try await store.remove(object.key)
                    await #expect(throws: (any Error).self, "\(object.key)") {
                        try await place.runner.verify(summary.id, isWhole: false)
                    }
                    try await store.put(object.key, file: path)
                }
            }
            _ = try await place.runner.verify(summary.id, isWhole: true)
        }
    }

    @Test func `a place that has become empty is a disk that is not mounted`() async throws {
        try await withPlace(.sqlite, nil) { place in
            _ = try await place.make()
            try await place.removeAll()

            await #expect(throws: BackupFailure.gone(place.runner.place)) { try await place.make() }

            let rows = try await place.database.read { try $0.rows("SELECT state FROM backups ORDER BY id") }
            #expect(try rows.map { try $0.get("state", as: String.self) } == ["good", "failed"])
        }
    }

    @Test func `a damaged backup keeps a new one from nothing but the removal of others`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let first = try await place.make()
            try await place.keepOnlyNewest()
            let store = place.target(nil).store
            let key = try BackupRepository.key(of: first.id, .summary)
            try OpenFile(creating: "\(place.folder)/wrong").write([1, 2, 3])
            try await store.put(key, file: "\(place.folder)/wrong")

            let id = try await place.runner.log.begin(at: place.runner.place, isPlanned: false, by: "owner")
            let outcome = try await place.runner.make(id)

            #expect(outcome.leftOver != nil)
            #expect(try await store.list("backups/").count == 6)
            let rows = try await place.database.read { connection in
                try connection.rows("SELECT state FROM backups WHERE id = \(id)")
            }
            #expect(try rows.first?.get("state", as: String.self) == "good")
        }
    }

    @Test func `a wrong passphrase and another installation are refused`() async throws {
        try await withPlace(.sqlite, "secret") { place in
            _ = try await place.make()

            await #expect(throws: BackupFailure.passphrase(isGiven: true)) {
                try await BackupRepository.open(place.target("other"))
            }
            await #expect(throws: BackupFailure.passphrase(isGiven: false)) {
                try await BackupRepository.open(place.target(nil))
            }
            await #expect(throws: BackupFailure.unencrypted) {
                try await withPlace(.sqlite, nil) { plain in
                    _ = try await plain.make()
                    _ = try await BackupRepository.open(plain.target("secret"))
                }
            }
            await #expect(throws: BackupFailure.foreign) {
                try await BackupRepository.open(place.target("secret"), of: "another")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one backup at a time is made, and one whose program ended has failed`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind, nil) { place in
            let log = place.runner.log
            let id = try await log.begin(at: "x", isPlanned: true, by: "vitrina")
            await #expect(throws: BackupFailure.busy) {
                try await log.begin(at: "x", isPlanned: false, by: "owner")
            }
            place.clock.update { $0 = $0.advanced(by: .seconds(31)) }

            let next = try await log.begin(at: "x", isPlanned: false, by: "owner")

            let rows = try await place.database.read {
                try $0.rows("SELECT id, state FROM backups ORDER BY id")
            }
            #expect(try rows.map { try $0.get("id", as: String.self) } == [id, next])
            #expect(try rows.map { try $0.get("state", as: String.self) } == ["failed", "running"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the plan is due until a backup was made, and an hour after a failure`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind, nil) { place in
            let log = place.runner.log
            #expect(try await log.isDue(in: .utc))
            let id = try await log.begin(at: "x", isPlanned: true, by: "vitrina")
            #expect(try await !log.isDue(in: .utc))
            try await log.fail(id, with: Localized("нет", "no"))
            #expect(try await !log.isDue(in: .utc))
            place.clock.update { $0 = $0.advanced(by: .seconds(3_601)) }
            #expect(try await log.isDue(in: .utc))

            _ = try await place.make()

            #expect(try await !log.isDue(in: .utc))
            #expect(try await log.lastGood()?.at == place.clock.value)
            place.clock.update { $0 = $0.advanced(by: .seconds(86_400)) }
            #expect(try await log.isDue(in: .utc))
        }
    }

    @Test func `a database that is in use is left alone`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let summary = try await place.make()
            let repository = try await BackupRepository.open(place.target(nil))
            try await place.database.write { connection in
                try AuditLog.record(.signedOut, by: .program, at: .earliest, on: connection)
            }

            await #expect(throws: BackupFailure.occupied) {
                try await BackupRestorer(repository: repository, summary: summary) { _ in }
                    .restoreRows(to: place.database) { .earliest }
            }
        }
    }
}
