import ArgumentParser
import Core

/// Runs `vitrina timetable export --to timetable.zip`.
struct TimetableExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        "Записать расписание в архив GTFS.",
        "Write the timetable as a GTFS archive."
    )

    @Option(help: .outputFile) var to: String
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            try await session.download(APICall(.get, ["travel", "export"]), to: to)
            if to != "-" { session.note(Localized("Записано: \(to)", "Written: \(to)")) }
        }
    }
}
