import Core
import HTTPTypes
import Hummingbird
import Logging
import Storage
import Web

/// `users/send-confirm` and `users/confirm`: the confirmation of an address (A59–A66, A71).
struct AccountConfirmRoutes: Sendable {
    /// The number of links that one user may request in an hour.
    private static let linksMax: Int64 = 10

    let services: Services
    let clients: Clients

    func add(to group: RouterGroup<WebContext>) {
        group.post("users/send-confirm") { request, _ in try await sendLink(request) }
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            group.on("users/confirm", method: method) { request, _ in await confirm(request) }
        }
    }

    private func sendLink(_ request: Request) async throws -> Response {
        let (now, services, base) = (services.now(), services, clients.baseURL(of: request))
        let refusal = try await services.limited {
            try await services.ofAccount(request) { account, connection -> Problem? in
                guard let email = account.email else { return AccountRefusal.noEmailOfUser }
                try AccountLimits.hourly("links", of: account.id, Self.linksMax)
                    .count(at: now, on: connection)
                let settings = try services.appSettings.of("accounts", on: connection)
                let post = AccountMailer(settings, at: now, random: services.random)
                guard post.isTest || services.courier.isReady(.mail) else { return AccountRefusal.noMail }
                let days = settings.integer("confirm_days")
                try post.mailLink(for: account, to: email, base, days: days, on: connection)
                try connection.logAccountEvent(
                    .confirmMail,
                    AccountEvent.linkSent(to: email),
                    of: account,
                    at: now
                )
                return nil
            }
        }
        if let refusal { throw refusal }
        services.courier.wake()
        return .personal(.text("ok"))
    }

    /// Responds with a page to a browser, and with text to other clients, for errors too.
    private func confirm(_ request: Request) async -> Response {
        let isPage = request.headers[.accept]?.lowercased().contains("text/html") ?? false
        let language = Language(accepting: request.headers[.acceptLanguage])
        do {
            try await open(request)
            let done = Localized("Почта пользователя подтверждена", "The e-mail address is confirmed")
            guard isPage else { return .personal(.text(done.ru)) }
            let text = Localized(
                "Спасибо! Можно вернуться в приложение.",
                "Thank you! You can go back to the app."
            )
            return .personal(PublicPage(done[language], text: text[language], language: language).answer())
        } catch {
            let problem = Problem(known: error) ?? .unconfirmed
            if problem.kind.status.kind == .serverError {
                services.logger.error("cannot confirm an address", metadata: ["error": "\(error)"])
            }
            let status = problem.kind == .invalid ? 400 : problem.kind.status.code
            guard isPage else { return .personal(.text(problem.detail.ru, status: status)) }
            let title = Localized("Почта не подтверждена", "The e-mail address is not confirmed")
            let page = PublicPage(title[language], text: problem.detail[language], language: language)
            return .personal(page.answer(status: status))
        }
    }

    private func open(_ request: Request) async throws {
        let (now, services) = (services.now(), services)
        let query = request.query
        let token = query.last { $0.name.lowercased() == "token" }?.value ?? ""
        guard let text = query.last(where: { $0.name.lowercased() == "id" })?.value,
            let id = Identifier.normalized(text)
        else { throw AccountRefusal.noSuchUser }
        try await services.database.write { connection in
            guard let account = try connection.lockedAccount(id) else { throw AccountRefusal.noSuchUser }
            let settings = try services.appSettings.of("accounts", on: connection)
            let isRight =
                try token.isEmpty
                ? settings.bool("confirm_by_id") && connection.hasAccountLink(account)
                : connection.openAccountLink(token, of: account, at: now)
            guard isRight else { throw AccountRefusal.badLink }
            guard !account.isConfirmed else { return }
            try connection.setAccountConfirmed(true, of: account.id, at: now)
            try connection.logAccountEvent(
                .confirmed,
                AccountEvent.confirmed(account.email),
                of: account,
                at: now
            )
        }
    }
}

extension Problem {
    fileprivate static let unconfirmed = Problem(
        .unexpected,
        Localized("Внутренняя ошибка. Попробуйте позже", "Something went wrong on our side. Try again later")
    )
}

/// A link that confirms one address of one user; only the digest of its token is stored (accounts.md 6.8).
struct AccountLink: Sendable {
    /// The number of links of one user that are stored.
    private static let linksKeptMax = 20

    /// 256 bits.
    let token: String

    init(random: RandomBytes) {
        token = Hex.encode(random(32))
    }

    func address(_ base: String, of userID: String) -> String {
        "\(base)/api/users/confirm?id=\(userID)&token=\(token)"
    }

    /// Saves the link, and removes all but the newest ones.
    func keep(
        for account: Account,
        until: Timestamp?,
        at now: Timestamp,
        _ random: RandomBytes,
        on connection: any Connection
    ) throws {
        try connection.send(
            """
            INSERT INTO accounts_links (id, user_id, email, token_hash, created_at, expires_at)
            VALUES (\(Identifier.new(at: now, random: random)), \(account.id), \(account.email),
                \(SHA256.digest(token.utf8)), \(now), \(until))
            """
        )
        try connection.send(
            """
            DELETE FROM accounts_links WHERE user_id = \(account.id) AND id NOT IN (
                SELECT id FROM accounts_links WHERE user_id = \(account.id) ORDER BY created_at DESC, id DESC
                LIMIT \(Self.linksKeptMax)
            )
            """
        )
    }
}

extension Connection {
    /// True if a link was sent to the current address.
    fileprivate func hasAccountLink(_ account: Account) throws -> Bool {
        try !rows(
            "SELECT id FROM accounts_links WHERE user_id = \(account.id) AND email = \(account.email) LIMIT 1"
        ).isEmpty
    }

    /// Opens a link to the current address; one that was opened in time stays valid.
    fileprivate func openAccountLink(_ token: String, of account: Account, at now: Timestamp) throws -> Bool {
        guard token.utf8.count == 64 else { return false }
        return try execute(
            """
            UPDATE accounts_links SET opened_at = coalesce(opened_at, \(now))
            WHERE token_hash = \(SHA256.digest(token.utf8)) AND user_id = \(account.id) AND email = \(account.email)
                AND (opened_at IS NOT NULL OR expires_at IS NULL OR expires_at > \(now))
            """
        ) == 1
    }
}
