import Core
import Storage
import Web

extension CruiseCall {
    /// Wrong promo codes of one user, and from one address, in an hour (decision 33).
    private static let wrongPromosMax: Int64 = 20
    private static let wrongPromosFromAddressMax: Int64 = 100

    /// Refuses a promo code that does not exist, and counts it, since a right guess is worth money (C178).
    ///
    /// Throws `.limited` after too many of them, for right codes, too.
    func requirePromo(_ code: String) async throws {
        let limits = [
            AttemptLimit(
                key: "cruise-promo:user:\(orders.userID)",
                countMax: Self.wrongPromosMax,
                window: .seconds(3600)
            ),
            AttemptLimit.hourly("cruise-promo", from: context.address, Self.wrongPromosFromAddressMax),
        ].compactMap { $0 }
        let (code, now) = (CruisePromo.normalized(code), orders.now)
        // A wrong code must be counted, so the transaction does not throw.
        let isKnown = try await services.database.write { connection -> Bool in
            try limits.count(at: now, on: connection)
            let rows = try connection.rows("SELECT id FROM cruise_promos WHERE code = \(code)")
            guard !rows.isEmpty else { return false }
            for limit in limits { try limit.forgive(on: connection) }
            return true
        }
        guard isKnown else { throw CruiseError.unknownPromo }
    }
}
