import Core
import Storage
import Web

/// The refunds in every state (C120).
package enum CruiseRefunds: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Cruise.app,
        name: "refunds",
        title: Localized("Возвраты", "Refunds"),
        one: Localized("Возврат", "Refund"),
        about: Localized("Возвраты денег, новые сверху", "Money given back, the newest first"),
        path: "/cruise/refunds",
        section: .app,
        right: .readPeople,
        source: ResourceSource("cruise_refunds r JOIN cruise_orders o ON o.id = r.order_id", key: "r.id"),
        columns: [
            ResourceColumn("reason", .text, Localized("Причина", "Reason"), "r.reason", place: .main),
            ResourceColumn(
                "order",
                .object(CruisePayments.order),
                Localized("Заказ", "Order"),
                CruisePayments.orderColumn
            ),
            ResourceColumn("sum", .money(unit: CruiseMoney.unit), Localized("Сумма", "Sum"), "r.kopecks"),
            state,
            ResourceColumn("asked_by", OrderActor.column, Localized("Кто просит", "Asked by"), "r.asked_by"),
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "r.created_at"),
            ResourceColumn(
                "decided_by",
                OrderActor.column,
                Localized("Кто решил", "Decided by"),
                "r.decided_by",
                place: .page
            ),
            ResourceColumn(
                "decided_at",
                .moment,
                Localized("Решено", "Decided"),
                "r.decided_at",
                place: .page
            ),
            ResourceColumn(
                "done_at",
                .moment,
                Localized("Возвращено", "Returned"),
                "r.done_at",
                place: .page
            ),
            ResourceColumn("tries", .number, Localized("Попыток", "Tries"), "r.tries", place: .page),
            ResourceColumn("try_at", .moment, Localized("Следующая", "Next try"), "r.try_at", place: .page),
            ResourceColumn(
                "failure",
                .quote,
                Localized("Ответ банка", "Answer of the bank"),
                "r.failure",
                place: .page
            ),
            ResourceColumn("payment", .text, Localized("Оплата", "Payment"), "r.payment_id", place: .page),
            ResourceColumn("id", .id, Localized("Id", "ID"), "r.id", place: .page),
        ],
        filters: [
            ResourceFilter(
                "state",
                Localized("Состояние", "State"),
                .tabs(
                    PaymentRefund.State.allCases.map {
                        ResourceOption($0.rawValue, $0.title, "r.state = \($0.rawValue)")
                    }
                )
            ),
            ResourceFilter(
                "q",
                Localized("Номер заказа или причина", "Number of an order, or reason"),
                .words(columns: ["CAST(o.number AS TEXT)", "r.reason", "r.payment_id"], id: "r.id")
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("r.created_at")),
        ],
        tabs: tabs,
        actions: CruiseRefundActions.all,
        isExported: true,
        empty: (
            Localized("Возвратов нет", "No refunds"),
            Localized("Вернуть деньги можно в карточке заказа.", "Give money back in the card of an order.")
        )
    )

    static let state = ResourceColumn("state", .choice(states), Localized("Состояние", "State"), "r.state")
    static let states = PaymentRefund.State.allCases.map { state in
        let (tone, icon) =
            switch state {
            case .asked: ("warn", "clock")
            case .due: ("plan", "clock")
            case .done: ("pub", "check")
            case .refused: ("arch", "")
            case .failed: ("bad", "warn")
            }
        return ResourceChoice(state.rawValue, state.title, tone, icon: icon)
    }

    private static let tabs: [ResourceTab] =
        [ResourceTab(Localized("Все", "All"), of: { resource })]
        + PaymentRefund.State.allCases.map { state in
            ResourceTab(state.title, [("state", state.rawValue)], of: { resource })
        }
}
