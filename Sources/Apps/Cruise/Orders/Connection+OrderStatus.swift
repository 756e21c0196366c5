import Core
import Storage

extension Connection {
    /// Moves a locked order to another status, or throws if there is no such transition.
    ///
    /// The cabins of an order that ends without a voyage are free from then on, and so is the use of its promo code. One
    /// that is paid for before the operator has answered goes on to the documents, and one without cabins is paid back.
    @discardableResult
    func move(
        _ order: CruiseOrder,
        to status: OrderStatus,
        for reason: CloseReason? = nil,
        note: String? = nil,
        by actor: OrderActor,
        at now: Timestamp
    ) throws -> CruiseOrder {
        guard order.status.may(become: status, for: reason) else {
            throw OrderFailure.noTransition(from: order.status, to: status)
        }
        let staysBlocked = status.isBlocked
        let rows = try rows(
            """
            UPDATE cruise_orders SET status = \(status.rawValue), close_reason = \(reason?.rawValue),
                block_until = \(staysBlocked ? order.blockUntil : nil), answer_at = NULL,
                sent_at = \(status == .checking ? now : order.sentAt), updated_at = \(now)
            WHERE id = \(order.id) AND status = \(order.status.rawValue)
            RETURNING *
            """
        )
        guard let moved = try rows.first.map(CruiseOrder.init) else {
            throw OrderFailure.noTransition(from: order.status, to: status)
        }
        let change = OrderChange(
            before: order.status,
            status: status,
            reason: reason,
            note: note,
            actor: actor,
            at: now
        )
        try record(change, of: moved)
        if !moved.holdsCabins {
            try release(moved, at: now)
            try reverseSale(of: moved, at: now)
        }
        if status == .noCabins {
            try refuseAsked(of: order.id, at: now)
            let paid = try refundable(order.id).reduce(0) { $0 + $1.kopecks }
            try addRefunds(paid, of: moved, status.title.ru, by: .server, at: now)
        }
        return try advanceIfPaid(moved, at: now)
    }

    /// Writes a change into the history, and tells the other parts.
    func record(_ change: OrderChange, of order: CruiseOrder) throws {
        try send(
            """
            INSERT INTO cruise_order_history (order_id, before, status, reason, note, author, staff_id, at)
            VALUES (\(order.id), \(change.before?.rawValue), \(change.status.rawValue),
                \(change.reason?.rawValue), \(change.note), \(change.actor.name), \(change.actor.staffID),
                \(change.at))
            """
        )
        try OrderEvents.happened(change, to: order, on: self)
    }

    private func release(_ order: CruiseOrder, at now: Timestamp) throws {
        try send(
            """
            UPDATE cruise_order_cabins SET released_at = \(now)
            WHERE order_id = \(order.id) AND released_at IS NULL
            """
        )
        try releasePromo(of: order.id, at: now)
        try raiseCabins()
    }
}

/// The reason why an order cannot be changed.
enum OrderFailure: Error, Sendable, Hashable {
    case noTransition(from: OrderStatus, to: OrderStatus)
    /// The sum that is paid already.
    case paid(Int64)
}

extension OrderFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noTransition(let from, let to):
            let allowed = from.next.keys.sorted { $0.rawValue < $1.rawValue }
            let (ru, en) = (
                allowed.map { "«\($0.title.ru)»" }.joined(separator: ", "),
                allowed.map { "“\($0.title.en)”" }.joined(separator: ", ")
            )
            return Problem(
                .conflict,
                Localized(
                    "Из статуса «\(from.title.ru)» нельзя перейти в «\(to.title.ru)»"
                        + (allowed.isEmpty ? "." : "; можно: \(ru)."),
                    "“\(from.title.en)” cannot become “\(to.title.en)”"
                        + (allowed.isEmpty ? "." : ", only \(en).")
                )
            )
        case .paid(let kopecks):
            return Problem(
                .conflict,
                Localized(
                    "По заказу уже оплачено \(CruiseMoney.text(kopecks).ru).",
                    "\(CruiseMoney.text(kopecks).en) of the order is paid already."
                )
            )
        }
    }
}
