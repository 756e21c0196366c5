import ArgumentParser
import Core
import FoundationEssentials
import Storage

/// Copies a database in use before a migration, because no step can be undone.
struct MigrationCopy {
    /// The maximum number of copies of one step next to the file.
    private static let copiesMax = 100

    struct Options: ParsableArguments {
        @Flag(
            help: ArgumentHelp(
                "Обновить PostgreSQL с данными, не спрашивая о копии.",
                "Migrate a PostgreSQL that is in use without asking for its copy."
            )
        )
        var yes = false

        @Flag(
            name: .customLong("no-copy"),
            help: ArgumentHelp("Не делать копию файла SQLite.", "Keep no copy of the SQLite file first.")
        )
        var noCopy = false
    }

    let database: any Database
    let options: Options
    let terminal: Terminal

    /// Makes the copy and returns its path; nil if none is needed.
    ///
    /// - Throws: An error if the user does not agree to continue without a copy.
    @discardableResult
    func keep() async throws -> String? {
        let status = try await Migrator(database).status()
        // The migration itself refuses a database of another version, or one that is too new.
        guard !status.applied.isEmpty, status.changed.isEmpty, status.barring.isEmpty,
            let step = status.pending.first?.prefix(while: { $0 != "_" })
        else { return nil }
        guard let file = database as? SQLiteDatabase else {
            try askForDump(before: step)
            return nil
        }
        guard !options.noCopy else { return nil }
        let path = try free("\(file.path).before-\(step)")
        try await file.copy(to: path)
        terminal.note(
            Localized("Копия базы до обновления: \(path)", "A copy of the database as it was: \(path)")
        )
        return path
    }

    /// Returns an unused name: a copy is never overwritten.
    private func free(_ path: String) throws(Failure) -> String {
        let names = [path] + (2...Self.copiesMax).map { "\(path)-\($0)" }
        guard let name = names.first(where: { !FileManager.default.fileExists(atPath: $0) }) else {
            throw Failure(
                .configuration,
                "migration",
                Localized(
                    "Копий \(path) уже \(Self.copiesMax). Уберите лишние.",
                    "There are \(Self.copiesMax) copies \(path) already. Remove some."
                )
            )
        }
        return name
    }

    private func askForDump(before step: some StringProtocol) throws(Failure) {
        let command = "pg_dump --format=custom --file=vitrina.before-\(step).dump \"$VITRINA_POSTGRES\""
        try terminal.confirm(
            Localized(
                "Обновление базы нельзя отменить. Сначала сохраните копию: \(command). Копия есть, обновлять?",
                "A migration cannot be undone. Keep a copy first: \(command). Is the copy there, and should the database be migrated?"
            ),
            isAgreed: options.yes
        )
    }
}
