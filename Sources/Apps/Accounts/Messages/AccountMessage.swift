import Core

/// A message that the app sends; each has a template that staff can change.
enum AccountMessage: String, Sendable, CaseIterable {
    case code, registration, restore
    case emailConfirm = "email-confirm"
    case feedback

    var title: Localized {
        switch self {
        case .code: Localized("Код из СМС", "SMS code")
        case .registration: Localized("Регистрация", "Registration")
        case .restore: Localized("Новый пароль", "New password")
        case .emailConfirm: Localized("Подтверждение почты", "Confirmation of an address")
        case .feedback: Localized("Обратная связь", "Feedback")
        }
    }

    /// When it is sent, and to whom.
    var help: Localized {
        switch self {
        case .code:
            Localized("СМС с кодом перед регистрацией", "The SMS with the code before the registration")
        case .registration:
            Localized("Письмо сразу после регистрации", "The mail right after the registration")
        case .restore:
            Localized(
                "СМС или письмо тому, кто забыл пароль",
                "The SMS or mail for somebody who has forgotten the password"
            )
        case .emailConfirm:
            Localized(
                "Письмо со ссылкой, которая подтверждает адрес",
                "The mail with the link that confirms the address"
            )
        case .feedback:
            Localized("Письмо вам от пользователя приложения", "The mail to you from somebody in the app")
        }
    }

    /// What may stand in its texts.
    var variables: [AccountVariable] {
        switch self {
        case .code: [.code]
        case .registration, .restore: [.name, .login, .password]
        case .emailConfirm: [.name, .link]
        case .feedback: [.name, .phone, .email, .subject, .text]
        }
    }

    /// Without which it would be of no use.
    var required: AccountVariable {
        switch self {
        case .code: .code
        case .registration, .restore: .password
        case .emailConfirm: .link
        case .feedback: .text
        }
    }

    /// The texts that it cannot do without.
    var needed: Set<AccountTemplate.Part> {
        switch self {
        case .code: [.sms]
        case .registration, .emailConfirm, .feedback: [.subject, .mail]
        case .restore: [.subject, .mail, .sms]
        }
    }

    /// The texts that are never sent.
    var unused: Set<AccountTemplate.Part> {
        switch self {
        case .code: [.subject, .mail]
        case .restore: []
        case .registration, .emailConfirm, .feedback: [.sms]
        }
    }

    /// Whether its mail may go to a fixed address; the others hold what nobody but the person may read.
    var mayHaveAddress: Bool {
        switch self {
        case .feedback: true
        case .code, .registration, .restore, .emailConfirm: false
        }
    }
}

/// What is put into the text of a message.
enum AccountVariable: String, Sendable, CaseIterable {
    case code, name, login, password, link, phone, email, subject, text

    var title: Localized {
        switch self {
        case .code: Localized("код", "the code")
        case .name: Localized("имя", "the first name")
        case .login: Localized("логин", "the login")
        case .password:
            Localized("новый пароль", "the new password")
        case .link: Localized("ссылка для подтверждения", "the link that confirms")
        case .phone: Localized("телефон", "the phone")
        case .email: Localized("почта", "the e-mail address")
        case .subject: Localized("тема обращения", "what it is about")
        case .text: Localized("текст обращения", "what they write")
        }
    }

    /// Whether nobody but the person may read it: texts with it are masked for staff, and forgotten once they are sent.
    var isSecret: Bool {
        switch self {
        case .code, .password, .link: true
        case .name, .login, .phone, .email, .subject, .text: false
        }
    }

    /// What a preview shows in its place.
    var sample: String {
        switch self {
        case .code: "4821"
        case .name: "Анна"
        case .login: "9067098559"
        case .password: "Kd7-mPq2!xvT"
        case .link: "https://example.org/api/users/confirm?id=5f0c…&token=Zk3…"
        case .phone: "+7 906 709-85-59"
        case .email: "anna@example.org"
        case .subject: "Вопрос о бронировании"
        case .text: "Здравствуйте! Можно ли перенести бронь на субботу?"
        }
    }
}
