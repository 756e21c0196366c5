import Core
import Storage

/// A try to pay for an order at the bank.
///
/// It is written before the bank is told of it, so that no payment is unknown here.
struct PaymentAttempt: Sendable {
    enum State: String, Sendable, CaseIterable {
        /// The bank has not answered yet.
        case new
        /// The bank waits for the customer.
        case open
        case paid, failed

        var title: Localized {
            switch self {
            case .new: Localized("начата", "begun")
            case .open: Localized("ждёт покупателя", "waits for the customer")
            case .paid: Localized("оплачено", "paid")
            case .failed: Localized("не прошла", "failed")
            }
        }

        var isOver: Bool {
            switch self {
            case .new, .open: false
            case .paid, .failed: true
            }
        }
    }

    let id: String
    let orderID: String
    let method: PaymentMethod
    let percent: Int64
    let kopecks: Int64
    let state: State
    let bankURL: String
    let bankID: String?
    let qrID: String?
    /// The page of the bank, or the contents of the QR code.
    let href: String?
    let createdAt: Timestamp
    /// The number of times the bank was asked.
    let asked: Int64

    init(_ row: Row) throws {
        id = try row.get("id")
        orderID = try row.get("order_id")
        let (method, state): (String, String) = (try row.get("method"), try row.get("state"))
        guard let method = PaymentMethod(rawValue: method) else {
            throw StorageError.column("method", "holds \(method)")
        }
        guard let state = State(rawValue: state) else { throw StorageError.column("state", "holds \(state)") }
        (self.method, self.state) = (method, state)
        percent = try row.get("percent")
        kopecks = try row.get("kopecks")
        bankURL = try row.get("bank_url")
        bankID = try row.get("bank_id")
        qrID = try row.get("qr_id")
        href = try row.get("href")
        createdAt = try row.get("created_at")
        asked = try row.get("asked")
    }
}

extension PaymentAttempt {
    /// The time in which the bank can still be paid; then the bank itself gives up.
    static let life: Duration = .seconds(25 * 3600)
    /// The number of the payment at the bank, which takes 32 characters.
    var number: String { id.replacing("-", with: "") }

    /// The time in which a customer can pay on the page of the bank.
    static let session: Duration = .seconds(20 * 60)
    /// The time after which a failed attempt is asked about for the last time: a page can be paid at a second try.
    static let lastLook: Duration = .seconds(3600)
    /// The time in which the same payment is the same attempt.
    static let reuse: Duration = .seconds(15 * 60)

    /// The time until the bank is asked again, unless it calls back before.
    var patience: Duration {
        let steps: [Int64] = [20, 60, 180, 600, 1_800]
        return .seconds(steps.indices.contains(Int(asked)) ? steps[Int(asked)] : 3_600)
    }
}

extension Connection {
    func paymentAttempt(_ id: String) throws -> PaymentAttempt? {
        try rows("SELECT * FROM cruise_payment_attempts WHERE id = \(id)").first.map(PaymentAttempt.init)
    }

    /// The attempt that a bank calls back about, by the number it was given or by its own id.
    func paymentAttempt(number: String?, bankID: String?) throws -> PaymentAttempt? {
        if let id = number.flatMap({ Identifier.parsed(digits: $0) }),
            let attempt = try paymentAttempt(id)
        {
            return attempt
        }
        guard let bankID else { return nil }
        return try rows("SELECT * FROM cruise_payment_attempts WHERE bank_id = \(bankID)").first
            .map(PaymentAttempt.init)
    }

    /// An attempt of the same sum that the customer can still finish.
    func openAttempt(
        of orderID: String,
        _ method: PaymentMethod,
        _ kopecks: Int64,
        since: Timestamp
    ) throws
        -> PaymentAttempt?
    {
        try rows(
            """
            SELECT * FROM cruise_payment_attempts
            WHERE order_id = \(orderID) AND method = \(method.rawValue) AND kopecks = \(kopecks) AND state = 'open'
                AND created_at > \(since)
            ORDER BY id DESC LIMIT 1
            """
        ).first.map(PaymentAttempt.init)
    }

    /// Writes the answer of the bank to a new attempt.
    func open(_ attempt: PaymentAttempt, as opened: OpenedPayment, at now: Timestamp) throws {
        try send(
            """
            UPDATE cruise_payment_attempts SET state = 'open', bank_id = \(opened.bankID), qr_id = \(opened.qrID),
                href = \(opened.href), ask_at = \(now.advanced(by: attempt.patience))
            WHERE id = \(attempt.id) AND state = 'new'
            """
        )
    }

    /// Ends an attempt without a payment; the order stays as it is (C118).
    func fail(_ attempt: PaymentAttempt, _ reason: String, at now: Timestamp) throws {
        let last = attempt.createdAt.advanced(by: PaymentAttempt.lastLook)
        try send(
            """
            UPDATE cruise_payment_attempts SET state = 'failed', failure = \(String(reason.prefix(500))),
                ask_at = \(attempt.bankID != nil && now < last ? last : nil), ended_at = coalesce(ended_at, \(now))
            WHERE id = \(attempt.id) AND state <> 'paid'
            """
        )
    }

    /// True if a customer may be paying at this moment, so that the price must stay as it is.
    func isBeingPaid(_ orderID: String, at now: Timestamp) throws -> Bool {
        let since = now.advanced(by: .zero - PaymentAttempt.session)
        return try !rows(
            """
            SELECT id FROM cruise_payment_attempts
            WHERE order_id = \(orderID) AND state IN ('new', 'open') AND created_at > \(since) LIMIT 1
            """
        ).isEmpty
    }

    /// Ends an attempt with a payment, also one that the bank had given up before.
    func finish(_ attempt: PaymentAttempt, bankID: String, at now: Timestamp) throws {
        try send(
            """
            UPDATE cruise_payment_attempts SET state = 'paid', bank_id = \(bankID), failure = NULL, ask_at = NULL,
                ended_at = \(now)
            WHERE id = \(attempt.id)
            """
        )
    }
}
