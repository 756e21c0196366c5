import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The token of a session of the app; only its digest is stored.
struct AccountToken: Sendable, Hashable {
    let text: String

    var digest: [UInt8] { SHA256.digest(text.utf8) }

    /// A new token of 256 bits.
    init(random: RandomBytes) {
        text = Hex.encode(random(32))
    }

    /// Reads `Authorization: Bearer …`; nil if there is none, or it cannot be a token (A9).
    init?(_ headers: HTTPFields) {
        guard let text = Self.bearer(headers), text.utf8.count == 64,
            text.utf8.allSatisfy({ Hex.digit($0) != nil })
        else { return nil }
        self.text = text
    }

    /// The text after `Bearer`.
    static func bearer(_ headers: HTTPFields) -> String? {
        guard let line = headers[.authorization], line.lowercased().hasPrefix("bearer ") else { return nil }
        let text = line.dropFirst(7).filter { $0 != " " }
        return text.isEmpty ? nil : text
    }
}

extension Accounts {
    /// The id of the user, or of the member of staff, with this token.
    package func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String? {
        if let token = AccountToken(headers) {
            let now = services.now()
            return try await services.database.read { try $0.account(token, at: now)?.id }
        }
        guard let secret = AccountToken.bearer(headers) else { return nil }
        return try await services.staff.author(forToken: secret)?.staffID
    }
}

/// Authenticates requests before the body is read (A10).
struct AccountGate: Sendable {
    let services: Services

    /// The signed-in user; throws if there is none.
    func account(_ request: Request) async throws -> Account {
        let now = services.now()
        let token = AccountToken(request.headers)
        let account = try await services.database.read { connection in
            try token.flatMap { try connection.account($0, at: now) }
        }
        guard let account else { throw try await refusal() }
        return account
    }

    /// The member of staff with the token, with permission to read or to change people (accounts.md 6.15).
    ///
    /// Others get the response to a missing token.
    func author(_ request: Request, _ permission: Permission) async throws -> Author {
        guard let secret = AccountToken.bearer(request.headers),
            let author = try await services.staff.author(forToken: secret), author.may(permission)
        else { throw try await refusal() }
        return author
    }

    /// The refusal of a missing or expired token, with the status from the setting.
    func refusal() async throws -> Problem {
        let settings = try await services.appSettings.of("accounts")
        return AccountRefusal.noToken(status: settings.integer("token_error_status"))
    }
}

extension Connection {
    /// The user who is signed in with the token; nil if there is none.
    func account(_ token: AccountToken, at now: Timestamp) throws -> Account? {
        try account(
            where: "u.token_hash = \(token.digest) AND u.token_until > \(now) AND u.blocked_at IS NULL"
        )
    }

    /// Locks the user for a change, and checks the token again after the wait.
    func lockedAccount(_ token: AccountToken?, at now: Timestamp) throws -> Account? {
        guard let token, let found = try account(token, at: now), try lockedAccount(found.id) != nil else {
            return nil
        }
        return try account(token, at: now)
    }
}

extension Services {
    /// Changes the signed-in user in one transaction; throws if there is none.
    func ofAccount<R: Sendable>(
        _ request: Request,
        _ body: @escaping @Sendable (Account, any Connection) throws -> R
    ) async throws -> R {
        let (token, now) = (AccountToken(request.headers), now())
        let result = try await database.write { connection -> R? in
            guard let account = try connection.lockedAccount(token, at: now) else { return nil }
            return try body(account, connection)
        }
        guard let result else { throw try await AccountGate(services: self).refusal() }
        return result
    }
}
