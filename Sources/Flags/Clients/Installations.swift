import Core
import Storage

/// Issues ids and auth tokens for installations, like Firebase Installations (remote-config.md 3.2).
///
/// Nothing is stored: the token of an installation is signed.
package struct Installations: Sendable {
    private let secrets: SecretStore
    private let now: @Sendable () -> Timestamp
    private let random: RandomBytes

    package init(secrets: SecretStore, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        self.secrets = secrets
        self.now = now
        self.random = random
    }

    /// The requested id if it is valid (R81), or a new one.
    package func id(asked: String?) -> String {
        if let asked, Self.isID(asked) { return asked }
        var bytes = random(17)
        // The first four bits are 0111, so that an id begins with c, d, e or f.
        bytes[0] = 0b0111_0000 | bytes[0] & 0b0000_1111
        return String(Base64URL.encode(bytes).prefix(Self.idLength))
    }

    package func refreshToken(_ id: String, _ project: FlagProject) async throws -> String {
        let text = "refresh.\(project.number).\(id)"
        return "1_" + Base64URL.encode(HMAC.sha256(Array(text.utf8), key: try await secret()))
    }

    package func isRefreshToken(_ token: String, of id: String, in project: FlagProject) async throws -> Bool
    {
        let right = try await refreshToken(id, project)
        return isEqualInConstantTime(Array(token.utf8), Array(right.utf8))
    }

    /// A JSON Web Token (RFC 7519) that is valid for `Limits.installationTokenAge`.
    package func authToken(_ id: String, app: String, _ project: FlagProject) async throws -> String {
        let claims: JSON = [
            "appId": .string(app), "fid": .string(id), "projectNumber": .integer(project.number),
            "exp": .integer(now().advanced(by: Limits.installationTokenAge).seconds),
        ]
        let signed = Self.header + "." + Base64URL.encode(claims.bytes)
        return signed + "." + Base64URL.encode(HMAC.sha256(Array(signed.utf8), key: try await secret()))
    }

    /// Throws unless a token signed here identifies the installation (remote-config.md 6.7).
    package func require(_ token: String?, of id: String, in project: FlagProject) async throws {
        guard let token, token.utf8.count <= Limits.installationTokenLengthMax,
            let dot = token.lastIndex(of: "."),
            let signature = Base64URL.decode(String(token[token.index(after: dot)...]))
        else { throw Self.noToken }
        let signed = token[..<dot]
        let right = HMAC.sha256(Array(signed.utf8), key: try await secret())
        let parts = signed.split(separator: ".")
        guard isEqualInConstantTime(signature, right), parts.count == 2,
            let claims = Base64URL.decode(String(parts[1])).flatMap({ try? Claims(json: JSON(parsing: $0)) }),
            claims.id == id, claims.projectNumber == project.number, claims.expiresAt > now().seconds
        else { throw Self.noToken }
    }

    /// The part of an auth token that is checked.
    private struct Claims: JSONReadable {
        let id: String
        let projectNumber: Int64
        /// In seconds since 1970.
        let expiresAt: Int64

        init(json: JSON) throws(Fault) {
            id = try json.get("fid")
            projectNumber = try json.get("projectNumber")
            expiresAt = try json.get("exp")
        }
    }

    private func secret() async throws -> [UInt8] { try await secrets.secret("installations") }

    /// True for 22 characters of Base64URL that begin with c, d, e or f.
    private static func isID(_ text: String) -> Bool {
        guard text.utf8.count == idLength, let first = text.utf8.first, 99...102 ~= first else {
            return false
        }
        return text.utf8.allSatisfy {
            48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
    }

    private static let idLength = 22
    private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    private static let noToken = Problem(
        .unauthenticated,
        Localized("Установка не подтверждена.", "The installation is not confirmed.")
    )
}
