import Core

/// The price of an order: pure arithmetic in whole kopecks (cruise.md 6.15, 6.16, C107, C110, C119).
///
/// Operators price a place, so a cabin costs the price of its class times the persons that are paid for. From
/// the cabins the best single discount is taken, then the promo code from what is left; what comes on top is
/// added last. Each step is rounded to a kopeck, a half up in what is left to pay, and never goes below zero.
/// The lines add up to the total.
struct OrderPricing: Sendable, Hashable {
    /// Bounds that keep every sum far from overflowing.
    static let seatsMax: Int64 = 9
    static let portFeeMax: Int64 = 1_000_000_00

    /// A cabin of the order.
    struct Cabin: Sendable, Hashable {
        /// Kopecks for one person.
        let price: Int64
        /// The persons that are paid for.
        let seats: Int64

        var sum: Int64 { price * seats }
    }

    /// A promo code: percent of what is left, or a sum.
    enum Promo: Sendable, Hashable {
        case percent(Int64)
        case sum(Int64)
    }

    /// The terms at the time of the order.
    struct Terms: Sendable, Hashable {
        var discountPercent: Int64 = 0
        var promo: Promo?
        /// Kopecks for each person, on top of the price.
        var portFee: Int64 = 0
        /// In the price already.
        var vatPercent: Int64 = 0
    }

    let cabinsSum: Int64
    /// The sum of the best discount.
    let discount: Int64
    /// The sum of the promo code.
    let promo: Int64
    let portFee: Int64
    /// The value-added tax within the total.
    let vat: Int64

    init(_ cabins: [Cabin], _ terms: Terms) {
        cabinsSum = cabins.reduce(0) { $0 + $1.sum }
        // By the cabin, so that each costs what its price says.
        discount = cabins.reduce(0) { $0 + $1.sum - Self.reduced($1.sum, by: terms.discountPercent) }
        let rest = cabinsSum - discount
        promo =
            switch terms.promo {
            case nil: 0
            case .percent(let percent)?: rest - Self.reduced(rest, by: percent)
            case .sum(let sum)?: min(max(sum, 0), rest)
            }
        portFee = cabins.reduce(0) { $0 + $1.seats } * terms.portFee
        let total = rest - promo + portFee
        vat = terms.vatPercent > 0 ? Self.included(terms.vatPercent, in: total) : 0
    }

    var total: Int64 { cabinsSum - discount - promo + portFee }

    /// The rest of a sum after a percent was taken off, a half of a kopeck rounded up.
    static func reduced(_ kopecks: Int64, by percent: Int64) -> Int64 {
        CruisePrice.reduced(kopecks, by: Int(min(max(percent, 0), 100)))
    }

    /// A part of a sum, a half of a kopeck rounded up.
    static func share(_ percent: Int64, of kopecks: Int64) -> Int64 {
        reduced(kopecks, by: 100 - min(max(percent, 0), 100))
    }

    /// The part of a sum that is a tax within it, a half of a kopeck rounded up.
    private static func included(_ percent: Int64, in kopecks: Int64) -> Int64 {
        let parts = 100 + percent
        return (kopecks * percent * 2 + parts) / (parts * 2)
    }
}
