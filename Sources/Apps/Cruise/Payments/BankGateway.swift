import Core
import FoundationEssentials

/// The bank of the settings, or the test bank of the program.
struct BankSettings: Sendable {
    /// The beginning of its addresses, without a slash at the end.
    let url: String
    let user, password: String
    /// The key of its callbacks; nil if they are not signed.
    let callbackKey: String?
    let destinations: Destinations
}

/// The REST protocol of Sber's payment gateway (securepayments.sberbank.ru, "Internet acquiring API").
struct BankGateway: Sendable {
    private static let timeout: Duration = .seconds(20)
    private static let answerSizeMax = 64 << 10

    let bank: BankSettings

    /// `register.do`: the bank's id of the payment, and the page on which it is made.
    func register(
        _ attempt: PaymentAttempt,
        _ addresses: PaymentAddresses
    ) async throws(Problem)
        -> OpenedPayment
    {
        let answer = try await call(
            "register.do",
            [
                ("orderNumber", attempt.number), ("amount", String(attempt.kopecks)), ("currency", "643"),
                ("returnUrl", addresses.success), ("failUrl", addresses.failure),
                ("dynamicCallbackUrl", addresses.callback),
                ("sessionTimeoutSecs", String(PaymentAttempt.session.components.seconds)),
            ]
        )
        guard let id = answer["orderId"]?.string, let page = answer["formUrl"]?.string, Self.isPage(page)
        else {
            throw refusal(of: answer)
        }
        return OpenedPayment(bankID: id, href: page)
    }

    /// `getOrderStatusExtended.do`, by the number of the attempt, which the bank knows even if its answer was lost.
    func state(of attempt: PaymentAttempt) async throws(Problem) -> BankState {
        let answer = try await call("getOrderStatusExtended.do", [("orderNumber", attempt.number)])
        guard Self.code(of: answer) == 0 else {
            // A bank that has never answered does not know the number. Otherwise the shop may have got another name.
            if Self.code(of: answer) == 6, attempt.bankID == nil { return .failed(Self.words(of: answer)) }
            throw refusal(of: answer)
        }
        switch answer["orderStatus"]?.integer {
        case 2, 4:
            return try paid(answer, attempt, answer["paymentAmountInfo"]?["refundedAmount"]?.integer ?? 0)
        // A payment that is counted here was reversed as a whole.
        case 3 where attempt.state == .paid:
            return try paid(answer, attempt, answer["amount"]?.integer ?? 0)
        case 3: return .failed("reversed")
        case 6: return .failed(answer["actionCodeDescription"]?.string ?? "declined")
        case 0, 1, 5: return .pending
        case _: throw refusal(of: answer)
        }
    }

    private func paid(
        _ answer: JSON,
        _ attempt: PaymentAttempt,
        _ refunded: Int64
    ) throws(Problem) -> BankState {
        let attributes = answer["attributes"]?.array ?? []
        let own = attributes.first { $0["name"] == "mdOrder" }?["value"]?.string ?? attempt.bankID
        guard let id = own, let kopecks = answer["amount"]?.integer, 1...CruiseMoney.orderMax ~= kopecks,
            0...kopecks ~= refunded
        else { throw refusal(of: answer) }
        return .paid(kopecks: kopecks, refunded: refunded, bankID: id)
    }

    /// `refund.do`: the bank refuses it unless the rest is still what it was, so it cannot be done twice.
    func refund(_ kopecks: Int64, of attempt: PaymentAttempt, deposited: Int64) async throws(BankFailure) {
        let answer: JSON
        do throws(Problem) {
            answer = try await call(
                "refund.do",
                [
                    ("orderId", attempt.bankID ?? ""), ("amount", String(kopecks)),
                    ("expectedDepositedAmount", String(deposited)),
                ]
            )
        } catch {
            throw .unknown(error)
        }
        guard Self.code(of: answer) == 0 else { throw .refused(Self.words(of: answer)) }
    }

    // MARK: Protocol

