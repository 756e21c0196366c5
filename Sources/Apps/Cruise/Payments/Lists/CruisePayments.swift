import Core
import Storage
import Web

/// The payments and refunds of all orders.
package enum CruisePayments: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Cruise.app,
        name: "payments",
        title: Localized("Оплаты", "Payments"),
        one: Localized("Оплата", "Payment"),
        about: Localized(
            "Оплаты и возвраты, новые сверху; сверка: vitrina cruise books",
            "Payments and refunds, the newest first; the check of the books: vitrina cruise books"
        ),
        path: "/cruise/payments",
        section: .app,
        right: .readPeople,
        // The books number payments in the order in which they came.
        source: ResourceSource(
            """
            (SELECT number, payment_id FROM cruise_ledger WHERE account = 'bank') b
                JOIN cruise_payments y ON y.id = b.payment_id JOIN cruise_orders o ON o.id = y.order_id
                LEFT JOIN cruise_users u ON u.id = o.user_id
            """,
            key: "b.number",
            .number
        ),
        columns: [
            ResourceColumn("order", .object(order), Localized("Заказ", "Order"), orderColumn),
            CruiseOrders.userColumn,
            ResourceColumn("sum", .money(unit: CruiseMoney.unit), Localized("Сумма", "Sum"), "y.kopecks"),
            ResourceColumn("provider", .choice(providers), Localized("Способ", "By"), "y.provider"),
            ResourceColumn("made_at", .moment, Localized("Когда", "When"), "y.made_at"),
            ResourceColumn(
                "payment",
                .text,
                Localized("Номер в банке", "Id at the bank"),
                "y.id",
                place: .main
            ),
            ResourceColumn("id", .number, Localized("Номер", "Number"), "b.number", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "q",
                Localized("Номер заказа или оплаты", "Number of an order or of a payment"),
                .words(columns: ["CAST(o.number AS TEXT)", "y.id"], id: "o.id")
            ),
            ResourceFilter(
                "provider",
                Localized("Способ", "By"),
                .choice(
                    PaymentMethod.allCases.map {
                        ResourceOption($0.provider, $0.title, "y.provider = \($0.provider)")
                    },
                    all: Localized("Все способы", "All ways")
                )
            ),
            ResourceFilter(
                "is_refund",
                Localized("Вид", "Kind"),
                .bool(
                    "y.kopecks < 0",
                    yes: Localized("Возвраты", "Refunds"),
                    no: Localized("Оплаты", "Payments"),
                    all: Localized("Оплаты и возвраты", "Payments and refunds")
                )
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("y.made_at")),
        ],
        sums: [
            ResourceSum("count", Localized("Записей", "Entries")) { _ in "count(*)" },
            ResourceSum(
                "received",
                .hundredths(unit: CruiseMoney.unit),
                Localized("Получено", "Received")
            ) { _ in "CAST(coalesce(sum(CASE WHEN y.kopecks > 0 THEN y.kopecks END), 0) AS bigint)" },
            ResourceSum(
                "returned",
                .hundredths(unit: CruiseMoney.unit),
                Localized("Возвращено", "Returned")
            ) { _ in "CAST(coalesce(-sum(CASE WHEN y.kopecks < 0 THEN y.kopecks END), 0) AS bigint)" },
        ],
        isExported: true,
        empty: (
            Localized("Оплат ещё не было", "No payments yet"),
            Localized("Они появятся, когда за заказ заплатят.", "They appear when an order is paid for.")
        )
    )

    static let providers = PaymentMethod.allCases.map { ResourceChoice($0.provider, $0.title) }

    /// The number and the id of the order `o`, for a column that links to it.
    static let orderColumn: SQL = "CAST(o.number AS TEXT) || ' ' || CAST(o.id AS TEXT)"

    static let order = ResourceObject(OrderLink.self) { text, _, _ in
        let parts = text.split(separator: " ")
        return OrderLink(id: String(parts.last ?? ""), number: String(parts.first ?? ""))
    }
}

/// The order of a payment, which its number names.
private struct OrderLink: ResourceValue {
    let id: String
    let number: String

    static let schema: JSON = [
        "type": "object", "required": ["id", "number"],
        "properties": ["id": Schema.uuid, "number": Schema.text],
    ]
    var json: JSON { ["id": .string(id), "number": .string(number)] }
    var path: String? { "/cruise/orders/\(id)" }

    func title(in _: Language) -> String { "№ \(number)" }
}

extension OrderLink {
    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        number = try json.get("number")
    }
}
