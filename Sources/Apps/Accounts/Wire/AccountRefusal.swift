import Core

/// Refusals in the words of the contract; the app shows them as they are, so they have no full stop.
enum AccountRefusal {
    /// A refusal that the app shows, with status 400.
    static func refusal(_ text: String) -> Problem {
        Problem(.invalid, Localized(text, text))
    }

    static let noName = refusal("Не задано имя")
    static let noPhone = refusal("Не задан номер телефона")
    static let badPhone = refusal("Неверный номер телефона")
    static let registered = refusal("Пользователь с таким номером или почтой уже зарегистрирован в системе")
    static let wrongCode = refusal("Не задан или неверен код")
    static let badPassword = refusal(
        "Пароль должен содержать не менее 6 знаков, 1 цифру и 1 специальный символ"
    )
    static let badLogin = refusal(
        "Логин должен содержать не менее 6 знаков без пробелов, не более \(Limits.accountLoginLengthMax)"
    )
    static let foreignLogin = refusal("Логин не должен быть чужим номером телефона или почтой")
    /// Another user has the login, the phone or the address.
    static let taken = refusal("Пользователь с такими параметрами уже присутствует в базе данных")
    static let registeredClient = refusal(
        "Клиент уже зарегистрирован. Используйте восстановление номера"
    )
    static let wrongSignIn = refusal("Неверный логин или пароль")
    static let wrongPassword = refusal("Пароль неверен")

    static func unknownLogin(_ login: String) -> Problem {
        refusal("Пользователь не найден: \(login)")
    }

    static let blockedAccount = refusal("Зона доступа заблокирована")
    static let tooOften = refusal("Слишком частые запросы. Попробуйте позже")
    static let noPhoneOfUser = refusal("Не задан номер телефона для пользователя")
    static let noEmailOfUser = refusal("Не задан e-mail для пользователя")
    static let noSuchUser = Problem(
        .invalid,
        Localized("Не найден пользователь", "The user was not found")
    )
    static let badEmail = refusal("Неверный адрес электронной почты")
    static let badBirthday = refusal("Неверная дата рождения")
    static let badDate = refusal("Неверная дата")
    static let noText = refusal("Не задан текст сообщения")
    static let onlyInTests = refusal("Доступно только в тестовом режиме")
    static let noCredentials = refusal("Не задан логин или пароль")
    static let noMail = refusal("Почта сейчас не отправляется. Попробуйте позже")
    static let badLink = Problem(
        .invalid,
        Localized(
            "Ссылка недействительна или устарела. Запросите новое письмо",
            "The link is not valid, or has expired. Ask for another mail"
        )
    )

    static func unknownInvite(_ code: String) -> Problem {
        refusal("Код приглашенного пользователя '\(code)' неверен")
    }

    static func smsFailed(_ reason: String) -> Problem {
        refusal("Ошибка смс сервиса: \(reason)")
    }

    /// No valid token; the status is 400 or 401.
    static func noToken(status: Int64) -> Problem {
        Problem(
            status == 401 ? .unauthenticated : .invalid,
            Localized("Сессия не найдена или истекла. Войдите ещё раз", "Sign in again")
        )
    }

    static func unknown(login: String?, email: String?, phone: String?) -> Problem {
        let (login, email, phone) = (login ?? "—", email ?? "—", phone ?? "—")
        return refusal("Не найден пользователь по логину \(login), email \(email), или phone \(phone)")
    }
}
