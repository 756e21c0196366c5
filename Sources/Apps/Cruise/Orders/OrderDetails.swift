import Core
import Storage

/// An order with everything that belongs to it, read in one transaction.
struct OrderDetails: Sendable {
    let order: CruiseOrder
    let cabins: [OrderCabin]
    let passengers: [OrderPassenger]
    let discounts: [DiscountLine]
    let taxes: [TaxLine]
    let payments: [OrderPayment]

    init(_ order: CruiseOrder, on connection: any Connection) throws {
        self.order = order
        let id = order.id
        let rows = try connection.rows(each: [
            OrderCabin.query(of: id), OrderPassenger.query(of: id), DiscountLine.query(of: id),
            TaxLine.query(of: id), OrderPayment.query(of: id),
        ])
        cabins = try rows[0].map(OrderCabin.init)
        passengers = try rows[1].map(OrderPassenger.init)
        discounts = try rows[2].map(DiscountLine.init)
        taxes = try rows[3].map(TaxLine.init)
        payments = try rows[4].map(OrderPayment.init)
    }

    var paid: Int64 { CruiseMoney.paid(payments) }

    /// The sum that is still due (decision 16).
    var waitPay: Int64 { order.total - paid }

    var sberSum: Int64 { CruiseMoney.paid(payments.filter { $0.provider == OrderPayment.sber }) }

    var prepayment: Int64 { order.prepayment }
}
