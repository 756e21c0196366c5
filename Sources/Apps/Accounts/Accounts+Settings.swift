import Core

/// Settings of the accounts that staff change while the app runs; the defaults are those of accounts.md.
extension Accounts {
    package var settings: [AppSetting] {
        CodePolicy.settings(minutes: 0, pause: 0, phoneMax: 5, addressMax: 20) + codes + points + [
            AppSetting(
                "confirm_days",
                Localized("Сколько действует ссылка для почты", "Life of a link that confirms an address"),
                help: Localized("0 — без срока", "0 for ever"),
                .integer(0...3650, unit: .days),
                standard: 7
            ),
            AppSetting(
                "confirm_by_id",
                Localized("Принимать ссылки без ключа (?id=…)", "Accept links without a key (?id=…)"),
                help: Localized(
                    "Для старых писем; только если письмо на этот адрес отправлялось",
                    "For old mails; only where a mail was sent to this address"
                ),
                .bool,
                standard: false
            ),
            AppSetting(
                "login_hints",
                Localized(
                    "Говорить, что неверно: логин или пароль",
                    "Say whether login or password is wrong"
                ),
                help: Localized(
                    "Так чужие узнают, кто зарегистрирован",
                    "Strangers learn by it who is registered"
                ),
                .bool,
                standard: false
            ),
            AppSetting(
                "token_error_status",
                Localized("Ответ без входа", "Answer without a sign-in"),
                help: Localized(
                    "400 — с текстом; 401 — для приложений, которые ждут его",
                    "400 with a text; 401 for apps that expect it"
                ),
                .integer(400...401, unit: .status),
                standard: 400
            ),
        ]
    }

    private var codes: [AppSetting] {
        [
            AppSetting(
                "code_length",
                Localized("Длина кода", "Length of a code"),
                help: Localized("Действует на новые коды", "Holds for new codes"),
                .integer(4...8, unit: .digits),
                standard: 4
            ),
            AppSetting(
                "any_code",
                Localized("Принимать любой код, кроме нулей", "Accept any code but zeros"),
                help: Localized("Только в тестовом режиме", "In test mode only"),
                .bool,
                standard: false,
                isForTests: true
            ),
            AppSetting(
                "otp_echo",
                Localized("Показывать код в ответе приложению", "Tell the app the code in the answer"),
                help: Localized("Только в тестовом режиме", "In test mode only"),
                .bool,
                standard: false,
                isForTests: true
            ),
        ]
    }

    private var points: [AppSetting] {
        [
            AppSetting(
                "points_registration",
                Localized("Баллы за регистрацию", "Points for registration"),
                help: Localized("0 — не начислять", "0 for none"),
                .integer(0...1_000_000, unit: .points),
                standard: 100
            ),
            AppSetting(
                "points_profile",
                Localized("Баллы за полную анкету", "Points for a whole profile"),
                help: Localized("Один раз; 0 — не начислять", "Once; 0 for none"),
                .integer(0...1_000_000, unit: .points),
                standard: 0
            ),
        ]
    }
}

extension CodePolicy {
    /// The code policy: four digits from 1001 to 9998, or the number of digits in the setting.
    static func accounts(_ settings: AppSettings) -> CodePolicy {
        let length = max(4, min(8, Int(settings.integer("code_length"))))
        let first = (1..<length).reduce(1) { power, _ in power * 10 }
        return CodePolicy(app: "accounts", numbers: first + 1...10 * first - 2, settings: settings)
    }
}
