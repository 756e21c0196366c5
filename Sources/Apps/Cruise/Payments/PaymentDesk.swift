import Core
import Logging
import Storage
import Web

/// Opens payments at the bank, asks for their states, and makes refunds.
///
/// The bank is always called outside a transaction, and its word is applied to a locked order in one. So a repeated
/// callback, two servers and a crash between two steps all come to the same end.
struct PaymentDesk: Sendable {
    /// The pause between two questions about one payment, however often the app asks.
    private static let questionPause: Duration = .seconds(1)

    let database: any Database
    let settings: AppSettingStore
    let secrets: SecretStore
    let web: WebSettings
    let now: @Sendable () -> Timestamp
    let random: RandomBytes
    let logger: Logger

    init(_ services: Services) {
        (database, settings, secrets) = (services.database, services.appSettings, services.secrets)
        (web, now, random) = (services.settings, services.now, services.random)
        logger = services.logger
    }

    // MARK: Payment

    /// Opens an attempt to pay a percent of an order; returns the open one if there is one for the same sum.
    func open(
        _ orderID: String,
        _ method: PaymentMethod,
        percent: Int64,
        amount: Int64? = nil,
        base: String
    ) async throws -> PaymentAttempt {
        let settings = try await settings.of(Cruise.app)
        guard let url = bankURL(settings, base: base) else {
            throw CruiseError.bad("Payments are not set up.")
        }
        let (now, id) = (now(), Identifier.new(at: now(), random: random))
        let attempt = try await database.write { connection -> PaymentAttempt in
            guard let order = try connection.lockedOrder(orderID) else { throw CruiseError.notFound }
            let sum = try OrderDetails(order, on: connection).sum(of: percent)
            guard let sum, amount == nil || amount == sum else {
                throw CruiseError.bad("The percent or the amount is not one that can be paid.")
            }
            let since = now.advanced(by: .zero - PaymentAttempt.reuse)
            if let known = try connection.openAttempt(of: orderID, method, sum, since: since) { return known }
            let row = try connection.rows(
                """
                INSERT INTO cruise_payment_attempts (id, order_id, method, percent, kopecks, state, bank_url, created_at,
                    ask_at)
                VALUES (\(id), \(orderID), \(method.rawValue), \(percent), \(sum), 'new', \(url), \(now),
                    \(now.advanced(by: .seconds(60))))
                RETURNING *
                """
            ).first
            guard let row else { throw CruiseError.notFound }
            return try PaymentAttempt(row)
        }
        return attempt.id == id ? try await announce(attempt, settings, base: base) : attempt
    }

    /// Registers a new attempt at the bank.
    private func announce(
        _ attempt: PaymentAttempt,
        _ settings: AppSettings,
        base: String
    ) async throws
        -> PaymentAttempt
    {
        let provider = try await provider(of: attempt, settings)
        let site = settings.text("web_host") ?? base
        let order = attempt.orderID
        let addresses = PaymentAddresses(
            success: "\(site)/thanks?percent=\(attempt.percent)&order=\(order)",
            failure: "\(site)/failure?order=\(order)",
            callback: "\(base)\(Cruise.prefix)/Payment/Callback"
        )
        // When it throws, the bank may know the attempt all the same: it is asked later.
        let opened = try await provider.open(attempt, addresses)
        let now = now()
        return try await database.write { connection in
            try connection.open(attempt, as: opened, at: now)
            return try connection.paymentAttempt(attempt.id) ?? attempt
        }
    }

    /// Asks the bank for the state of an attempt, and applies the answer.
    @discardableResult
    func settle(_ attempt: PaymentAttempt) async throws -> PaymentAttempt {
        let settings = try await settings.of(Cruise.app)
        let state = try await provider(of: attempt, settings).state(of: attempt)
        let now = now()
        return try await database.write { connection in
            guard let order = try connection.lockedOrder(attempt.orderID),
                let current = try connection.paymentAttempt(attempt.id)
            else { return attempt }
            switch state {
            case .paid(_, let refunded, let bankID) where current.state == .paid:
                try connection.noteRefunds(refunded, of: bankID, order, at: now)
            case .paid(let kopecks, let refunded, let bankID):
                try connection.receive(
                    kopecks,
                    refunded: refunded,
                    bankID: bankID,
                    for: current,
                    of: order,
                    try self.settings.orders(on: connection),
                    at: now
                )
            case .failed(let reason):
                try connection.fail(current, reason, at: now)
            case .pending:
                if current.createdAt.advanced(by: PaymentAttempt.life) <= now {
                    try connection.fail(current, "not paid in time", at: now)
                }
            }
            return try connection.paymentAttempt(attempt.id) ?? current
        }
    }

