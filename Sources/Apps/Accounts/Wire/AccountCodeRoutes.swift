import Core
import Hummingbird
import Storage
import Web

/// `users/sms`: sends a code to a phone without an account (A12–A28).
struct AccountCodeRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("users/sms") { request, context in
            try await ask(AccountBody(request), context)
        }
    }

    private enum Outcome: Sendable {
        case refused(Problem)
        /// The issued code, and its digits if the response shows them.
        case made(IssuedCode, String?)
    }

    private func ask(_ body: AccountBody, _ context: WebContext) async throws -> Response {
        guard let text = try body.text("phone", lengthMax: 60) else { throw AccountRefusal.noPhone }
        guard let phone = AccountPhone(text) else { throw AccountRefusal.badPhone }
        let email = try body.text("email", lengthMax: Limits.emailLengthMax).map { text in
            guard let email = Email.reachable(text) else { throw AccountRefusal.badEmail }
            return email
        }
        let (now, services, address) = (services.now(), services, context.address)
        let outcome = try await services.writeLimited { connection -> Outcome in
            let settings = try services.appSettings.of("accounts", on: connection)
            let policy = CodePolicy.accounts(settings)
            // Refused requests are counted too, because each reveals whether a number is registered.
            try AccountLimits.codes(phone, from: address, policy).count(at: now, on: connection)
            guard try !connection.isRegistered(phone, email) else {
                return .refused(AccountRefusal.registered)
            }
            let template = try connection.accountTemplate(.code)
            let order = CodeOrder(.registration, phone: phone.international, address: address) { code in
                template.filled(template.sms, ["code": code])
            }
            // Not thrown, for the same reason: it reveals that the address is not registered.
            if let pause = try connection.codePause(order, policy, at: now) {
                return .refused(AccountRefusal.limited(pause))
            }
            let code = try connection.issueCode(order, policy, at: now, random: services.random)
            try connection.logAccountEvent(
                .code,
                Localized(
                    "Отправлена СМС с кодом на тел: \(phone.digits)",
                    "A code was sent by SMS to \(phone.digits)"
                ),
                clientID: try connection.accountClient(where: "c.phone = \(phone.digits)")?.id,
                at: now
            )
            let isTold = policy.isTest && settings.bool("otp_echo")
            return .made(code, isTold ? try connection.shownCode(code.id) : nil)
        }
        switch outcome {
        case .refused(let problem): throw problem
        case .made(let code, let told):
            if code.isSent { try await services.requireSMS(code.messageID) }
            let end = told.map { ". Код: \($0)" } ?? ""
            return .personal(.text("Код успешно сформирован и послан получателю\(end)"))
        }
    }
}

extension Connection {
    /// True if a user has the phone or the address, or belongs to a client with the phone.
    func isRegistered(_ phone: AccountPhone, _ email: String?) throws -> Bool {
        let digits = phone.digits
        // Each part uses an index of its own; one condition on both tables would use none.
        return try !rows(
            """
            SELECT id FROM accounts_users WHERE phone = \(digits)
            UNION ALL SELECT id FROM accounts_users WHERE email = \(email)
            UNION ALL
            SELECT u.id FROM accounts_clients c JOIN accounts_users u ON u.client_id = c.id WHERE c.phone = \(digits)
            LIMIT 1
            """
        ).isEmpty
    }

    /// The code itself, which is stored only in test mode.
    fileprivate func shownCode(_ id: String) throws -> String? {
        try rows("SELECT code FROM codes WHERE id = \(id)").first?.get("code")
    }
}

extension Services {
    /// Waits for an SMS to be sent, and throws the gateway's reason if it refuses (A19).
    ///
    /// A slow gateway is not an error: the outbox continues to try.
    func requireSMS(_ id: Int64) async throws {
        if case .failed(let reason)? = try await courier.outcome(of: id, within: Limits.codeSendWait) {
            throw AccountRefusal.smsFailed(reason.ru)
        }
    }
}
