import Apps
import ArgumentParser
import Core

/// Runs `vitrina timetable search Москва c2 --date 2026-12-01 --transfers`.
struct TimetableSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        "Найти рейсы между местами.",
        "Find rides between two places."
    )

    @Argument(help: ArgumentHelp("Откуда: код или название.", "From: a code or a title.")) var from: String
    @Argument(help: ArgumentHelp("Куда: код или название.", "To: a code or a title.")) var to: String
    @Option(help: ArgumentHelp("День: 2026-12-01.", "A day: 2026-12-01.", valueName: "day")) var date: String?
    @Flag(help: ArgumentHelp("И с пересадками.", "With changes, too.")) var transfers = false
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = [("from", from), ("to", to), ("date", date), ("transfers", transfers ? "true" : nil)]
                .given
            let answer = try await session.api.get(["travel", "search"], query: query)
            let columns = [
                Table.Column(Localized("ОТПРАВЛЕНИЕ", "DEPARTURE")),
                Table.Column(Localized("ПРИБЫТИЕ", "ARRIVAL")),
                Table.Column(Localized("МИНУТ", "MINUTES"), isNumber: true),
                Table.Column(Localized("НОМЕР", "NUMBER")),
                Table.Column(Localized("ОТКУДА", "FROM"), isFlexible: true),
                Table.Column(Localized("КУДА", "TO"), isFlexible: true),
                Table.Column(Localized("ПЕРЕСАДКИ", "CHANGES"), isFlexible: true),
            ]
            let rows = try Page<RideAnswer>(json: answer).elements.map { ride in
                [
                    ride.departure, ride.arrival, String(ride.minutes),
                    ride.numbers.joined(separator: ", "), ride.from, ride.to,
                    ride.changes.joined(separator: ", "),
                ]
            }
            session.answer(answer, ids: []) { Table(columns, rows: rows) }
        }
    }
}
