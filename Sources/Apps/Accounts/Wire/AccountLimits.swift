import Core
import Storage
import Web

/// The rate limits of this app.
///
/// Requests without a token are counted by client address, so that a stranger cannot use up a user's own limit.
enum AccountLimits {
    /// Code requests for a phone in a day; no limit in test mode, or if phones have no limit.
    static let codesPerDay: Int64 = 15
    static let day: Duration = .seconds(24 * 3600)
    /// Wrong passwords for one user from one address, and for all users from one address, in `signInWindow`.
    private static let signInFailuresMax: Int64 = 10
    private static let signInAddressMax: Int64 = 100
    /// Restores for one user from one address, for one user, and from one address, in an hour.
    private static let restoresMax: Int64 = 3
    private static let restoresOfUserMax: Int64 = 15
    private static let restoresFromAddressMax: Int64 = 30

    private static let hour: Duration = .seconds(3600)

    /// The limits of code requests, successful or refused: for the phone, from the address, and for the phone in a day.
    ///
    /// The daily limit is off if the phone limit is off, and in test mode, which sends nothing.
    static func codes(_ phone: AccountPhone, from address: String, _ policy: CodePolicy) -> [AttemptLimit] {
        let window = Limits.codeWindow
        let ofPhone = policy.phoneMax == 0 ? .max : policy.phoneMax
        let fromAddress = policy.addressMax == 0 ? .max : policy.addressMax
        let place = NetworkAddress.limited(address)
        let day = Self.day
        let limits = [
            AttemptLimit(key: "accounts-ask:phone:\(phone.digits)", countMax: ofPhone, window: window),
            AttemptLimit(key: "accounts-ask:address:\(place)", countMax: fromAddress, window: window),
        ]
        guard policy.phoneMax != 0, !policy.isTest else { return limits }
        let daily = AttemptLimit(key: dayKey(phone), countMax: Self.codesPerDay, window: day)
        return limits + [daily]
    }

    private static func dayKey(_ phone: AccountPhone) -> String { "accounts-ask:day:\(phone.digits)" }

    /// The keys to reset when a number is freed for another test.
    static func keys(of phone: AccountPhone) -> [String] {
        let engine = "code:accounts:\(CodePurpose.registration.name):phone:\(phone.international)"
        return ["accounts-ask:phone:\(phone.digits)", dayKey(phone), engine]
    }

    /// Wrong passwords of one user from one address.
    static func signIn(_ who: String, from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-sign-in:\(NetworkAddress.limited(address)):\(who)",
            countMax: Self.signInFailuresMax,
            window: Limits.signInWindow
        )
    }

    /// Wrong passwords of all users from one address.
    static func signIns(from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-sign-in:address:\(NetworkAddress.limited(address))",
            countMax: Self.signInAddressMax,
            window: Limits.signInWindow
        )
    }

    /// Restores from one address, of known and unknown users.
    static func restores(from address: String) -> AttemptLimit {
        AttemptLimit(
            key: "accounts-restore-address:\(NetworkAddress.limited(address))",
            countMax: Self.restoresFromAddressMax,
            window: hour
        )
    }

    /// Restores of one user: from one address, and from all of them.
    static func restores(of id: String, from address: String) -> [AttemptLimit] {
        let place = NetworkAddress.limited(address)
        return [
            AttemptLimit(
                key: "accounts-restore:\(id):\(place)",
                countMax: Self.restoresMax,
                window: hour
            ),
            AttemptLimit(
                key: "accounts-restore:\(id)",
                countMax: Self.restoresOfUserMax,
                window: hour
            ),
        ]
    }

    /// Requests of one signed-in user in an hour.
    static func hourly(_ what: String, of id: String, _ countMax: Int64) -> AttemptLimit {
        AttemptLimit(key: "accounts-\(what):\(id)", countMax: countMax, window: hour)
    }
}

extension Services {
    /// Runs one transaction; every exceeded limit gets the one text of the contract (accounts.md 6.13).
    func writeLimited<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await limited { try await database.write(body) }
    }

    func limited<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let problem as Problem where problem.kind == .limited {
            throw AccountRefusal.limited(problem)
        }
    }
}

extension AccountRefusal {
    /// The one text of the contract for an exceeded limit.
    static func limited(_ problem: Problem) -> Problem {
        Problem(.invalid, tooOften.detail, retryAfter: problem.retryAfter)
    }
}
