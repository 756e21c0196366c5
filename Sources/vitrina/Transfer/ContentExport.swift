import ArgumentParser
import Core

/// Runs `vitrina offers export --excel --to offers.csv`.
struct ContentExport<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            "Записать таблицей (CSV) или в JSON.",
            "Write \(D.type.name) as a table (CSV) or as JSON.",
            discussion: Localized(
                """
                Примеры:
                  vitrina \(D.type.name) export > \(D.type.name).csv
                  vitrina \(D.type.name) export --excel --to \(D.type.name).csv
                  vitrina \(D.type.name) export --state live --to \(D.type.name).json

                В CSV — рабочие копии; в JSON — и опубликованное, и черновики.
                """,
                """
                Examples:
                  vitrina \(D.type.name) export > \(D.type.name).csv
                  vitrina \(D.type.name) export --excel --to \(D.type.name).csv
                  vitrina \(D.type.name) export --state live --to \(D.type.name).json

                CSV holds the working copies; JSON holds both what is published and the drafts.
                """
            ).here
        )
    }

    @Option(
        help: ArgumentHelp(
            "csv или json (csv или по имени файла).",
            "csv or json (csv, or what the file is called)."
        )
    ) var format: FileFormat?
    @Flag(
        help: ArgumentHelp(
            "CSV для Excel: метка порядка байтов и ; между ячейками.",
            "CSV as Excel opens it: a byte order mark, and ; between cells."
        )
    ) var excel = false
    @Option(help: .outputFile) var to = "-"
    @Option(
        help: ArgumentHelp(
            "CSV: называть связанное по id или слагу (id).",
            "CSV: name what is referred to by id or slug (id).",
            valueName: "id|slug"
        )
    )
    var references: String?
    @Option(help: ArgumentHelp("Только в этом состоянии.", "Only those in this state.")) var state: String?
    @Option(
        name: [.customLong("filter"), .customShort("f")],
        help: ArgumentHelp(
            "Только с этим значением поля.",
            "Only those with this value of a field.",
            valueName: "name=value"
        )
    )
    var filters: [Assignment] = []
    @Flag(help: ArgumentHelp("Вместе с архивом.", "With those in the archive.")) var archived = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let reader = FieldReader(type: D.type, session: session)
            let format = format ?? FileFormat(path: to)
            var query = [(name: "format", value: format.rawValue)]
            if excel { query += [("bom", "true"), ("separator", ";")] }
            if let references { query.append(("references", references)) }
            if archived { query.append(("archived", "true")) }
            if let state { query.append(("state", state)) }
            for filter in filters { query.append(try await reader.filter(filter)) }
            let call = APICall(.get, D.type.path + ["export"], query: query)
            try await session.download(call, to: to, Localized("Выгрузка, КиБ", "Exporting, KiB"))
            session.noteWritten(to)
        }
    }
}

/// The format of a file of entries.
enum FileFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case csv, json

    init(path: String) {
        self = path.lowercased().hasSuffix(".json") ? .json : .csv
    }
}
