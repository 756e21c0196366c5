import Apps
import ArgumentParser
import Core

/// Runs `vitrina timetable nearest 59.93,30.31`.
struct TimetableNearest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        "Найти станции рядом.",
        "Find the stations near a place."
    )

    @Argument(help: ArgumentHelp("Широта и долгота: 59.93,30.31.", "Latitude and longitude: 59.93,30.31."))
    var place: String
    @Option(help: ArgumentHelp("Сколько километров вокруг.", "Kilometres around it.", valueName: "km"))
    var distance: String?
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = [("place", place), ("distance", distance)].given
            let answer = try await session.api.get(["travel", "nearest"], query: query)
            let columns = [
                Table.Column(Localized("КОД", "CODE")),
                Table.Column(Localized("СТАНЦИЯ", "STATION"), isFlexible: true),
                Table.Column(Localized("КМ", "KM"), isNumber: true),
            ]
            let stations = try Page<NearbyStationAnswer>(json: answer).elements
            session.answer(answer, ids: stations.map(\.code)) {
                Table(columns, rows: stations.map { [$0.code, $0.title, $0.kilometres] })
            }
        }
    }
}
