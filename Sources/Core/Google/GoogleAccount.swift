import FoundationEssentials
import Storage

/// A Google service account, read from its key file.
package struct GoogleAccount: Sendable, Hashable {
    private static let keySizeMax = 64 << 10

    package let email: String
    package let tokenURL: String
    let keyID: String?
    private let key: String

    /// Throws a sentence that names the missing member, and no value of the file.
    package init(file bytes: [UInt8]) throws(GoogleFault) {
        let json: JSON
        do throws(Problem) {
            json = try JSON(parsing: bytes)
        } catch {
            throw Self.broken("это не JSON", "it is not JSON")
        }
        guard json["type"] == nil || json["type"] == "service_account" else {
            throw Self.broken("это не ключ сервисного аккаунта", "it is not the key of a service account")
        }
        email = try Self.text("client_email", json)
        guard email.contains("@") else { throw Self.broken("нет client_email", "client_email is no address") }
        tokenURL = try Self.text("token_uri", json)
        guard Self.isSafe(tokenURL) else {
            throw Self.broken("token_uri — не https", "token_uri must be an https address")
        }
        key = try Self.text("private_key", json)
        guard RS256.isKey(key) else {
            throw Self.broken("private_key не прочитать", "private_key cannot be read")
        }
        keyID = json["private_key_id"]?.string
    }

    /// Loads the key file of a project from a folder: `<project>.json`.
    package static func load(project: String, from folder: String?) throws(GoogleFault) -> GoogleAccount {
        guard let folder else {
            throw .refused(
                "Папка ключей не задана: настройка google_keys.",
                "No folder of keys is set: the setting google_keys."
            )
        }
        // The name is part of a path.
        guard project.isProjectName() else {
            throw .refused("Такого проекта Firebase нет.", "There is no such Firebase project.")
        }
        let name = "\(project).json"
        guard let file = OpenFile(reading: "\(folder)/\(name)") else {
            throw .refused("Нет файла ключа \(name).", "There is no key file \(name).")
        }
        let bytes = (try? file.read(upTo: Self.keySizeMax + 1)) ?? []
        guard bytes.count <= Self.keySizeMax else {
            throw broken("файл слишком большой", "the file is too large")
        }
        return try GoogleAccount(file: bytes)
    }

    /// An id of the account without anything secret.
    var id: String { "\(email) \(tokenURL) \(SHA256.hex(key.utf8))" }

    /// A JSON Web Token (RFC 7519) that requests the scope for an hour, signed with RS256 (RFC 7515).
    func assertion(scope: String, at now: Timestamp) throws(GoogleFault) -> String {
        var header: [String: JSON] = ["alg": "RS256", "typ": "JWT"]
        if let keyID { header["kid"] = .string(keyID) }
        let claims: JSON = [
            "iss": .string(email), "scope": .string(scope), "aud": .string(tokenURL),
            "iat": .integer(now.seconds), "exp": .integer(now.seconds + Self.life),
        ]
        return try JWT.signed(.object(header), claims, pem: key)
    }

    private static let life: Int64 = 3_600

    private static func text(_ name: String, _ json: JSON) throws(GoogleFault) -> String {
        guard let text = json[name]?.string, !text.isEmpty else {
            throw broken("нет \(name)", "\(name) is missing")
        }
        return text
    }

    /// True for https or this machine only, because the assertion can be exchanged for a token.
    private static func isSafe(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url), let host = parts.host else { return false }
        return parts.scheme == "https"
            || parts.scheme == "http" && ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    }

    private static func broken(_ ru: String, _ en: String) -> GoogleFault {
        .refused("Файл ключа не годится: \(ru).", "The key file is of no use: \(en).")
    }
}

/// Omits the key from every text that may be logged.
extension GoogleAccount: CustomStringConvertible, CustomReflectable {
    package var description: String { email }
    package var customMirror: Mirror { Mirror(self, children: ["email": email]) }
}

extension String {
    /// True if the text is a Firebase project id: lower-case letters, digits and hyphens, starting with a letter.
    package func isProjectName(_ lengths: ClosedRange<Int> = 4...30) -> Bool {
        guard let first = utf8.first, 97...122 ~= first, lengths ~= utf8.count else { return false }
        return utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 || $0 == 45 }
    }
}

/// JSON Web Tokens in the compact form (RFC 7515 §7.1).
package enum JWT {
    package static func signed(_ header: JSON, _ claims: JSON, pem: String) throws(GoogleFault) -> String {
        let body = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
        guard let signature = RS256.sign(Array(body.utf8), pem: pem) else {
            throw .refused("Ключом нельзя подписать.", "The key cannot sign.")
        }
        return body + "." + Base64URL.encode(signature)
    }
}
