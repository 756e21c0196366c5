import Core
import Storage

/// A payment of an order; a negative one gives money back.
struct OrderPayment: Sendable {
    /// The provider whose sum `GetOrderSberSumma` answers.
    static let sber = "sber"

    /// Its name at the provider.
    let id: String
    let kopecks: Int64
    let provider: String
    let madeAt: Timestamp

    init(id: String, kopecks: Int64, provider: String, madeAt: Timestamp) {
        (self.id, self.kopecks, self.provider, self.madeAt) = (id, kopecks, provider, madeAt)
    }

    init(_ row: Row) throws {
        id = try row.get("id")
        kopecks = try row.get("kopecks")
        provider = try row.get("provider")
        madeAt = try row.get("made_at")
    }

    static func query(of orderID: String) -> SQL {
        "SELECT * FROM cruise_payments WHERE order_id = \(orderID) ORDER BY made_at, id"
    }
}

extension Connection {
    func payments(of orderID: String) throws -> [OrderPayment] {
        try rows(OrderPayment.query(of: orderID)).map(OrderPayment.init)
    }
}

extension CruiseMoney {
    /// The paid sum of an order; nothing else computes it.
    static func paid(_ orderID: String, on connection: any Connection) throws -> Int64 {
        try paid(connection.payments(of: orderID))
    }

    static func paid(_ payments: [OrderPayment]) -> Int64 { payments.reduce(0) { $0 + $1.kopecks } }

    /// The same sum as a column of a list, over the orders `o`.
    static let paidColumn: SQL = """
        (SELECT CAST(coalesce(sum(y.kopecks), 0) AS bigint) FROM cruise_payments y WHERE y.order_id = o.id)
        """
}
