import Core
import Storage

extension Connection {
    /// Writes the price of a locked order again after its cabins or its promo code have changed.
    ///
    /// Only what was agreed is used: the prices, the discount and the taxes of the time when it was made.
    func reprice(
        _ order: CruiseOrder,
        adding promo: CruisePromo? = nil,
        at now: Timestamp
    ) throws -> CruiseOrder {
        let cabins = try orderCabins(of: order.id)
        var lines = try discountLines(of: order.id)
        if let promo { lines.append(DiscountLine(promo, kopecks: 0)) }
        let pricing = OrderPricing(
            cabins.map(\.priced),
            OrderPricing.Terms(
                discountPercent: order.discountPercent,
                promo: lines.lazy.compactMap(\.promo).first,
                portFee: order.portFee,
                vatPercent: order.vatPercent
            )
        )
        let rows = try rows(
            """
            UPDATE cruise_orders SET cabins_sum = \(pricing.cabinsSum),
                discount_sum = \(pricing.discount + pricing.promo), tax_sum = \(pricing.portFee),
                total = \(pricing.total), updated_at = \(now)
            WHERE id = \(order.id) RETURNING *
            """
        )
        try write(
            lines.map { $0.at(pricing) },
            TaxLine.lines(of: pricing, portFee: order.portFee, vatPercent: order.vatPercent),
            of: order.id
        )
        return try rows.first.map(CruiseOrder.init) ?? order
    }
}
