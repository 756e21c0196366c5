import Core
import Storage

/// The texts of a message; variables are in braces: `{name}`.
struct AccountTemplate: Sendable, Hashable {
    /// The subject of the mail.
    var subject: String
    var mail: String
    var sms: String
    /// The fixed address of the mail, instead of the user's.
    var address: String?

    enum Part: String, Sendable, CaseIterable {
        case subject, mail, sms
    }

    subscript(part: Part) -> String {
        switch part {
        case .subject: subject
        case .mail: mail
        case .sms: sms
        }
    }

    /// The text with its variables filled in once; unknown ones, and braces inside values, stay as they are.
    func filled(_ text: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            if let value = values[name] {
                result += value
                rest = rest[rest.index(after: close)...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    static func standard(_ message: AccountMessage) -> AccountTemplate {
        switch message {
        case .code: AccountTemplate(subject: "", mail: "", sms: "Ваш код: {code}")
        case .registration:
            AccountTemplate(
                subject: "Вы зарегистрированы",
                mail: "Здравствуйте, {name}!\n\nВы зарегистрированы. Ваш логин: {login}\nПароль: {password}",
                sms: ""
            )
        case .restore:
            AccountTemplate(
                subject: "Новый пароль",
                mail: """
                    Здравствуйте, {name}!

                    Ваш логин: {login}
                    Новый пароль: {password}

                    Он действует сутки, пока вы не войдёте с ним; прежний пароль до этого тоже работает.
                    """,
                sms: "Новый пароль: {password}"
            )
        case .emailConfirm:
            AccountTemplate(
                subject: "Подтвердите почту",
                mail: "Здравствуйте, {name}!\n\nЧтобы подтвердить адрес, откройте ссылку:\n{link}",
                sms: ""
            )
        case .feedback:
            AccountTemplate(
                subject: "Обратная связь: {subject}",
                mail: "{text}\n\n{name}\nТелефон: {phone}\nПочта: {email}",
                sms: ""
            )
        }
    }
}
