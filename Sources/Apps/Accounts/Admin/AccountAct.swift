import Core
import Storage
import Web

/// An action of staff on one account, in one transaction with its event and its audit entry (A98).
struct AccountAct: PersonAct {
    let line: AccountLine
    let signature: AuditSignature

    private var account: Account { line.account }
    var now: Timestamp { signature.at }

    func record(
        _ action: AuditAction,
        _ kind: AccountEvent.Kind,
        _ text: Localized,
        _ detail: [String: JSON] = [:],
        on connection: any Connection
    ) throws {
        let name = signature.author.name
        try connection.logAccountEvent(
            kind,
            Localized("\(text.ru): \(name)", "\(text.en): \(name)"),
            of: account,
            at: now
        )
        try signature.record(
            action,
            subject: account.id,
            detail: .object(detail.merging(["app": "accounts"]) { $1 }),
            on: connection
        )
    }

    /// Saves an edit; the audit and the event name the changed fields, never their values.
    func edit(_ edit: AccountEdit, on connection: any Connection) throws {
        let card = account.card
        var changed: [(name: String, title: Localized)] = []
        let email = edit.email.value(account.email)
        if let login = edit.login, login != account.login {
            if let problem = AccountLogin.fault(login, phone: account.phone, email: email) {
                throw Problem.invalid([Fault("#/login", Self.words(problem))])
            }
            try Self.unlessTaken("login") { try connection.setAccountLogin(login, of: account) }
            changed.append(("login", Localized("логин", "login")))
        }
        if email != account.email {
            try Self.unlessTaken("email") { try connection.setAccountEmail(email, of: account) }
            changed.append(("email", Localized("почта", "e-mail")))
        }
        let names = (
            edit.first.value(card.firstName), edit.last.value(card.lastName),
            edit.patronymic.value(card.surName)
        )
        if names != (card.firstName, card.lastName, card.surName) {
            try connection.setAccountNames(first: names.0, last: names.1, patronymic: names.2, of: card.id)
            changed.append(("name", Localized("имя", "name")))
        }
        let push = edit.push.value(account.fcm)
        if push != account.fcm {
            try connection.setAccountPushToken(push, of: account.id)
            changed.append(("push_token", Localized("push id", "push id")))
        }
        let wasConfirmed = account.isConfirmed && email == account.email
        if let isConfirmed = edit.isConfirmed, isConfirmed != wasConfirmed {
            guard !isConfirmed || email != nil else {
                throw Problem.invalid([
                    Fault("#/is_confirmed", "нет почты, подтверждать нечего", "needs an e-mail address")
                ])
            }
            try connection.setAccountConfirmed(isConfirmed, of: account.id, at: now)
            changed.append(("is_confirmed", Localized("подтверждение почты", "confirmation of the e-mail")))
        }
        guard !changed.isEmpty else { return }
        let (ru, en) = (changed.map(\.title.ru), changed.map(\.title.en))
        let text = Localized(
            "Изменил сотрудник (\(ru.joined(separator: ", ")))",
            "Changed by staff (\(en.joined(separator: ", ")))"
        )
        let fields = JSON.array(changed.map { .string($0.name) })
        try record(.personChanged, .edit, text, ["fields": fields], on: connection)
    }

    /// The refusal as staff see it; the text for the app addresses the user.
    private static func words(_ problem: Problem) -> Localized {
        problem == AccountRefusal.foreignLogin
            ? Localized(
                "не должен быть чужим номером или почтой",
                "must not be somebody else's phone or address"
            )
            : Localized(
                "от \(AccountLogin.lengthMin) до \(Limits.accountLoginLengthMax) знаков без пробелов",
                "must have \(AccountLogin.lengthMin) to \(Limits.accountLoginLengthMax) characters without spaces"
            )
    }

    /// Reports a taken value as a fault of its field.
    private static func unlessTaken(_ name: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let problem as Problem where problem == AccountRefusal.taken {
            throw Problem.invalid([Fault("#/\(name)", "уже занято", "is taken by somebody else")])
        }
    }

    /// Ends the session and refuses the next one (A53).
    func block(_ reason: String, on connection: any Connection) throws {
        try connection.setAccountBlocked(true, reason: reason, of: account.id, at: now)
        try record(
            .personBlocked,
            .block,
            Localized("Заблокировал сотрудник", "Blocked by staff"),
            ["reason": .string(reason)],
            on: connection
        )
    }

    func unblock(on connection: any Connection) throws {
        guard account.isBlocked else { return }
        try connection.setAccountBlocked(false, of: account.id, at: now)
        let text = Localized("Разблокировал сотрудник", "Unblocked by staff")
        try record(.personUnblocked, .block, text, on: connection)
    }

    func signOut(on connection: any Connection) throws {
        try connection.endAccountSession(of: account.id)
        let text = Localized("Вывел из приложения сотрудник", "Signed out by staff")
        try record(.personSignedOut, .edit, text, on: connection)
    }

