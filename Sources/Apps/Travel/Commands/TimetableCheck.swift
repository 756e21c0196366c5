import Apps
import ArgumentParser
import Core

/// Runs `vitrina timetable check`.
struct TimetableCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        "Проверить расписание.",
        "Look for faults of the timetable."
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let answer = try await session.api.get(["travel", "check"])
            let columns = [
                Table.Column(Localized("ЧТО", "WHAT")),
                Table.Column(Localized("ЧТО НЕ ТАК", "FAULT"), isFlexible: true),
            ]
            let check = try TimetableCheckAnswer(json: answer)
            session.answer(answer, ids: check.faults.map(\.what)) {
                Table(columns, rows: check.faults.map { [$0.what, $0.detail] })
            }
            let (stations, threads) = (check.stations, check.threads)
            let count = check.counts.values.reduce(0) { $0 + $1 }
            session.note(
                Localized(
                    "Станций \(stations), рейсов \(threads), замечаний \(count).",
                    "\(stations) stations, \(threads) threads, \(count) faults."
                )
            )
        }
    }
}
