import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The token of a session: 64 hex characters (mall.md section 2); only its digest is stored.
struct MallToken: Sendable, Hashable {
    let text: String

    var digest: [UInt8] { SHA256.digest(text.utf8) }

    /// A new random token.
    init(random: RandomBytes) {
        text = Hex.encode(random(32))
    }

    /// Nil if the text cannot be a token.
    init?(_ text: String?) {
        guard let text, text.utf8.count == 64, text.utf8.allSatisfy({ Hex.digit($0) != nil }) else {
            return nil
        }
        self.text = text
    }

    /// Reads the header `token`, or else `Authorization: Bearer` (mall.md 6.7).
    init?(_ headers: HTTPFields) {
        if let token = headers[.token] {
            self.init(token)
        } else if let line = headers[.authorization], line.lowercased().hasPrefix("bearer ") {
            self.init(String(line.dropFirst(7)))
        } else {
            return nil
        }
    }
}

extension Mall {
    package func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String? {
        guard let token = MallToken(headers) else { return nil }
        return try await services.database.read { try $0.mallUser(token)?.id }
    }
}

extension Connection {
    /// The user who is signed in with the token; nil if there is none.
    func mallUser(_ token: MallToken) throws -> MallUser? {
        try mallUser(where: "u.token_hash = \(token.digest) AND u.blocked_at IS NULL AND u.erased_at IS NULL")
    }

    /// The user with the token, if it is the user of the path; else throws code 11 (mall.md 6.7).
    func mallUser(_ id: String?, _ token: MallToken?) throws -> MallUser {
        guard let id, let token, let user = try mallUser(token), user.id == id else {
            throw Problem.unknownUser
        }
        return user
    }

    /// Locks the user for a change, and checks the token again after the wait.
    ///
    /// With a friend's code it locks both accounts, because entering the code does.
    func lockedMallUser(
        _ id: String?,
        _ token: MallToken?,
        entering code: String? = nil
    ) throws -> MallUser {
        let user = try mallUser(id, token)
        try lockMallUsers([user.id, try code.flatMap { try inviter($0)?.id }])
        return try mallUser(id, token)
    }

    /// The user with the phone, locked in the same way; nil if there is none.
    func lockedMallUser(_ phone: PhoneNumber) throws -> MallUser? {
        let hasPhone: SQL = "u.phone = \(phone.description)"
        let answers = try rows(each: [
            "SELECT p.id FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE \(hasPhone) \(accountLock)",
            MallUser.select(where: hasPhone),
        ])
        guard let user = try answers[1].first.map(MallUser.init),
            // Else the phone went to another user during the wait.
            try answers[0].first?.get("id") == user.id
        else { return nil }
        return user
    }
}

extension Problem {
    /// The problem of an unknown user, or of another user's token (mall.md section 2).
    static var unknownUser: Problem {
        Problem(
            .unauthenticated,
            Localized("Пользователь не найден. Войдите ещё раз.", "The user was not found. Sign in again."),
            code: 11
        )
    }

    static var unknownDevice: Problem {
        Problem(
            .invalid,
            Localized("Устройство не зарегистрировано.", "The device is not registered."),
            code: 10
        )
    }
}
