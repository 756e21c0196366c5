import Apps
import ArgumentParser
import Core

/// Runs `vitrina timetable board s9613062`.
struct TimetableBoard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        "Показать табло станции.",
        "Show the board of a station."
    )

    @Argument(help: ArgumentHelp("Станция: код или название.", "A station: a code or a title.")) var station:
        String
    @Option(help: ArgumentHelp("День: 2026-12-01.", "A day: 2026-12-01.", valueName: "day")) var date: String?
    @Flag(help: ArgumentHelp("Прибытия, а не отправления.", "Arrivals, not departures.")) var arrivals = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = [("station", station), ("date", date), ("event", arrivals ? "arrival" : nil)].given
            let answer = try await session.api.get(["travel", "board"], query: query)
            let columns = [
                Table.Column(Localized("ВРЕМЯ", "TIME")), Table.Column(Localized("НОМЕР", "NUMBER")),
                Table.Column(Localized("РЕЙС", "THREAD"), isFlexible: true),
                Table.Column(Localized("ПЛАТФОРМА", "PLATFORM")), Table.Column(Localized("UID", "UID")),
            ]
            let lines = try Page<BoardLineAnswer>(json: answer).elements
            session.answer(answer, ids: lines.map(\.uid)) {
                Table(columns, rows: lines.map { [$0.time, $0.number, $0.title, $0.platform, $0.uid] })
            }
        }
    }
}
