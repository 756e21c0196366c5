import Core
import Storage
import Web

/// The promo codes, with the orders that use them (C155).
package enum CruisePromos: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Cruise.app,
        name: "promos",
        title: Localized("Промокоды", "Promo codes"),
        one: Localized("Промокод", "Promo code"),
        about: Localized("Коды, которые делают заказ дешевле", "Codes that make an order cheaper"),
        path: "/cruise/promos",
        section: .app,
        source: ResourceSource("cruise_promos p", key: "p.id"),
        columns: [
            ResourceColumn("code", .text, Localized("Код", "Code"), "p.code", place: .main),
            ResourceColumn("kind", .choice(kinds), Localized("Вид", "Kind"), "p.kind", place: .answer),
            ResourceColumn(
                "percent",
                .number,
                Localized("Процент", "Percent"),
                "CASE WHEN p.kind = 'percent' THEN p.value END"
            ),
            ResourceColumn(
                "kopecks",
                .money(unit: CruiseMoney.unit),
                Localized("Сумма", "Sum"),
                "CASE WHEN p.kind = 'sum' THEN p.value END"
            ),
            ResourceColumn("used", .number, Localized("Применён", "Used"), "p.used"),
            ResourceColumn("uses_max", .number, Localized("Не больше раз", "At most"), "p.uses_max"),
            ResourceColumn(
                "user_uses_max",
                .number,
                Localized("Одним человеком", "By one person"),
                "p.user_uses_max",
                place: .page
            ),
            ResourceColumn("starts_at", .moment, Localized("Действует с", "Valid from"), "p.starts_at"),
            ResourceColumn("ends_at", .moment, Localized("Действует до", "Valid until"), "p.ends_at"),
            disabledColumn,
            ResourceColumn("note", .quote, Localized("Для чего", "Purpose"), "p.note", place: .page),
            ResourceColumn("created_at", .moment, Localized("Создан", "Made"), "p.created_at", place: .page),
            ResourceColumn("created_by", .text, Localized("Кем", "By"), "p.created_by", place: .page),
            ResourceColumn("id", .id, Localized("Id", "ID"), "p.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "is_disabled",
                Localized("Состояние", "State"),
                .bool(
                    "p.is_disabled",
                    yes: Localized("Выключенные", "Off"),
                    no: Localized("Действующие", "On"),
                    all: Localized("Все", "All")
                )
            ),
            ResourceFilter("q", Localized("Код", "Code"), .words(columns: ["p.code", "p.note"], id: "p.id")),
        ],
        parts: [uses],
        actions: CruisePromoActions.all,
        isExported: true,
        empty: (
            Localized("Промокодов нет", "No promo codes"),
            Localized("Создайте код и расскажите о нём людям.", "Make a code, and tell people about it.")
        )
    )

    static let kinds = [
        ResourceChoice("percent", Localized("процент", "percent")),
        ResourceChoice("sum", Localized("сумма", "sum")),
    ]

    static let disabledColumn = ResourceColumn(
        "is_disabled",
        .bool(yes: Localized("выключен", "off"), no: Localized("действует", "on")),
        Localized("Состояние", "State"),
        "p.is_disabled"
    )
    private static let uses = ResourcePart(
        "uses",
        Localized("Заказы с этим кодом", "Orders with this code"),
        tables: """
            cruise_promo_uses s JOIN cruise_orders o ON o.id = s.order_id
            LEFT JOIN cruise_order_discounts d ON d.order_id = s.order_id AND d.kind = 'promo'
            """,
        order: "s.at DESC, o.id DESC",
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "s.at"),
            ResourceColumn("order", .text, Localized("Заказ", "Order"), "CAST(o.number AS TEXT)"),
            ResourceColumn(
                "sum",
                .money(unit: CruiseMoney.unit),
                Localized("Скидка", "Discount"),
                "d.kopecks"
            ),
            ResourceColumn(
                "status",
                .choice(CruiseOrders.statuses),
                Localized("Статус", "Status"),
                "o.status"
            ),
            ResourceColumn("released_at", .moment, Localized("Возвращён", "Given back"), "s.released_at"),
            ResourceColumn(
                "order_id",
                .id,
                Localized("Id заказа", "ID of the order"),
                "o.id",
                place: .answer
            ),
        ],
        empty: Localized("Кодом ещё не пользовались.", "The code has not been used yet."),
        where: { "s.promo_id = \($0)" }
    )
}
