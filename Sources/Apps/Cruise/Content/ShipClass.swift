import Core

/// The comfort of a ship: the five classes that the app filters by.
enum ShipClass: String, Sendable, CaseIterable {
    case econom, standard, comfort, lux, premium

    var title: Localized {
        switch self {
        case .econom: Localized("Эконом", "Economy")
        case .standard: Localized("Стандарт", "Standard")
        case .comfort: Localized("Комфорт", "Comfort")
        case .lux: Localized("Люкс", "Luxury")
        case .premium: Localized("Премиум", "Premium")
        }
    }
}
