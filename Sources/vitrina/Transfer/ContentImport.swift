import ArgumentParser
import Core
import FoundationEssentials
import Glibc

/// Runs `vitrina offers import offers.csv --dry-run`.
struct ContentImport<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            "Создать и изменить записи из таблицы (CSV) или JSON.",
            "Create and change \(D.type.name) from a table (CSV) or JSON.",
            discussion: Localized(
                """
                Примеры:
                  vitrina \(D.type.name) import \(D.type.name).csv --dry-run
                  vitrina \(D.type.name) import \(D.type.name).csv --publish --yes

                Строка с id записи меняет её, прочие — новые. Отсутствующий столбец не трогает поле, пустая ячейка очищает его. \
                Если в файле есть ошибка, не записывается ничего.
                """,
                """
                Examples:
                  vitrina \(D.type.name) import \(D.type.name).csv --dry-run
                  vitrina \(D.type.name) import \(D.type.name).csv --publish --yes

                A row with the id of a content changes it, any other is a new one. A column that is absent leaves its \
                field alone, an empty cell clears it. Nothing is written where the file has a fault.
                """
            ).here
        )
    }

    @Argument(help: ArgumentHelp("Файл; - — стандартный ввод.", "The file; - is standard input.")) var file:
        String
    @Option(
        help: ArgumentHelp(
            "csv или json (csv или по имени файла).",
            "csv or json (csv, or what the file is called)."
        )
    ) var format: FileFormat?
    @Option(
        help: ArgumentHelp(
            "Искать записи по id или слагу (id).",
            "Find contents by id or slug (id).",
            valueName: "id|slug"
        )
    ) var key: String?
    @Flag(
        help: ArgumentHelp(
            "Опубликовать изменённое; строка с состоянием draft останется черновиком.",
            "Publish what is changed; a row whose state is draft stays a draft."
        )
    ) var publish = false
    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let input = try ImportFile(file)
            defer { input.remove() }
            var query = [(name: "format", value: (format ?? FileFormat(path: file)).rawValue)]
            if let key { query.append(("key", key)) }
            if publish { query.append(("publish", "true")) }
            let transfer = ImportCall(
                session: session,
                path: D.type.path + ["import"],
                title: D.type.title,
                file: input,
                note: reason.note
            )
            let summary = try ImportSummary(await transfer.send(query + [("dry_run", "true")]))
            if options.dryRun || !summary.hasChanges {
                session.answer(summary)
                if !options.dryRun {
                    session.note(Localized("Менять нечего.", "There is nothing to change."))
                }
                return
            }
            let where_ = publish ? Localized(", и сразу в эфир", " and published at once") : Localized("", "")
            try session.terminal.confirm(
                Localized(
                    "\(input.name): \(summary.text.ru)\(where_.ru).",
                    "\(input.name): \(summary.text.en)\(where_.en)."
                ),
                isAgreed: yes
            )
            let done = try ImportSummary(await transfer.send(query))
            session.answer(done)
            try transfer.requireNoneRefused(done.report)
        }
    }
}

/// A file to import; standard input is saved to disk, because it is sent twice.
struct ImportFile: Sendable {
    let path: String
    /// The name in messages.
    let name: String
    private let isTemporary: Bool

    init(_ path: String) throws {
        guard path == "-" else {
            (self.path, name, isTemporary) = (path, path, false)
            return
        }
        self.path = "\(FileManager.default.temporaryDirectory.path)/vitrina-\(UUID().uuidString)"
        (name, isTemporary) = ("-", true)
        let sink = try FileSink(self.path)
        let input = OpenFile.standardInput
        var size = 0
        while case let part = try input.read(upTo: 1 << 16), !part.isEmpty {
            size += part.count
            guard size <= Limits.importSizeMax else { throw Spool.tooLarge }
            try sink.write(part)
        }
        try sink.finish()
    }

    func remove() {
        if isTemporary { unlink(path) }
    }
}

/// The import of one file.
struct ImportCall: Sendable {
    let session: Session
    /// Of the operation: `["offers", "import"]`.
    let path: [String]
    /// The title of the progress bar.
    let title: Localized
    let file: ImportFile
    var note: String?

    /// Returns the report; throws the faults, each with its location in the file.
    func send(_ query: [(name: String, value: String)]) async throws -> JSON {
        var call = APICall(.post, path, query: query).note(note)
        call.file = file.path
        do {
            let progress = session.progress(title)
            let report = try await session.api.run(call, progress: progress)
            let checked = try Failure.reading(CheckedFile.self, report)
            let faults = checked.faults
            if checked.isDryRun, faults.count > 0 {
                throw failure(faults.shown, faults.count, .data, Problem.Kind.invalid.rawValue) {
                    Localized(
                        "\($0) \(plural($0, "ошибка", "ошибки", "ошибок")) в \(file.name), ничего не записано.",
                        "\($0) \($0 == 1 ? "fault" : "faults") in \(file.name); nothing was written."
                    )
                }
            }
            if !checked.isDryRun { try await session.addToSearch() }
            return report
        } catch var failure as Failure {
            failure.file = file.name
            throw failure
        }
    }

    /// Throws if rows were refused because of later changes.
    func requireNoneRefused(_ report: ImportReport) throws {
        guard report.refused > 0 else { return }
        let faults = report.faults.shown
        var refused = failure(faults, report.refused, .tryAgain, Problem.Kind.conflict.rawValue) {
            Localized(
                "Не записано строк: \($0), остальные записаны. Повторите импорт.",
                "\($0) \($0 == 1 ? "row was" : "rows were") left alone, the others were written. Import it again."
            )
        }
        refused.file = file.name
        throw refused
    }

    private func failure(
        _ faults: [Fault],
        _ count: Int,
        _ exit: Exit,
        _ code: String,
        _ message: (Int) -> Localized
    ) -> Failure {
        let hidden = count - faults.count
        let advice = Localized("…и ещё \(hidden)", "… and \(hidden) more")
        return Failure(
            exit,
            code,
            message(count),
            faults: faults,
            advice: hidden > 0 ? [advice] : []
        )
    }
}

/// The faults in the report of any import.
private struct CheckedFile: JSONReadable {
    let isDryRun: Bool
    let faults: ImportFaults

    init(json: JSON) throws(Fault) {
        isDryRun = try json.get("dry_run")
        faults = try ImportFaults(json: json)
    }
}

/// The numbers of entries that an import creates, changes and does not change.
struct ImportSummary: Sendable {
    let json: JSON
    let report: ImportReport

    init(_ json: JSON) throws(Failure) {
        self.json = json
        report = try Failure.reading(ImportReport.self, json)
    }

    var hasChanges: Bool { report.new + report.changed > 0 }

    var text: Localized {
        Localized(
            "новых \(report.new), изменённых \(report.changed), без изменений \(report.unchanged)",
            "\(report.new) new, \(report.changed) changed, \(report.unchanged) unchanged"
        )
    }
}

extension Session {
    fileprivate func answer(_ summary: ImportSummary) {
        answer(summary.json, ids: []) {
            Table([Table.Column("")], hasHeader: false, rows: [[text(summary.text)]])
        }
    }
}
