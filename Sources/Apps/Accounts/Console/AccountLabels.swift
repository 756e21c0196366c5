import Core
import Web

/// An account of the admin API in the words of the console.
struct AccountLabels: PersonLabels {
    static let path = AccountPage.path

    let person: JSON
    let language: Language

    init(_ person: JSON, _ language: Language) {
        (self.person, self.language) = (person, language)
    }

    var name: String {
        if person["is_erased"] == true { return Localized("Данные стёрты", "Erased")[language] }
        return person["name"]?.string ?? person["login"]?.string ?? "…"
    }

    /// Whoever was erased has none that anybody could sign in with.
    ///
    /// The only spaces in one are those of a masked phone, which stays in one line.
    var login: String? {
        person["is_erased"] == true ? nil : person["login"]?.string?.replacing(" ", with: "\u{A0}")
    }

    /// The beginning of the push id, which is enough to know it again.
    var push: String {
        guard let token = person["push_token"]?.string else { return "" }
        return token.count > 12 ? "\(token.prefix(10))…" : token
    }

    var pills: [JSON] {
        let pills: [(Bool, JSON)] = [
            (person["is_blocked"] == true, pill(Localized("заблокирован", "blocked"), "bad", "lock")),
            (
                person["is_freed"] == true,
                pill(Localized("номер освобождён", "number freed"), "arch", "phone")
            ),
            (person["is_erased"] == true, pill(Localized("данные стёрты", "erased"), "arch", "x")),
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
