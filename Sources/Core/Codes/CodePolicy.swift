/// The rules by which an app confirms a phone with a code (accounts.md section 5).
///
/// One engine serves all apps; each app has its own settings.
package struct CodePolicy: Sendable, Hashable {
    package let app: String
    /// The range from which codes are drawn uniformly.
    package let numbers: ClosedRange<Int>
    /// Nil if a code is valid until another one is made.
    package let life: Duration?
    /// The minimum interval between two codes for one phone.
    package let pause: Duration
    /// Wrong guesses that end a code; 0 for no limit.
    package let failuresMax: Int64
    /// Codes for one phone, and from one address, within `Limits.codeWindow`; 0 for no limit.
    package let phoneMax: Int64
    package let addressMax: Int64
    /// True if codes are stored and shown to staff, and not sent.
    package let isTest: Bool
    /// The value of every code; in test mode only.
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

    /// The app settings for codes, with the defaults of the app.
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

/// The purpose of a code; a code made for another purpose does not match.
package struct CodePurpose: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let signIn = CodePurpose("sign-in")
    package static let changePhone = CodePurpose("change-phone")
    package static let registration = CodePurpose("registration")
}
