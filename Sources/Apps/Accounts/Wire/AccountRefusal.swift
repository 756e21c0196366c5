import Core

/// Refusals in the words of the contract; the app shows them as they are, so they have no full stop.
enum AccountRefusal {
    /// One that the app shows: 400.
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
    /// Somebody has the login, the phone or the address.
    static let taken = refusal("Пользователь с такими параметрами уже присутствует в базе данных")
    static let registeredClient = refusal(
        "Клиент уже зарегистрирован. Используйте восстановление номера"
    )
    static let wrongSignIn = refusal("Неверный логин или пароль")
    static let wrongPassword = refusal("Пароль неверен")
    static let blockedAccount = refusal("Зона доступа заблокирована")
    static let tooOften = refusal("Слишком частые запросы. Попробуйте позже")
    static let noPhoneOfUser = refusal("Не задан номер телефона для пользователя")
    static let noEmailOfUser = refusal("Не задан e-mail для пользователя")
    static let noSuchUser = refusal("Не найден пользователь")
    static let badEmail = refusal("Неверный адрес электронной почты")
    static let badBirthday = refusal("Неверная дата рождения")
    static let badDate = refusal("Неверная дата")
    static let noCredentials = refusal("Не задан логин или пароль")
    static let noMail = refusal("Почта сейчас не отправляется. Попробуйте позже")
    static let badLink = refusal("Ссылка недействительна или устарела. Запросите новое письмо")

    static func unknownInvite(_ code: String) -> Problem {
        refusal("Код приглашенного пользователя '\(code)' неверен")
    }

    static func smsFailed(_ reason: String) -> Problem {
        refusal("Ошибка смс сервиса: \(reason)")
    }

    /// No token, or one that holds no longer; `token_error_status` says how the app is told.
    static let noToken = Problem(
        .unauthenticated,
        Localized("Сессия не найдена или истекла. Войдите ещё раз", "Sign in again")
    )
}
