import Core
import Storage
import Web

/// The list of orders, and the card of one (C164, C165).
package enum CruiseOrders: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Cruise.app,
        name: "orders",
        title: Localized("Заказы", "Orders"),
        one: Localized("Заказ", "Order"),
        about: Localized("Заказы круизов, новые сверху", "Orders of cruises, the newest first"),
        path: "/cruise/orders",
        section: .app,
        right: .readPeople,
        source: ResourceSource("cruise_orders o LEFT JOIN cruise_users u ON u.id = o.user_id", key: "o.id"),
        columns: list + card,
        filters: filters,
        tabs: tabs,
        sums: sums,
        parts: CruiseOrderParts.all,
        actions: CruiseOrderActions.all,
        isExported: true,
        empty: (
            Localized("Заказов нет", "No orders"),
            Localized("Здесь появятся заказы из приложения.", "Orders from the app appear here.")
        )
    )

    static let statuses = OrderStatus.allCases.map { status in
        let (tone, icon) =
            switch status {
            case .new: ("info", "")
            case .checking: ("plan", "clock")
            case .noCabins: ("bad", "warn")
            case .waitPay: ("warn", "")
            case .documents: ("pub", "")
            case .closed: ("arch", "")
            }
        return ResourceChoice(status.rawValue, status.title, tone, icon: icon)
    }
    static let reasons = CloseReason.allCases.map { ResourceChoice($0.rawValue, $0.title) }
    private static let kinds = CruiseKind.allCases.map { ResourceChoice($0.rawValue, $0.title) }
    private static let variants = OrderVariant.allCases.map { ResourceChoice($0.rawValue, $0.title) }

    /// Whose order it is; `u` has the user.
    static let userColumn = ResourceColumn(
        "user",
        .person(table: "u", path: "/cruise/users", nobody: Localized("аккаунт удалён", "account deleted")),
        Localized("Кто", "Who")
    )
    static let paidColumn = ResourceColumn(
        "paid",
        .money(unit: CruiseMoney.unit),
        Localized("Оплачено", "Paid"),
        CruiseMoney.paidColumn
    )
    static let status = ResourceColumn("status", .choice(statuses), Localized("Статус", "Status"), "o.status")
    private static let list: [ResourceColumn] = [
        ResourceColumn("number", .text, Localized("Номер", "Number"), "CAST(o.number AS TEXT)", place: .main),
        userColumn,
        ResourceColumn("cruise", .object(cruise), Localized("Круиз", "Cruise"), "o.cruise", place: .below),
        ResourceColumn("starts_at", .moment, Localized("Отправление", "Departure"), "o.starts_at"),
        ResourceColumn("ends_at", .moment, Localized("Возвращение", "Return"), "o.ends_at", place: .page),
        ResourceColumn("total", .money(unit: CruiseMoney.unit), Localized("Сумма", "Sum"), "o.total"),
        paidColumn,
        status,
    ]

    static let blockColumn = ResourceColumn(
        "block_until",
        .moment,
        Localized("Бронь до", "Block until"),
        "o.block_until",
        place: .page
    )
    private static let card: [ResourceColumn] = [
        ResourceColumn(
            "reason",
            .choice(reasons),
            Localized("Почему", "Why"),
            "o.close_reason",
            place: .page
        ),
        ResourceColumn("kind", .choice(kinds), Localized("Вид", "Kind"), "o.kind", place: .page),
        ResourceColumn(
            "variant",
            .choice(variants),
            Localized("Оплата", "Payment"),
            "o.variant",
            place: .page
        ),
        ResourceColumn(
            "wait_pay",
            .money(unit: CruiseMoney.unit),
            Localized("Осталось оплатить", "To be paid"),
            "o.total - \(CruiseMoney.paidColumn)",
            place: .page
        ),
        ResourceColumn(
            "pay_percent",
            .number,
            Localized("Предоплата, %", "Prepayment, %"),
            "o.pay_percent",
            place: .page
        ),
        ResourceColumn(
            "is_owner_options",
            .bool(yes: Localized("да", "yes"), no: Localized("нет", "no")),
            Localized("Опции оператора", "Options of the operator"),
            "o.is_owner_options",
            place: .page
        ),
        blockColumn,
        ResourceColumn(
            "sent_at",
            .moment,
            Localized("У оператора", "Sent to the operator"),
            "o.sent_at",
            place: .page
        ),
        ResourceColumn("created_at", .moment, Localized("Создан", "Made"), "o.created_at", place: .page),
        ResourceColumn("id", .id, Localized("Id", "ID"), "o.id", place: .page),
    ]

    private static let cruise = ResourceObject(CruiseLink.self) { text, _, _ in
        CruiseLink(try CruiseSnapshot(json: JSON(parsing: text)))
    }

    private static let filters: [ResourceFilter] = [
        ResourceFilter(
            "q",
            Localized("Номер, круиз или телефон", "Number, cruise or phone"),
            .words(columns: ["CAST(o.number AS TEXT)", "CAST(o.cruise AS TEXT)", "u.search"], id: "o.id")
        ),
        ResourceFilter(
            "status",
            Localized("Статус", "Status"),
            .tabs(
                OrderStatus.allCases.map {
                    ResourceOption($0.rawValue, $0.title, "o.status = \($0.rawValue)")
                }
            )
        ),
        ResourceFilter(
            "user",
            Localized("Кто", "Who"),
            .person(table: "cruise_users") { "o.user_id = \($0)" }
        ),
        ResourceFilter("cruise", Localized("Круиз", "Cruise"), .content { "o.cruise_id = \($0)" }),
        ResourceFilter(
            "kind",
            Localized("Вид", "Kind"),
            .choice(
                CruiseKind.allCases.map { ResourceOption($0.rawValue, $0.title, "o.kind = \($0.rawValue)") },
                all: Localized("Река и море", "River and sea")
            )
        ),
        ResourceFilter(
            "is_paid",
            Localized("Оплата", "Payment"),
            .bool(
                "o.total <= \(CruiseMoney.paidColumn)",
                yes: Localized("Оплачены", "Paid"),
                no: Localized("Не оплачены", "Not paid"),
                all: Localized("Оплаченные и нет", "Paid or not")
            )
        ),
        ResourceFilter("period", Localized("Создан", "Made"), .period("o.created_at")),
    ]

    private static let tabs: [ResourceTab] =
        [ResourceTab(Localized("Все", "All"), of: { resource })]
        + OrderStatus.allCases.map { status in
            ResourceTab(status.title, [("status", status.rawValue)], of: { resource })
        }

    private static let sums: [ResourceSum] = [
        ResourceSum("count", Localized("Заказов", "Orders")) { _ in "count(*)" },
        ResourceSum("total", .hundredths(unit: CruiseMoney.unit), Localized("На сумму", "Sum")) { _ in
            "CAST(sum(o.total) AS bigint)"
        },
        ResourceSum("paid", .hundredths(unit: CruiseMoney.unit), Localized("Оплачено", "Paid")) { _ in
            "CAST(sum(\(CruiseMoney.paidColumn)) AS bigint)"
        },
    ]
}

/// The cruise of an order as it was ordered.
private struct CruiseLink: ResourceValue {
    let id: String?
    let title: String
    let ship: String

    static let schema: JSON = [
        "type": ["object", "null"], "required": ["id", "title", "ship"],
        "properties": ["id": Schema.uuid, "title": Schema.text, "ship": Schema.text],
    ]
    var json: JSON { ["id": JSON(id), "title": .string(title), "ship": .string(ship)] }
    var detail: String { ship }
    var path: String? { id.map { "/cruise/cruises/\($0)" } }

    func title(in _: Language) -> String { title }
}

extension CruiseLink {
    init(_ snapshot: CruiseSnapshot) {
        (id, title, ship) = (snapshot.id, snapshot.title, snapshot.ship?.name ?? "")
    }

    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        title = try json.get("title")
        ship = try json.get("ship")
    }
}
