import Core
import Storage
import Web

/// An action of staff on one user, in one transaction with its audit entry.
struct UserAct: PersonAct {
    let user: MallUser
    let signature: AuditSignature

    private var now: Timestamp { signature.at }

    private func record(_ action: AuditAction, _ detail: JSON = [:], on connection: any Connection) throws {
        try signature.record(action, subject: user.id, detail: detail, on: connection)
    }

    /// Saves an edit; the audit names the changed fields, never their values.
    func edit(_ edit: UserEdit, on connection: any Connection) throws {
        var changed: [String] = []
        if let name = edit.name, name != user.name { changed.append("name") }
        if let email = edit.email, email != user.email { changed.append("email") }
        guard !changed.isEmpty else { return }
        var members: [String: JSON] = [:]
        members["name"] = edit.name.map { .string($0) }
        members["email"] = edit.email.map { .string($0) }
        try connection.apply(try ProfileChanges(MallBody(members), at: now), to: user.id, at: now)
        try record(.personChanged, ["fields": .array(changed.map { .string($0) })], on: connection)
    }

    /// Ends the session and refuses the next one (M134).
    func block(_ reason: String, on connection: any Connection) throws {
        try connection.send(
            """
            UPDATE mall_users SET blocked_at = coalesce(blocked_at, \(now)), block_reason = \(reason) WHERE id = \(user.id)
            """
        )
        try connection.endMallSession(of: user.id, at: now)
        try record(.personBlocked, ["reason": .string(reason)], on: connection)
    }

    func unblock(on connection: any Connection) throws {
        guard user.blockedAt != nil else { return }
        try connection.send(
            "UPDATE mall_users SET blocked_at = NULL, block_reason = NULL WHERE id = \(user.id)"
        )
        try record(.personUnblocked, on: connection)
    }

    func signOut(on connection: any Connection) throws {
        try connection.endMallSession(of: user.id, at: now)
        try record(.personSignedOut, on: connection)
    }

    /// Erases all personal data permanently; records of points, purchases and payments stay without a name.
    func erase(on connection: any Connection) throws {
        try connection.endMallSession(of: user.id, at: now)
        try connection.forgetNumbers(of: user)
        try connection.forgetReviews(of: user.id)
        // Undo data contains the previous values.
        try connection.send(
            "DELETE FROM notices WHERE CAST(calls AS TEXT) LIKE \("%\(user.id)%")"
        )
        // A later user of the device keeps their data on it.
        try connection.send(
            """
            UPDATE mall_devices SET push_token = NULL, idfa = NULL, mac_address = NULL, updated_at = \(now)
            WHERE id IN (SELECT device_id FROM mall_bindings WHERE user_id = \(user.id)) AND user_id IS NULL
            """
        )
        try connection.send(
            """
            UPDATE mall_users SET phone = NULL, name = NULL, email = NULL, gender = NULL, date_birth = NULL,
                have_kids = NULL, block_reason = NULL, search = '', token_hash = NULL, erased_at = \(now)
            WHERE id = \(user.id)
            """
        )
        try record(.personErased, on: connection)
    }
}

extension Connection {
    /// Deletes the texts of a user's reviews, and the mails with them; the ratings stay.
    fileprivate func forgetReviews(of userID: String) throws {
        try send(
            """
            DELETE FROM outbox WHERE id IN (
                SELECT message_id FROM mall_reviews WHERE user_id = \(userID) AND message_id IS NOT NULL
            )
            """
        )
        try send(
            "UPDATE mall_reviews SET text = NULL, message_id = NULL WHERE user_id = \(userID)"
        )
    }
}
