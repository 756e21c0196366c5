import Core
import Storage
import TestSupport
import Testing

@testable import Backup

/// Several installations that were restored from one place.
struct BackupTakeOverTests {
    /// Restores the rows of the newest backup of a place, to take it over; the program ends before it does so.
    private func restoreRows(of place: BackupPlace, to database: any Database) async throws {
        let repository = try await BackupRepository.open(place.target(place.passphrase))
        let summary = try await repository.find("latest")
        try await BackupRestorer(repository: repository, summary: summary) { _ in }
            .restoreRows(to: database, takesOver: true) { [clock = place.clock] in clock.value }
        // A backup that was running when it was made has failed by now.
        place.clock.update { $0 = $0.advanced(by: .seconds(60)) }
    }

    /// The runner of another installation, which has its files in `folder`.
    private func runner(
        _ place: BackupPlace,
        _ database: any Database,
        in folder: String,
        to target: BackupTarget? = nil
    ) async throws -> BackupRunner {
        let media = MediaStore(directory: "\(folder)/media", database: database, now: { .earliest })
        try await media.prepare()
        return BackupRunner(
            database: database,
            media: media,
            target: target ?? place.target(place.passphrase),
            version: "test",
            zone: .utc,
            now: { [clock = place.clock] in clock.value },
            random: .system,
            cost: .forTests
        )
    }

    /// Restores the newest backup of a place, takes it over, and calls `body` with a runner of the new installation.
    private func restored(
        _ place: BackupPlace,
        in folder: String,
        _ body: (BackupRunner) async throws -> Void
    ) async throws {
        let repository = try await BackupRepository.open(place.target(place.passphrase))
        let database = try SQLiteDatabase(path: "\(folder)/vitrina.db")
        try await database.closing {
            let heir = try await runner(place, database, in: folder)
            let media = MediaStore(directory: "\(folder)/media", database: database, now: { .earliest })
            let summary = try await repository.find("latest")
            _ = try await BackupRestorer(repository: repository, summary: summary) { _ in }
                .restoreFiles(to: media, keys: nil)
            try await restoreRows(of: place, to: database)
            #expect(try await BackupTakeOver(database: database).complete(in: repository))
            try await heir.log.adopt(try await repository.list(), at: heir.place)
            try await body(heir)
        }
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
                try await restorer.restoreRows(to: database, takesOver: true) { .earliest }
                // The rows are there, and the place is not taken yet.
                #expect(try await BackupTakeOver(database: database).isPending())
                #expect(try await repository.bytes(of: BackupRepository.head) == head)
            }

            _ = try await place.make()
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a restore that ends before it takes the place over leaves that to the next backup`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(.sqlite, "secret") { place in
            let first = try await place.make()
            try await withDatabase(kind) { database in
                try await restoreRows(of: place, to: database)
                try await withTemporaryDirectory { folder in
                    let heir = try await runner(place, database, in: folder)
                    let takeOver = BackupTakeOver(database: database)
                    #expect(try await takeOver.isPending())
                    #expect(try await heir.log.warning()?.en.contains("not taken over") == true)

                    try await make(heir, place)

                    #expect(try await !takeOver.isPending())
                    #expect(try await heir.log.warning() == nil)
                    await #expect(throws: BackupFailure.foreign) { try await place.make() }
                    let left = try await BackupRepository.open(place.target("secret")).list()
                    #expect(left.count == 1 && left[0].id != first.id)
                }
            }
        }
    }

    @Test func `a server that starts takes the place over once`() async throws {
        try await withPlace(.sqlite, nil) { place in
            _ = try await place.make()
            try await withDatabase(.sqlite) { database in
                try await restoreRows(of: place, to: database)
                // The installation was not lost, and removes the backup that was restored.
                _ = try await place.make()
                try await withTemporaryDirectory { folder in
                    let heir = try await runner(place, database, in: folder)

                    #expect(try await heir.completeTakeOver())

                    #expect(try await !heir.completeTakeOver())
                    await #expect(throws: BackupFailure.foreign) { try await place.make() }
                }
            }
        }
    }

    @Test func `a place that a third installation has taken over meanwhile stays with it`() async throws {
        try await withPlace(.sqlite, nil) { place in
            _ = try await place.make()
            try await withDatabase(.sqlite) { database in
                try await restoreRows(of: place, to: database)
                let third = try await BackupRepository.open(place.target(nil))
                try await third.takeOver(by: "third")
                try await withTemporaryDirectory { folder in
                    let heir = try await runner(place, database, in: folder)

                    #expect(try await !heir.completeTakeOver())

                    await #expect(throws: BackupFailure.foreign) { try await make(heir, place) }
                    #expect(try await third.readHead()?.installation == "third")
                    #expect(try await heir.log.warning() != nil)
                }
            }
        }
    }

    @Test func `an heir that gets another place leaves that of the lost installation alone`() async throws {
        try await withPlace(.sqlite, nil) { place in
            _ = try await place.make()
            try await withDatabase(.sqlite) { database in
                try await restoreRows(of: place, to: database)
                try await withTemporaryDirectory { folder in
                    let target = BackupTarget(
                        store: FolderStore(path: "\(folder)/backups"),
                        passphrase: nil,
                        scratch: "\(folder)/scratch",
                        keys: nil
                    )
                    let heir = try await runner(place, database, in: folder, to: target)

                    try await make(heir, place)

                    #expect(try await !BackupTakeOver(database: database).isPending())
                    _ = try await place.make()
                }
            }
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
