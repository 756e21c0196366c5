import Core
import Storage

/// Money that is given back, from one payment.
struct PaymentRefund: Sendable {
    enum State: String, Sendable, CaseIterable {
        /// Waits for a second member of staff.
        case asked
        /// Waits for the bank.
        case due
        case done, refused
        /// The bank has refused it.
        case failed

        var title: Localized {
            switch self {
            case .asked: Localized("ждёт согласования", "waits for approval")
            case .due: Localized("отправляется в банк", "goes to the bank")
            case .done: Localized("возвращено", "returned")
            case .refused: Localized("отклонён", "refused")
            case .failed: Localized("банк отказал", "refused by the bank")
            }
        }
    }

    /// The least time between two tries; longer than a call to the bank can last.
    static let pause: Duration = .seconds(120)
    private static let pauseMax: Duration = .seconds(3600)

    let id: String
    let orderID: String
    let paymentID: String
    let kopecks: Int64
    let state: State
    let askedByID: String?
    let tries: Int64

    init(_ row: Row) throws {
        id = try row.get("id")
        orderID = try row.get("order_id")
        paymentID = try row.get("payment_id")
        kopecks = try row.get("kopecks")
        let text: String = try row.get("state")
        guard let state = State(rawValue: text) else { throw StorageError.column("state", "holds \(text)") }
        self.state = state
        askedByID = try row.get("asked_by_id")
        tries = try row.get("tries")
    }

    /// The time until the next try.
    var patience: Duration { min(Self.pause * Int(1 << min(tries, 5)), Self.pauseMax) }

    /// The payment by which it stands in the books.
    func payment(_ provider: String, at now: Timestamp) -> OrderPayment {
        OrderPayment(id: "refund-\(id)", kopecks: -kopecks, provider: provider, madeAt: now)
    }
}

extension Connection {
    func refund(_ id: String) throws -> PaymentRefund? {
        try rows("SELECT * FROM cruise_refunds WHERE id = \(id)").first.map(PaymentRefund.init)
    }

    /// Adds a refund of a locked order, in the transaction that gives the reason for it.
    func addRefund(
        _ kopecks: Int64,
        of payment: OrderPayment,
        _ order: CruiseOrder,
        _ reason: String,
        by actor: OrderActor,
        needsApproval: Bool = false,
        at now: Timestamp
    ) throws {
        let state: PaymentRefund.State = needsApproval ? .asked : .due
        try send(
            """
            INSERT INTO cruise_refunds (id, order_id, payment_id, kopecks, reason, state, asked_by, asked_by_id, try_at,
                created_at)
            VALUES (\(Identifier.new(at: now, random: .system)), \(order.id), \(payment.id), \(kopecks), \(reason),
                \(state.rawValue), \(actor.name), \(actor.staffID), \(needsApproval ? nil : now), \(now))
            """
        )
    }

    /// Adds refunds of a sum, from the newest payments of a locked order; throws if less than that can be given back.
    func addRefunds(
        _ kopecks: Int64,
        of order: CruiseOrder,
        _ reason: String,
        by actor: OrderActor,
        needsApproval: Bool = false,
        at now: Timestamp
    ) throws {
        var rest = kopecks
        for (payment, free) in try refundable(order.id) where rest > 0 {
            let part = min(rest, free)
            rest -= part
            try addRefund(part, of: payment, order, reason, by: actor, needsApproval: needsApproval, at: now)
        }
        guard rest == 0 else { throw RefundFailure.tooMuch(kopecks - rest) }
    }

    /// Refuses the refunds that wait for approval: everything is given back.
    func refuseAsked(of orderID: String, at now: Timestamp) throws {
        try send(
            """
            UPDATE cruise_refunds SET state = 'refused', decided_by = \(OrderActor.server.name), decided_at = \(now)
            WHERE order_id = \(orderID) AND state = 'asked'
            """
        )
    }

    /// The payments of which something can be given back, the newest first, each with the sum.
    func refundable(_ orderID: String) throws -> [(payment: OrderPayment, kopecks: Int64)] {
        try rows(
            """
            SELECT p.*, p.kopecks - (SELECT CAST(coalesce(sum(r.kopecks), 0) AS bigint) FROM cruise_refunds r
                WHERE r.payment_id = p.id AND r.state IN ('asked', 'due', 'done')) AS free
            FROM cruise_payments p WHERE p.order_id = \(orderID) AND p.kopecks > 0 ORDER BY p.made_at DESC, p.id DESC
            """
        ).map { (try OrderPayment($0), try $0.get("free", as: Int64.self)) }.filter { $0.1 > 0 }
    }

    /// The sum that was given back of a payment.
    func refunded(of paymentID: String) throws -> Int64 {
        try rows(
            """
            SELECT CAST(coalesce(sum(kopecks), 0) AS bigint) AS sum FROM cruise_refunds
            WHERE payment_id = \(paymentID) AND state = 'done'
            """
        ).first?.get("sum") ?? 0
    }
}

/// The reason why nothing can be given back.
enum RefundFailure: Error, Sendable, Hashable {
    /// The kopecks that can be.
    case tooMuch(Int64)
    case ownRequest
    case state(PaymentRefund.State)
}

extension RefundFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooMuch(let kopecks):
            let sum = CruiseMoney.text(kopecks)
            return Problem(
                .conflict,
                Localized("Вернуть можно не больше \(sum.ru).", "At most \(sum.en) can be returned.")
            )
        case .ownRequest:
            return Problem(
                .conflict,
                Localized(
                    "Свой возврат согласует другой сотрудник.",
                    "Another member of staff approves a refund that you asked for."
                )
            )
        case .state(let state):
            return Problem(
                .conflict,
                Localized(
                    "Состояние возврата: «\(state.title.ru)».",
                    "The state of the refund is “\(state.title.en)”."
                )
            )
        }
    }
}
