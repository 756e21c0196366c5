import Core
import Storage

/// A temporary password that a user has requested and not used yet.
///
/// It is long enough for a plain digest, so that a sign-in can be checked against several.
struct TemporaryPassword: Sendable, Hashable {
    let id: String
    private let salt: [UInt8]
    private let hash: [UInt8]

    init(_ password: String, at now: Timestamp, random: RandomBytes) {
        id = Identifier.new(at: now, random: random)
        salt = random(16)
        hash = HMAC.sha256(Array(password.utf8), key: salt)
    }

    init(_ row: Row) throws {
        id = try row.get("id")
        salt = try row.get("salt")
        hash = try row.get("hash")
    }

    func matches(_ password: String) -> Bool {
        isEqualInConstantTime(HMAC.sha256(Array(password.utf8), key: salt), hash)
    }

    func keep(for userID: String, at now: Timestamp, on connection: any Connection) throws {
        try connection.send(
            """
            INSERT INTO accounts_spares (id, user_id, salt, hash, created_at, expires_at)
            VALUES (\(id), \(userID), \(salt), \(hash), \(now), \(now.advanced(by: Limits.accountSpareAge)))
            """
        )
    }
}

extension Connection {
    /// The valid temporary passwords: several, so that another request does not void one that was sent.
    func accountSpares(of id: String, at now: Timestamp) throws -> [TemporaryPassword] {
        try rows(
            """
            SELECT id, salt, hash FROM accounts_spares WHERE user_id = \(id) AND expires_at > \(now)
            ORDER BY created_at, id
            """
        ).map(TemporaryPassword.init)
    }
}
