import Core
import Hummingbird
import Storage
import Web

/// `auth/login`, `auth/logout` and `auth/check` (A46–A53).
struct AccountSignInRoutes: Sendable {
    /// The lifetime of a token (A49).
    fileprivate static let tokenAge: Duration = .seconds(24 * 3600)

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("auth/login") { request, context in
            try await logIn(AccountBody(request), context)
        }
        group.post("auth/logout") { request, _ in try await logOut(request) }
        group.get("auth/check") { request, _ in try await tellWhetherLive(request) }
    }

    /// JSON, because clients parse these two responses (A52); clients that read text look for `ok` in it.
    private static let ok = PublicAnswer { json in json.string("ok") }

    private func logOut(_ request: Request) async throws -> Response {
        try await services.ofAccount(request) { account, connection in
            try connection.endAccountSession(of: account.id)
        }
        return .personal(Self.ok)
    }

    private func tellWhetherLive(_ request: Request) async throws -> Response {
        _ = try await AccountGate(services: services).account(request)
        return .personal(Self.ok)
    }

    private func logIn(_ body: AccountBody, _ context: WebContext) async throws -> Response {
        guard let login = try body.text("login", lengthMax: Limits.emailLengthMax),
            let password = try body.secret("password")
        else { throw AccountRefusal.noCredentials }
        let attempt = AccountSignIn(login: login, address: context.address, at: services.now())
        let passwords = services.passwords
        let token = try await passwords.admit { try await check(attempt, password) }
        return .personal(PublicAnswer { json in json.object { $0.member("token", token.text) } })
    }

    /// Counts the attempt before the check; an unknown user costs as much time as a wrong password.
    private func check(_ attempt: AccountSignIn, _ password: String) async throws -> AccountToken {
        let services = services
        let (candidate, isHinting) = try await services.writeLimited { connection in
            let candidate = try connection.signInCandidate(attempt)
            try attempt.limits(candidate).count(at: attempt.at, on: connection)
            let settings = try services.appSettings.of("accounts", on: connection)
            return (candidate, settings.bool("login_hints"))
        }
        if let token = try await signIn(attempt, candidate, password) { return token }
        // The hash may have changed meanwhile: the same sign-in, sent twice, makes a temporary password the password.
        let changed = try await services.database.read { try $0.signInCandidate(attempt) }
        if changed?.account.passwordHash != candidate?.account.passwordHash,
            let token = try await signIn(attempt, changed, password)
        {
            return token
        }
        guard isHinting else { throw AccountRefusal.wrongSignIn }
        throw candidate == nil
            ? AccountRefusal.unknownLogin(attempt.login) : AccountRefusal.wrongPassword
    }

    /// Nil if the password is wrong, or was changed during the check.
    private func signIn(
        _ attempt: AccountSignIn,
        _ candidate: AccountSignIn.Candidate?,
        _ password: String
    ) async throws -> AccountToken? {
        let isRight = await services.passwords.matches(password, candidate?.account.passwordHash)
        let spare = candidate?.spares.first { $0.matches(password) }
        guard let candidate, isRight || spare != nil else { return nil }
        // The first use of a temporary password makes it the password, so it is hashed as one; a hash of
        // another cost is replaced too.
        let isOutdated = services.passwords.isOutdated(candidate.account.passwordHash)
        let hash = isRight && !isOutdated ? nil : try await services.passwords.hash(password)
        return try await start(attempt, candidate, spare, hash)
    }

    /// Nil if the password was changed during the check.
    private func start(
        _ attempt: AccountSignIn,
        _ candidate: AccountSignIn.Candidate,
        _ spare: TemporaryPassword?,
        _ hash: PasswordHash?
    ) async throws -> AccountToken? {
        let token = AccountToken(random: services.random)
        return try await services.writeLimited { connection -> AccountToken? in
            guard let account = try connection.lockedAccount(candidate.account.id) else { return nil }
            if let spare, let hash {
                let spares = try connection.accountSpares(of: account.id, at: attempt.at)
                guard spares.contains(spare) else { return nil }
                guard !account.isBlocked else { throw AccountRefusal.blockedAccount }
                try connection.setAccountPassword(hash, of: account.id)
                try connection.logAccountEvent(
                    .password,
                    Localized(
                        "Вход с новым паролем, прежний больше не действует",
                        "Signed in with the new password; the old one is void"
                    ),
                    of: account,
                    at: attempt.at
                )
            } else {
                guard account.passwordHash == candidate.account.passwordHash else { return nil }
                guard !account.isBlocked else { throw AccountRefusal.blockedAccount }
                if let hash { try connection.rehashAccountPassword(hash, of: account.id) }
            }
            try connection.startAccountSession(of: account.id, token, at: attempt.at)
            try connection.logAccountEvent(.signIn, AccountEvent.signedIn, of: account, at: attempt.at)
            try attempt.forgive(candidate, on: connection)
            return token
        }
    }
}

/// An attempt to sign in.
struct AccountSignIn: Sendable {
    struct Candidate: Sendable {
        let account: Account
        let spares: [TemporaryPassword]
    }

    let login: String
    let address: String
    let at: Timestamp

    /// Attempts of one user count together under any login; attempts from other addresses do not count.
    func limits(_ candidate: Candidate?) -> [AttemptLimit] {
        [limit(candidate), AccountLimits.signIns(from: address)]
    }

    private func limit(_ candidate: Candidate?) -> AttemptLimit {
        let name = AccountPhone(login)?.digits ?? Account.loginKey(login)
        return AccountLimits.signIn(candidate?.account.id ?? name, from: address)
    }

    func forgive(_ candidate: Candidate, on connection: any Connection) throws {
        try limit(candidate).clear(on: connection)
        try AccountLimits.signIns(from: address).forgive(on: connection)
    }
}

extension Connection {
    fileprivate func signInCandidate(_ attempt: AccountSignIn) throws -> AccountSignIn.Candidate? {
        try account(named: attempt.login).map { account in
            AccountSignIn.Candidate(
                account: account,
                spares: try accountSpares(of: account.id, at: attempt.at)
            )
        }
    }

    /// Replaces the token: there is one session at a time (A50).
    func startAccountSession(of id: String, _ token: AccountToken, at now: Timestamp) throws {
        try send(
            """
            UPDATE accounts_users SET token_hash = \(token.digest),
                token_until = \(now.advanced(by: AccountSignInRoutes.tokenAge)), signed_in_at = \(now)
            WHERE id = \(id)
            """
        )
    }
}
