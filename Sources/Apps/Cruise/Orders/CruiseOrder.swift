import Core
import Storage

/// An order as the database keeps it.
struct CruiseOrder: Sendable {
    let id: String
    /// By which people know it.
    let number: Int64
    /// Nil once the user has been erased.
    let userID: String?
    let cruiseID: String
    /// The cruise as it was sold.
    let cruise: CruiseSnapshot
    let kind: CruiseKind
    let startsAt: Timestamp
    let endsAt: Timestamp
    let status: OrderStatus
    let closeReason: CloseReason?
    let variant: OrderVariant
    let payPercent: Int64
    let discountPercent: Int64
    let portFee: Int64
    let vatPercent: Int64
    let cabinsSum: Int64
    let discountSum: Int64
    let taxSum: Int64
    let total: Int64
    let isOwnerOptions: Bool
    let contentDigest: [UInt8]
    let blockUntil: Timestamp?
    let sentAt: Timestamp?
    let answerAt: Timestamp?
    let createdAt: Timestamp

    init(_ row: Row) throws {
        id = try row.get("id")
        number = try row.get("number")
        userID = try row.get("user_id")
        cruiseID = try row.get("cruise_id")
        cruise = try CruiseSnapshot(json: JSON(parsing: row.get("cruise", as: String.self)))
        kind = try Self.known("kind", row)
        startsAt = try row.get("starts_at")
        endsAt = try row.get("ends_at")
        status = try Self.known("status", row)
        closeReason = try row.get("close_reason", as: String?.self).flatMap(CloseReason.init(rawValue:))
        variant = try Self.known("variant", row)
        payPercent = try row.get("pay_percent")
        discountPercent = try row.get("discount_percent")
        portFee = try row.get("port_fee")
        vatPercent = try row.get("vat_percent")
        cabinsSum = try row.get("cabins_sum")
        discountSum = try row.get("discount_sum")
        taxSum = try row.get("tax_sum")
        total = try row.get("total")
        isOwnerOptions = try row.get("is_owner_options")
        contentDigest = try row.get("content_digest")
        blockUntil = try row.get("block_until")
        sentAt = try row.get("sent_at")
        answerAt = try row.get("answer_at")
        createdAt = try row.get("created_at")
    }

    /// The least sum of a first payment.
    var prepayment: Int64 { OrderPricing.share(payPercent, of: total) }

    /// True if the order holds its cabins.
    var holdsCabins: Bool {
        switch status {
        case .new, .checking, .waitPay, .documents: true
        case .noCabins: false
        case .closed: closeReason.map { !$0.releases } ?? false
        }
    }

    private static func known<Kind: RawRepresentable<String>>(_ column: String, _ row: Row) throws -> Kind {
        let text: String = try row.get(column)
        guard let kind = Kind(rawValue: text) else { throw StorageError.column(column, "holds \(text)") }
        return kind
    }
}

extension Connection {
    func order(_ id: String) throws -> CruiseOrder? {
        try rows("SELECT * FROM cruise_orders WHERE id = \(id)").first.map(CruiseOrder.init)
    }

    /// The order, whose row is locked until the end of the transaction.
    ///
    /// Every change of an order, and every payment, starts with this: then the states that it sees stay as they are.
    func lockedOrder(_ id: String) throws -> CruiseOrder? {
        try rows("UPDATE cruise_orders SET updated_at = updated_at WHERE id = \(id) RETURNING *").first
            .map(CruiseOrder.init)
    }
}
