import Core

/// The cabins of a ship of the demonstration: five classes, and some cabins of each.
struct DemoCabins: Sendable {
    struct Class: Sendable {
        let title: Localized
        let places: Int64
        /// The deck, from the lowest one.
        let deck: Int
        /// The price in hundredths of that of an ordinary cabin.
        let share: Int64
        let cabins: Int
    }

    static let classes = [
        Class(
            title: Localized("Трёхместная", "Triple"),
            places: 3,
            deck: 0,
            share: 78,
            cabins: 5
        ),
        Class(
            title: Localized("Двухместная", "Double"),
            places: 2,
            deck: 1,
            share: 100,
            cabins: 8
        ),
        Class(
            title: Localized("Одноместная", "Single"),
            places: 1,
            deck: 2,
            share: 135,
            cabins: 4
        ),
        Class(
            title: Localized("Двухместная с балконом", "Double with a balcony"),
            places: 2,
            deck: 2,
            share: 150,
            cabins: 5
        ),
        Class(
            title: Localized("Люкс", "Suite"),
            places: 4,
            deck: 3,
            share: 220,
            cabins: 3
        ),
    ]

    /// In rubles: a day in an ordinary cabin.
    static func dayPrice(of category: ShipClass) -> Int64 {
        switch category {
        case .econom: 3_900
        case .standard: 5_200
        case .comfort: 6_800
        case .lux: 9_400
        case .premium: 13_500
        }
    }
}
