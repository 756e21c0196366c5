import Core
import Storage
import Web

/// The settings of orders (C92, C99, C110, C169).
struct OrderSettings: Sendable {
    let settings: AppSettings

    init(_ settings: AppSettings) { self.settings = settings }

    var prepaymentPercent: Int64 { settings.integer("prepayment_percent") }
    var blockTime: Duration { .seconds(60 * settings.integer("block_minutes")) }
    /// Kopecks for each person.
    var portFee: Int64 { settings.integer("port_fee") }
    var vatPercent: Int64 { settings.integer("vat_percent") }
    /// Orders of one user that hold cabins without a payment.
    var unpaidMax: Int64 { settings.integer("unpaid_orders_max") }
    /// True if the program answers for the operator; else staff do.
    var isOperatorSimulated: Bool { settings.bool("operator_simulated") }
    var operatorWait: Duration { .seconds(settings.integer("operator_seconds")) }
    var operatorHasCabins: Bool { settings.bool("operator_has_cabins") }

    static let declared: [AppSetting] = payment + operatorSettings

    private static let payment = [
        AppSetting(
            "prepayment_percent",
            Localized("Предоплата", "Prepayment"),
            help: Localized(
                "Процент от суммы заказа; действует на новые заказы",
                "Percent of the sum of an order; holds for new orders"
            ),
            .integer(1...100, unit: .percent),
            standard: 50
        ),
        AppSetting(
            "block_minutes",
            Localized("Сколько каюта ждёт оплаты", "How long a cabin waits for payment"),
            help: Localized(
                "Потом неоплаченный заказ закрывается, и каюта свободна; действует на новые заказы",
                "Then an unpaid order is closed, and the cabin is free; holds for new orders"
            ),
            .integer(1...43_200, unit: .minutes),
            standard: 2_880
        ),
        AppSetting(
            "unpaid_orders_max",
            Localized("Неоплаченных заказов у одного человека", "Unpaid orders of one person"),
            help: Localized("Больше открыть нельзя", "A user can have no more"),
            .integer(1...1_000, unit: .times),
            standard: 20
        ),
        AppSetting(
            "port_fee",
            Localized("Портовый сбор за человека, в копейках", "Port fee for a person, in kopecks"),
            help: Localized("Прибавляется к цене; 0 — нет", "Added to the price; 0 for none"),
            .integer(0...OrderPricing.portFeeMax, unit: .kopecks),
            standard: 0
        ),
        AppSetting(
            "vat_percent",
            Localized("НДС в цене", "VAT in the price"),
            help: Localized("Показывается, сумму не меняет; 0 — нет", "Shown, changes no sum; 0 for none"),
            .integer(0...100, unit: .percent),
            standard: 0
        ),
        AppSetting(
            "price_slider_max",
            Localized("Наибольшая цена в фильтре, ₽", "The greatest price of the filter, RUB"),
            help: Localized("Правый край ползунка в приложении", "The right end of the slider in the app"),
            .integer(1...100_000_000, unit: .rubles),
            standard: 10_000_000
        ),
    ]

    private static let operatorSettings = [
        AppSetting(
            "operator_simulated",
            Localized("Отвечать за оператора", "Answer for the operator"),
            help: Localized(
                "Выключено — на проверку мест отвечает сотрудник в карточке заказа",
                "When off, staff answer in the card of the order"
            ),
            .bool,
            standard: true
        ),
        AppSetting(
            "operator_seconds",
            Localized("Через сколько отвечает оператор", "The operator answers after"),
            help: Localized("0 — сразу", "0 for at once"),
            .integer(0...86_400, unit: .seconds),
            standard: 5
        ),
        AppSetting(
            "operator_has_cabins",
            Localized("У оператора есть места", "The operator has free cabins"),
            help: Localized(
                "Выключено — отвечает, что свободных кают нет",
                "When off, the answer is that there are no free cabins"
            ),
            .bool,
            standard: true
        ),
    ]
}

extension AppSettingStore {
    /// The settings of orders in this transaction.
    func orders(on connection: any Connection) throws -> OrderSettings {
        OrderSettings(try of(Cruise.app, on: connection))
    }
}
