import Core

/// Settings of the mall that staff change while the app runs; the defaults are those of mall.md section 6.
extension Mall {
    static let codeNumbers = 100_000...999_999

    package var settings: [AppSetting] {
        CodePolicy.settings(minutes: 10, pause: 0) + awards + [
            Campaigns.setting,
            AppSetting(
                "points_days",
                Localized("Срок жизни баллов", "Life of points"),
                help: Localized(
                    "0 — бессрочные; действует на новые начисления",
                    "0 for ever; holds for new awards"
                ),
                .integer(0...3650, unit: .days),
                standard: 0
            ),
            AppSetting(
                "referral_hours",
                Localized("Окно для промокода после регистрации", "Window for a code after registration"),
                help: Localized("Потом код друга не принимается", "Later a friend's code is refused"),
                .integer(1...8760, unit: .hours),
                standard: 24
            ),
            AppSetting(
                "referral_month_max",
                Localized("Приглашений в месяц без проверки", "Invitations a month without review"),
                help: Localized(
                    "Остальные ждут вашего решения; 0 — без предела",
                    "The others wait for you; 0 for any number"
                ),
                .integer(0...100_000, unit: .times),
                standard: 20
            ),
            AppSetting(
                "unconfirmed_days",
                Localized("Сколько хранить неподтверждённые номера", "Unconfirmed numbers are kept for"),
                help: Localized(
                    "Номера, код для которых так и не ввели",
                    "Numbers whose code was never entered"
                ),
                .integer(1...3650, unit: .days),
                standard: 30
            ),
            AppSetting(
                "profile_wait",
                Localized("Сколько баллы ждут сохранения анкеты", "How long awards wait for the profile"),
                help: Localized(
                    "Приложение иногда просит баллы раньше, чем сохранит анкету",
                    "An app may ask for points before it has saved the profile"
                ),
                .integer(0...10_000, unit: .milliseconds),
                standard: 2000
            ),
            AppSetting(
                "review_email",
                Localized("Куда присылать отзывы", "Where reviews are sent"),
                help: Localized("Почта; пусто — никуда", "An e-mail address; empty for nowhere"),
                .email,
                standard: ""
            ),
        ]
    }

    private var awards: [AppSetting] {
        let awards: [(name: String, ru: String, en: String, standard: Int64)] = [
            ("points_registration", "Баллы за регистрацию", "Points for registration", 100),
            ("points_survey", "Баллы за опрос", "Points for the survey", 100),
            (
                "points_referral_activation", "Баллы тому, кто ввёл код друга",
                "Points for entering a friend's code", 300
            ),
            (
                "points_referral_activated", "Баллы тому, чей код ввели",
                "Points for having one's code entered", 300
            ),
        ]
        return awards.map { award in
            AppSetting(
                award.name,
                Localized(award.ru, award.en),
                help: Localized("0 — не начислять", "0 for none"),
                .integer(0...1_000_000, unit: .points),
                standard: .integer(award.standard)
            )
        }
    }
}

extension CodePolicy {
    /// Six digits; the first one is not zero, because some clients parse the code as a number.
    static func mall(_ settings: AppSettings) -> CodePolicy {
        CodePolicy(app: "mall", numbers: Mall.codeNumbers, settings: settings)
    }
}
