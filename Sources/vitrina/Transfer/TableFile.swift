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
    @Option(help: .outputFile) var to = "-"

    func fetch(_ path: [String], _ query: [(name: String, value: String)], _ session: Session) async throws {
        let form = excel ? [(name: "bom", value: "true"), (name: "separator", value: ";")] : []
        try await session.download(APICall(.get, path, query: query + form), to: to)
        session.noteWritten(to)
    }
}
