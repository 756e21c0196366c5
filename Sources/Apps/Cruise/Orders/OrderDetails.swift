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
        cabins = try connection.orderCabins(of: order.id)
        passengers = try connection.passengers(of: order.id)
        discounts = try connection.discountLines(of: order.id)
        taxes = try connection.taxLines(of: order.id)
        payments = try connection.payments(of: order.id)
    }

    var paid: Int64 { CruiseMoney.paid(payments) }

    /// The sum that is still due (decision 16).
    var waitPay: Int64 { order.total - paid }

    var sberSum: Int64 { CruiseMoney.paid(payments.filter { $0.provider == OrderPayment.sber }) }

    var prepayment: Int64 { order.prepayment }
}
