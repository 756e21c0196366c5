import Core
import Storage
import Web

/// Searches, orders and money by day (C170).
enum CruiseStatistics: ResourceDeclaration {
    static let resource = Resource(
        app: Cruise.app,
        name: "statistics",
        title: Localized("Статистика", "Statistics"),
        one: Localized("День", "Day"),
        about: Localized(
            "Поиски, заказы и деньги по дням (UTC)",
            "Searches, orders and money by day (UTC)"
        ),
        path: "/cruise/statistics",
        section: .app,
        right: .readPeople,
        source: ResourceSource(days, key: "s.day", .text),
        columns: [
            ResourceColumn("day", .text, Localized("День", "Day"), "s.day", place: .main),
            ResourceColumn("searches", .number, Localized("Поисков", "Searches"), "s.searches"),
            ResourceColumn("missed", .number, Localized("Не нашли", "Found nothing"), "s.missed"),
            ResourceColumn("orders", .number, Localized("Заказов", "Orders"), "s.orders"),
            ResourceColumn(
                "paid_orders",
                .number,
                Localized("Оплачено заказов", "Paid orders"),
                "s.paid_orders"
            ),
            ResourceColumn("received", money, Localized("Получено", "Received"), "s.received"),
            ResourceColumn("returned", money, Localized("Возвращено", "Returned"), "s.returned"),
            ResourceColumn(
                "conversion",
                .money(unit: Localized("%", "%")),
                Localized("Из поиска в оплату", "Searches that were paid for"),
                "CASE WHEN s.searches > 0 THEN s.paid_orders * 10000 / s.searches END"
            ),
        ],
        sums: [
            sum("searches", Localized("Поисков", "Searches")),
            sum("orders", Localized("Заказов", "Orders")),
            sum("paid_orders", Localized("Оплачено", "Paid")),
            ResourceSum("received", .hundredths(unit: CruiseMoney.unit), Localized("Получено", "Received")) {
                _ in
                "CAST(coalesce(sum(s.received), 0) AS bigint)"
            },
        ],
        plots: [
            plot("searches"), plot("missed"), plot("orders"), plot("paid_orders"), plot("received"),
            plot("returned"),
            ResourcePlot(
                "conversion",
                figure: """
                    CASE WHEN sum(s.searches) > 0
                    THEN CAST(sum(s.paid_orders) * 10000 / sum(s.searches) AS bigint) END
                    """
            ),
        ],
        isExported: true,
        empty: (
            Localized("Ещё ничего не было", "Nothing has happened yet"),
            Localized(
                "Здесь появятся дни с поисками и заказами.",
                "Days with searches and orders appear here."
            )
        )
    )

    private static let money = ResourceColumn.Kind.money(unit: CruiseMoney.unit)

    private static func plot(_ name: String) -> ResourcePlot {
        ResourcePlot(name, figure: "CAST(coalesce(sum(s.\(name: name)), 0) AS bigint)")
    }

    private static func sum(_ name: String, _ title: Localized) -> ResourceSum {
        ResourceSum(name, title) { _ in "CAST(coalesce(sum(s.\(name: name)), 0) AS bigint)" }
    }

    /// An order counts as paid on the day of its first payment.
    private static let days: SQL = """
        (SELECT day, CAST(sum(searches) AS bigint) AS searches, CAST(sum(missed) AS bigint) AS missed,
            CAST(sum(orders) AS bigint) AS orders, CAST(sum(paid_orders) AS bigint) AS paid_orders,
            CAST(sum(received) AS bigint) AS received, CAST(sum(returned) AS bigint) AS returned
        FROM (
            SELECT CAST(day AS text) AS day, CASE WHEN kind = \(CruiseSearch.kind) THEN count ELSE 0 END AS searches,
                CASE WHEN kind = \(CruiseSearch.missedKind) THEN count ELSE 0 END AS missed, 0 AS orders,
                0 AS paid_orders, 0 AS received, 0 AS returned
            FROM day_counts WHERE app = \(Cruise.app) AND kind IN (\(CruiseSearch.kind), \(CruiseSearch.missedKind))
            UNION ALL
            SELECT day_of(created_at), 0, 0, 1, 0, 0, 0 FROM cruise_orders
            UNION ALL
            SELECT day_of(min(made_at)), 0, 0, 0, 1, 0, 0 FROM cruise_payments WHERE kopecks > 0 GROUP BY order_id
            UNION ALL
            SELECT day_of(made_at), 0, 0, 0, 0, CASE WHEN kopecks > 0 THEN kopecks ELSE 0 END,
                CASE WHEN kopecks < 0 THEN -kopecks ELSE 0 END FROM cruise_payments
        ) e GROUP BY day) s
        """
}
