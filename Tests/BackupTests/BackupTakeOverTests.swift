import Core
import Storage
import TestSupport
import Testing

@testable import Backup

/// Several installations that were restored from one place.
struct BackupTakeOverTests {
    /// Restores the newest backup of a place, and returns a runner of the new installation for the same place.
    private func restored(
        _ place: BackupPlace,
        in folder: String,
        _ body: (BackupRunner) async throws -> Void
    ) async throws {
        let repository = try await BackupRepository.open(place.target(place.passphrase))
        let database = try SQLiteDatabase(path: "\(folder)/vitrina.db")
        let media = MediaStore(directory: "\(folder)/media", database: database, now: { .earliest })
        try await media.prepare()
        let summary = try await repository.find("latest")
        let restorer = BackupRestorer(repository: repository, summary: summary) { _ in }
        _ = try await restorer.restoreFiles(to: media, keys: nil)
        let installation = try await restorer.restoreRows(to: database, takesOver: true) {
            [clock = place.clock] in clock.value
        }
        try await repository.takeOver(by: #require(installation))
        let runner = BackupRunner(
            database: database,
            media: media,
            target: place.target(place.passphrase),
            version: "test",
            zone: .utc,
            now: { [clock = place.clock] in clock.value },
            random: .system,
            cost: .forTests
        )
        try await runner.log.adopt(try await repository.list(), at: runner.place)
        do {
            try await body(runner)
        } catch {
            try? await database.close()
            throw error
        }
        try await database.close()
    }

    private func make(_ runner: BackupRunner, _ place: BackupPlace) async throws {
        place.clock.update { $0 = $0.advanced(by: .seconds(1)) }
        let id = try await runner.log.begin(at: runner.place, isPlanned: false, by: "owner")
        _ = try await runner.make(id)
    }

    @Test(arguments: [nil, "secret"])
    func `only the last installation that took a place over writes there and removes backups`(
        passphrase: String?
    ) async throws {
        try await withPlace(.sqlite, passphrase) { place in
            _ = try await place.upload([1, 2, 3])
            let first = try await place.make()
            try await withTemporaryDirectory { folder in
                try await restored(place, in: folder) { heir in
                    // The lost installation comes back.
                    await #expect(throws: BackupFailure.foreign) { try await place.make() }
                    try await make(heir, place)
                    try await withTemporaryDirectory { folder in
                        try await restored(place, in: folder) { last in
                            await #expect(throws: BackupFailure.foreign) { try await make(heir, place) }
                            try await make(last, place)
                        }
                    }
                }
            }

            let repository = try await BackupRepository.open(place.target(passphrase))
            let left = try await repository.list()
            // Of one day the plan keeps the newest alone; it has all files.
            #expect(left.count == 1 && left[0].id != first.id)
            try await repository.verify(left[0], isWhole: true) { _ in }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a place stays with the lost installation until a restore is kept`(kind: TestDatabase) async throws {
        try await withPlace(.sqlite, nil) { place in
            try await place.database.write { connection in
                try AuditLog.record(.signedOut, by: .program, at: .earliest, on: connection)
            }
            _ = try await place.make()
            let repository = try await BackupRepository.open(place.target(nil))
            let head = try await repository.bytes(of: BackupRepository.head)
            let restorer = BackupRestorer(
                repository: repository,
                summary: try await repository.find("latest")
            ) { _ in }

            await #expect(throws: BackupFailure.occupied) {
                try await restorer.restoreRows(to: place.database, takesOver: true) { .earliest }
            }
            try await withDatabase(kind) { database in
                let installation = try await restorer.restoreRows(to: database, takesOver: true) { .earliest }
                // The rows are there, and the place is not taken yet.
                #expect(installation != nil)
                #expect(try await repository.bytes(of: BackupRepository.head) == head)
            }

            _ = try await place.make()
        }
    }

    @Test func `an installation that loses its place while it makes a backup removes nothing`() async throws {
        try await withPlace(.sqlite, nil) { place in
            let first = try await place.make()
            let secrets = SecretStore(database: place.database, random: .system)
            let secret = try await secrets.secret(BackupRunner.secret)
            let opened = try await BackupRepository.open(place.target(nil), of: SHA256.hex(secret))
            try await opened.requireOwned()

            let other = try await BackupRepository.open(place.target(nil))
            try await other.takeOver(by: "another")

            await #expect(throws: BackupFailure.foreign) { try await opened.requireOwned() }
            #expect(try await other.list().map(\.id) == [first.id])
        }
    }
}
