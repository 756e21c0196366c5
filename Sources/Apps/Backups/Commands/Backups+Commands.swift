import Apps
import ArgumentParser
import Backup
import Core
import Web

extension Backups: AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        switch section {
        case .system: [BackupCommand.self]
        case .content, .people, .loyalty, .app: []
        }
    }
}

/// The commands `vitrina backup …`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        "Копии всего: базы, картинок и ключей. Создать, проверить, восстановить.",
        "Copies of everything: database, uploads and keys. Make, check, restore them.",
        discussion: Localized(
            """
            Место копий — VITRINA_BACKUP_TO: папка или s3://бакет/префикс. С паролем VITRINA_BACKUP_KEY копии \
            зашифрованы. Копию SQLite можно восстановить в PostgreSQL и обратно.
            """,
            """
            The place of backups is VITRINA_BACKUP_TO: a directory, or s3://bucket/prefix. With the passphrase \
            VITRINA_BACKUP_KEY they are encrypted. A backup of SQLite can be restored into PostgreSQL, and back.
            """
        ).here,
        subcommands: [
            BackupCreate.self, BackupShowAll.self, ResourceShow<BackupList>.self, BackupVerify.self,
            BackupRestore.self, BackupSchedule.self,
        ]
    )
}

/// The place from which backups are read.
struct BackupPlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Место копий, если не VITRINA_BACKUP_TO.",
            "The place of the backups, if it is not VITRINA_BACKUP_TO.",
            valueName: "place"
        ),
        completion: .directory
    )
    var from: String?

    /// Opens the place to read it.
    func repository(_ configuration: Configuration) async throws -> BackupRepository {
        guard let target = try configuration.backupTarget(at: from) else { throw BackupFailure.noPlace }
        return try await BackupRepository.open(target)
    }

    /// Finds a backup in the place, to work on it.
    func find(
        _ backup: String,
        _ work: Localized,
        _ place: PlaceOptions,
        _ output: OutputOptions
    ) async throws -> FoundBackup {
        let configuration = try place.configuration(usesContexts: false)
        let repository = try await repository(configuration)
        return FoundBackup(
            configuration: configuration,
            terminal: output.terminal,
            repository: repository,
            summary: try await repository.find(backup),
            progress: output.progress(work)
        )
    }
}

/// A backup that a command works on.
struct FoundBackup {
    let configuration: Configuration
    let terminal: Terminal
    let repository: BackupRepository
    let summary: BackupSummary
    let progress: Progress

    /// Takes the progress of the work.
    var shown: @Sendable (BackupProgress) -> Void { terminal.shown(progress) }

    var restorer: BackupRestorer {
        BackupRestorer(repository: repository, summary: summary, progress: shown)
    }
}

/// Runs `vitrina backup create`.
struct BackupCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        "Создать копию. Сервер при этом работает.",
        "Make a backup. The server goes on meanwhile."
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            guard let services = session.services else { return try await ask(session) }
            guard let runner = services.backupRunner else { throw BackupFailure.noPlace }
            guard !session.isDryRun else {
                return session.report(
                    Localized(
                        "Копия появилась бы в \(runner.place).",
                        "The backup would be in \(runner.place)."
                    )
                )
            }
            let author = Author.terminal(.cli)
            let signature = AuditSignature(author: author, at: services.now(), address: nil)
            let id = try await runner.log.begin(at: runner.place, isPlanned: false, by: author.name) {
                id,
                connection in
                try signature.record(
                    .backupMade,
                    subject: id,
                    detail: ["place": .string(runner.place)],
                    on: connection
                )
            }
            let progress = session.progress(Localized("Копия", "Backup"))
            let outcome = try await runner.make(id, progress: session.terminal.shown(progress))
            progress.end()
            if let reason = outcome.leftOver {
                session.terminal.note(
                    Localized(
                        "Прежние копии не удалены: \(reason.ru)",
                        "Older backups were not removed: \(reason.en)"
                    )
                )
            }
            session.show(try await session.api.get(BackupList.resource.address + [id]))
        }
    }

    /// Lets a server make it, and waits for its end.
    private func ask(_ session: Session) async throws {
        let address = BackupList.resource.address
        var row = try await session.api.send(APICall(.post, address, json: [:]).unseen)
        // A dry run begins no backup.
        while !session.isDryRun {
            let backup = try Failure.reading(BackupList.Answer.self, row)
            guard backup.state == .running else { break }
            try await Task.sleep(for: .seconds(1))
            row = try await session.api.get(address + [backup.id])
        }
        session.show(row)
    }
}