    /// The attempt as it is now, for an app that asks again and again.
    func settledNow(_ attempt: PaymentAttempt) async throws -> PaymentAttempt {
        guard attempt.state != .paid, try await claim(attempt) else { return attempt }
        return try await settle(attempt)
    }

    private func claim(_ attempt: PaymentAttempt) async throws -> Bool {
        let now = now()
        let before = now.advanced(by: .zero - Self.questionPause)
        return try await database.write { connection in
            try connection.execute(
                """
                UPDATE cruise_payment_attempts SET asked_at = \(now)
                WHERE id = \(attempt.id) AND (asked_at IS NULL OR asked_at <= \(before))
                """
            ) == 1
        }
    }

    /// Handles a callback: checks its signature, and asks the bank; the callback itself is never believed.
    func callback(_ values: [(name: String, value: String)]) async throws {
        let settings = try await settings.of(Cruise.app)
        let attempt = try await database.read { connection in
            try connection.paymentAttempt(
                number: values.last { $0.name == "orderNumber" }?.value,
                bankID: values.last { $0.name == "mdOrder" }?.value
            )
        }
        guard let attempt else { throw CruiseError.notFound }
        let bank = try await bank(of: attempt, settings)
        if let key = bank.callbackKey {
            guard BankChecksum.isRight(values, key: key) else {
                throw CruiseError.bad("The checksum is wrong.")
            }
        } else {
            // Without a signature the caller is unknown, so the pause between two questions holds.
            guard try await claim(attempt) else { return }
        }
        try await settle(attempt)
    }

    // MARK: Bank

    /// The beginning of the bank's addresses for a new payment; nil if there is none.
    private func bankURL(_ settings: AppSettings, base: String) -> String? {
        if settings.text("bank_user") != nil {
            return settings.text("bank_url").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        }
        return TestBank.isOn(settings, web) ? TestBank.url(base, web) : nil
    }

    /// True if something can be paid at all.
    static func isOpen(_ settings: AppSettings, _ web: WebSettings) -> Bool {
        settings.text("bank_user") != nil || TestBank.isOn(settings, web)
    }

    private func bank(of attempt: PaymentAttempt, _ settings: AppSettings) async throws -> BankSettings {
        if TestBank.isOwn(attempt.bankURL) {
            guard !web.isProduction else { throw CruiseError.notFound }
            return try await TestBank.settings(attempt.bankURL, secrets, web)
        }
        return BankSettings(
            url: attempt.bankURL,
            user: settings.text("bank_user") ?? "",
            password: settings.text("bank_password") ?? "",
            callbackKey: settings.text("bank_callback_key"),
            destinations: .outside(and: web.hookHosts)
        )
    }

    func provider(
        of attempt: PaymentAttempt,
        _ settings: AppSettings
    ) async throws
        -> any PaymentProvider
    {
        let gateway = BankGateway(bank: try await bank(of: attempt, settings))
        return switch attempt.method {
        case .card: CardPayments(gateway: gateway)
        case .sbp: QRPayments(gateway: gateway)
        }
    }

    // MARK: Due work

    /// Asks about the attempts and makes the refunds that are due; returns how many there were.
    func carryOut(limit: Int = 50) async throws -> Int {
        var count = 0
        for attempt in try await dueAttempts(limit: limit) {
            do {
                try await settle(attempt)
                count += 1
            } catch {
                guard !error.concernsAll else { throw error }
                // It is asked about again later, and delays no other.
                logger.warning(
                    "cannot ask the bank about a payment, will try again",
                    metadata: ["attempt": "\(attempt.id)", "error": "\(error)"]
                )
            }
        }
        while count < limit, let refund = try await nextRefund() {
            try await make(refund)
            count += 1
        }
        return count
    }

    /// Takes the attempts that are due, so that no other server asks about them at the same time.
    private func dueAttempts(limit: Int) async throws -> [PaymentAttempt] {
        let now = now()
        let due = try await database.read { connection in
            try connection.rows(
                "SELECT * FROM cruise_payment_attempts WHERE ask_at <= \(now) ORDER BY ask_at, id LIMIT \(limit)"
            ).map(PaymentAttempt.init)
        }
        guard !due.isEmpty else { return [] }
        return try await database.write { connection in
            try due.filter { attempt in
                try connection.execute(
                    """
                    UPDATE cruise_payment_attempts SET ask_at = \(now.advanced(by: attempt.patience)),
                        asked = asked + 1
                    WHERE id = \(attempt.id) AND ask_at <= \(now)
                    """
                ) == 1
            }
        }
    }
}
