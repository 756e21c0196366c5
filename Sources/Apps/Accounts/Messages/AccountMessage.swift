import Core

/// A message that the app sends; staff can change its template.
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

    /// The cause and the receiver of the message.
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

    /// The variables that its texts may have.
    var variables: [AccountVariable] {
        switch self {
        case .code: [.code]
        case .registration, .restore: [.name, .login, .password]
        case .emailConfirm: [.name, .link]
        case .feedback: [.name, .phone, .email, .subject, .text]
        }
    }

    /// The variable without which the message would be useless.
    var required: AccountVariable {
        switch self {
        case .code: .code
        case .registration, .restore: .password
        case .emailConfirm: .link
        case .feedback: .text
        }
    }

    /// The texts that must not be empty.
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

    /// True if its mail may go to a fixed address; the others contain secrets of the user.
    var mayHaveAddress: Bool {
        switch self {
        case .feedback: true
        case .code, .registration, .restore, .emailConfirm: false
        }
    }
}

/// A variable of the text of a message.
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

    /// True for a secret of the user: its texts are masked for staff, and removed once sent.
    var isSecret: Bool {
        switch self {
        case .code, .password, .link: true
        case .name, .login, .phone, .email, .subject, .text: false
        }
    }

    /// The value in a preview.
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
