import Core
import Storage

extension Connection {
    /// Erases the personal data in the orders of a user; the orders stay, without an owner (decision 18).
    ///
    /// Those that nothing was paid for are closed, and their cabins are free.
    func eraseOrders(of userID: String, at now: Timestamp) throws {
        let ids = try rows("SELECT id FROM cruise_orders WHERE user_id = \(userID) ORDER BY id")
            .map { try $0.get("id", as: String.self) }
        // All of them are locked first: the ends of orders touch rows that other transactions touch last.
        for order in try ids.compactMap({ try lockedOrder($0) }) {
            let id = order.id
            // They name people.
            try send("DELETE FROM cruise_documents WHERE order_id = \(id)")
            if order.status.isBlocked, try CruiseMoney.paid(id, on: self) <= 0 {
                try move(order, to: .closed, for: .erased, by: .user, at: now)
            }
            try send(
                """
                UPDATE cruise_passengers SET \(PersonalData().assignments), updated_at = \(now)
                WHERE order_id = \(id)
                """
            )
        }
        try send("UPDATE cruise_promo_uses SET user_id = NULL WHERE user_id = \(userID)")
        try send(
            "UPDATE cruise_orders SET user_id = NULL, idempotency_key = NULL WHERE user_id = \(userID)"
        )
    }
}
