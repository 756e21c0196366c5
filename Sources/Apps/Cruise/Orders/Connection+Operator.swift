import Core
import Storage

/// The operator, who is asked whether the cabins are free (C105): simulated, or answered for by staff.
extension Connection {
    /// Sends a new, locked order to the operator.
    func sendToOperator(
        _ order: CruiseOrder,
        _ settings: OrderSettings,
        by actor: OrderActor,
        note: String? = nil,
        at now: Timestamp
    ) throws -> CruiseOrder {
        let sent = try move(order, to: .checking, note: note, by: actor, at: now)
        guard settings.isOperatorSimulated else { return sent }
        guard settings.operatorWait > .zero else { return try answer(sent, settings, at: now) }
        let due = now.advanced(by: settings.operatorWait)
        let rows = try rows(
            "UPDATE cruise_orders SET answer_at = \(due) WHERE id = \(order.id) RETURNING *"
        )
        return try rows.first.map(CruiseOrder.init) ?? sent
    }

    /// Writes the answer of the simulated operator.
    func answer(_ order: CruiseOrder, _ settings: OrderSettings, at now: Timestamp) throws -> CruiseOrder {
        try move(order, to: settings.operatorHasCabins ? .waitPay : .noCabins, by: .server, at: now)
    }
}
