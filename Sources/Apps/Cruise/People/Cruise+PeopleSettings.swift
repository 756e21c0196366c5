import Core

/// Settings about people that staff change while the app runs; the defaults are those of cruise.md.
extension Cruise {
    var peopleSettings: [AppSetting] {
        CodePolicy.settings(minutes: 5, pause: 60) + signIn + captcha + access + Self.infoSettings
    }

    private var signIn: [AppSetting] {
        [
            AppSetting(
                "code_lock_minutes",
                Localized("Пауза после неверных попыток", "Pause after wrong attempts"),
                help: Localized(
                    "Сколько номер не получает новых кодов; 0 — без паузы",
                    "How long the phone gets no code; 0 for none"
                ),
                .integer(0...1440, unit: .minutes),
                standard: 15
            ),
            AppSetting(
                "jwt_days",
                Localized("Сколько действует вход", "Life of a sign-in"),
                help: Localized("Для новых входов", "Of new sign-ins"),
                .integer(1...365, unit: .days),
                standard: 30
            ),
        ]
    }

    private var captcha: [AppSetting] {
        [
            AppSetting(
                "captcha_after",
                Localized("Капча после запросов кода за час", "Captcha after requests for a code in an hour"),
                help: Localized(
                    "С одного номера или адреса; 0 — без капчи",
                    "Of one phone or address; 0 for no captcha"
                ),
                .integer(0...1000, unit: .times),
                standard: 0
            ),
            AppSetting(
                "captcha_url",
                Localized("Адрес проверки капчи", "The address that checks the captcha"),
                help: Localized("Как у Yandex SmartCaptcha", "As that of Yandex SmartCaptcha"),
                .text(lengthMax: 500),
                standard: "https://smartcaptcha.yandexcloud.net/validate"
            ),
            AppSetting(
                "captcha_secret",
                Localized("Ключ сервера для капчи", "Server key of the captcha"),
                help: Localized("Без него капчу не пройти", "Without it no user passes the captcha"),
                .secret(lengthMax: 200),
                standard: ""
            ),
        ]
    }

    private var access: [AppSetting] {
        [
            AppSetting(
                "trusted_origins",
                Localized("Доверенные сайты", "Trusted sites"),
                help: Localized(
                    "Чьи страницы могут вызывать API: https://kruiz.online, через пробел; * — любые",
                    "Whose pages may call the API: https://kruiz.online, with spaces between; * for any"
                ),
                .text(lengthMax: 1_000),
                standard: "https://kruiz.online"
            ),
            AppSetting(
                "service_key_hash",
                Localized("Хеш служебного ключа", "Hash of the service key"),
                help: Localized(
                    "SHA-256, 64 знака; пусто — ключа нет. Новый ключ: vitrina cruise service-key",
                    "SHA-256, 64 digits; empty for no key. A new key: vitrina cruise service-key"
                ),
                .text(lengthMax: 64),
                standard: ""
            ),
        ]
    }

    /// The texts of `App/GetInfo`.
    static var infoSettings: [AppSetting] {
        let texts: [(name: String, title: Localized, help: Localized, standard: JSON)] = [
            (
                "web_host", Localized("Сайт", "Web site"),
                Localized("Начало ссылок приложения", "The beginning of the app's links"),
                "https://kruiz.online"
            ),
            (
                "privacy_url", Localized("Политика обработки данных", "Privacy policy"),
                Localized("Адрес страницы", "The address of the page"),
                "https://kruiz.online/mobile/privacy-policy?mobile=true"
            ),
            (
                "consent_url", Localized("Согласие на рекламу", "Consent to advertising"),
                Localized("Адрес страницы", "The address of the page"), "https://kruiz.online/consent-advert"
            ),
            (
                "support_phone", Localized("Телефон поддержки", "Support phone"),
                Localized("Показывается тем, кто заблокирован", "Shown to those who are blocked"), ""
            ),
            (
                "support_hours", Localized("Часы поддержки", "Support hours"),
                Localized("Например, 9:00–21:00 по Москве", "For example 9:00–21:00, Moscow"), ""
            ),
        ]
        return texts.map { text in
            AppSetting(
                text.name,
                text.title,
                help: text.help,
                .text(lengthMax: 500),
                standard: text.standard
            )
        }
    }
}
