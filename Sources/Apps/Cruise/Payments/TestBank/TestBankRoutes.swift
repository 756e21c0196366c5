import Core
import HTTPTypes
import Hummingbird
import Web

/// The calls of the shop to the test bank, in Sber's protocol, and the page on which its customers pay (C111, C112).
struct TestBankRoutes: Sendable {
    private static let textMax = 1_000

    let services: Services
    private var bank: TestBank { TestBank(services) }

    func add(to group: RouterGroup<WebContext>) {
        group.post("test-bank/rest/register.do") { request, _ in
            try await answer(request) { try await register($0) }
        }
        group.post("test-bank/rest/getOrderStatusExtended.do") { request, _ in
            try await answer(request) { try await state($0) }
        }
        group.post("test-bank/rest/refund.do") { request, _ in
            try await answer(request) { try await refund($0) }
        }
        group.post("test-bank/rest/sbp/c2b/qr/dynamic/get.do") { request, _ in
            try await answer(request) { try await makeQR($0) }
        }
        group.post("test-bank/rest/sbp/c2b/qr/status.do") { request, _ in
            try await answer(request) { try await stateOfQR($0) }
        }
        group.get("test-bank/pay/{id}") { request, context in try await show(request, context) }
        group.post("test-bank/pay/{id}") { request, context in try await act(request, context) }
    }

    // MARK: Shop

    private func answer(
        _ request: Request,
        _ body: (CruiseBody) async throws -> JSON
    ) async throws -> Response {
        try await bank.requireOpen()
        let values = try await CruiseBody(request)
        guard
            try await bank.isShop(
                user: try values.text("userName", lengthMax: Self.textMax) ?? "",
                password: try values.text("password", lengthMax: Self.textMax) ?? ""
            )
        else { return .personal(.json(Self.fault(5, "Access denied"))) }
        return .personal(.json(try await body(values)))
    }

    private static func fault(_ code: Int64, _ message: String) -> JSON {
        ["errorCode": .string(String(code)), "errorMessage": .string(message)]
    }

    private func register(_ values: CruiseBody) async throws -> JSON {
        let payment = try await bank.register(
            number: try text("orderNumber", values),
            try kopecks("amount", values),
            success: try text("returnUrl", values),
            failure: try text("failUrl", values),
            callback: try values.text("dynamicCallbackUrl", lengthMax: Self.textMax)
        )
        guard var payment else { return Self.fault(1, "Order with this number was already processed") }
        // A bank may be faster than its answer.
        if try await services.appSettings.of(Cruise.app).bool("test_bank_pays_first") {
            payment = try await bank.decide(payment, .paid, calls: 1)
        }
        return [
            "orderId": .string(payment.id),
            "formUrl": .string(payment.page),
        ]
    }

    private func state(_ values: CruiseBody) async throws -> JSON {
        guard let payment = try await bank.payment(number: try text("orderNumber", values)) else {
            return Self.fault(6, "Unknown order")
        }
        let (status, paid): (Int64, Int64) =
            switch payment.state {
            case .open: (0, 0)
            case .paid: (payment.refunded > 0 ? 4 : 2, payment.kopecks)
            case .declined: (6, 0)
            }
        return [
            "errorCode": "0", "errorMessage": "Success", "orderNumber": .string(payment.number),
            "orderStatus": .integer(status), "amount": .integer(payment.kopecks), "currency": "643",
            "actionCodeDescription": .string(payment.state == .declined ? "Declined by the customer" : ""),
            "attributes": [["name": "mdOrder", "value": .string(payment.id)]],
            "paymentAmountInfo": [
                "depositedAmount": .integer(paid - payment.refunded),
                "refundedAmount": .integer(payment.refunded),
            ],
        ]
    }

    private func refund(_ values: CruiseBody) async throws -> JSON {
        let isDone = try await bank.refund(
            try text("orderId", values),
            try kopecks("amount", values),
            expected: try values.integer("expectedDepositedAmount", 0...Int64.max)
        )
        return isDone ? ["errorCode": "0"] : Self.fault(7, "Refund amount exceeds the deposited amount")
    }

    private func makeQR(_ values: CruiseBody) async throws -> JSON {
        guard let payment = try await bank.makeQR(of: try text("mdOrder", values)) else {
            return Self.fault(6, "Unknown order")
        }
        return [
            "errorCode": "0", "qrId": JSON(payment.qrID), "qrStatus": "STARTED",
            "payload": .string(payment.page),
        ]
    }

    private func stateOfQR(_ values: CruiseBody) async throws -> JSON {
        guard let payment = try await bank.payment(try text("mdOrder", values)) else {
            return Self.fault(6, "Unknown order")
        }
        let status =
            switch payment.state {
            case .open: "STARTED"
            case .paid: "ACCEPTED"
            case .declined: "REJECTED_BY_USER"
            }
        return ["errorCode": "0", "qrStatus": .string(status)]
    }

    private func text(_ name: String, _ values: CruiseBody) throws -> String {
        guard let text = try values.text(name, lengthMax: Self.textMax) else {
            throw CruiseError.bad("\(name) is missing.")
        }
        return text
    }

    private func kopecks(_ name: String, _ values: CruiseBody) throws -> Int64 {
        guard let kopecks = try values.integer(name, 1...CruiseMoney.priceMax * 100) else {
            throw CruiseError.bad("\(name) is missing.")
        }
        return kopecks
    }

    // MARK: Customer

    private func payment(_ context: WebContext) async throws -> TestPayment {
        try await bank.requireOpen()
        guard let id = context.parameters.get("id"), let payment = try await bank.payment(id) else {
            throw CruiseError.notFound
        }
        return payment
    }

    private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let page = TestBankPage(
            payment: try await payment(context),
            language: Language(accepting: request.headers[.acceptLanguage])
        )
        return .personal(page.answer)
    }

    /// Carries out the pressed button, and sends the customer back to the shop.
    private func act(_ request: Request, _ context: WebContext) async throws -> Response {
        let payment = try await payment(context)
        let values = try await CruiseBody(request)
        let calls = try values.integer("calls", 0...3) ?? 1
        switch values["action"]?.string {
        case "pay":
            let decided = try await bank.decide(payment, .paid, calls: Int(calls))
            return .redirect(to: decided.address, type: .normal)
        case "decline":
            let decided = try await bank.decide(payment, .declined, calls: Int(calls))
            return .redirect(to: decided.address, type: .normal)
        case "later":
            try await bank.postpone(payment)
            return .redirect(to: payment.successURL, type: .normal)
        case _: throw CruiseError.bad("action must be pay, decline or later.")
        }
    }
}

extension TestPayment {
    /// The page on which it is paid, at the host under which the customer knows the shop.
    fileprivate var page: String {
        let end = callbackURL?.firstRange(of: Cruise.prefix)?.lowerBound
        let shop = callbackURL.flatMap { url in end.map { String(url[..<$0]) } } ?? ""
        return "\(shop)\(TestBank.path)/pay/\(id)"
    }

    /// The page of the shop that follows.
    fileprivate var address: String { state == .paid ? successURL : failureURL }
}
