import Core
import Storage

/// A promo code, as staff have made it (C155).
struct CruisePromo: Sendable {
    static let codeLengthMax = 40
    static let sumMax: Int64 = 10_000_000_00

    let id: String
    let code: String
    let worth: OrderPricing.Promo
    let startsAt: Timestamp?
    let endsAt: Timestamp?
    let usesMax: Int64?
    let userUsesMax: Int64?
    let used: Int64
    let isDisabled: Bool

    init(_ row: Row) throws {
        id = try row.get("id")
        code = try row.get("code")
        let value: Int64 = try row.get("value")
        worth = try row.get("kind", as: String.self) == "percent" ? .percent(value) : .sum(value)
        startsAt = try row.get("starts_at")
        endsAt = try row.get("ends_at")
        usesMax = try row.get("uses_max")
        userUsesMax = try row.get("user_uses_max")
        used = try row.get("used")
        isDisabled = try row.get("is_disabled")
    }

    /// The code as it is kept: letters of any case and spaces around it make no difference.
    static func normalized(_ code: String) -> String? {
        let code = code.trimmingSpaces.uppercased()
        let isFine = code.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .otherLetter, .decimalNumber: true
            case _: "-_".unicodeScalars.contains(scalar)
            }
        }
        return isFine && 1...codeLengthMax ~= code.unicodeScalars.count ? code : nil
    }

    /// Why it cannot be used now; nil if only the number of its uses is in the way.
    fileprivate func refusal(at now: Timestamp) -> String? {
        if isDisabled { return "The promo code is not valid." }
        if let startsAt, now < startsAt { return "The promo code is not valid yet." }
        if let endsAt, endsAt < now { return "The promo code has expired." }
        return nil
    }
}

extension Connection {
    /// Uses a promo code for an order of a user, or throws why it cannot be used (C106).
    ///
    /// The statement counts only while the limit is not reached, and locks the code: the uses of one user are counted
    /// one after another.
    func usePromo(
        _ code: String,
        for orderID: String,
        by userID: String?,
        at now: Timestamp
    ) throws -> CruisePromo {
        guard let code = CruisePromo.normalized(code) else { throw CruiseError.unknownPromo }
        let counted = try rows(
            """
            UPDATE cruise_promos SET used = used + 1
            WHERE code = \(code) AND is_disabled = \(false) AND (starts_at IS NULL OR starts_at <= \(now))
                AND (ends_at IS NULL OR ends_at >= \(now)) AND (uses_max IS NULL OR used < uses_max)
            RETURNING *
            """
        ).first
        guard let promo = try counted.map(CruisePromo.init) else {
            let known = try rows("SELECT * FROM cruise_promos WHERE code = \(code)").first.map(
                CruisePromo.init
            )
            guard let known else { throw CruiseError.unknownPromo }
            throw CruiseError.bad(known.refusal(at: now) ?? "The promo code has been used up.")
        }
        if let most = promo.userUsesMax {
            let row = try rows(
                """
                SELECT count(*) AS count FROM cruise_promo_uses
                WHERE promo_id = \(promo.id) AND user_id = \(userID) AND released_at IS NULL
                """
            ).first
            guard try row?.get("count", as: Int64.self) ?? 0 < most else {
                throw CruiseError.bad("You have used the promo code already.")
            }
        }
        try send(
            """
            INSERT INTO cruise_promo_uses (order_id, promo_id, user_id, at)
            VALUES (\(orderID), \(promo.id), \(userID), \(now))
            """
        )
        return promo
    }

    /// Gives the use of the code of an order back.
    func releasePromo(of orderID: String, at now: Timestamp) throws {
        let released = try rows(
            """
            UPDATE cruise_promo_uses SET released_at = \(now) WHERE order_id = \(orderID) AND released_at IS NULL
            RETURNING promo_id
            """
        )
        for row in released {
            let id: String = try row.get("promo_id")
            try send("UPDATE cruise_promos SET used = used - 1 WHERE id = \(id)")
        }
    }
}

extension CruiseError {
    static let unknownPromo = bad("The promo code is not valid.")
}
