import Core
import Storage
import Web

/// Actions of staff on an order (C96, C108, C120, C165).
enum CruiseOrderActions {
    static let all = [move, cancellation, CruiseRefundActions.request, prolongation, options]

    private static let hoursMax: Int64 = 720

    /// The statuses that staff choose; an order is cancelled by an action of its own.
    private static let targets: [OrderStatus] = [.checking, .waitPay, .noCabins, .documents, .closed]

    private static let move = ResourceAction(
        "move",
        .row,
        Localized("Сменить статус", "Change the status"),
        right: .writePeople,
        inputs: [
            ResourceInput(
                "status",
                Localized("Новый статус", "New status"),
                .choice(targets.map { ResourceChoice($0.rawValue, $0.title) }),
                isRequired: true,
                hint: Localized(
                    "«Закрыта» — после подписания документов",
                    "“Closed” comes after the documents are signed"
                )
            )
        ],
        hasNote: true,
        isPrimary: true,
        isOffered: isOpen
    ) { call in
        guard let status = call.values.text("status").flatMap(OrderStatus.init(rawValue:)) else {
            throw CruiseOrders.resource.notFound
        }
        try await change(call, .cruiseOrderMoved, ["status": .string(status.rawValue)]) {
            order,
            settings,
            connection in
            let (actor, now) = (OrderActor.staff(call.author), call.signature.at)
            switch status {
            case .checking:
                _ = try connection.sendToOperator(order, settings, by: actor, note: call.note, at: now)
            case .new, .waitPay, .noCabins, .documents:
                try connection.move(order, to: status, note: call.note, by: actor, at: now)
            case .closed:
                try connection.move(order, to: .closed, for: .completed, note: call.note, by: actor, at: now)
            }
        }
        let title = status.title
        return ResourceOutcome(Localized("Статус: «\(title.ru)»", "Status: “\(title.en)”"), id: call.id)
    }

    private static let cancellation = ResourceAction(
        "cancel",
        Localized("Отменить заказ", "Cancel the order"),
        right: .writePeople,
        question: Localized(
            "Каюты освободятся сразу, промокод снова можно применить. Укажите причину. Оплаченное возвращают отдельно.",
            "The cabins are free at once, the promo code can be used again. Give the reason. Payments are returned separately."
        ),
        isOffered: isOpen
    ) { call in
        try await change(call, .cruiseOrderCancelled, [:]) { order, _, connection in
            guard let note = call.note else {
                throw Problem.invalid([Fault("#/note", "укажите причину", "is missing: give the reason")])
            }
            try connection.move(
                order,
                to: .closed,
                for: .cancelled,
                note: note,
                by: .staff(call.author),
                at: call.signature.at
            )
        }
        return Localized("Заказ отменён, каюты свободны", "The order is cancelled, the cabins are free")
    }

    private static let prolongation = ResourceAction(
        "extend",
        .row,
        Localized("Продлить бронь", "Extend the block"),
        right: .writePeople,
        inputs: [
            ResourceInput(
                "hours",
                Localized("На сколько часов", "By how many hours"),
                .number(1...hoursMax),
                isRequired: true,
                initial: 24
            )
        ],
        hasNote: true,
        isOffered: { CruiseOrders.resource.value(CruiseOrders.blockColumn, of: $0) != .null }
    ) { call in
        let hours = call.values.integer("hours") ?? 0
        try await change(call, .cruiseOrderExtended, ["hours": .integer(hours)]) { order, _, connection in
            guard order.status.isBlocked, let end = order.blockUntil else {
                throw Problem(
                    .conflict,
                    Localized("У заказа нет временной брони.", "The order has no temporary block.")
                )
            }
            let now = call.signature.at
            let until = max(end, now).advanced(by: .seconds(hours * 3600))
            try connection.send(
                "UPDATE cruise_orders SET block_until = \(until), updated_at = \(now) WHERE id = \(order.id)"
            )
        }
        return ResourceOutcome(Localized("Бронь продлена", "The block is extended"), id: call.id)
    }

    private static let options = ResourceAction(
        "options",
        .row,
        Localized("Опции оператора", "Options of the operator"),
        right: .writePeople,
        inputs: [
            ResourceInput(
                "is_owner_options",
                Localized("Оператор дал опции", "The operator has given options"),
                .bool,
                hint: Localized(
                    "Тогда владелец не меняет пассажиров и промокод",
                    "Then the owner changes neither passengers nor the promo code"
                )
            )
        ],
        isOffered: isOpen
    ) { call in
        let isOn = call.values.bool("is_owner_options") ?? false
        try await change(call, .cruiseOrderOptions, ["is_owner_options": .bool(isOn)]) {
            order,
            _,
            connection in
            try connection.send(
                """
                UPDATE cruise_orders SET is_owner_options = \(isOn), updated_at = \(call.signature.at)
                WHERE id = \(order.id)
                """
            )
        }
        return ResourceOutcome(
            isOn
                ? Localized("Владелец больше ничего не меняет", "The owner can change nothing any more")
                : Localized("Владелец снова может менять заказ", "The owner can change the order again"),
            id: call.id
        )
    }

    private static let isOpen: @Sendable (ResourceRow) -> Bool = { row in
        let status = CruiseOrders.resource.value(CruiseOrders.status, of: row).string
        return status.flatMap(OrderStatus.init(rawValue:))?.isOpen ?? false
    }

    /// Changes a locked order in one transaction with its entry in the access log.
    private static func change(
        _ call: ResourceAction.Call,
        _ action: AuditAction,
        _ detail: [String: JSON],
        _ body: @escaping @Sendable (CruiseOrder, OrderSettings, any Connection) throws -> Void
    ) async throws {
        try await call.services.database.write { connection in
            guard let order = try connection.lockedOrder(call.id) else {
                throw CruiseOrders.resource.notFound
            }
            try body(order, try call.services.appSettings.orders(on: connection), connection)
            let known: JSON = ["number": .integer(order.number), "note": JSON(call.note)]
            try call.signature.record(
                action,
                subject: order.id,
                detail: known.adding(.object(detail)),
                on: connection
            )
        }
    }
}

/// Actions of staff on orders.
extension AuditAction {
    static let cruiseOrderMoved = AuditAction(
        "cruise.order-moved",
        Localized("статус заказа изменён", "changed the status of an order")
    )
    static let cruiseOrderCancelled = AuditAction(
        "cruise.order-cancelled",
        Localized("заказ отменён", "cancelled an order")
    )
    static let cruiseOrderExtended = AuditAction(
        "cruise.order-extended",
        Localized("бронь продлена", "extended the block of an order")
    )
    static let cruiseOrderOptions = AuditAction(
        "cruise.order-options",
        Localized("опции заказа изменены", "changed the options of an order")
    )
}
