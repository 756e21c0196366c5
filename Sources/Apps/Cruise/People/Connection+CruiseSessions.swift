import Core
import Storage

/// Telephones on which one user is signed in; the newest sign-ins stay.
private let cruiseSessionsMax = 20

extension Connection {
    /// Signs a user in; nil if the user was blocked or erased meanwhile.
    ///
    /// The oldest sign-ins beyond `sessionsMax` end.
    func startCruiseSession(
        of userID: String,
        at now: Timestamp,
        until end: Timestamp,
        random: RandomBytes
    ) throws -> String? {
        let count = try execute(
            """
            UPDATE cruise_users SET signed_in_at = \(now)
            WHERE id = \(userID) AND blocked_at IS NULL AND erased_at IS NULL
            """
        )
        guard count == 1 else { return nil }
        let id = Identifier.new(at: now, random: random)
        try send(
            """
            INSERT INTO cruise_sessions (id, user_id, created_at, expires_at)
            VALUES (\(id), \(userID), \(now), \(end))
            """
        )
        try endCruiseSessions(
            where: """
                user_id = \(userID) AND id NOT IN (
                    SELECT id FROM cruise_sessions WHERE user_id = \(userID)
                    ORDER BY created_at DESC, id DESC LIMIT \(cruiseSessionsMax)
                )
                """
        )
        return id
    }

    /// Ends sign-ins and unbinds their devices; returns their number.
    ///
    /// The sign-ins are locked first, so that a device which one of them saves now is found.
    @discardableResult
    func endCruiseSessions(where condition: SQL) throws -> Int {
        try send("SELECT id FROM cruise_sessions WHERE \(condition) ORDER BY id \(locking("FOR UPDATE"))")
        try send(
            """
            UPDATE cruise_devices SET user_id = NULL, session_id = NULL, bound_at = NULL
            WHERE session_id IN (SELECT id FROM cruise_sessions WHERE \(condition))
            """
        )
        return try execute("DELETE FROM cruise_sessions WHERE \(condition)")
    }

    /// Signs a user out everywhere and unbinds all devices.
    func signOutCruiseUser(_ id: String) throws {
        try send("DELETE FROM cruise_sessions WHERE user_id = \(id)")
        try send(
            """
            UPDATE cruise_devices SET user_id = NULL, session_id = NULL, bound_at = NULL WHERE user_id = \(id)
            """
        )
    }
}
