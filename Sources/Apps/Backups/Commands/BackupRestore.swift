import Apps
import ArgumentParser
import Backup
import Core
import FoundationEssentials
import Glibc
import Storage
import Web

/// Runs `vitrina backup restore latest`.
struct BackupRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        "Восстановить копию в пустое место и проверить.",
        "Restore a backup into an empty place, and check it.",
        discussion: Localized(
            """
            База настроек должна быть пустой: нет файла SQLite или нет таблиц PostgreSQL. Картинки и ключи, которые \
            уже есть, не меняются. Прерванное восстановление можно повторить.
            """,
            """
            The database of the settings must be empty: no SQLite file, or no tables in PostgreSQL. Uploads and keys \
            that are there stay as they are. A restore that was interrupted can be repeated.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Id копии или latest.", "The ID of the backup, or latest.")) var backup =
        "latest"
    @Flag(
        name: .customLong("take-over"),
        help: ArgumentHelp(
            "Занять место потерянной установки и продолжать её копии; она писать туда больше не сможет.",
            "Take the place of the lost installation, and go on with its backups; it may write there no more."
        )
    )
    var takesOver = false
    @OptionGroup var from: BackupPlaceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var place: PlaceOptions

    func run() async throws {
        let found = try await from.find(backup, Localized("Восстановление", "Restore"), place, output)
        let (configuration, repository, restorer) = (found.configuration, found.repository, found.restorer)
        let (checks, damaged) = try await withEmptyDatabase(configuration) { database in
            try await restorer.requireReady(database)
            let media = try configuration.mediaStore(on: database) { .current }
            try await media.prepare()
            // First, since they can be restored again if the rows are not.
            let files = try await restorer.restoreFiles(to: media, keys: configuration.google.keys)
            try await restorer.restoreRows(to: database, takesOver: takesOver) { .current }
            if takesOver {
                let log = BackupLog(database: database) { .current }
                try await log.adopt(try await repository.list(), at: repository.store.place)
            }
            return (try await Catalog.checkBooks(database), files.damaged)
        }
        found.progress.end()
        if takesOver { try await takeOver(repository, configuration) }
        try found.terminal.show(found.summary, checks, output)
        guard damaged.isEmpty else {
            throw Failure(
                .data,
                "damaged",
                Localized(
                    "Всё восстановлено, кроме испорченных файлов: \(damaged.count), первый \(damaged[0]).",
                    "All is restored but damaged files: \(damaged.count), the first is \(damaged[0])."
                )
            )
        }
        found.terminal.note(
            Localized(
                "Готово. Дальше: vitrina doctor, vitrina serve.",
                "Done. Next: vitrina doctor, vitrina serve."
            )
        )
    }

    /// Takes the place over once the database is kept: until then the lost installation may go on with it.
    private func takeOver(_ repository: BackupRepository, _ configuration: Configuration) async throws {
        do {
            let database = try await Composition.database(configuration)
            let isTaken = try await database.closing {
                try await BackupTakeOver(database: database).complete(in: repository)
            }
            guard isTaken else { throw BackupFailure.foreign }
        } catch {
            let reason = BackupRunner.reason(error)
            throw Failure(
                .data,
                "not-taken-over",
                Localized(
                    "База восстановлена, но занять место копий не вышло. \(reason.ru)",
                    "The database is restored, but its place of backups is not taken over. \(reason.en)"
                ),
                advice: [
                    Localized(
                        "Место займёт следующая копия (vitrina backup create). Или задайте другое: VITRINA_BACKUP_TO.",
                        "The next backup takes it over (vitrina backup create). Or set another place: VITRINA_BACKUP_TO."
                    )
                ]
            )
        }
    }

    /// Runs `body` with the database of the settings; a file of SQLite gets its name once all has succeeded.
    private func withEmptyDatabase<R>(
        _ configuration: Configuration,
        _ body: (any Database) async throws -> R
    ) async throws -> R {
        guard configuration.postgres == nil else {
            // A replica may lack rows that the checks are to read.
            let database = try await Composition.database(configuration, hasReplica: false)
            return try await database.closing { try await body(database) }
        }
        try Composition.makeDirectory(configuration.data)
        let path = "\(configuration.data)/vitrina.db"
        // A log that was left beside a file would be played back into the next one of its name.
        let isFree = Self.suffixes.allSatisfy { !FileManager.default.fileExists(atPath: path + $0) }
        guard isFree else { throw BackupFailure.occupied }
        let temporary = "\(path).restoring"
        for suffix in Self.suffixes { unlink(temporary + suffix) }
        let database = try SQLiteDatabase(path: temporary)
        let result = try await database.closing { try await body(database) }
        // Unlike a renaming, this fails if somebody has made the database meanwhile.
        guard !FileManager.default.fileExists(atPath: "\(temporary)-wal"), link(temporary, path) == 0 else {
            throw FileError("make", path)
        }
        unlink(temporary)
        try FileSync.directory(configuration.data)
        return result
    }

    /// The ends of the names of a database's files.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]
}
