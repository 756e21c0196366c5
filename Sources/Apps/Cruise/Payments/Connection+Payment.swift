import Core
import Storage

extension Connection {
    /// Counts a payment that the bank has confirmed, and moves its order on, in one transaction.
    ///
    /// A payment for an order that has ended is refunded, and so is a sum above the total.
    func receive(
        _ kopecks: Int64,
        refunded: Int64,
        bankID: String,
        for attempt: PaymentAttempt,
        of order: CruiseOrder,
        _ settings: OrderSettings,
        at now: Timestamp
    ) throws {
        let payment = OrderPayment(
            id: bankID,
            kopecks: kopecks,
            provider: attempt.method.provider,
            madeAt: now
        )
        try finish(attempt, bankID: bankID, at: now)
        guard try post(payment, of: order) else { return }
        if refunded > 0 { try note(refunded, of: payment, order, at: now) }
        let rest = kopecks - refunded
        guard rest > 0 else { return }
        guard order.holdsCabins else {
            return try addRefund(rest, of: payment, order, "Заказ закрыт до оплаты", by: .server, at: now)
        }
        let excess = try CruiseMoney.paid(order.id, on: self) - order.total
        if excess > 0 {
            let reason = "Оплачено больше суммы заказа"
            try addRefund(min(excess, rest), of: payment, order, reason, by: .server, at: now)
        }
        try advance(order, settings, at: now)
    }

    /// Counts refunds that the bank has made on its own, unless a refund of ours is under way.
    func noteRefunds(_ refunded: Int64, of paymentID: String, _ order: CruiseOrder, at now: Timestamp) throws
    {
        guard let payment = try payments(of: order.id).first(where: { $0.id == paymentID }) else { return }
        let open = try rows(
            "SELECT id FROM cruise_refunds WHERE payment_id = \(paymentID) AND state IN ('asked', 'due') LIMIT 1"
        )
        let missing = refunded - (try self.refunded(of: paymentID))
        guard open.isEmpty, missing > 0 else { return }
        try note(missing, of: payment, order, at: now)
    }

    /// Writes a refund that the bank has made, for example in its own office.
    private func note(
        _ kopecks: Int64,
        of payment: OrderPayment,
        _ order: CruiseOrder,
        at now: Timestamp
    ) throws {
        let id = Identifier.new(at: now, random: .system)
        try send(
            """
            INSERT INTO cruise_refunds (id, order_id, payment_id, kopecks, reason, state, asked_by, created_at, done_at)
            VALUES (\(id), \(order.id), \(payment.id), \(kopecks), 'Возвращено в банке', 'done',
                \(OrderActor.server.name), \(now), \(now))
            """
        )
        let back = OrderPayment(
            id: "refund-\(id)",
            kopecks: -kopecks,
            provider: payment.provider,
            madeAt: now
        )
        _ = try post(back, of: order)
    }

    /// Moves an order on after a payment: a new one goes to the operator, one that waits for it to the documents.
    private func advance(_ order: CruiseOrder, _ settings: OrderSettings, at now: Timestamp) throws {
        switch order.status {
        case .new: _ = try sendToOperator(order, settings, by: .server, at: now)
        case .waitPay: try advanceIfPaid(order, at: now)
        case .checking, .noCabins, .documents, .closed: break
        }
    }

    /// Moves an order that waits for its payment to the documents if its prepayment is paid (C113).
    @discardableResult
    func advanceIfPaid(_ order: CruiseOrder, at now: Timestamp) throws -> CruiseOrder {
        guard order.status == .waitPay, try CruiseMoney.paid(order.id, on: self) >= order.prepayment else {
            return order
        }
        return try move(order, to: .documents, by: .server, at: now)
    }
}
