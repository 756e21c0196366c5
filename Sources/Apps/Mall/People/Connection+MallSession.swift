import Core
import Storage

extension Connection {
    /// Adds an account for a phone; false if there is one already.
    func addMallUser(_ phone: PhoneNumber, at now: Timestamp, random: RandomBytes) throws -> Bool {
        if try !rows("SELECT id FROM mall_users WHERE phone = \(phone.description)").isEmpty { return false }
        let id = Identifier.new(at: now, random: random)
        try openPointsAccount(id, of: "mall", at: now)
        // On a conflict a concurrent request has taken the phone, or the referral code is taken.
        for _ in 0..<Self.referralDraws {
            let code = random.characters(5, of: Self.referralAlphabet)
            let added = try execute(
                """
                INSERT INTO mall_users (id, phone, referral_code, created_at, search)
                VALUES (\(id), \(phone.description), \(code), \(now), \(PeopleSearch.text(phone: phone)))
                ON CONFLICT DO NOTHING
                """
            )
            if added == 1 { return true }
            if try !rows("SELECT id FROM mall_users WHERE phone = \(phone.description)").isEmpty {
                try send("DELETE FROM points_accounts WHERE id = \(id)")
                return false
            }
        }
        throw StorageError.other("no referral code is free")
    }

    /// Signs a user in on a device, and out on all others.
    func startMallSession(
        of userID: String,
        on device: MallDevice,
        _ token: MallToken,
        at now: Timestamp
    ) throws {
        if let other = device.userID, other != userID { try endMallSession(of: other, at: now) }
        try unbindMallDevices(of: userID, besides: device.id, at: now)
        try send(
            """
            UPDATE mall_devices SET user_id = \(userID), bound_at = \(now), updated_at = \(now) WHERE id = \(device.id)
            """
        )
        try send(
            """
            INSERT INTO mall_bindings (user_id, device_id, first_at, last_at) VALUES (\(userID), \(device.id), \(now), \(now))
            ON CONFLICT (user_id, device_id) DO UPDATE SET last_at = excluded.last_at, ended_at = NULL
            """
        )
        try send(
            """
            UPDATE mall_users SET token_hash = \(token.digest), signed_in_at = \(now),
                confirmed_at = coalesce(confirmed_at, \(now))
            WHERE id = \(userID)
            """
        )
    }

    /// Voids the token of a user and unbinds the device.
    func endMallSession(of userID: String, at now: Timestamp) throws {
        try send("UPDATE mall_users SET token_hash = NULL WHERE id = \(userID)")
        try unbindMallDevices(of: userID, at: now)
    }

    private func unbindMallDevices(
        of userID: String,
        besides deviceID: String? = nil,
        at now: Timestamp
    ) throws {
        let others: SQL = deviceID.map { "AND device_id <> \($0)" } ?? ""
        try send(
            "UPDATE mall_bindings SET ended_at = \(now) WHERE user_id = \(userID) AND ended_at IS NULL \(others)"
        )
        let other: SQL = deviceID.map { "AND id <> \($0)" } ?? ""
        try send(
            """
            UPDATE mall_devices SET user_id = NULL, bound_at = NULL, updated_at = \(now)
            WHERE user_id = \(userID) \(other)
            """
        )
    }

    /// Letters and digits without those that look alike: 550 million codes.
    private static var referralAlphabet: String { "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789" }
    private static var referralDraws: Int { 20 }
}
