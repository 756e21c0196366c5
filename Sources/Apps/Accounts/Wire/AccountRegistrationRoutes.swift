import Core
import Hummingbird
import Storage
import Web

/// `users/register`, and `auth/registration` for the web client (A29–A45).
struct AccountRegistrationRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        for path in ["users/register", "auth/registration"] {
            group.post(RouterPath(path)) { request, context in
                try await register(AccountBody(request), context)
            }
        }
    }

    private func register(_ body: AccountBody, _ context: WebContext) async throws -> Response {
        let registration = try AccountRegistration(body, at: services.now())
        let address = context.address
        try await requireSound(registration, from: address)
        let password = registration.password ?? AccountPassword.make(services.random)
        // A tenth of a second of work, so that it comes after everything that is cheap to check.
        let passwords = services.passwords
        let hash = try await passwords.admit { try await passwords.hash(password) }
        try await make(registration, password, hash, from: address)
        services.courier.wake()
        return .personal(
            PublicAnswer { json in
                json.object { json in
                    json.member("login", JSON(registration.login))
                    json.member("password", password)
                }
            }
        )
    }

    /// Counts a wrong code, and throws what stands against the registration.
    private func requireSound(_ registration: AccountRegistration, from address: String) async throws {
        let (now, services) = (services.now(), services)
        let fault = try await services.writeLimited { connection -> Problem? in
            let settings = try services.appSettings.of("accounts", on: connection)
            guard
                try connection.isRight(registration, settings, from: address, isUsedUp: false, at: now)
            else { return AccountRefusal.wrongCode }
            return try connection.fault(of: registration)
        }
        if let fault { throw fault }
    }

    /// The code is used up by a success alone; of a failure nothing is left but a counted guess.
    private func make(
        _ registration: AccountRegistration,
        _ password: String,
        _ hash: PasswordHash,
        from address: String
    ) async throws {
        let (now, services) = (services.now(), services)
        let fault = try await services.writeLimited { connection -> Problem? in
            let settings = try services.appSettings.of("accounts", on: connection)
            // Whoever registers the same phone at the same moment waits for the code, and finds it used.
            guard
                try connection.isRight(registration, settings, from: address, isUsedUp: false, at: now)
            else { return AccountRefusal.wrongCode }
            do {
                try connection.savepoint {
                    let random = services.random
                    let account = try connection.addAccount(registration, hash, at: now, random: random)
                    try connection.logAccountEvent(
                        .registration,
                        AccountEvent.registered(registration.phone.digits, registration.email),
                        of: account,
                        at: now
                    )
                    try connection.awardAccount(
                        settings.integer("points_registration"),
                        to: account,
                        for: .registration,
                        at: now,
                        random: random
                    )
                    let post = AccountMailer(settings, at: now, random: random)
                    try welcome(account, registration, password, post, on: connection)
                }
            } catch let problem as Problem {
                return problem
            }
            _ = try connection.isRight(registration, settings, from: address, isUsedUp: true, at: now)
            return nil
        }
        if let fault { throw fault }
    }

    /// A mail to the address that was given (A45); it holds the password only where they do not know it yet.
    ///
    /// Whoever has named none has the password from the answer: that of an old card may be another's by now.
    private func welcome(
        _ account: Account,
        _ registration: AccountRegistration,
        _ password: String,
        _ post: AccountMailer,
        on connection: any Connection
    ) throws {
        guard let email = registration.email else { return }
        let isMade = registration.password == nil
        try post.mail(
            .registration,
            to: email,
            [
                "name": registration.name, "login": account.login,
                "password": isMade ? password : "тот, что вы указали",
            ],
            secret: isMade ? password : nil,
            until: isMade ? post.now.advanced(by: Limits.accountSpareAge) : nil,
            on: connection
        )
    }
}
