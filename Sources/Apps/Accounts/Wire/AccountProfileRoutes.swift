import Core
import Hummingbird
import Storage
import Web

/// `users/user`, `users/change` and `users/reset`: the user's own profile (A54–A58, A67–A75).
struct AccountProfileRoutes: Sendable {
    /// New passwords that one user may set in an hour.
    private static let passwordsMax: Int64 = 10

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get("users/user") { request, _ in try await show(request) }
        group.post("users/change") { request, _ in try await change(request) }
        group.post("users/reset") { request, _ in try await reset(request) }
    }

    private func show(_ request: Request) async throws -> Response {
        let (token, now) = (AccountToken(request.headers), services.now())
        let profile = try await services.database.read { connection -> AccountProfile? in
            guard let token, let account = try connection.account(token, at: now) else { return nil }
            return try connection.accountProfile(account)
        }
        guard let profile else { throw try await AccountGate(services: services).refusal() }
        return .personal(PublicAnswer(body: profile.json.bytes))
    }

    private func change(_ request: Request) async throws -> Response {
        // The token is checked before the body is read.
        _ = try await AccountGate(services: services).account(request)
        let changes = try AccountChanges(try await AccountBody(request), at: services.now())
        let (now, services) = (services.now(), services)
        try await services.ofAccount(request) { account, connection in
            try connection.apply(changes, to: account)
            if let email = changes.email, email != account.email {
                try connection.logAccountEvent(
                    .emailChange,
                    AccountEvent.emailChanged(from: account.email, to: email),
                    of: account,
                    at: now
                )
            }
            try awardProfile(account.id, at: now, on: connection)
        }
        return .personal(.text("ok"))
    }

    /// Records that the profile is complete, and awards the points for it, if any, once.
    private func awardProfile(_ id: String, at now: Timestamp, on connection: any Connection) throws {
        guard let account = try connection.account(id), account.profilePointsAt == nil,
            AccountProfile.fillFactor(of: account) == 100
        else { return }
        let settings = try services.appSettings.of("accounts", on: connection)
        try connection.send(
            "UPDATE accounts_users SET profile_points_at = \(now) WHERE id = \(id)"
        )
        try connection.awardAccount(
            settings.integer("points_profile"),
            to: account,
            for: .profile,
            at: now,
            random: services.random
        )
    }

    /// Changes the user's own password; generates one if none was sent.
    ///
    /// The token becomes void (A51).
    private func reset(_ request: Request) async throws -> Response {
        let account = try await AccountGate(services: services).account(request)
        let sent = try await AccountBody(request).secret("password")
        if let sent, !AccountPassword.isGood(sent) { throw AccountRefusal.badPassword }
        let password = sent ?? AccountPassword.make(services.random)
        let (now, services) = (services.now(), services)
        try await services.writeLimited { connection in
            try AccountLimits.hourly("passwords", of: account.id, Self.passwordsMax)
                .count(at: now, on: connection)
        }
        let passwords = services.passwords
        let hash = try await passwords.admit { try await passwords.hash(password) }
        try await services.ofAccount(request) { account, connection in
            try connection.setAccountPassword(hash, of: account.id)
            let text = Localized("Пароль изменён", "Password changed")
            try connection.logAccountEvent(.password, text, of: account, at: now)
        }
        return .personal(PublicAnswer { json in json.object { $0.member("password", password) } })
    }
}
