import Core
import Storage
import Web

/// An order as the app reads it; the calls about one value answer the same members (C95, C97).
struct OrderAnswer: Sendable {
    let details: OrderDetails
    let paymentLinks: [JSON]

    private var order: CruiseOrder { details.order }

    var json: JSON {
        .object(
            head.merging(sums) { first, _ in first }.merging([
                "cabins": .array(cabins), "passengers": .array(passengers), "payments": .array(payments),
                "discounts": .array(discounts), "taxes": .array(taxes),
                "payment_links": .array(paymentLinks),
            ]) { first, _ in first }
        )
    }

    private var head: [String: JSON] {
        [
            "id": .string(order.id), "order_id": .string(order.id), "number": .integer(order.number),
            "status": .string(order.status.rawValue), "status_name": .string(order.status.title.ru),
            "close_reason": JSON(order.closeReason?.rawValue), "variant": .string(order.variant.rawValue),
            "is_owner_options": .bool(order.isOwnerOptions), "cruise": cruise,
            "created_at": .string(CruiseTerm.text(order.createdAt)),
            "block_until": JSON(order.blockUntil.map { CruiseTerm.text($0) }),
        ]
    }

    private var cruise: JSON {
        [
            "id": .string(order.cruiseID), "type": .string(order.kind.rawValue),
            "title": .string(order.cruise.title), "ship": order.cruise.ship?.json ?? .null,
            "dates": [
                "from": .string(CruiseTerm.text(order.startsAt)),
                "to": .string(CruiseTerm.text(order.endsAt)),
            ],
        ]
    }

    /// The sums of the order, in rubles.
    private var sums: [String: JSON] {
        [
            "cabins_price": CruiseMoney.rubles(order.cabinsSum),
            "discount_sum": CruiseMoney.rubles(order.discountSum),
            "tax_sum": CruiseMoney.rubles(order.taxSum),
            "total_price": CruiseMoney.rubles(order.total), "pay_percent": .integer(order.payPercent),
            "prepayment": CruiseMoney.rubles(details.prepayment), "paid": CruiseMoney.rubles(details.paid),
            "wait_pay": CruiseMoney.rubles(details.waitPay),
            "sber_summa": CruiseMoney.rubles(details.sberSum),
            "taxes_total": CruiseMoney.rubles(details.taxes.reduce(0) { $0 + $1.kopecks }),
        ]
    }

    /// Some members with the id of the order.
    func part(_ names: String...) -> JSON {
        let whole = json
        var members: [String: JSON] = ["order_id": .string(order.id)]
        for name in names { members[name] = whole[name] ?? .null }
        return .object(members)
    }

    private var cabins: [JSON] {
        details.cabins.map { cabin in
            [
                "id": .string(cabin.cabinID), "cabin_id": .string(cabin.cabinID),
                "number": .string(cabin.number),
                "deck": .string(cabin.deck), "class": .string(cabin.className),
                "capacity": .integer(cabin.places), "passengers": .integer(cabin.seats),
                "price": CruiseMoney.rubles(cabin.price), "sum": CruiseMoney.rubles(cabin.priced.sum),
            ]
        }
    }

    var passengers: [JSON] { details.passengers.map(\.json) }

    var payments: [JSON] {
        details.payments.map {
            [
                "id": .string($0.id), "sum": CruiseMoney.rubles($0.kopecks), "provider": .string($0.provider),
                "made_at": .string(CruiseTerm.text($0.madeAt)),
            ]
        }
    }

    /// In the order in which they are applied.
    var discounts: [JSON] {
        details.discounts.map {
            [
                "kind": .string($0.kind.rawValue), "name": .string($0.title),
                "value": $0.percent.map { .integer($0) } ?? .null, "sum": CruiseMoney.rubles($0.kopecks),
            ]
        }
    }

    var taxes: [JSON] {
        details.taxes.map {
            [
                "kind": .string($0.kind.rawValue), "name": .string($0.kind.title.ru),
                "percent": $0.percent.map { .integer($0) } ?? .null, "sum": CruiseMoney.rubles($0.kopecks),
                "is_included": .bool($0.kind.isIncluded),
            ]
        }
    }
}

extension PublicAnswer {
    static func json(_ json: JSON) -> PublicAnswer { PublicAnswer { $0.value(json) } }
}
