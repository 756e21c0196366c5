import Core
import Storage

/// A JSON Web Token (RFC 7519) that names a user and a sign-in; always HS256, whatever its header claims.
struct CruiseToken: Sendable, Hashable {
    /// The name of its key in `SecretStore`.
    static let secretName = "cruise-jwt"
    private static let lengthMax = 2_000
    private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

    let userID: String
    let sessionID: String
    /// In seconds since 1970.
    let issuedAt: Int64
    let expiresAt: Int64

    func signed(with key: [UInt8]) -> String {
        let claims: JSON = [
            "sub": .string(userID), "jti": .string(sessionID), "iat": .integer(issuedAt),
            "exp": .integer(expiresAt),
        ]
        let signed = "\(Self.header).\(Base64URL.encode(claims.bytes))"
        return "\(signed).\(Base64URL.encode(HMAC.sha256(Array(signed.utf8), key: key)))"
    }

    init(userID: String, sessionID: String, issuedAt: Int64, expiresAt: Int64) {
        (self.userID, self.sessionID) = (userID, sessionID)
        (self.issuedAt, self.expiresAt) = (issuedAt, expiresAt)
    }

    /// Nil if the text is not a token that this key has signed, or if it has expired.
    init?(_ text: String, key: [UInt8], at now: Timestamp) {
        guard text.utf8.count <= Self.lengthMax else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // The header is compared, not read: a token cannot choose its algorithm.
        guard parts.count == 3, parts[0] == Self.header, let signature = Base64URL.decode(parts[2]) else {
            return nil
        }
        let expected = HMAC.sha256(Array("\(parts[0]).\(parts[1])".utf8), key: key)
        guard isEqualInConstantTime(signature, expected), let bytes = Base64URL.decode(parts[1]),
            let token = try? Self(claims: JSON(parsing: bytes)), now.seconds < token.expiresAt
        else { return nil }
        self = token
    }

    /// Reads claims whose signature was checked.
    private init(claims: JSON) throws(Fault) {
        userID = try claims.get("sub")
        sessionID = try claims.get("jti")
        issuedAt = try claims.get("iat")
        expiresAt = try claims.get("exp")
    }
}
