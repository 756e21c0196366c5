import Core
import Storage
import Web

/// Actions of staff on refunds, and the one on an order that asks for one (C120).
enum CruiseRefundActions {
    static let all = [approval, refusal, repetition]

    /// Gives money of an order back: the named sum, or everything that was paid.
    static let request = ResourceAction(
        "refund",
        .row,
        Localized("Вернуть деньги", "Give money back"),
        right: .writePeople,
        inputs: [
            ResourceInput(
                "kopecks",
                Localized("Сумма, копеек", "Sum, kopecks"),
                .number(1...CruiseMoney.priceMax),
                hint: Localized(
                    "100 копеек = 1 ₽; пусто — всё, что оплачено",
                    "100 kopecks are a ruble; empty for all that was paid"
                )
            )
        ],
        hasNote: true,
        isOffered: { CruiseOrders.resource.value(CruiseOrders.paidColumn, of: $0).integer ?? 0 > 0 }
    ) { call in
        let now = call.signature.at
        let needsApproval = try await call.services.database.write { connection in
            guard let order = try connection.lockedOrder(call.id) else {
                throw CruiseOrders.resource.notFound
            }
            guard let reason = call.note else {
                throw Problem.invalid([Fault("#/note", "укажите причину", "is missing: give the reason")])
            }
            let settings = try call.services.appSettings.of(Cruise.app, on: connection)
            let needsApproval = settings.bool("refunds_by_two")
            let all = try connection.refundable(order.id).reduce(0) { $0 + $1.kopecks }
            let kopecks = call.values.integer("kopecks") ?? all
            guard kopecks > 0 else { throw RefundFailure.tooMuch(0) }
            try connection.addRefunds(
                kopecks,
                of: order,
                reason,
                by: .staff(call.author),
                needsApproval: needsApproval,
                at: now
            )
            try call.signature.record(
                .cruiseRefundAsked,
                subject: call.id,
                detail: ["kopecks": .integer(kopecks)],
                on: connection
            )
            return needsApproval
        }
        return ResourceOutcome(
            needsApproval
                ? Localized("Возврат ждёт согласования", "The refund waits for approval")
                : Localized("Возврат отправляется в банк", "The refund goes to the bank"),
            id: call.id
        )
    }

    private static let approval = ResourceAction(
        "approve",
        Localized("Согласовать", "Approve"),
        right: .writePeople,
        isPrimary: true,
        isOffered: { state(of: $0) == .asked }
    ) { call in
        try await decide(call, .asked, .due, .cruiseRefundApproved)
        return Localized("Возврат отправляется в банк", "The refund goes to the bank")
    }

    private static let refusal = ResourceAction(
        "refuse",
        Localized("Отклонить", "Refuse"),
        right: .writePeople,
        question: Localized(
            "Деньги не вернутся. Попросить о возврате можно снова.",
            "No money is returned. A refund can be asked for again."
        ),
        isOffered: { state(of: $0) == .asked }
    ) { call in
        try await decide(call, .asked, .refused, .cruiseRefundRefused)
        return Localized("Возврат отклонён", "The refund is refused")
    }

    private static let repetition = ResourceAction(
        "retry",
        Localized("Попробовать снова", "Try again"),
        right: .writePeople,
        isOffered: { state(of: $0) == .failed }
    ) { call in
        try await decide(call, .failed, .due, .cruiseRefundRetried)
        return Localized("Возврат отправляется в банк", "The refund goes to the bank")
    }

    // MARK: Parts

    private static func state(of row: ResourceRow) -> PaymentRefund.State? {
        let state = CruiseRefunds.resource.value(CruiseRefunds.state, of: row).string
        return state.flatMap(PaymentRefund.State.init(rawValue:))
    }

    private static func decide(
        _ call: ResourceAction.Call,
        _ from: PaymentRefund.State,
        _ to: PaymentRefund.State,
        _ action: AuditAction
    ) async throws {
        let now = call.signature.at
        try await call.services.database.write { connection in
            guard let known = try connection.refund(call.id) else { throw CruiseRefunds.resource.notFound }
            // Every change of an order's money waits for its row.
            guard let order = try connection.lockedOrder(known.orderID),
                let refund = try connection.refund(call.id)
            else { throw CruiseRefunds.resource.notFound }
            guard refund.state == from else { throw RefundFailure.state(refund.state) }
            if action == .cruiseRefundApproved, refund.askedByID == call.author.staffID {
                throw RefundFailure.ownRequest
            }
            if from == .failed {
                let free = try connection.refundable(order.id).first { $0.payment.id == refund.paymentID }
                guard let free, refund.kopecks <= free.kopecks else {
                    throw RefundFailure.tooMuch(free?.kopecks ?? 0)
                }
            }
            try connection.send(
                """
                UPDATE cruise_refunds SET state = \(to.rawValue), decided_by = \(call.author.name),
                    decided_by_id = \(call.author.staffID), decided_at = \(now), tries = 0,
                    try_at = \(to == .due ? now : nil)
                WHERE id = \(call.id)
                """
            )
            try call.signature.record(
                action,
                subject: call.id,
                detail: ["kopecks": .integer(refund.kopecks)],
                on: connection
            )
        }
    }
}

/// Actions of staff on refunds.
extension AuditAction {
    static let cruiseRefundAsked = AuditAction(
        "cruise.refund-asked",
        Localized("запрошен возврат", "asked for a refund")
    )
    static let cruiseRefundApproved = AuditAction(
        "cruise.refund-approved",
        Localized("возврат согласован", "approved a refund")
    )
    static let cruiseRefundRefused = AuditAction(
        "cruise.refund-refused",
        Localized("возврат отклонён", "refused a refund")
    )
    static let cruiseRefundRetried = AuditAction(
        "cruise.refund-retried",
        Localized("возврат повторён", "tried a refund again")
    )
}
