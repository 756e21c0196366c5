import ArgumentParser
import Core

/// Runs `vitrina timetable check`.
struct TimetableCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: Localized("Проверить расписание.", "Look for faults of the timetable.").here
    )

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let answer = try await session.api.get(["travel", "check"])
            let columns = [
                Table.Column(Localized("ЧТО", "WHAT")),
                Table.Column(Localized("ЧТО НЕ ТАК", "FAULT"), isFlexible: true),
            ]
            let rows = answer.items.map { [$0["what"]?.string ?? "", $0["detail"]?.string ?? ""] }
            session.answer(answer, ids: answer.items.compactMap { $0["what"]?.string }) {
                Table(columns, rows: rows)
            }
            let (stations, threads) = (answer["stations"].number, answer["threads"].number)
            let count = (answer["counts"]?.object ?? [:]).values.reduce(Int64(0)) { $0 + ($1.integer ?? 0) }
            session.note(
                Localized(
                    "Станций \(stations), рейсов \(threads), замечаний \(count).",
                    "\(stations) stations, \(threads) threads, \(count) faults."
                )
            )
        }
    }
}