/// Runs `vitrina backup list`.
struct BackupShowAll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        "Показать копии; с --from — те, что лежат в этом месте.",
        "List the backups; with --from those that are in that place."
    )

    @OptionGroup var from: BackupPlaceOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var options: Options

    func run() async throws {
        guard from.from != nil else {
            return try await options.run { session in
                let table = ResourceTable(resource: BackupList.resource, session: session)
                try await session.answerPage(BackupList.resource.address, page, table: table.list)
            }
        }
        let configuration = try options.place.configuration(usesContexts: false)
        let summaries = try await from.repository(configuration).list()
        let terminal = options.output.terminal
        let clock = Clock(zone: configuration.timeZone)
        if options.json {
            terminal.say(JSON.object(["items": .array(summaries.map(\.json))]).text)
        } else if options.quiet {
            for summary in summaries { terminal.say(summary.id) }
        } else {
            try terminal.say(Self.table(summaries, clock, terminal.language))
        }
    }

    private static func table(
        _ summaries: [BackupSummary],
        _ clock: Clock,
        _ language: Language
    ) -> Table {
        let columns = [
            Table.Column("ID"), Table.Column(Localized("КОГДА", "WHEN")),
            Table.Column(Localized("БАЗА", "DATABASE")),
            Table.Column(Localized("СТРОК", "ROWS"), isNumber: true),
            Table.Column(Localized("ФАЙЛОВ", "FILES"), isNumber: true),
            Table.Column(Localized("РАЗМЕР", "SIZE"), isNumber: true),
        ]
        let rows = summaries.map { summary in
            [
                summary.id, clock.text(summary.at), summary.database, String(summary.rowCount),
                String(summary.files), RecordCell.size(summary.size, language),
            ]
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }
}

/// Runs `vitrina backup schedule --at 03:00 --daily 14`.
struct BackupSchedule: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        "Показать или изменить, когда копии делаются сами и сколько их хранить.",
        "Show or change when backups are made by themselves, and how many are kept."
    )

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: ArgumentHelp("Создавать копии автоматически.", "Make backups automatically.")
    )
    var enabled: Bool?
    @Option(help: ArgumentHelp("Во сколько: 03:00.", "At this time: 03:00.")) var at: String?
    @Option(help: ArgumentHelp("Хранить дневных копий.", "Daily backups to keep.")) var daily: Int64?
    @Option(help: ArgumentHelp("Хранить недельных копий.", "Weekly backups to keep.")) var weekly: Int64?
    @Option(help: ArgumentHelp("Хранить месячных копий.", "Monthly backups to keep."))
    var monthly: Int64?
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let resource = BackupPlans.resource
            let address = resource.address + [BackupPlan.id]
            let given: [(String, JSON?)] = [
                ("is_on", enabled.map { .bool($0) }), ("at", at.map { .string($0) }),
                ("daily", daily.map { .integer($0) }), ("weekly", weekly.map { .integer($0) }),
                ("monthly", monthly.map { .integer($0) }),
            ]
            let changes = Dictionary(
                uniqueKeysWithValues: given.compactMap { name, value in value.map { (name, $0) } }
            )
            let row =
                changes.isEmpty
                ? try await session.api.get(address)
                : try await session.api.send(APICall(.patch, address, json: .object(changes)).unseen)
            session.answer(row, ids: [BackupPlan.id]) {
                ResourceTable(resource: resource, session: session).card(row)
            }
        }
    }
}

extension Terminal {
    /// Shows how far the work on a backup has come.
    func shown(_ progress: Progress) -> @Sendable (BackupProgress) -> Void {
        let language = language
        return { step in
            switch step {
            case .rows(let done, let total):
                let rows = Localized("строки", "rows")[language]
                progress.show(Int(clamping: done), of: total.map { Int(clamping: $0) }, rows)
            case .files(let done, let total):
                progress.show(done, of: total, Localized("файлы", "files")[language])
            }
        }
    }
}

extension Session {
    /// Answers with a backup.
    fileprivate func show(_ row: JSON) {
        answer(row, ids: row.id.map { [$0] }) {
            ResourceTable(resource: BackupList.resource, session: self).card(row)
        }
    }
}
