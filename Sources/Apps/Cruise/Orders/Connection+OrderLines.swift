import Core
import Storage

extension Connection {
    func discountLines(of orderID: String) throws -> [DiscountLine] {
        try rows(DiscountLine.query(of: orderID)).map(DiscountLine.init)
    }

    func taxLines(of orderID: String) throws -> [TaxLine] {
        try rows(TaxLine.query(of: orderID)).map(TaxLine.init)
    }

    /// Writes the lines of an order in place of the former ones.
    func write(_ discounts: [DiscountLine], _ taxes: [TaxLine], of orderID: String) throws {
        for line in discounts {
            try send(
                """
                INSERT INTO cruise_order_discounts (order_id, kind, title, percent, amount, promo_id, kopecks)
                VALUES (\(orderID), \(line.kind.rawValue), \(line.title), \(line.percent), \(line.amount),
                    \(line.promoID), \(line.kopecks))
                ON CONFLICT (order_id, kind) DO UPDATE SET kopecks = excluded.kopecks
                """
            )
        }
        for line in taxes {
            try send(
                """
                INSERT INTO cruise_order_taxes (order_id, kind, percent, kopecks)
                VALUES (\(orderID), \(line.kind.rawValue), \(line.percent), \(line.kopecks))
                ON CONFLICT (order_id, kind) DO UPDATE SET kopecks = excluded.kopecks
                """
            )
        }
    }
}
