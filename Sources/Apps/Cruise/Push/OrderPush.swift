import Core
import Storage

/// A notification for the owner of an order (cruise.md 5).
enum OrderPush: Sendable {
    case status(OrderStatus, CloseReason?)
    /// A day after the order was made, unless it is paid; with the percent that is due.
    case payment(percent: Int64)
    /// A week before the start.
    case departure

    /// Title and text; nil if there is nothing to say.
    func words(_ order: CruiseOrder) -> (title: String, text: String)? {
        let title = "Заказ № \(order.number)"
        switch self {
        case .status(let status, let reason):
            return text(of: status, reason, order).map { (title, $0) }
        case .payment(let percent):
            return (title, "Осталось оплатить \(percent)\u{A0}%. Оплатите до завтра!")
        case .departure:
            let day = CruiseTerm.date(of: order.startsAt).description.split(separator: "-").dropFirst()
                .reversed()
            return (title, "Готовьтесь к путешествию! Круиз стартует \(day.joined(separator: "."))")
        }
    }

    private func text(of status: OrderStatus, _ reason: CloseReason?, _ order: CruiseOrder) -> String? {
        switch status {
        case .new: nil
        case .checking: "Проверяем, есть ли свободные места в заказе № \(order.number)"
        case .noCabins: "Свободных кают в заказе № \(order.number) нет"
        case .waitPay: "Ваш заказ № \(order.number) подтверждён, его можно оплатить"
        case .documents: "Оплата по заказу № \(order.number) получена, готовим документы"
        case .closed:
            switch reason {
            case .completed: "Заказ № \(order.number) оформлен. Приятного путешествия!"
            case .cancelled: "Заказ № \(order.number) отменён"
            case .expired: "Бронь заказа № \(order.number) истекла"
            case .erased, nil: nil
            }
        }
    }
}

extension Connection {
    /// Notifies every telephone on which the owner of an order is signed in, in the transaction of the cause.
    func push(_ push: OrderPush, about order: CruiseOrder, eventID: String, at now: Timestamp) throws {
        guard let userID = order.userID, let words = push.words(order) else { return }
        let devices = try rows("SELECT id FROM cruise_devices WHERE user_id = \(userID) ORDER BY id")
        for device in devices {
            let id: String = try device.get("id")
            try DevicePush(
                to: id,
                of: Cruise.app,
                title: words.title,
                text: words.text,
                data: [
                    "order_id": order.id, "cruise_id": order.cruiseID, "type": order.kind.rawValue,
                ],
                userID: userID
            ).enqueue(eventID: "\(eventID):\(id)", subject: order.id, at: now, on: self)
        }
    }
}

/// Reminds of payments and departures, each order once.
///
/// The mark of an order and its messages are one transaction, so any number of servers tell of it once.
struct OrderNotices: DueWork {
    private static let batch = 100
    /// The longest delay of a reminder: a server that was off sends no old ones.
    private static let lateMax: Duration = .seconds(86_400)
    static let paymentAfter: Duration = .seconds(86_400)
    static let departureBefore: Duration = .seconds(7 * 86_400)

    let database: any Database
    let now: @Sendable () -> Timestamp

    func carryOut() async throws -> DueReport {
        var report = DueReport()
        let now = now()
        for id in try await ids(unpaid(at: now)) where try await tell(id, "payment", at: now) {
            report.done += 1
        }
        for id in try await ids(leaving(at: now)) where try await tell(id, "departure", at: now) {
            report.done += 1
        }
        return report
    }

    private func ids(_ condition: SQL) async throws -> [String] {
        try await database.read { connection in
            try connection.rows(
                "SELECT o.id FROM cruise_orders o WHERE \(condition) ORDER BY o.id LIMIT \(Self.batch)"
            )
            .map { try $0.get("id") }
        }
    }

    private func unpaid(at now: Timestamp) -> SQL {
        let until = now.advanced(by: .zero - Self.paymentAfter)
        return """
            o.created_at <= \(until) AND o.created_at > \(until.advanced(by: .zero - Self.lateMax))
                AND o.status IN ('new', 'checking', 'wait_pay', 'documents') AND o.user_id IS NOT NULL
                AND o.total > \(CruiseMoney.paidColumn)
                AND NOT EXISTS (SELECT 1 FROM cruise_order_notices n WHERE n.order_id = o.id AND n.kind = 'payment')
            """
    }

    private func leaving(at now: Timestamp) -> SQL {
        """
        o.starts_at > \(now) AND o.starts_at <= \(now.advanced(by: Self.departureBefore)) AND o.user_id IS NOT NULL
            AND (o.status = 'documents' OR o.close_reason = 'completed')
            AND NOT EXISTS (SELECT 1 FROM cruise_order_notices n WHERE n.order_id = o.id AND n.kind = 'departure')
        """
    }

    /// False if another server has sent it, or there is no longer anything to send.
    private func tell(_ id: String, _ kind: String, at now: Timestamp) async throws -> Bool {
        try await database.write { connection in
            guard let order = try connection.lockedOrder(id) else { return false }
            let due = order.total - (try CruiseMoney.paid(id, on: connection))
            let isPayment = kind == "payment"
            guard isPayment ? order.status.isOpen && due > 0 : order.holdsCabins else { return false }
            let marked = try connection.execute(
                """
                INSERT INTO cruise_order_notices (order_id, kind, at) VALUES (\(id), \(kind), \(now))
                ON CONFLICT (order_id, kind) DO NOTHING
                """
            )
            guard marked == 1 else { return false }
            // Rounded up: something is due.
            let percent = order.total > 0 ? (due * 100 + order.total - 1) / order.total : 0
            try connection.push(
                isPayment ? .payment(percent: percent) : .departure,
                about: order,
                eventID: "order-\(kind):\(id)",
                at: now
            )
            return true
        }
    }
}
