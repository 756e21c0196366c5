import Core

/// The settings of payments and campaigns: the bank, and approval by a second person.
enum PaymentSettings {
    static let declared: [AppSetting] = [
        AppSetting(
            "bank_url",
            Localized("Адрес банка", "The address of the bank"),
            help: Localized(
                "Начало адресов REST, без косой черты в конце",
                "The beginning of its REST addresses, without a slash at the end"
            ),
            .text(lengthMax: 500),
            standard: "https://ecommerce.sberbank.ru/ecomm/gw/partner/api/v1"
        ),
        AppSetting(
            "bank_user",
            Localized("Логин магазина в банке", "The shop's name at the bank"),
            help: Localized(
                "Пусто — оплаты нет, а в тестовом режиме платит тестовый банк",
                "Empty for no payment; in test mode the test bank pays"
            ),
            .text(lengthMax: 200),
            standard: ""
        ),
        AppSetting(
            "bank_password",
            Localized("Пароль магазина в банке", "The shop's password at the bank"),
            help: Localized("Из личного кабинета банка", "From the bank's own pages"),
            .secret(lengthMax: 200),
            standard: ""
        ),
        AppSetting(
            "bank_callback_key",
            Localized("Ключ уведомлений банка", "The key of the bank's callbacks"),
            help: Localized(
                "Симметричный; без него подпись не проверяется, и банк только переспрашивают",
                "A symmetric one; without it no signature is checked, and the bank is only asked"
            ),
            .secret(lengthMax: 200),
            standard: ""
        ),
        AppSetting(
            "refunds_by_two",
            Localized("Возврат согласует второй сотрудник", "A second person approves a refund"),
            help: Localized(
                "Тот, кто попросил, сам не согласует",
                "The person who asked for it cannot approve it"
            ),
            .bool,
            standard: false
        ),
        Campaigns.setting,
        AppSetting(
            "test_bank_pays_first",
            Localized("Тестовый банк платит сразу", "The test bank pays at once"),
            help: Localized(
                "И сообщает об этом раньше, чем отвечает",
                "And reports it before it answers"
            ),
            .bool,
            standard: false,
            isForTests: true
        ),
    ]
}
