import Core
import Storage

/// An event of a user, as staff read it.
struct AccountEvent: Sendable, Hashable {
    /// The kind of the event; staff filter by it.
    enum Kind: String, Sendable, CaseIterable {
        /// A code was made for a phone.
        case code
        case registration
        case signIn = "sign-in"
        /// A new password was requested.
        case restore
        /// A password was changed: by the user, by staff, or by the first use of a temporary one.
        case password
        case emailChange = "email-change"
        /// A confirmation link was sent.
        case confirmMail = "confirm-mail"
        case confirmed
        case feedback
        case points
        case push
        /// Staff have blocked or unblocked the user.
        case block
        /// Staff have changed something else of the user.
        case edit
        /// A number was freed for another test.
        case freed
    }

    let id: Int64
    let at: Timestamp
    let kind: String
    /// The text, without codes and passwords.
    let text: Localized
    let userID: String?
    let clientID: String?

    init(_ row: Row) throws {
        id = try row.get("id")
        at = try row.get("at")
        kind = try row.get("kind")
        let text = try row.get("text", as: String.self)
        // Events of earlier versions have a Russian text only.
        self.text = Localized(text, try row.get("text_en", as: String?.self) ?? text)
        userID = try row.get("user_id")
        clientID = try row.get("client_id")
    }
}

extension Connection {
    /// Records an event, in the transaction of its cause.
    func logAccountEvent(
        _ kind: AccountEvent.Kind,
        _ text: Localized,
        of account: Account? = nil,
        clientID: String? = nil,
        at now: Timestamp
    ) throws {
        try send(
            """
            INSERT INTO accounts_events (at, kind, text, text_en, user_id, client_id)
            VALUES (\(now), \(kind.rawValue), \(text.ru), \(text.en), \(account?.id), \(account?.card.id ?? clientID))
            """
        )
    }

    /// The newest events of an account.
    func accountEvents(of userID: String, limit: Int) throws -> [AccountEvent] {
        try rows(
            "SELECT * FROM accounts_events WHERE user_id = \(userID) ORDER BY id DESC LIMIT \(limit)"
        ).map(AccountEvent.init)
    }
}

/// The texts of events, shared with the demo.
extension AccountEvent {
    static let signedIn = Localized("Вход", "Signed in")

    static func codeSent(to digits: String) -> Localized {
        Localized("Отправлена СМС с кодом на тел: \(digits)", "An SMS with a code was sent to \(digits)")
    }

    static func registered(_ digits: String, _ email: String?) -> Localized {
        Localized(
            "Регистрация: тел \(digits)\(email.map { ", почта \($0)" } ?? "")",
            "Registration: phone \(digits)\(email.map { ", e-mail \($0)" } ?? "")"
        )
    }

    static func linkSent(to email: String) -> Localized {
        Localized(
            "Отправлена ссылка для подтверждения почты \(email)",
            "A link that confirms the address was sent to \(email)"
        )
    }

    static func confirmed(_ email: String?) -> Localized {
        Localized("Почта подтверждена: \(email ?? "")", "Address confirmed: \(email ?? "")")
    }

    static func emailChanged(from old: String?, to new: String) -> Localized {
        Localized(
            "Почта изменена: \(old ?? "не было") → \(new)",
            "Address changed: \(old ?? "none") → \(new)"
        )
    }

    static func passwordSent(to target: String) -> Localized {
        Localized("Новый пароль отправлен на \(target)", "A new password was sent to \(target)")
    }

    static func feedback(_ subject: String, file: String? = nil) -> Localized {
        Localized(
            "Обратная связь: \(subject)\(file.map { ", файл \($0)" } ?? "")",
            "Feedback: \(subject)\(file.map { ", file \($0)" } ?? "")"
        )
    }
}
