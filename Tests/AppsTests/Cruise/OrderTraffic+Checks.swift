import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Apps

/// What must be true of the answers and of the database.
extension OrderTraffic {
    func check(_ index: Int) async throws {
        let order = model.orders[index]
        let seen = try await apps[order.user].order(order.id)
        let total = model.total(order)
        #expect(seen["status"] == .string(order.status.rawValue), place)
        #expect(seen["close_reason"] == JSON(order.reason?.rawValue), place)
        #expect(seen["total_price"] == CruiseMoney.rubles(total), place)
        #expect(seen["paid"] == CruiseMoney.rubles(order.paid), place)
        #expect(seen["wait_pay"] == CruiseMoney.rubles(total - order.paid), place)
        let count = order.cabins.reduce(0) { $0 + $1.passengers }
        #expect(seen["passengers"]?.array?.count == Int(count), place)
    }

    /// Every order, every cabin and every promo code.
    func checkAll() async throws {
        for index in model.orders.indices.suffix(40) { try await check(index) }
        for (cruise, id) in cruises.enumerated() {
            let path = "Cruise/GetAvailableCabins/river/\(id)/1/1"
            let free = try await world.vitrina.cruises(path).json.array ?? []
            let expected = world.cabins.filter { model.holder(of: $0, on: cruise) == nil }
            #expect(free.compactMap { $0["id"]?.string } == expected, place)
        }
        for (index, id) in promoIDs.enumerated() {
            let used = try await world.staff(.get, "promos/\(id)").json["used"]?.integer
            #expect(used == Int64(model.uses(of: index)), place)
        }
    }

    /// The database itself: sums, lines and the chain of each history.
    func checkBooks() async throws {
        let wrong = try await world.vitrina.database.read { connection in
            try OrderTraffic.wrong.map { try connection.rows($0).count }
        }
        #expect(wrong.allSatisfy { $0 == 0 }, "\(wrong), \(place)")
        let paid = try await world.vitrina.database.read { connection in
            try connection.rows(
                "SELECT CAST(coalesce(sum(kopecks), 0) AS bigint) AS sum FROM cruise_payments"
            ).first?
            .get("sum", as: Int64.self)
        }
        #expect(paid == model.orders.reduce(0) { $0 + $1.paid }, place)
        let steps = try await world.vitrina.database.read { connection in
            try connection.rows(
                "SELECT before, status, reason FROM cruise_order_history WHERE before IS NOT NULL"
            )
            .map {
                (
                    try $0.get("before", as: String.self), try $0.get("status", as: String.self),
                    try $0.get("reason", as: String?.self)
                )
            }
        }
        for (before, status, reason) in steps {
            let (from, to) = (OrderStatus(rawValue: before), OrderStatus(rawValue: status))
            let isAllowed = to.flatMap { to in
                from?.may(become: to, for: reason.flatMap(CloseReason.init(rawValue:)))
            }
            #expect(isAllowed == true, "\(before) \(status), \(place)")
        }
    }

    /// Rows that there must never be.
    private static let wrong: [SQL] = [
        """
        SELECT o.id FROM cruise_orders o WHERE o.cabins_sum <> (
            SELECT sum(c.price * c.seats) FROM cruise_order_cabins c WHERE c.order_id = o.id)
        """,
        """
        SELECT o.id FROM cruise_orders o WHERE o.discount_sum <> (
            SELECT coalesce(sum(d.kopecks), 0) FROM cruise_order_discounts d WHERE d.order_id = o.id)
        """,
        """
        SELECT o.id FROM cruise_orders o WHERE o.tax_sum <> (SELECT coalesce(sum(t.kopecks), 0)
            FROM cruise_order_taxes t WHERE t.order_id = o.id AND t.kind = 'port_fee')
        """,
        """
        SELECT cruise_id, cabin_id FROM cruise_order_cabins WHERE released_at IS NULL
        GROUP BY cruise_id, cabin_id HAVING count(*) > 1
        """,
        """
        SELECT c.id FROM cruise_order_cabins c JOIN cruise_orders o ON o.id = c.order_id
        WHERE (c.released_at IS NULL) <> (o.status IN ('new', 'checking', 'wait_pay', 'documents')
            OR coalesce(o.close_reason, '') = 'completed')
        """,
        """
        SELECT p.id FROM cruise_promos p WHERE p.used <> (SELECT count(*) FROM cruise_promo_uses u
            WHERE u.promo_id = p.id AND u.released_at IS NULL)
        """,
        """
        SELECT o.id FROM cruise_orders o WHERE o.status <> (SELECT h.status FROM cruise_order_history h
            WHERE h.order_id = o.id ORDER BY h.id DESC LIMIT 1)
        """,
    ]
}