    /// Sends one call; throws unless the answer is JSON of status 200.
    func call(_ name: String, _ values: [(String, String)]) async throws(Problem) -> JSON {
        let form = ([("userName", bank.user), ("password", bank.password)] + values)
            .map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let client = HTTPClient(
            timeout: Self.timeout,
            bodySizeMax: Self.answerSizeMax,
            destinations: bank.destinations
        )
        let answer = try await client.send(
            "POST",
            "\(bank.url)/\(name)",
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: .bytes(Array(form.utf8))
        )
        guard answer.status == 200, let json = try? JSON(parsing: answer.body), json.object != nil else {
            throw Problem(
                .unavailable,
                Localized(
                    "Банк ответил непонятно (\(answer.status)).",
                    "The answer of the bank makes no sense (\(answer.status))."
                )
            )
        }
        return json
    }

    func refusal(of answer: JSON) -> Problem {
        let words = Self.words(of: answer)
        return Problem(
            .unavailable,
            Localized("Банк отказал: \(words).", "The bank has refused: \(words).")
        )
    }

    /// The code of an error, which the bank writes as text or as a number; 0 if there is none.
    private static func code(of answer: JSON) -> Int64? {
        guard let code = answer["errorCode"], code != .null else { return 0 }
        return code.integer ?? code.string.flatMap { Int64($0) }
    }

    private static func words(of answer: JSON) -> String {
        let text = answer["errorMessage"]?.string ?? ""
        return text.isEmpty ? "code \(code(of: answer) ?? -1)" : String(text.prefix(200))
    }

    /// A customer is sent to pages of the web alone.
    private static func isPage(_ address: String) -> Bool {
        guard let scheme = URLComponents(anyScript: address)?.scheme?.lowercased() else { return false }
        return scheme == "https" || scheme == "http"
    }
}

/// Payments by card, on a page of the bank.
struct CardPayments: PaymentProvider {
    let gateway: BankGateway

    func open(_ attempt: PaymentAttempt, _ addresses: PaymentAddresses) async throws(Problem) -> OpenedPayment
    {
        try await gateway.register(attempt, addresses)
    }

    func state(of attempt: PaymentAttempt) async throws(Problem) -> BankState {
        try await gateway.state(of: attempt)
    }

    func refund(_ kopecks: Int64, of attempt: PaymentAttempt, deposited: Int64) async throws(BankFailure) {
        try await gateway.refund(kopecks, of: attempt, deposited: deposited)
    }
}

/// Payments through the Faster Payments System: the same gateway makes a QR code for a registered payment.
struct QRPayments: PaymentProvider {
    let gateway: BankGateway

    func open(_ attempt: PaymentAttempt, _ addresses: PaymentAddresses) async throws(Problem) -> OpenedPayment
    {
        let opened = try await gateway.register(attempt, addresses)
        let answer = try await gateway.call("sbp/c2b/qr/dynamic/get.do", [("mdOrder", opened.bankID)])
        guard let id = answer["qrId"]?.string, let payload = answer["payload"]?.string, !payload.isEmpty
        else {
            throw gateway.refusal(of: answer)
        }
        return OpenedPayment(bankID: opened.bankID, qrID: id, href: payload)
    }

    /// The code itself is asked first: it is rejected while the payment would stay open for a card.
    func state(of attempt: PaymentAttempt) async throws(Problem) -> BankState {
        let state = try await gateway.state(of: attempt)
        guard state == .pending, let bankID = attempt.bankID, let qrID = attempt.qrID else { return state }
        let answer = try await gateway.call(
            "sbp/c2b/qr/status.do",
            [("mdOrder", bankID), ("qrId", qrID)]
        )
        switch answer["qrStatus"]?.string {
        case "REJECTED", "REJECTED_BY_USER": return .failed("rejected by the customer")
        case _: return .pending
        }
    }

    func refund(_ kopecks: Int64, of attempt: PaymentAttempt, deposited: Int64) async throws(BankFailure) {
        try await gateway.refund(kopecks, of: attempt, deposited: deposited)
    }
}
