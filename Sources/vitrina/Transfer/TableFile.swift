import ArgumentParser
import Core

/// The output file of a table.
struct TableFile: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Для Excel: метка порядка байтов и ; между ячейками.",
            "As Excel opens it: a byte order mark, and ; between cells."
        )
    ) var excel = false
    @Option(
        help: ArgumentHelp(
            "Файл; - — стандартный вывод.",
            "The file; - is standard output.",
            valueName: "file"
        )
    ) var to = "-"

    func fetch(_ path: [String], _ query: [(name: String, value: String)], _ session: Session) async throws {
        let form = excel ? [(name: "bom", value: "true"), (name: "separator", value: ";")] : []
        let sink = try FileSink(to)
        try await session.api.download(APICall(.get, path, query: query + form)) { try sink.write($0) }
        try sink.finish()
        if to != "-" { session.note(Localized("Записано в \(to).", "Written to \(to).")) }
    }
}
