import Apps
import ArgumentParser
import Core
import Glibc
import Storage

/// Runs `vitrina migrate`.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Обновить базу до схемы этой программы.",
        "Bring the database to the schema of this program.",
        subcommands: [Up.self, Index.self, Status.self, Draft.self],
        defaultSubcommand: Up.self
    )

    /// The options of these commands, which use a database and never a server.
    struct Options: ParsableArguments {
        @OptionGroup var output: OutputOptions
        @OptionGroup var place: PlaceOptions

        func withMigrator(_ body: (Migrator) async throws -> Void) async throws {
            try await withDatabase { try await body(Migrator($0)) }
        }

        func withDatabase(_ body: (any Database) async throws -> Void) async throws {
            let database = try await Composition.database(place.configuration(usesContexts: false))
            try await database.closing { try await body(database) }
        }
    }

    struct Up: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Применить ожидающее (это по умолчанию).",
            "Apply what is pending (this is the default).",
            discussion: Localized(
                """
                База, в которой есть данные, сначала копируется: файл SQLite — рядом, как vitrina.db.before-НОМЕР. \
                Копию PostgreSQL сделайте сами через pg_dump и подтвердите --yes. Шаг, с которым прежние программы \
                работать не могут, не применяется, пока работают их серверы.
                """,
                """
                A database that is in use is copied first: an SQLite file beside itself, as vitrina.db.before-NUMBER. \
                Of PostgreSQL you keep a copy yourself, by pg_dump, and say so with --yes. A step that older programs \
                cannot work with is not applied as long as servers of such programs run.
                """
            ).here
        )

        @OptionGroup var copy: MigrationCopy.Options
        @OptionGroup var older: OlderServers.Options
        @OptionGroup var options: Options

        func run() async throws {
            try await options.withDatabase { database in
                try await OlderServers(database: database, options: older).refuse()
                let kept = try await MigrationCopy(
                    database: database,
                    options: copy,
                    terminal: options.output.terminal
                ).keep()
                let names = try await Migrator(database).migrate { .current }
                try await options.index(database)
                let terminal = options.output.terminal
                if options.output.json {
                    var answer: [String: JSON] = ["applied": .array(names.map { .string($0) })]
                    answer["copy"] = kept.map { .string($0) }
                    terminal.say(JSON.object(answer).text)
                    return
                }
                for name in names { terminal.say(name) }
                guard !options.output.quiet else { return }
                terminal.note(
                    names.isEmpty
                        ? Localized("База уже новейшая.", "The database is up to date already.")
                        : Localized("Применено: \(names.count).", "Applied: \(names.count).")
                )
            }
        }
    }

    struct Index: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Построить указатель поиска заново.",
            "Make the search index again.",
            discussion: Localized(
                """
                Указатель ведётся при каждом изменении и сам строится после обновления, так что это лишь для починки. Серверы \
                могут работать; они находят то, что в нём уже есть.
                """,
                """
                It is kept with every change, and made by itself after an update, so this is for mending alone. \
                Servers may run meanwhile; they find what is in it so far.
                """
            ).here
        )

        @OptionGroup var options: Options

        func run() async throws {
            try await options.withDatabase { database in
                try await Composition.requireFitting(Migrator(database).status())
                let count = try await options.index(database, rebuild: true)
                let terminal = options.output.terminal
                if options.output.json {
                    let json: JSON = ["indexed": .integer(Int64(count))]
                    terminal.say(json.text)
                } else if !options.output.quiet {
                    terminal.note(
                        Localized("Записей в индексе: \(count).", "Contents in the index: \(count).")
                    )
                }
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, что применено и что ждёт.",
            "Show what is applied and what is pending."
        )

        @OptionGroup var options: Options

        func run() async throws {
            let configuration = try options.place.configuration(usesContexts: false)
            let clock = Clock(zone: configuration.timeZone)
            try await options.withMigrator { migrator in
                let status = try await migrator.status()
                let oldest = Dictionary(uniqueKeysWithValues: status.contracts.map { ($0.name, $0.oldest) })
                let lines =
                    status.applied.map {
                        Line(name: $0.name, state: state(of: $0.name, status), at: $0.at, oldest: $0.oldest)
                    }
                    + status.pending.map {
                        Line(name: $0, state: "pending", at: nil, oldest: oldest[$0] ?? Self.anyProgram)
                    }
                try show(lines, clock)
            }
        }

        /// The number of the step that a program must know, if every program will do.
        private static let anyProgram = Migration.Compatibility.expand.oldest

        private struct Line {
            let name: String
            let state: String
            let at: Timestamp?
            /// The number of the step that a program must know; nil if it is not given.
            let oldest: String?

            /// The same for a person: empty if every program will do.
            var since: String { oldest == Status.anyProgram ? "" : oldest ?? "" }
        }

        /// The outcome of a step; `newer` is one of a newer program that this one works beside.
        private func state(of name: String, _ status: Migrator.Status) -> String {
            if status.changed.contains(name) { return "changed" }
            if status.barring.contains(name) { return "unknown" }
            return status.unknown.contains(name) ? "newer" : "applied"
        }

        private func show(_ lines: [Line], _ clock: Clock) throws(Failure) {
            let terminal = options.output.terminal
            if options.output.json {
                let items = lines.map { line -> JSON in
                    [
                        "name": .string(line.name), "state": .string(line.state),
                        "applied_at": JSON(line.at?.description), "oldest": JSON(line.oldest),
                    ]
                }
                let json: JSON = ["migrations": .array(items)]
                terminal.say(json.text)
                return
            }
            let columns = [
                Table.Column(Localized("МИГРАЦИЯ", "MIGRATION")),
                Table.Column(Localized("СОСТОЯНИЕ", "STATE"), isKept: true),
                Table.Column(Localized("КОГДА", "AT")),
                Table.Column(Localized("ДЛЯ ПРОГРАММ С", "PROGRAMS SINCE")),
            ]
            let rows = lines.map { [$0.name, $0.state, $0.at.map { clock.text($0) } ?? "", $0.since] }
            if options.output.quiet {
                for line in lines { terminal.say(line.name) }
            } else {
                try terminal.say(Table(columns, rows: rows))
            }
        }
    }

    struct Draft: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Написать SQL, который нужен объявлениям и которого нет в миграциях.",
            "Write the SQL that the declarations need and the migrations lack.",
            discussion: Localized(
                "Это черновик: прочитайте файлы и соберите программу снова, потом мигрируйте.",
                "The files are a draft: read them, and build again, before you migrate."
            ).here
        )

        @Option(
            help: ArgumentHelp(
                "Как назвать файлы, после номера.",
                "The name of the files, after their number."
            )
        ) var name = "content"
        @Option(help: ArgumentHelp("Где лежат миграции.", "Where the migrations are.")) var directory =
            "Migrations"
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let terminal = output.terminal
            let draft = try await MigrationDraft.compared()
            guard !draft.isEmpty else {
                terminal.note(
                    Localized(
                        "Всё объявленное уже есть в миграциях.",
                        "The migrations have all that is declared."
                    )
                )
                return
            }
            for path in try draft.write(name: name, into: directory) { terminal.say(path) }
        }
    }
}

extension Migrate.Options {
    /// Rebuilds the search index if it is missing or outdated; returns the number of indexed entries.
    @discardableResult
    fileprivate func index(_ database: any Database, rebuild: Bool = false) async throws -> Int {
        let terminal = output.terminal
        let what = Localized("Индекс поиска", "Search index")[terminal.language]
        let progress =
            output.json || output.quiet
            ? Progress.none
            : Progress(what, isTerminal: isatty(STDERR_FILENO) == 1) { text in
                OpenFile.standardError.write(text)
            }
        let index = SearchIndex(database: database, types: Catalog.types.map { $0.type })
        let count = try await index.update(rebuild: rebuild) { progress.show($0, of: nil) }
        progress.end()
        return count
    }
}