    /// Enqueues a notification; returns the id of the message (A95).
    func push(_ title: String, _ text: String, id: String, on connection: any Connection) throws -> Int64 {
        guard let token = account.fcm else {
            throw Problem(
                .conflict,
                Localized(
                    "Приложение не прислало push id: отправлять некуда.",
                    "The app has not told a push id: there is nowhere to send it."
                )
            )
        }
        let number = try Outbox.enqueue(
            Push(to: token, title: title, text: text),
            eventID: "push-\(id)",
            subject: account.id,
            at: now,
            on: connection
        )
        let said = Localized(
            "Уведомление «\(title)» отправил сотрудник",
            "Staff sent the notification “\(title)”"
        )
        try record(.personPushed, .push, said, on: connection)
        return number
    }

    /// Erases all personal data permanently; records of points and debts stay without a name.
    func erase(on connection: any Connection) throws {
        try connection.eraseAccount(account, at: now)
        let text = Localized("Данные стёр сотрудник", "Erased by staff")
        try record(.personErased, .edit, text, on: connection)
    }
}

extension AuditAction {
    /// A notification was sent to a user.
    static let personPushed = AuditAction(
        "person.pushed",
        Localized("отправлено уведомление", "sent a notification")
    )
}

extension Connection {
    /// The user, locked against concurrent changes; nil if there is none.
    func lockedAccountLine(_ id: String) throws -> AccountLine? {
        guard try lockedAccount(id) != nil else { return nil }
        return try accountLine(id)
    }

    func accountLine(_ id: String) throws -> AccountLine? {
        try rows("SELECT \(AccountLine.columns) FROM \(Account.tables) WHERE u.id = \(id)").first
            .map(AccountLine.init)
    }

    /// Removes an invalid push token, unless the app has sent another one since.
    package func forgetPushToken(_ token: String, of accountID: String) throws {
        try send("UPDATE accounts_users SET fcm = NULL WHERE id = \(accountID) AND fcm = \(token)")
    }

    /// Deletes messages, events and undo data that contain personal data of the account.
    private func removeMessages(about account: Account) throws {
        for text in [account.phone, account.card.phone, account.email, account.card.email].compactMap({ $0 })
        {
            let holds = WordSearch.condition("text", holds: text)
            // A code is sent before there is an account, so its event has none.
            try send("DELETE FROM accounts_events WHERE user_id IS NULL AND \(holds)")
            let messages = try rows(
                """
                SELECT id, CAST(payload AS TEXT) AS payload FROM outbox WHERE kind IN ('sms', 'mail')
                    AND \(WordSearch.condition("CAST(payload AS TEXT)", holds: text))
                """
            )
            for message in messages {
                let payload = try JSON(parsing: message.get("payload", as: String.self))
                guard (payload.object ?? [:]).values.contains(where: { $0.string?.names(text) == true })
                else {
                    continue
                }
                try send("DELETE FROM outbox WHERE id = \(try message.get("id", as: Int64.self))")
            }
        }
        try send("DELETE FROM outbox WHERE kind = 'push' AND subject = \(account.id)")
        try send("DELETE FROM notices WHERE CAST(calls AS TEXT) LIKE \("%\(account.id)%")")
    }

    fileprivate func eraseAccount(_ account: Account, at now: Timestamp) throws {
        try removeMessages(about: account)
        for phone in [account.phone, account.card.phone].compactMap({ $0 }) {
            try send("DELETE FROM codes WHERE app = 'accounts' AND phone = \("+7\(phone)")")
        }
        for table in ["accounts_spares", "accounts_links"] {
            try send("DELETE FROM \(name: table) WHERE user_id = \(account.id)")
        }
        try send(
            "DELETE FROM accounts_events WHERE user_id = \(account.id) OR client_id = \(account.card.id)"
        )
        let traits: SQL = AccountTrait.allCases.map { "\(name: $0.column) = NULL" as SQL }.joined(
            separator: ", "
        )
        try send(
            """
            UPDATE accounts_clients SET first_name = NULL, last_name = NULL, sur_name = NULL, phone = NULL,
                email = NULL, birthday = NULL, room = NULL, base = NULL, search = '', \(traits)
            WHERE id = \(account.card.id)
            """
        )
        let nobody = "~\(account.id)"
        try send(
            """
            UPDATE accounts_users SET login = \(nobody), login_key = \(nobody), phone = NULL, email = NULL,
                password_hash = '-', token_hash = NULL, token_until = NULL, confirmed_at = NULL, fcm = NULL,
                notifications = NULL, block_reason = NULL, erased_at = \(now)
            WHERE id = \(account.id)
            """
        )
    }
}

extension String {
    /// True if the text contains this phone or address as a whole: `anna@x.ru` does not contain `a@x.ru`.
    fileprivate func names(_ text: String) -> Bool {
        ranges(of: text).contains { range in
            let before = self[..<range.lowerBound].last
            let after = self[range.upperBound...].first
            let isPart =
                before.map { $0.isLetter || $0.isNumber || ".!#$%&'*+/=?^_`{|}~-".contains($0) } ?? false
            let goesOn = after.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false
            return !text.contains("@") || !isPart && !goesOn
        }
    }
}
