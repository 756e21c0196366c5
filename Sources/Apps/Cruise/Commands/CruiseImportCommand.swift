import Apps
import ArgumentParser
import Core
import FoundationEssentials

/// Runs `vitrina cruise import cruises.json --dry-run`.
struct CruiseImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        "Загрузить круизы из файла оператора.",
        "Import cruises from a file of an operator.",
        discussion: Localized(
            """
            Примеры:
              vitrina cruise import cruises.json --dry-run
              vitrina cruise import cruises.json --vendor infoflot
              vitrina cruise import list.csv --kind sea

            Строка с ошибкой не записывается и попадает в отчёт, остальные записываются. Повторная загрузка меняет \
            круизы с теми же номерами; строки, которые у оператора не изменились, остаются как есть.
            """,
            """
            Examples:
              vitrina cruise import cruises.json --dry-run
              vitrina cruise import cruises.json --vendor infoflot
              vitrina cruise import list.csv --kind sea

            A row with a fault is not written and is in the report; the others are written. A repeated import changes \
            the cruises with the same ids; rows that the operator has not changed stay as they are.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Файл; - — стандартный ввод.", "The file; - is standard input.")) var file:
        String
    @Option(
        help: ArgumentHelp(
            "Оператор, чьи номера в файле (infoflot).",
            "The operator whose ids the file has (infoflot).",
            valueName: "name"
        )
    ) var vendor: String?
    @Option(
        help: ArgumentHelp(
            "river или sea для строк, где этого нет (river).",
            "river or sea for rows that do not say it (river)."
        )
    ) var kind: String?
    @Option(
        help: ArgumentHelp("json или csv (по имени файла).", "json or csv (by the name of the file).")
    ) var format: String?
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let input = try ImportFile(file)
            defer { input.remove() }
            let name = URL(filePath: file).lastPathComponent
            var query = [("format", format), ("vendor", vendor), ("kind", kind), ("file", name)].given
            if options.dryRun { query.append(("dry_run", "true")) }
            let transfer = ImportCall(
                session: session,
                path: ["cruise", "import"],
                title: Localized("Круизы", "Cruises"),
                file: input
            )
            let report = try await transfer.send(query)
            let columns = [
                Table.Column(Localized("СТРОКА", "LINE"), isNumber: true),
                Table.Column(Localized("НОМЕР", "ID")),
                Table.Column(Localized("ПОЧЕМУ ОТКЛОНЕНА", "REASON OF REFUSAL"), isFlexible: true),
            ]
            let answer = try CruiseImportReport.Answer(json: report)
            let rows = answer.refusals.map { [String($0.line), $0.id, $0.reason] }
            session.answer(report, ids: []) { Table(columns, rows: rows) }
            session.note(Self.words(answer.summary))
        }
    }

    private static func words(_ summary: CruiseImportReport.Answer.Summary) -> Localized {
        let (new, changed, unchanged) = (summary.new, summary.changed, summary.unchanged)
        return Localized(
            "Круизов: новых \(new), изменённых \(changed), без изменений \(unchanged), "
                + "отклонено \(summary.refused).",
            "Cruises: \(new) new, \(changed) changed, \(unchanged) unchanged, \(summary.refused) refused."
        )
    }
}
