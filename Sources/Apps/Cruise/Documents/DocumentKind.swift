import Core

/// A document of an order (cruise.md 3, calls 39, 46 and 47).
enum DocumentKind: String, Sendable, CaseIterable {
    case voucher, contract

    var title: Localized {
        switch self {
        case .voucher: Localized("Ваучер", "Voucher")
        case .contract: Localized("Договор", "Contract")
        }
    }

    /// True if an order has got so far that it has the document: a contract is agreed, a voucher is paid for.
    func fits(_ details: OrderDetails) -> Bool {
        switch details.order.status {
        case .new, .checking, .noCabins: false
        case .waitPay: self == .contract
        case .documents: self == .contract || details.paid >= details.prepayment
        case .closed: details.order.closeReason == .completed
        }
    }

    /// The text until staff write their own.
    var standard: String {
        switch self {
        case .voucher:
            """
            <h2>Ваучер № {number}</h2>
            <p>Предъявите его при посадке вместе с документом, указанным в заказе.</p>
            <h3>Круиз</h3>
            <p><strong>{cruise}</strong><br>Теплоход: {ship}<br>Отправление: {start}<br>Возвращение: {end}</p>
            <h3>Каюты</h3><p>{cabins}</p>
            <h3>Пассажиры</h3><p>{passengers}</p>
            <h3>Оплата</h3>
            <p>Сумма заказа: {total}<br>Оплачено: {paid}<br>Осталось: {due}</p>
            """
        case .contract:
            """
            <h2>Договор № {number} от {date}</h2>
            <p>Исполнитель предоставляет, а заказчик оплачивает места в круизе «{cruise}», теплоход {ship}, \
            отправление {start}, возвращение {end}.</p>
            <h3>Каюты</h3><p>{cabins}</p>
            <h3>Пассажиры</h3><p>{passengers}</p>
            <h3>Цена</h3>
            <p>{prices}</p>
            <p>Всего: {total}, предоплата: {prepayment}, оплачено: {paid}.</p>
            <h3>Подписи</h3>
            <p>Исполнитель ____________________     Заказчик ____________________</p>
            """
        }
    }
}
