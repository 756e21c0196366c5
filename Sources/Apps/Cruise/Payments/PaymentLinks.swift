import Core
import Web

/// The links by which an order is paid; the holder of a link can pay, and see nothing else.
///
/// They are signed and not kept. The bank learns of a payment when its link is opened.
struct PaymentLinks: Sendable {
    private static let secretName = "cruise.payment-links"

    private let key: [UInt8]
    private let base: String
    private let isOpen: Bool

    init(_ services: Services, base: String) async throws {
        key = try await services.secrets.secret(Self.secretName)
        self.base = base
        try await services.live.load()
        let settings = services.appSettings.of(Cruise.app, in: services.live.state)
        isOpen = PaymentDesk.isOpen(settings, services.settings)
    }

    /// The links of an order as the app reads them; none if nothing can be paid.
    func json(of details: OrderDetails) -> [JSON] {
        guard isOpen else { return [] }
        return details.payablePercents.compactMap { percent in
            guard let kopecks = details.sum(of: percent) else { return nil }
            return [
                "type": .string(PaymentMethod.card.rawValue), "percent": .integer(percent),
                "amount": CruiseMoney.rubles(kopecks), "href": .string(href(details.order.id, percent)),
            ]
        }
    }

    private func href(_ orderID: String, _ percent: Int64) -> String {
        "\(base)\(Cruise.prefix)/Payment/Pay/\(orderID)/\(percent)/\(signature(orderID, percent))"
    }

    func isRight(_ signature: String, _ orderID: String, _ percent: Int64) -> Bool {
        isEqualInConstantTime(Array(signature.utf8), Array(self.signature(orderID, percent).utf8))
    }

    private func signature(_ orderID: String, _ percent: Int64) -> String {
        Base64URL.encode(HMAC.sha256(Array("\(orderID) \(percent)".utf8), key: key))
    }
}

extension OrderDetails {
    /// The percents that can be paid now: the prepayment or the whole, and after the prepayment the rest.
    var payablePercents: [Int64] {
        guard order.holdsCabins, waitPay > 0 else { return [] }
        return paid >= prepayment || order.payPercent == 100 ? [100] : [order.payPercent, 100]
    }

    /// The sum of a payment of a percent, at most what is still due (decision 16); nil if it cannot be paid.
    func sum(of percent: Int64) -> Int64? {
        guard order.holdsCabins, waitPay > 0, percent == 100 || percent == order.payPercent else {
            return nil
        }
        let sum = min(OrderPricing.share(percent, of: order.total), waitPay)
        return sum > 0 ? sum : nil
    }
}
