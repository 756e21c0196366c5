import Apps
import ArgumentParser
import Backup
import Core
import FoundationEssentials
import Storage
import Web

/// Runs `vitrina backup verify latest`.
struct BackupVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        "Проверить копию: всё ли на месте и цело; код 65, если нет.",
        "Check that a backup is whole and as it was written; exit code 65 if not."
    )

    @Argument(help: ArgumentHelp("Id копии или latest.", "The ID of the backup, or latest.")) var backup =
        "latest"
    @Flag(
        help: ArgumentHelp(
            "Файлы не читать, только убедиться, что они есть.",
            "Do not read the files, only see that they are there."
        )
    )
    var quick = false
    @Flag(
        help: ArgumentHelp(
            "Ещё и восстановить строки во временную базу и сверить книги.",
            "Also restore the rows into a temporary database, and check the books."
        )
    )
    var trial = false
    @OptionGroup var from: BackupPlaceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var place: PlaceOptions

    func run() async throws {
        let found = try await from.find(backup, Localized("Проверка", "Check"), place, output)
        try await found.repository.verify(found.summary, isWhole: !quick, progress: found.shown)
        var checks: [BookCheck] = []
        if trial { checks = try await restored(found) }
        found.progress.end()
        try found.terminal.show(found.summary, checks, output)
    }

    /// Restores the rows into a temporary SQLite file, and checks the books there.
    private func restored(_ found: FoundBackup) async throws -> [BookCheck] {
        let folder = "\(found.configuration.data)/backup-trial-\(Hex.encode(RandomBytes.system(8)))"
        try Composition.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try SQLiteDatabase(path: "\(folder)/vitrina.db")
        return try await database.closing {
            try await found.restorer.restoreRows(to: database) { .current }
            return try await Catalog.checkBooks(database)
        }
    }
}

extension Catalog {
    /// The books of all modules.
    static func checkBooks(_ database: any Database) async throws -> [BookCheck] {
        var checks: [BookCheck] = []
        for module in modules { checks += try await module.checkBooks(database) }
        return checks
    }
}

extension Terminal {
    /// Answers with a backup and the books of its database; throws if they do not balance.
    func show(_ summary: BackupSummary, _ checks: [BookCheck], _ output: OutputOptions) throws {
        if output.json {
            let books = checks.map { check -> JSON in
                [
                    "title": .string(check.title[language]), "lines": .integer(check.lines),
                    "faults": .integer(Int64(check.faults)),
                ]
            }
            say(summary.json.merged(with: ["books": .array(books)]).text)
        } else if output.quiet {
            say(summary.id)
        } else {
            try say(table(summary, checks))
            if summary.lost > 0 {
                note(
                    Localized(
                        "Не было файлов уже при копировании: \(summary.lost).",
                        "Files that were missing when it was made: \(summary.lost)."
                    )
                )
            }
        }
        guard checks.allSatisfy({ $0.faults == 0 }) else {
            throw Failure(.data, "unsound", Localized("Учёт не сходится.", "The books do not balance."))
        }
    }

    private func table(_ summary: BackupSummary, _ checks: [BookCheck]) -> Table {
        let facts: [(Localized, String)] = [
            (Localized("Копия", "Backup"), summary.id), (Localized("База", "Database"), summary.database),
            (Localized("Строк", "Rows"), String(summary.rowCount)),
            (Localized("Файлов", "Files"), String(summary.files)),
            (Localized("Размер", "Size"), RecordCell.size(summary.size, language)),
        ]
        let books = checks.map { check in
            let result =
                check.faults == 0
                ? Localized("сходится", "balances") : Localized("НЕ СХОДИТСЯ", "DOES NOT BALANCE")
            return (check.title, "\(result[language]), \(check.lines)")
        }
        return Table(
            [Table.Column(""), Table.Column("", isFlexible: true)],
            hasHeader: false,
            rows: (facts + books).map { [$0.0[language], $0.1] }
        )
    }
}
