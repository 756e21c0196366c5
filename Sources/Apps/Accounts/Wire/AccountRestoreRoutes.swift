import Core
import Hummingbird
import Storage
import Web

/// `users/restore`: a temporary password by SMS or mail; the old one stays valid until the new one is used (A78–A85).
struct AccountRestoreRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("users/restore") { request, context in
            try await restore(AccountRestore(AccountBody(request)), context)
        }
    }

    private enum Outcome: Sendable {
        case refused(Problem)
        case sent(Sent)
    }

    private struct Sent: Sendable {
        /// The masked phone or address: its owner recognizes it, and others learn nothing.
        let target: String
        /// The id of an SMS in the outbox.
        let messageID: Int64?
        let accountID: String
        let spareID: String
        /// The ended session, to be restored if the SMS is refused.
        let session: AccountSession?
    }

    private func restore(_ ask: AccountRestore, _ context: WebContext) async throws -> Response {
        let (now, services, address) = (services.now(), services, context.address)
        let outcome = try await services.writeLimited { connection -> Outcome in
            // Requests for unknown users are counted too, because the response reveals whether a user is registered.
            try AccountLimits.restores(from: address).count(at: now, on: connection)
            guard let found = try connection.account(for: ask),
                let account = try connection.lockedAccount(found.id)
            else { return .refused(ask.unknown) }
            let limits = AccountLimits.restores(of: account.id, from: address)
            try limits.count(at: now, on: connection)
            let result = try send(ask, to: account, at: now, on: connection)
            // Nothing has changed, so the attempt counts for the address, and not for the user.
            if case .refused = result { for limit in limits { try limit.forgive(on: connection) } }
            return result
        }
        guard case .sent(let sent) = outcome else {
            guard case .refused(let problem) = outcome else { throw AccountRefusal.noSuchUser }
            throw problem
        }
        if let messageID = sent.messageID { try await requireSent(sent, messageID, from: address) }
        services.courier.wake()
        return .personal(.text("Новый пароль отправлен на \(sent.target)"))
    }

    /// Stores the temporary password, ends the session and enqueues the message, in one transaction.
    private func send(
        _ ask: AccountRestore,
        to account: Account,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> Outcome {
        let settings = try services.appSettings.of("accounts", on: connection)
        let post = AccountMailer(settings, at: now, random: services.random)
        let password = AccountPassword.make(services.random)
        let values = ["name": account.name, "login": account.login, "password": password]
        let until = now.advanced(by: Limits.accountSpareAge)
        let (target, messageID): (String, Int64?)
        if ask.isSMS {
            guard let phone = account.phone.flatMap({ AccountPhone($0) }) else {
                return .refused(AccountRefusal.noPhoneOfUser)
            }
            let id = try post.sms(
                .restore,
                to: phone,
                values,
                secret: password,
                until: until,
                on: connection
            )
            (target, messageID) = (phone.masked, post.isTest ? nil : id)
        } else {
            guard let email = account.email, Email.normalized(email) != nil else {
                return .refused(AccountRefusal.noEmailOfUser)
            }
            guard post.isTest || services.courier.isReady(.mail) else {
                return .refused(AccountRefusal.noMail)
            }
            try post.mail(.restore, to: email, values, secret: password, until: until, on: connection)
            (target, messageID) = (Account.masked(email: email), nil)
        }
        let spare = TemporaryPassword(password, at: now, random: services.random)
        try spare.keep(for: account.id, at: now, on: connection)
        let session = try connection.accountSession(of: account.id)
        try connection.endAccountSession(of: account.id)
        try connection.logAccountEvent(.restore, AccountEvent.passwordSent(to: target), of: account, at: now)
        return .sent(
            Sent(
                target: target,
                messageID: messageID,
                accountID: account.id,
                spareID: spare.id,
                session: session
            )
        )
    }

    /// Undoes everything if the gateway refuses the SMS, including the count of the user's attempts.
    private func requireSent(_ sent: Sent, _ messageID: Int64, from address: String) async throws {
        do {
            try await services.requireSMS(messageID)
        } catch {
            // If the client only disconnects, the SMS may still have been sent.
            let (now, isRefused) = (services.now(), error is Problem)
            let limits = isRefused ? AccountLimits.restores(of: sent.accountID, from: address) : []
            try await services.database.write { connection in
                guard let account = try connection.lockedAccount(sent.accountID) else { return }
                for limit in limits { try limit.forgive(on: connection) }
                try Outbox.giveUp(messageID, at: now, on: connection)
                try connection.send("DELETE FROM accounts_spares WHERE id = \(sent.spareID)")
                try connection.logAccountEvent(
                    .restore,
                    Localized(
                        "Новый пароль не отправлен: шлюз СМС отказал",
                        "The new password was not sent: the SMS gateway refused"
                    ),
                    of: account,
                    at: now
                )
                guard let session = sent.session, !account.isBlocked else { return }
                try connection.putBackAccountSession(session, of: account.id)
            }
            throw error
        }
    }
}

/// A request to restore a password: the user and the channel.
struct AccountRestore: Sendable {
    private let login: String?
    private let email: String?
    private let phone: String?
    let isSMS: Bool

    init(_ body: AccountBody) throws(Problem) {
        login = try body.text("login", lengthMax: Limits.emailLengthMax)
        email = try body.text("mail", "email", lengthMax: Limits.emailLengthMax)
        phone = try body.text("phone", lengthMax: 60)
        isSMS = try body.bool("sms")
    }

    /// The conditions that find the user, in the order of the contract.
    var conditions: [SQL] {
        [
            email.flatMap { Email.normalized($0) }.map { "u.email = \($0)" as SQL },
            phone.flatMap { AccountPhone($0) }.map { "u.phone = \($0.digits)" as SQL },
        ].compactMap { $0 }
    }

    var name: String? { login }

    var unknown: Problem { AccountRefusal.unknown(login: login, email: email, phone: phone) }
}

/// A session as the database stores it.
struct AccountSession: Sendable, Hashable {
    let hash: [UInt8]
    let until: Timestamp
    let passwordHash: String
}

extension Connection {
    fileprivate func account(for ask: AccountRestore) throws -> Account? {
        if let name = ask.name, let account = try account(named: name) { return account }
        for condition in ask.conditions {
            if let account = try account(where: condition) { return account }
        }
        return nil
    }

    fileprivate func accountSession(of id: String) throws -> AccountSession? {
        let rows = try rows(
            "SELECT token_hash, token_until, password_hash FROM accounts_users WHERE id = \(id)"
        )
        guard let row = rows.first, let hash: [UInt8] = try row.get("token_hash"),
            let until: Timestamp = try row.get("token_until")
        else { return nil }
        return AccountSession(hash: hash, until: until, passwordHash: try row.get("password_hash"))
    }

    /// Restores a session if there was no sign-in since, and the password is the same.
    fileprivate func putBackAccountSession(_ session: AccountSession, of id: String) throws {
        try send(
            """
            UPDATE accounts_users SET token_hash = \(session.hash), token_until = \(session.until)
            WHERE id = \(id) AND token_hash IS NULL AND password_hash = \(session.passwordHash)
            """
        )
    }
}

extension Account {
    /// A masked form that its owner recognizes: `a***@mail.ru`.
    static func masked(email: String) -> String {
        let parts = email.split(separator: "@", maxSplits: 1)
        guard parts.count == 2 else { return "***" }
        return "\(parts[0].prefix(1))***@\(parts[1])"
    }
}
