/// How an app confirms a phone by a code: one engine for all of them, settings of each (accounts.md section 5).
package struct CodePolicy: Sendable, Hashable {
    package let app: String
    /// Codes are drawn from these, each as likely as any other.
    package let numbers: ClosedRange<Int>
    /// Nil where a code is valid until another one is made.
    package let life: Duration?
    /// Between two codes of one phone.
    package let pause: Duration
    /// Wrong guesses that end a code; 0 for any number.
    package let failuresMax: Int64
    /// Codes of one phone, and from one address, within `Limits.codeWindow`; 0 for any number.
    package let phoneMax: Int64
    package let addressMax: Int64
    /// Codes are kept and shown to staff, and not sent.
    package let isTest: Bool
    /// Every code is this one; in test mode only.
    package let fixedCode: String?

    package init(app: String, numbers: ClosedRange<Int>, settings: AppSettings) {
        self.app = app
        self.numbers = numbers
        let minutes = settings.integer("code_minutes")
        life = minutes == 0 ? nil : .seconds(60 * minutes)
        pause = .seconds(settings.integer("code_pause"))
        failuresMax = settings.integer("code_attempts")
        phoneMax = settings.integer("codes_per_phone")
        addressMax = settings.integer("codes_per_address")
        isTest = settings.bool("test_mode")
        let fixed = settings.bool("fixed_code") && isTest
        fixedCode = fixed ? String(repeating: "0", count: String(numbers.upperBound).count) : nil
    }

    /// The settings that an app has for its codes, with its own standards.
    package static func settings(
        minutes: Int64,
        pause: Int64,
        phoneMax: Int64 = 5,
        addressMax: Int64 = 60
    ) -> [AppSetting] {
        modes + [
            number(
                "code_minutes",
                "Сколько живёт код",
                "Life of a code",
                "0 — без срока",
                "0 for ever",
                0...1440,
                .minutes,
                minutes
            ),
            number(
                "code_pause",
                "Пауза до нового кода",
                "Pause before another code",
                "0 — без паузы",
                "0 for none",
                0...3600,
                .seconds,
                pause
            ),
            number(
                "code_attempts",
                "Неверных попыток на код",
                "Wrong attempts at a code",
                "0 — без предела",
                "0 for any number",
                0...100,
                .times,
                5
            ),
        ] + limits(ofPhone: phoneMax, ofAddress: addressMax)
    }

    private static func limits(ofPhone phoneMax: Int64, ofAddress addressMax: Int64) -> [AppSetting] {
        [
            number(
                "codes_per_phone",
                "Кодов на номер за 10 минут",
                "Codes of a phone in 10 minutes",
                "0 — без предела",
                "0 for any number",
                0...1000,
                .times,
                phoneMax
            ),
            number(
                "codes_per_address",
                "Кодов с одного адреса за 10 минут",
                "Codes from an address in 10 minutes",
                "0 — без предела",
                "0 for any number",
                0...100_000,
                .times,
                addressMax
            ),
        ]
    }

    private static let modes = [
        AppSetting(
            "test_mode",
            Localized("Тестовый режим", "Test mode"),
            help: Localized(
                "СМС не отправляются, коды видны на странице «Коды СМС»",
                "No SMS is sent; codes are shown on the page “SMS codes”"
            ),
            .bool,
            standard: false,
            isForTests: true
        ),
        AppSetting(
            "fixed_code",
            Localized("Один код для всех: нули", "One code for all: zeros"),
            help: Localized("Только в тестовом режиме", "In test mode only"),
            .bool,
            standard: false,
            isForTests: true
        ),
    ]

    private static func number(
        _ name: String,
        _ ru: String,
        _ en: String,
        _ helpRu: String,
        _ helpEn: String,
        _ range: ClosedRange<Int64>,
        _ unit: AppSetting.Unit,
        _ standard: Int64
    ) -> AppSetting {
        AppSetting(
            name,
            Localized(ru, en),
            help: Localized(helpRu, helpEn),
            .integer(range, unit: unit),
            standard: .integer(standard)
        )
    }
}

/// What a code is good for; one for something else does not count.
package struct CodePurpose: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let signIn = CodePurpose("sign-in")
    package static let changePhone = CodePurpose("change-phone")
    package static let registration = CodePurpose("registration")
}
