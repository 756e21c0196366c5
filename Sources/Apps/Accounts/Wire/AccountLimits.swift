import Core
import Storage
import Web

/// How often things may be asked of this app; a stranger's asks are counted by where they come from, so that they
/// use up nothing of the person's own.
enum AccountLimits {
    private static let hour: Duration = .seconds(3600)

    /// Asks for codes, answered or refused: of the phone, from the address, and of the phone in a day.
    ///
    /// A day has none where the limit of a phone is switched off, nor in test mode, which sends nothing.
    static func codes(_ phone: AccountPhone, from address: String, _ policy: CodePolicy) -> [AttemptLimit] {
        let window = Limits.codeWindow
        let ofPhone = policy.phoneMax == 0 ? .max : policy.phoneMax
        let fromAddress = policy.addressMax == 0 ? .max : policy.addressMax
        let place = NetworkAddress.limited(address)
        let day = Limits.accountDay
        let limits = [
            AttemptLimit(key: "accounts-ask:phone:\(phone.digits)", countMax: ofPhone, window: window),
            AttemptLimit(key: "accounts-ask:address:\(place)", countMax: fromAddress, window: window),
        ]
        guard policy.phoneMax != 0, !policy.isTest else { return limits }
        let daily = AttemptLimit(key: dayKey(phone), countMax: Limits.accountCodesPerDay, window: day)
        return limits + [daily]
    }

    private static func dayKey(_ phone: AccountPhone) -> String { "accounts-ask:day:\(phone.digits)" }

    /// Those that a number is free of once it is freed for another test.
    static func keys(of phone: AccountPhone) -> [String] {
        let engine = "code:accounts:\(CodePurpose.registration.name):phone:\(phone.international)"
        return ["accounts-ask:phone:\(phone.digits)", dayKey(phone), engine]
    }

    /// Wrong passwords: of whom they are for, by where they come from.
    static func signIn(_ who: String, from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-sign-in:\(SHA256.hex(who.utf8)):\(NetworkAddress.limited(address))",
            countMax: Limits.accountSignInFailuresMax,
            window: Limits.signInWindow
        )
    }

    /// Wrong passwords from one address, whomever they are for.
    static func signIns(from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-sign-in:address:\(NetworkAddress.limited(address))",
            countMax: Limits.accountSignInAddressMax,
            window: Limits.signInWindow
        )
    }

    /// Restores from one address, of anybody, found or not.
    static func restores(from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-restore:address:\(NetworkAddress.limited(address))",
            countMax: Limits.accountRestoresFromAddressMax,
            window: hour
        )
    }

    /// Restores of one person: from one address, and from all of them.
    static func restores(of id: String, from address: String) -> [AttemptLimit] {
        let place = NetworkAddress.limited(address)
        return [
            AttemptLimit(
                key: "accounts-restore:\(id):\(place)",
                countMax: Limits.accountRestoresMax,
                window: hour
            ),
            AttemptLimit(
                key: "accounts-restore:\(id)",
                countMax: Limits.accountRestoresOfUserMax,
                window: hour
            ),
        ]
    }

    /// What one user does who is signed in.
    static func hourly(_ what: String, of id: String, _ countMax: Int64) -> AttemptLimit {
        AttemptLimit(key: "accounts-\(what):\(id)", countMax: countMax, window: hour)
    }
}

extension Services {
    /// One transaction, in which every limit has the one text of the contract (accounts.md 6.13).
    func writeLimited<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await limited { try await database.write(body) }
    }

    func limited<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let problem as Problem where problem.kind == .limited {
            throw Problem(.invalid, AccountRefusal.tooOften.detail, retryAfter: problem.retryAfter)
        }
    }
}
