import Apps
import ArgumentParser
import Core
import FoundationEssentials

/// Runs `vitrina timetable import moscow.zip --feed moscow --dry-run`.
struct TimetableImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        "Загрузить расписание: GTFS, список станций или таблицу рейсов.",
        "Import a timetable: GTFS, a stations list or a table of runs.",
        discussion: Localized(
            """
            Примеры:
              vitrina timetable import moscow.zip --feed moscow --dry-run
              vitrina timetable import moscow.zip --feed moscow --yes
              vitrina timetable import stations.json --zone Europe/Moscow
              vitrina timetable import runs.csv

            Файл проверяется целиком; если в нём есть ошибка, не записывается ничего. Повторная загрузка с тем же именем \
            источника меняет его записи и удаляет исчезнувшие; изменённое вручную остаётся.
            """,
            """
            Examples:
              vitrina timetable import moscow.zip --feed moscow --dry-run
              vitrina timetable import moscow.zip --feed moscow --yes
              vitrina timetable import stations.json --zone Europe/Moscow
              vitrina timetable import runs.csv

            The file is checked whole; nothing is written if it has a fault. Importing again under the same name of the \
            feed changes its rows and removes those that are gone; rows edited by hand stay.
            """
        ).here
    )

    @Argument(help: ArgumentHelp("Файл; - — стандартный ввод.", "The file; - is standard input.")) var file:
        String
    @Option(
        help: ArgumentHelp(
            "Имя источника; без него — stations или runs, для GTFS обязательно.",
            "The name of the feed; stations or runs if absent, and required for GTFS.",
            valueName: "name"
        )
    ) var feed: String?
    @Option(
        help: ArgumentHelp(
            "gtfs, stations или runs (по имени файла).",
            "gtfs, stations or runs (by the name of the file)."
        )
    ) var format: String?
    @Option(
        help: ArgumentHelp(
            "Код страны новых станций (225).",
            "The code of the country of new stations (225).",
            valueName: "code"
        )
    ) var country: Int64?
    @Option(
        help: ArgumentHelp(
            "Код города новых станций (ближайший).",
            "The code of the settlement of new stations (the nearest one).",
            valueName: "code"
        )
    ) var settlement: Int64?
    @Option(
        help: ArgumentHelp(
            "Часовой пояс новых городов списка (Europe/Moscow).",
            "The time zone of new settlements of a list (Europe/Moscow).",
            valueName: "zone"
        )
    ) var zone: String?
    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let format = try format ?? Self.format(of: file)
            guard let feed = feed ?? (format == "gtfs" ? nil : format) else {
                throw Failure.usage(
                    Localized("Назовите источник: --feed ИМЯ.", "Name the feed: --feed NAME.")
                )
            }
            let input = try ImportFile(file)
            defer { input.remove() }
            let name = URL(filePath: file).lastPathComponent
            let query = [
                ("format", format), ("file", file == "-" ? feed : name),
                ("country", country.map { String($0) }),
                ("settlement", settlement.map { String($0) }), ("zone", zone),
            ].given
            let transfer = ImportCall(
                session: session,
                path: ["travel", "feeds", feed, "import"],
                title: Localized("Расписание", "Timetable"),
                file: input
            )
            // The difference is only looked at first if somebody is to agree to it.
            let isTrial = options.dryRun || !yes
            var difference = try TimetableDifference(
                await transfer.send(query + (isTrial ? [("dry_run", "true")] : []))
            )
            if isTrial, !options.dryRun, difference.hasChanges {
                try session.terminal.confirm(
                    Localized("\(name): \(difference.text.ru).", "\(name): \(difference.text.en)."),
                    isAgreed: false
                )
                difference = try TimetableDifference(await transfer.send(query))
            }
            session.answer(difference)
            if !options.dryRun, !difference.hasChanges {
                session.note(Localized("Менять нечего.", "There is nothing to change."))
            }
        }
    }

    private static func format(of file: String) throws(Failure) -> String {
        switch URL(filePath: file).pathExtension.lowercased() {
        case "zip": return "gtfs"
        case "json": return "stations"
        case "csv": return "runs"
        case _:
            throw .usage(
                Localized(
                    "По имени файла формат не узнать: укажите --format.",
                    "The name of the file does not tell the format: give --format."
                )
            )
        }
    }
}

/// The changes of an import, kind by kind.
private struct TimetableDifference {
    let json: JSON
    private let report: FeedReport.Answer

    init(_ json: JSON) throws(Fault) {
        self.json = json
        report = try FeedReport.Answer(json: json)
    }

    private var sums: FeedReport.Answer.Counts { report.summary }

    var hasChanges: Bool { sums.added + sums.changed + sums.removed > 0 }

    var text: Localized {
        Localized(
            "новых \(sums.added), изменённых \(sums.changed), исчезнувших \(sums.removed)",
            "\(sums.added) new, \(sums.changed) changed, \(sums.removed) removed"
        )
    }

    var rows: [[String]] {
        report.kinds.map { kind in
            let counts = kind.counts
            return [kind.title]
                + [counts.added, counts.changed, counts.removed, counts.kept, counts.unchanged].map {
                    String($0)
                }
        }
    }

    /// Warnings of the file, in lines.
    var warnings: [Localized] {
        report.warnings.prefix(10).map { fault in
            let line = fault.line.map { ":\($0)" } ?? ""
            let column = fault.column.map { " \($0)" } ?? ""
            return Localized(same: "\(fault.pointer.dropFirst(2))\(line)\(column): \(fault.detail.en)")
        }
    }
}

extension Session {
    fileprivate func answer(_ difference: TimetableDifference) {
        let columns = [
            Table.Column(Localized("ЧТО", "WHAT"), isFlexible: true),
            Table.Column(Localized("НОВЫХ", "NEW"), isNumber: true),
            Table.Column(Localized("ИЗМЕНЁННЫХ", "CHANGED"), isNumber: true),
            Table.Column(Localized("ИСЧЕЗНУВШИХ", "REMOVED"), isNumber: true),
            Table.Column(Localized("ОСТАЛИСЬ", "KEPT"), isNumber: true),
            Table.Column(Localized("ТАКИЕ ЖЕ", "THE SAME"), isNumber: true),
        ]
        answer(difference.json, ids: []) { Table(columns, rows: difference.rows) }
        for warning in difference.warnings { note(warning) }
    }
}
