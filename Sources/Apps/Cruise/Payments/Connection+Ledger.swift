import Core
import Storage

/// The books of orders by double entry: the lines of each posting add up to zero, and none is ever changed.
///
/// The sale is posted with the first payment, when the price is settled. The balance of the customer is then the sum
/// that is still due, and negative if money is owed to them.
package enum LedgerAccount: String, Sendable, CaseIterable {
    case customer, `operator`, fee, discount, bank

    package var title: Localized {
        switch self {
        case .customer: Localized("покупатели", "customers")
        case .operator: Localized("каюты", "cabins")
        case .fee: Localized("сборы", "fees")
        case .discount: Localized("скидки", "discounts")
        case .bank: Localized("банк", "bank")
        }
    }
}

extension Connection {
    /// Counts a payment or a refund of a locked order; false if it was counted before (C116).
    func post(_ payment: OrderPayment, of order: CruiseOrder) throws -> Bool {
        let added = try execute(
            """
            INSERT INTO cruise_payments (id, order_id, kopecks, provider, made_at)
            VALUES (\(payment.id), \(order.id), \(payment.kopecks), \(payment.provider), \(payment.madeAt))
            ON CONFLICT (id) DO NOTHING
            """
        )
        guard added == 1 else { return false }
        if order.holdsCabins { try postSale(of: order, at: payment.madeAt) }
        try post(
            "payment:\(payment.id)",
            payment.kopecks > 0 ? "payment" : "refund",
            [(.bank, payment.kopecks), (.customer, -payment.kopecks)],
            order.id,
            payment: payment.id,
            at: payment.madeAt
        )
        return true
    }

    /// Takes the sale of an order that has ended without a voyage back; does nothing if none was posted.
    func reverseSale(of order: CruiseOrder, at now: Timestamp) throws {
        guard try hasSale(order.id) else { return }
        try post("reversal:\(order.id)", "reversal", order.sale.map { ($0, -$1) }, order.id, at: now)
    }

    private func postSale(of order: CruiseOrder, at now: Timestamp) throws {
        guard try !hasSale(order.id) else { return }
        try post("sale:\(order.id)", "sale", order.sale, order.id, at: now)
    }

    private func hasSale(_ orderID: String) throws -> Bool {
        try !rows("SELECT number FROM cruise_ledger WHERE posting = \("sale:\(orderID)") LIMIT 1").isEmpty
    }

    private func post(
        _ posting: String,
        _ kind: String,
        _ lines: [(LedgerAccount, Int64)],
        _ orderID: String,
        payment: String? = nil,
        at now: Timestamp
    ) throws {
        for (account, kopecks) in lines where kopecks != 0 {
            try send(
                """
                INSERT INTO cruise_ledger (posting, kind, account, order_id, payment_id, kopecks, at)
                VALUES (\(posting), \(kind), \(account.rawValue), \(orderID), \(payment), \(kopecks), \(now))
                """
            )
        }
    }
}

extension CruiseOrder {
    /// The lines of its sale: the debt of the customer, and its parts.
    fileprivate var sale: [(LedgerAccount, Int64)] {
        [(.customer, total), (.operator, -cabinsSum), (.discount, discountSum), (.fee, -taxSum)]
    }
}
