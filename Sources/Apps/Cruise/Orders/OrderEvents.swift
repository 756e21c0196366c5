import Core
import Storage

/// A change of the status of an order, in the transaction that makes it.
struct OrderChange: Sendable {
    /// Nil for a new order.
    let before: OrderStatus?
    let status: OrderStatus
    let reason: CloseReason?
    let note: String?
    let actor: OrderActor
    let at: Timestamp
}

/// The place where other parts of the app learn of orders.
enum OrderEvents {
    /// Called in the transaction of each change, after it is written; whatever it writes stands or falls with it.
    ///
    /// The owner is told of each change of the status (C138).
    static func happened(_ change: OrderChange, to order: CruiseOrder, on connection: any Connection) throws {
        guard change.before != nil else { return }
        let steps = try connection.rows(
            "SELECT count(*) AS count FROM cruise_order_history WHERE order_id = \(order.id)"
        )
        let step: Int64 = try steps.first?.get("count") ?? 0
        try connection.push(
            .status(change.status, change.reason),
            about: order,
            eventID: "order-status:\(order.id):\(step)",
            at: change.at
        )
    }
}
