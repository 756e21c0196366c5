import Core
import Storage

/// A reduction of an order: the best discount, or a promo code.
struct DiscountLine: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case discount, promo
    }

    let kind: Kind
    let title: String
    /// Nil for a promo code of a sum.
    let percent: Int64?
    /// The sum of a promo code.
    let amount: Int64?
    let promoID: String?
    let kopecks: Int64

    /// The promo code as pricing takes it; nil for a discount.
    var promo: OrderPricing.Promo? {
        switch kind {
        case .discount: nil
        case .promo: percent.map { .percent($0) } ?? amount.map { .sum($0) }
        }
    }

    init(kind: Kind, title: String, percent: Int64?, amount: Int64?, promoID: String?, kopecks: Int64) {
        (self.kind, self.title, self.percent) = (kind, title, percent)
        (self.amount, self.promoID, self.kopecks) = (amount, promoID, kopecks)
    }

    init(_ row: Row) throws {
        kind = try row.get("kind", as: String.self) == Kind.promo.rawValue ? .promo : .discount
        title = try row.get("title")
        percent = try row.get("percent")
        amount = try row.get("amount")
        promoID = try row.get("promo_id")
        kopecks = try row.get("kopecks")
    }

    static func query(of orderID: String) -> SQL {
        "SELECT * FROM cruise_order_discounts WHERE order_id = \(orderID) ORDER BY kind"
    }

    init(_ promo: CruisePromo, kopecks: Int64) {
        let (percent, amount): (Int64?, Int64?) =
            switch promo.worth {
            case .percent(let percent): (percent, nil)
            case .sum(let sum): (nil, sum)
            }
        self.init(
            kind: .promo,
            title: promo.code,
            percent: percent,
            amount: amount,
            promoID: promo.id,
            kopecks: kopecks
        )
    }

    /// The same line at another price of the order.
    func at(_ pricing: OrderPricing) -> DiscountLine {
        DiscountLine(
            kind: kind,
            title: title,
            percent: percent,
            amount: amount,
            promoID: promoID,
            kopecks: kind == .promo ? pricing.promo : pricing.discount
        )
    }
}
