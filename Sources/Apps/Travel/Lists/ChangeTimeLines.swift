import Core
import Storage
import Web

/// The time between two stations as a row has it; nil where one cannot change.
struct ChangeTimeRow: Sendable {
    var origin: Int64 = 0
    var destination: Int64 = 0
    var seconds: Int64?
}

extension ChangeTimeRow {
    /// `10>11`.
    var key: String { "\(origin)>\(destination)" }
    var condition: SQL { "(origin = \(origin) AND destination = \(destination))" }

    init(_ row: Row) throws {
        self.init(
            origin: try row.get("origin"),
            destination: try row.get("destination"),
            seconds: try row.get("seconds")
        )
    }

    init?(key: String) {
        let codes = key.split(separator: ">").map { Int64($0) }
        guard codes.count == 2, let origin = codes[0], let destination = codes[1] else { return nil }
        self.init(origin: origin, destination: destination)
    }
}

/// The times of changes between stations that differ from the usual one (GTFS `transfers.txt`).
package enum ChangeTimeLines: ResourceDeclaration {
    private static let minutesMax: Int64 = 1_440

    package static let resource: Resource = .init(
        app: Travel.app,
        name: "transfers",
        title: Localized("Пересадки", "Transfers"),
        one: Localized("Пересадка", "Transfer"),
        about: Localized("Сколько занимает пересадка", "The time that a change takes"),
        path: "/travel/transfers",
        section: .app,
        source: ResourceSource(
            """
            timetable_transfers a JOIN timetable_stations o ON o.code = a.origin
            JOIN timetable_stations d ON d.code = a.destination
            """,
            key: "a.id",
            .number
        ),
        columns: [
            ResourceColumn(
                "stations",
                .text,
                Localized("Станции", "Stations"),
                "o.title || ' — ' || d.title",
                place: .main
            ),
            ResourceColumn("minutes", .number, Localized("Минут", "Minutes"), "a.seconds / 60"),
            ResourceColumn(
                "is_forbidden",
                .bool(yes: Localized("нельзя", "forbidden"), no: Localized("можно", "possible")),
                Localized("Пересадка", "Transfer"),
                "a.seconds IS NULL"
            ),
            ResourceColumn("origin", .number, Localized("Откуда", "From"), "a.origin"),
            ResourceColumn("destination", .number, Localized("Куда", "To"), "a.destination"),
            ResourceColumn("id", .number, Localized("Номер", "ID"), "a.id", place: .answer),
            .updated("a"),
        ],
        actions: editor.actions,
        empty: (
            Localized("Особых пересадок нет", "No special transfers"),
            Localized(
                "На одной станции пересадка занимает 10 минут, между станциями города — от 30.",
                "A change takes 10 minutes at one station, and from 30 between stations of a town."
            )
        )
    )

    private static let editor = TimetableEditor<ChangeTimeRow>(
        table: TimetableTables.changeTimes,
        subject: "transfer",
        one: Localized("Пересадка", "Transfer"),
        fields: [
            .reference("origin", Localized("Откуда", "From"), to: "timetable_stations", isRequired: true) {
                $0.origin = $1 ?? $0.origin
            },
            .reference("destination", Localized("Куда", "To"), to: "timetable_stations", isRequired: true) {
                $0.destination = $1 ?? $0.destination
            },
            TimetableField(
                "minutes",
                Localized("Минут", "Minutes"),
                .number(0...minutesMax),
                hint: Localized("пусто — пересадки нет", "no change if empty")
            ) { row, value, _ in row.seconds = value.integer.map { $0 * 60 } },
        ],
        blank: { _ in ChangeTimeRow() },
        read: { try ChangeTimeRow($0) },
        check: { row, connection in
            let others = try connection.count(
                "timetable_transfers",
                "origin = \(row.origin) AND destination = \(row.destination)"
            )
            if others > 1 {
                throw TimetableField<ChangeTimeRow>.fault(
                    "destination",
                    "такая пересадка уже есть",
                    "is there already"
                )
            }
        },
        use: { _, _ in nil }
    )
}
