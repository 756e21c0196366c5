import Core

/// The formats of the files that the timetable is imported from (T91).
enum FeedFormat: String, Sendable, CaseIterable {
    /// GTFS Schedule, a ZIP archive.
    case gtfs
    /// The JSON of `stations_list`.
    case stations
    /// The CSV table of runs (`RunsTable`).
    case runs

    var title: Localized {
        switch self {
        case .gtfs: Localized("GTFS", "GTFS")
        case .stations: Localized("Список станций", "Stations list")
        case .runs: Localized("Таблица рейсов", "Table of runs")
        }
    }

    /// The columns of stations that the format has; an import leaves the others as they are.
    var stationColumns: Set<String> {
        switch self {
        case .gtfs: ["title", "latitude", "longitude", "zone", "transport_type", "station_type"]
        case .stations:
            [
                "country", "region", "settlement", "title", "latitude", "longitude", "transport_type",
                "station_type", "direction", "esr",
            ]
        case .runs: []
        }
    }

    /// The format of a file by the end of its name; nil if it is another.
    init?(fileName: String) {
        switch fileName.lowercased() {
        case let name where name.hasSuffix(".zip"): self = .gtfs
        case let name where name.hasSuffix(".json"): self = .stations
        case let name where name.hasSuffix(".csv"): self = .runs
        case _: return nil
        }
    }
}
