import Core

/// The kinds of rows that a feed brings, in the order in which they are written.
enum FeedKind: String, Sendable, CaseIterable {
    case carriers, countries, regions, settlements, stations, calendars, threads, transfers

    var title: Localized {
        switch self {
        case .carriers: Localized("Перевозчики", "Carriers")
        case .countries: Localized("Страны", "Countries")
        case .regions: Localized("Регионы", "Regions")
        case .settlements: Localized("Города", "Settlements")
        case .stations: Localized("Станции", "Stations")
        case .calendars: Localized("Календари", "Calendars")
        case .threads: Localized("Рейсы", "Threads")
        case .transfers: Localized("Пересадки", "Transfers")
        }
    }
}
