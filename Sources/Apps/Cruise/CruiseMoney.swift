import Core
import FoundationEssentials
import Web

/// Money of the app: whole kopecks in the program and the database, rubles on the wire (cruise.md 2, C119).
package enum CruiseMoney {
    /// The greatest price of a cabin for one person; sums of an order stay far below 2^63.
    static let priceMax: Int64 = 100_000_000_00

    /// The greatest sum of an order: nine persons and their fees.
    static let orderMax: Int64 = priceMax * 100

    static let unit = Localized("₽", "RUB")

    /// Rubles as a JSON number with exact digits: `1234.5`.
    static func rubles(_ kopecks: Int64) -> JSON {
        if kopecks % 100 == 0 { return .integer(kopecks / 100) }
        return .decimal(
            Decimal(sign: kopecks < 0 ? .minus : .plus, exponent: -2, significand: Decimal(kopecks.magnitude))
        )
    }

    /// Null for no price.
    static func rubles(_ kopecks: Int64?) -> JSON { kopecks.map { rubles($0) } ?? .null }

    /// The kopecks of a number of rubles; nil unless it is a whole number of them, from 0 to the maximum.
    static func kopecks(_ rubles: JSON?) -> Int64? {
        rubles.flatMap { CruisePrice.kopecks($0) }.flatMap { $0 <= priceMax ? $0 : nil }
    }

    /// `1 234,50 ₽`, for people.
    package static func text(_ kopecks: Int64) -> Localized {
        Localized(RecordCell.money(kopecks, unit, .ru), RecordCell.money(kopecks, unit, .en))
    }
}
