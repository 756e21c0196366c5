import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The calls of orders: 23, 25–32, 34–38 and 42 of cruise.md 3.
struct OrderRoutes: Sendable {
    let services: Services
    let clients: Clients

    /// The calls about one part of an order, each with what it answers (C97).
    private static let parts: [(name: String, answer: @Sendable (OrderAnswer) -> JSON)] = [
        ("GetById", { $0.json }),
        ("GetOrderStatus", { $0.part("status", "status_name", "close_reason") }),
        ("GetOrderTotalPrice", { $0.part("total_price") }),
        ("GetOrderPayPercent", { $0.part("pay_percent") }),
        ("GetOrderWaitPay", { $0.part("wait_pay") }),
        ("GetOrderSberSumma", { $0.part("sber_summa") }),
        ("GetOrderPayments", { .array($0.payments) }),
        ("GetOrderPassengers", { .array($0.passengers) }),
        ("GetOrderDiscounts", { .array($0.discounts) }),
        ("GetOrderTaxes", { .array($0.taxes) }),
    ]

    func add(to group: RouterGroup<WebContext>) {
        group.post("Order/Create") { request, context in
            try await create(try await CruiseCall(request, context, services))
        }
        for part in Self.parts {
            group.get(RouterPath("Order/\(part.name)/{orderId}")) { request, context in
                let call = try await CruiseCall(request, context, services)
                let details = try await call.orders.details(try call.id("orderId"))
                let answer = OrderAnswer(
                    details: details,
                    paymentLinks: try await links(call).json(of: details)
                )
                return Response.personal(PublicAnswer.json(part.answer(answer)))
            }
        }
        group.get("Order/GetUserOrders") { request, context in
            try await list(try await CruiseCall(request, context, services))
        }
        group.get("Order/GetAllByUserToken/{token}") { request, context in
            try await list(try await CruiseCall(request, context, services, token: "token"))
        }
        group.get("Order/GetOneByUserTokenAndOrderId/{userToken}/{orderId}") { request, context in
            let call = try await CruiseCall(request, context, services, token: "userToken")
            return try await show(try await call.orders.details(try call.id("orderId")), call)
        }
        group.get("Booking/VendorReservation/{orderId}") { request, context in
            let call = try await CruiseCall(request, context, services)
            return try await show(try await call.orders.reserve(try call.id("orderId")), call)
        }
        group.post("Discount/ApplyPromo") { request, context in
            let call = try await CruiseCall(request, context, services)
            let body = try await call.body()
            let id = try body.id("order_id", "order")
            guard let code = (body["code"] ?? body["promo_code"])?.string else {
                throw CruiseError.bad("code is missing")
            }
            // The order of somebody else is unknown, whatever the code is.
            _ = try await call.orders.details(id)
            try await call.requirePromo(code)
            return try await show(try await call.orders.apply(code, to: id), call)
        }
    }

    private func create(_ call: CruiseCall) async throws -> Response {
        let request = try OrderRequest(try await call.body(), try await call.rules(isWhole: true))
        if let code = request.promoCode { try await call.requirePromo(code) }
        let creation = OrderCreation(
            services: services,
            request: request,
            userID: call.orders.userID,
            key: try call.request.idempotencyDigest(),
            now: call.orders.now
        )
        return try await show(try await creation.run(), call)
    }

    private func list(_ call: CruiseCall) async throws -> Response {
        let name = call.request.query.last { $0.name == "typeOrders" }?.value ?? ""
        guard let selection = name.isEmpty ? .all : OwnOrders.Selection(rawValue: name) else {
            throw CruiseError.bad("typeOrders must be all, upcoming or past")
        }
        let orders = try await call.orders.list(selection)
        let links = try await links(call)
        let answers = orders.map { OrderAnswer(details: $0, paymentLinks: links.json(of: $0)).json }
        return Response.personal(PublicAnswer.json(.array(answers)))
    }

    private func links(_ call: CruiseCall) async throws -> PaymentLinks {
        try await PaymentLinks(services, base: clients.baseURL(of: call.request))
    }

    private func show(_ details: OrderDetails, _ call: CruiseCall) async throws -> Response {
        let answer = OrderAnswer(details: details, paymentLinks: try await links(call).json(of: details))
        return Response.personal(PublicAnswer.json(answer.json))
    }
}

extension Request {
    /// The digest of the header `Idempotency-Key`; nil without it.
    fileprivate func idempotencyDigest() throws(CruiseError) -> [UInt8]? {
        guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name] else { return nil }
        guard 1...Limits.idempotencyKeyLengthMax ~= key.utf8.count else {
            throw .bad("Idempotency-Key must have 1 to \(Limits.idempotencyKeyLengthMax) characters")
        }
        return SHA256.digest(key.utf8)
    }
}
