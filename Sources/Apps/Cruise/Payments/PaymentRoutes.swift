import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Storage
import Web

/// The calls of payment: 43–45 of cruise.md 3, the links that they answer, and the callback of the bank.
struct PaymentRoutes: Sendable {
    let services: Services
    let clients: Clients
    private var desk: PaymentDesk { PaymentDesk(services) }

    func add(to group: RouterGroup<WebContext>) {
        group.post("Payment/GetPaymentLinks") { request, context in
            let call = try await CruiseCall(request, context, services)
            let details = try await call.orders.details(try call.body().id("order_id", "order"))
            let links = try await PaymentLinks(services, base: clients.baseURL(of: request)).json(of: details)
            return Response.personal(
                PublicAnswer.json(["order_id": .string(details.order.id), "payment_links": .array(links)])
            )
        }
        group.post("Payment/GetQr") { request, context in
            try await makeQR(try await CruiseCall(request, context, services))
        }
        group.get("Payment/GetQrState/{qrId}") { request, context in
            try await stateOfQR(try await CruiseCall(request, context, services))
        }
        group.get("Payment/Pay/{orderId}/{percent}/{signature}") { request, context in
            try await pay(request, context)
        }
        for method in [HTTPRequest.Method.get, .post] {
            group.on("Payment/Callback", method: method) { request, _ in try await callback(request) }
        }
    }

    /// C114: the sum must be the one that the server computes.
    private func makeQR(_ call: CruiseCall) async throws -> Response {
        let body = try await call.body()
        let details = try await call.orders.details(try body.id("order_id", "order"))
        guard let percent = body["pay_percent"]?.integer else {
            throw CruiseError.bad("pay_percent must be a whole number.")
        }
        guard let amount = CruiseMoney.kopecks(body["amount"]) else {
            throw CruiseError.bad("amount must be a sum in rubles.")
        }
        guard (body["data_type"]?.string ?? "PAYLOAD") == "PAYLOAD" else {
            throw CruiseError.bad("data_type must be PAYLOAD.")
        }
        let attempt = try await desk.open(
            details.order.id,
            .sbp,
            percent: percent,
            amount: amount,
            base: clients.baseURL(of: call.request)
        )
        guard let payload = attempt.href else { throw CruiseError.bad("The bank has made no QR code.") }
        return .personal(
            .json([
                "qr_id": .string(attempt.id), "qrId": .string(attempt.id), "payload": .string(payload),
                "order_id": .string(attempt.orderID), "pay_percent": .integer(attempt.percent),
                "amount": CruiseMoney.rubles(attempt.kopecks),
            ])
        )
    }

    /// C115; the QR code of somebody else is unknown (decision 4).
    private func stateOfQR(_ call: CruiseCall) async throws -> Response {
        let id = try call.id("qrId")
        let known = try await services.database.read { try $0.paymentAttempt(id) }
        guard let known, known.method == .sbp else { throw CruiseError.notFound }
        _ = try await call.orders.details(known.orderID)
        let attempt: PaymentAttempt
        do {
            attempt = try await desk.settledNow(known)
        } catch is Problem {
            // A bank that cannot be reached has confirmed nothing.
            attempt = known
        }
        return .personal(
            .json(["Success": .bool(attempt.state == .paid), "status": .string(attempt.state.rawValue)])
        )
    }

    /// Sends the customer on to the page of the bank.
    private func pay(_ request: Request, _ context: WebContext) async throws -> Response {
        let base = clients.baseURL(of: request)
        guard let id = context.parameters.get("orderId").flatMap({ Identifier.normalized($0) }),
            let percent = context.parameters.get("percent").flatMap({ Int64($0) }),
            let signature = context.parameters.get("signature"),
            try await PaymentLinks(services, base: base).isRight(signature, id, percent)
        else { throw CruiseError.notFound }
        let site = try await services.appSettings.of(Cruise.app).text("web_host") ?? base
        do {
            let attempt = try await desk.open(id, .card, percent: percent, base: base)
            guard let page = attempt.href else { throw CruiseError.bad("The bank has made no page.") }
            return .redirect(to: page, type: .normal)
        } catch is CruiseError {
            // There is nothing to pay, for example because it is paid already.
            return .redirect(to: "\(site)/lk/order/\(id)", type: .normal)
        } catch let problem as Problem where problem.kind == .unavailable {
            services.logger.warning("the bank cannot be reached", metadata: ["error": "\(problem.detail.en)"])
            return .redirect(to: "\(site)/failure?order=\(id)", type: .normal)
        }
    }

    private func callback(_ request: Request) async throws -> Response {
        let members = try await CruiseBody(request).members
        let values = members.compactMap { name, value in value.string.map { (name: name, value: $0) } }
        try await desk.callback(values)
        return .personal(.text("OK"))
    }
}
