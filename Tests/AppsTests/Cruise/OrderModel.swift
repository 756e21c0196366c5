import Storage

@testable import Apps

/// A small model of booking: what must be true after each call, written without SQL and HTTP.
struct OrderModel {
    struct Cabin {
        let id: String
        let price: Int64
        let places: Int64
        var seats: Int64
        var passengers: Int64
    }

    struct Order {
        let id: String
        let user: Int
        let cruise: Int
        var cabins: [Cabin]
        let createdAt: Timestamp
        var status: OrderStatus = .new
        var reason: CloseReason?
        var promo: Int?
        var payments: [Int64] = []
        var blockUntil: Timestamp
        var answerAt: Timestamp?

        var paid: Int64 { payments.reduce(0, +) }
        var holds: Bool {
            switch status {
            case .new, .checking, .waitPay, .documents: true
            case .noCabins: false
            case .closed: reason == .completed
            }
        }
        /// True while the price may change.
        var isPriceOpen: Bool { status.isBlocked && payments.isEmpty }
    }

    struct Promo {
        let code: String
        let worth: OrderPricing.Promo
        let usesMax: Int
        let userUsesMax: Int
    }

    static let payPercent: Int64 = 50
    static let discount: Int64 = 15
    static let portFee: Int64 = 133_33
    static let block: Duration = .seconds(30 * 60)
    static let answer: Duration = .seconds(60)

    static let promos = [
        Promo(code: "TEN", worth: .percent(10), usesMax: 3, userUsesMax: 2),
        Promo(code: "SUM", worth: .sum(70_000_01), usesMax: 2, userUsesMax: 1),
    ]

    var orders: [Order] = []
    var hasCabins = true

    // MARK: What is asked

    func holder(of cabin: String, on cruise: Int) -> Order? {
        orders.first { order in
            order.holds && order.cruise == cruise && order.cabins.contains { $0.id == cabin }
        }
    }

    /// The order that a repeated request gets.
    func repeated(_ user: Int, _ cruise: Int, _ cabins: [String], at now: Timestamp) -> Order? {
        orders.last { order in
            order.holds && order.user == user && order.cruise == cruise
                && Set(order.cabins.map(\.id)) == Set(cabins)
                && order.createdAt > now.advanced(by: .zero - OrderCreation.repeatWindow)
        }
    }

    func uses(of promo: Int, by user: Int? = nil) -> Int {
        orders.filter { $0.promo == promo && $0.holds && (user == nil || $0.user == user) }.count
    }

    func mayUse(_ promo: Int, by user: Int) -> Bool {
        uses(of: promo) < Self.promos[promo].usesMax
            && uses(of: promo, by: user) < Self.promos[promo].userUsesMax
    }

    /// The total by the words of the contract: the cabins, less the discount, less the promo code, and the fee.
    func total(_ order: Order) -> Int64 {
        var rest: Int64 = 0
        for cabin in order.cabins { rest += Self.rounded(cabin.price * cabin.seats * (100 - Self.discount)) }
        switch order.promo.map({ Self.promos[$0].worth }) {
        case .percent(let percent)?: rest = Self.rounded(rest * (100 - percent))
        case .sum(let sum)?: rest = max(0, rest - sum)
        case nil: break
        }
        return rest + order.cabins.reduce(0) { $0 + $1.seats } * Self.portFee
    }

    /// Hundredths of a kopeck, a half rounded up.
    private static func rounded(_ hundredths: Int64) -> Int64 { (hundredths + 50) / 100 }

    // MARK: What happens in time

    mutating func pass(until now: Timestamp) {
        for index in orders.indices {
            let order = orders[index]
            if order.status.isBlocked, order.blockUntil <= now, order.paid <= 0 {
                (orders[index].status, orders[index].reason, orders[index].answerAt) = (
                    .closed, .expired, nil
                )
            } else if let answer = order.answerAt, answer <= now {
                orders[index].status = hasCabins ? .waitPay : .noCabins
                orders[index].answerAt = nil
                advance(index)
            }
        }
    }

    /// An order that is paid for before it waits for its payment goes on to the documents.
    private mutating func advance(_ index: Int) {
        let order = orders[index]
        guard order.status == .waitPay, order.paid >= OrderPricing.share(Self.payPercent, of: total(order))
        else {
            return
        }
        orders[index].status = .documents
    }

    /// Moves an order by the table; false if there is no such transition.
    mutating func move(
        _ index: Int,
        to status: OrderStatus,
        _ reason: CloseReason? = nil,
        at now: Timestamp
    ) -> Bool {
        guard orders[index].status.may(become: status, for: reason) else { return false }
        (orders[index].status, orders[index].reason) = (status, reason)
        orders[index].answerAt = status == .checking ? now.advanced(by: Self.answer) : nil
        advance(index)
        return true
    }
}
