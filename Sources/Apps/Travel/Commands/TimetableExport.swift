import ArgumentParser
import Core

/// Runs `vitrina timetable export --to timetable.zip`.
struct TimetableExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: Localized("Записать расписание в архив GTFS.", "Write the timetable as a GTFS archive.")
            .here
    )

    @Option(
        help: ArgumentHelp(
            "Файл; - — стандартный вывод.",
            "The file; - is standard output.",
            valueName: "file"
        )
    ) var to: String
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let sink = try FileSink(to)
            try await session.api.download(APICall(.get, ["travel", "export"])) { try sink.write($0) }
            try sink.finish()
            if to != "-" { session.note(Localized("Записано: \(to)", "Written: \(to)")) }
        }
    }
}
