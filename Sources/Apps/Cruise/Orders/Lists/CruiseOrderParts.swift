import Core
import Storage
import Web

/// The lists on the card of an order (C165).
enum CruiseOrderParts {
    static let all = [
        cabins, passengers, payments, attempts, refunds, documents, discounts, taxes, pushes, history,
    ]

    private static let money = ResourceColumn.Kind.money(unit: CruiseMoney.unit)

    private static let cabins = ResourcePart(
        "cabins",
        Localized("Каюты", "Cabins"),
        tables: "cruise_order_cabins c",
        order: "c.position",
        columns: [
            ResourceColumn("number", .text, Localized("Каюта", "Cabin"), "c.number"),
            ResourceColumn("deck", .text, Localized("Палуба", "Deck"), "c.deck"),
            ResourceColumn("class", .text, Localized("Класс", "Class"), "c.class"),
            ResourceColumn("places", .number, Localized("Мест", "Places"), "c.places"),
            ResourceColumn("seats", .number, Localized("Оплачивается", "Paid for"), "c.seats"),
            ResourceColumn("price", money, Localized("За человека", "For a person"), "c.price"),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "c.price * c.seats"),
            ResourceColumn("released_at", .moment, Localized("Освобождена", "Released"), "c.released_at"),
        ],
        empty: Localized("Кают нет.", "There are no cabins."),
        where: { "c.order_id = \($0)" }
    )

    private static let passengers = ResourcePart(
        "passengers",
        Localized("Пассажиры", "Passengers"),
        tables: "cruise_passengers p JOIN cruise_order_cabins c ON c.id = p.order_cabin_id",
        order: "c.position, p.position",
        columns: [
            ResourceColumn(
                "name",
                .text,
                Localized("Кто", "Who"),
                """
                nullif(trim(coalesce(p.surname, '') || ' ' || coalesce(p.name, '') || ' '
                    || coalesce(p.patronymic, '')), '')
                """,
                right: .readPeople
            ),
            ResourceColumn("birthday", .text, Localized("Родился", "Born"), "p.birthday", right: .readPeople),
            ResourceColumn(
                "document_type",
                .choice(DocumentType.allCases.map { ResourceChoice($0.name, $0.title) }),
                Localized("Документ", "Document"),
                DocumentType.name(in: "p.passp_type")
            ),
            ResourceColumn(
                "document_number",
                .text,
                Localized("Номер документа", "Number of the document"),
                "p.passp_number",
                right: .readPeople
            ),
            ResourceColumn("cabin", .text, Localized("Каюта", "Cabin"), "c.number"),
        ],
        empty: Localized("Пассажиров ещё не внесли.", "No passengers yet."),
        where: { "p.order_id = \($0)" }
    )

    private static let payments = ResourcePart(
        "payments",
        Localized("Оплаты", "Payments"),
        tables: "cruise_payments y",
        order: "y.made_at, y.id",
        columns: [
            ResourceColumn("made_at", .moment, Localized("Когда", "When"), "y.made_at"),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "y.kopecks"),
            ResourceColumn(
                "provider",
                .choice(CruisePayments.providers),
                Localized("Способ", "By"),
                "y.provider"
            ),
            ResourceColumn("payment", .text, Localized("Номер", "Number"), "y.id"),
        ],
        empty: Localized("Оплат ещё не было.", "Nothing has been paid yet."),
        where: { "y.order_id = \($0)" }
    )

    private static let attempts = ResourcePart(
        "attempts",
        Localized("Попытки оплаты", "Attempts to pay"),
        tables: "cruise_payment_attempts a",
        order: "a.id DESC",
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "a.created_at"),
            ResourceColumn(
                "method",
                .choice(PaymentMethod.allCases.map { ResourceChoice($0.rawValue, $0.title) }),
                Localized("Способ", "By"),
                "a.method"
            ),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "a.kopecks"),
            ResourceColumn(
                "state",
                .choice(PaymentAttempt.State.allCases.map { ResourceChoice($0.rawValue, $0.title) }),
                Localized("Состояние", "State"),
                "a.state"
            ),
            ResourceColumn("failure", .text, Localized("Ответ банка", "Answer of the bank"), "a.failure"),
        ],
        empty: Localized("Платить ещё не пробовали.", "No attempts to pay yet."),
        where: { "a.order_id = \($0)" }
    )

    private static let refunds = ResourcePart(
        "refunds",
        Localized("Возвраты", "Refunds"),
        tables: "cruise_refunds r",
        order: "r.id DESC",
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "r.created_at"),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "r.kopecks"),
            ResourceColumn(
                "state",
                .choice(CruiseRefunds.states),
                Localized("Состояние", "State"),
                "r.state"
            ),
            ResourceColumn("reason", .quote, Localized("Причина", "Reason"), "r.reason"),
            ResourceColumn("asked_by", OrderActor.column, Localized("Кто просит", "Asked by"), "r.asked_by"),
        ],
        empty: Localized("Возвратов не было.", "Nothing was given back."),
        where: { "r.order_id = \($0)" }
    )

    /// A document in a list of the console: its title, which leads to the file.
    private static let documentLink = ResourceObject(DocumentLink.self) { text, _, _ in
        let parts = text.split(separator: " ", maxSplits: 1).map { String($0) }
        return DocumentLink(id: parts.first ?? "", title: parts.last ?? "")
    }

    private static let documents = ResourcePart(
        "documents",
        Localized("Документы", "Documents"),
        tables: "cruise_documents d",
        order: "d.created_at DESC, d.id DESC",
        columns: [
            ResourceColumn(
                "document",
                .object(documentLink),
                Localized("Документ", "Document"),
                "CAST(d.id AS TEXT) || ' ' || d.title"
            ),
            ResourceColumn("created_at", .moment, Localized("Сделан", "Made"), "d.created_at"),
        ],
        empty: Localized("Документов ещё не делали.", "No documents were made yet."),
        where: { "d.order_id = \($0)" }
    )

    private static let discounts = ResourcePart(
        "discounts",
        Localized("Скидки", "Discounts"),
        tables: "cruise_order_discounts d",
        order: "d.kind",
        columns: [
            ResourceColumn(
                "kind",
                .choice([
                    ResourceChoice("discount", Localized("скидка", "discount")),
                    ResourceChoice("promo", Localized("промокод", "promo code")),
                ]),
                Localized("Вид", "Kind"),
                "d.kind"
            ),
            ResourceColumn("title", .text, Localized("Название", "Title"), "d.title"),
            ResourceColumn("percent", .number, Localized("Процент", "Percent"), "d.percent"),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "d.kopecks"),
        ],
        empty: Localized("Скидок нет.", "There are no discounts."),
        where: { "d.order_id = \($0)" }
    )

    private static let taxes = ResourcePart(
        "taxes",
        Localized("Сборы и налоги", "Fees and taxes"),
        tables: "cruise_order_taxes t",
        order: "t.kind",
        columns: [
            ResourceColumn(
                "kind",
                .choice(TaxLine.Kind.allCases.map { ResourceChoice($0.rawValue, $0.title) }),
                Localized("Что", "What"),
                "t.kind"
            ),
            ResourceColumn("percent", .number, Localized("Процент", "Percent"), "t.percent"),
            ResourceColumn("sum", money, Localized("Сумма", "Sum"), "t.kopecks"),
        ],
        empty: Localized("Сборов нет.", "There are no fees."),
        where: { "t.order_id = \($0)" }
    )

    private static let pushes = ResourcePart(
        "pushes",
        Localized("Уведомления", "Notifications"),
        tables: "outbox o",
        order: "o.id DESC",
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "o.created_at"),
            ResourceColumn("text", .text, Localized("Текст", "Text"), "o.payload ->> 'text'"),
            .messageState,
        ],
        empty: Localized("Уведомлений не было.", "There were no notifications."),
        where: { "o.kind = \(OutboxKind.devicePush.name) AND o.subject = \($0)" }
    )

    private static let history = ResourcePart(
        "history",
        Localized("История", "History"),
        tables: "cruise_order_history h",
        order: "h.id DESC",
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "h.at"),
            ResourceColumn(
                "status",
                .choice(CruiseOrders.statuses),
                Localized("Статус", "Status"),
                "h.status"
            ),
            ResourceColumn("reason", .choice(CruiseOrders.reasons), Localized("Почему", "Why"), "h.reason"),
            ResourceColumn("note", .quote, Localized("Пояснение", "Note"), "h.note"),
            ResourceColumn("author", OrderActor.column, Localized("Кто", "By"), "h.author"),
        ],
        empty: Localized("Истории нет.", "There is no history."),
        where: { "h.order_id = \($0)" }
    )
}

/// A document of an order, as its row shows it.
private struct DocumentLink: ResourceValue {
    let id: String
    let title: String

    static let schema: JSON = [
        "type": "object", "required": ["id", "title"],
        "properties": ["id": Schema.uuid, "title": Schema.text],
    ]
    var json: JSON { ["id": .string(id), "title": .string(title)] }
    var path: String? { "\(DocumentFiles.path)/\(id)" }

    func title(in _: Language) -> String { title }
}

extension DocumentLink {
    init(json: JSON) throws(Fault) {
        id = try json.get("id")
        title = try json.get("title")
    }
}
