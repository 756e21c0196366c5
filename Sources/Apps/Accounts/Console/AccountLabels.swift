import Core
import Storage
import Web

/// The labels of an account in the console.
struct AccountLabels: PersonLabels {
    static let path = AccountPage.path

    let line: AccountLine
    let reader: Author
    let language: Language

    init(_ line: AccountLine, for reader: Author, _ language: Language) {
        (self.line, self.reader, self.language) = (line, reader, language)
    }

    var id: String { line.id }
    var ownName: String? { line.name(for: reader) }
    var phone: String? { AccountMask.phone(line.account.phone) }
    var createdAt: Timestamp { line.account.createdAt }
    var isBlocked: Bool { line.account.isBlocked }
    var isErased: Bool { line.isErased }

    var name: String {
        isErased ? Localized("Данные стёрты", "Erased")[language] : ownName ?? line.login(for: reader)
    }

    /// The login; nil for an erased account.
    ///
    /// A masked phone has spaces, which become non-breaking.
    var login: String? {
        isErased ? nil : line.login(for: reader).replacing(" ", with: "\u{A0}")
    }

    /// The beginning of the push token, enough to recognise it.
    var push: String {
        guard let token = line.pushToken(for: reader) else { return "" }
        return token.count > 12 ? "\(token.prefix(10))…" : token
    }

    var pills: [JSON] {
        let pills: [(Bool, JSON)] = [
            (isBlocked, pill(Localized("заблокирован", "blocked"), "bad", "lock")),
            (
                line.account.freedAt != nil,
                pill(Localized("номер освобождён", "number freed"), "arch", "phone")
            ),
            (isErased, pill(Localized("данные стёрты", "erased"), "arch", "x")),
        ]
        return pills.filter(\.0).map(\.1)
    }

    static func kind(_ name: String) -> Localized {
        guard let kind = AccountEvent.Kind(rawValue: name) else { return Localized(name, name) }
        return switch kind {
        case .code: Localized("Код", "Code")
        case .registration: Localized("Регистрация", "Registration")
        case .signIn: Localized("Вход", "Sign-in")
        case .restore: Localized("Восстановление", "Restore")
        case .password: Localized("Пароль", "Password")
        case .emailChange: Localized("Смена почты", "Change of address")
        case .confirmMail: Localized("Письмо со ссылкой", "Mail with the link")
        case .confirmed: Localized("Почта подтверждена", "Address confirmed")
        case .feedback: Localized("Обратная связь", "Feedback")
        case .points: Localized("Баллы", "Points")
        case .push: Localized("Уведомление", "Notification")
        case .block: Localized("Блокировка", "Blocking")
        case .edit: Localized("Правка", "Correction")
        case .freed: Localized("Номер освобождён", "Number freed")
        }
    }
}
