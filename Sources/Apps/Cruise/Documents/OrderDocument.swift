import Core
import Storage
import Web

/// A document of an order, filled in: the text of the template with the data of the order in its places.
struct OrderDocument: Sendable {
    /// Every place that a template can have.
    static let places = (Word.allCases.map(\.rawValue) + Part.allCases.map(\.rawValue)).map { "{\($0)}" }
        .joined(separator: ", ")

    /// A place within a text.
    private enum Word: String, CaseIterable {
        case number, date, status, cruise, ship, start, end, total, prepayment, paid, due

        /// An example, for a preview.
        var sample: String {
            switch self {
            case .number: "10025"
            case .date: "01.06.2026"
            case .status: OrderStatus.documents.title.ru
            case .cruise: "Москва — Углич — Москва"
            case .ship: "Волжская заря"
            case .start: "15.06.2026"
            case .end: "18.06.2026"
            case .total: CruiseMoney.text(60_000_00).ru
            case .prepayment, .paid, .due: CruiseMoney.text(30_000_00).ru
            }
        }
    }

    /// A place that is a whole paragraph, and becomes a table.
    private enum Part: String, CaseIterable {
        case cabins, passengers, prices, payments

        var title: Localized {
            switch self {
            case .cabins: Localized("таблица кают", "table of cabins")
            case .passengers: Localized("таблица пассажиров", "table of passengers")
            case .prices: Localized("таблица цен", "table of prices")
            case .payments: Localized("таблица оплат", "table of payments")
            }
        }
    }

    let kind: DocumentKind
    let title: String
    let html: String
    let details: OrderDetails
    let citizenship: @Sendable (String) -> String?

    private var order: CruiseOrder { details.order }

    /// With the published template of the kind, or else the standard text.
    init(_ kind: DocumentKind, _ details: OrderDetails, _ live: LiveState) {
        let template = live[DocumentTemplates.type.name].contents.first { $0.string("kind") == kind.rawValue }
        self.kind = kind
        title = template?.text("title", .ru) ?? kind.title.ru
        html = template?.text("body", .ru) ?? kind.standard
        self.details = details
        citizenship = { live[Citizenships.type.name][$0]?.text("name", .ru) }
    }

    var printed: PrintedDocument {
        PrintedDocument(
            title: "\(title) № \(order.number)",
            madeAt: order.createdAt.description,
            blocks: PrintedDocument.blocks(html, fill: { Self.filled($0) { value($0) } }) { paragraph in
                let name = paragraph.trimmed
                guard name.hasPrefix("{"), name.hasSuffix("}") else { return nil }
                return Part(rawValue: String(name.dropFirst().dropLast())).map { [table($0)] }
            }
        )
    }

    /// A template with samples in its places, as the preview beside the form shows it.
    static func preview(_ html: String, _ language: Language) -> String {
        let filled = Part.allCases.reduce(filled(html) { $0.sample }) { text, part in
            text.replacing("{\(part.rawValue)}", with: "[\(part.title[language])]")
        }
        return RichText.sanitized(filled)
    }

    /// The text with a value in each of its places; nothing that stands in a value is a place.
    private static func filled(_ text: String, _ value: (Word) -> String) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "}"),
                let word = Word(rawValue: String(rest[start..<end].dropFirst()))
            else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            result += value(word)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func value(_ word: Word) -> String {
        switch word {
        case .number: String(order.number)
        case .date: day(order.createdAt)
        case .status: order.status.title.ru
        case .cruise: order.cruise.title
        case .ship: order.cruise.ship?.name ?? ""
        case .start: day(order.startsAt)
        case .end: day(order.endsAt)
        case .total: CruiseMoney.text(order.total).ru
        case .prepayment: CruiseMoney.text(details.prepayment).ru
        case .paid: CruiseMoney.text(details.paid).ru
        case .due: CruiseMoney.text(details.waitPay).ru
        }
    }

    private func table(_ part: Part) -> PrintedDocument.Block {
        switch part {
        case .cabins:
            .table(
                header: ["Каюта", "Палуба", "Класс", "Мест", "За человека"],
                rows: details.cabins.map {
                    [$0.number, $0.deck, $0.className, String($0.seats), CruiseMoney.text($0.price).ru]
                },
                widths: [1, 1.5, 2, 0.7, 1.5]
            )
        case .passengers:
            .table(
                header: ["Пассажир", "Дата рождения", "Документ", "Гражданство"],
                rows: details.passengers.map { passenger in
                    let data = passenger.data
                    let name = [data.surname, data.name, data.patronymic].compactMap { $0 }.joined(
                        separator: " "
                    )
                    let document = [data.documentType?.title.ru, data.documentNumber].compactMap { $0 }
                    return [
                        name, data.birthday.map { day($0) } ?? "", document.joined(separator: " "),
                        data.citizenshipID.flatMap { citizenship($0) } ?? "",
                    ]
                },
                widths: [2.5, 1.2, 2, 1.3]
            )
        case .prices:
            .table(
                header: ["Наименование", "Сумма"],
                rows: [["Каюты", CruiseMoney.text(order.cabinsSum).ru]]
                    + details.discounts.map { [$0.title, "−" + CruiseMoney.text($0.kopecks).ru] }
                    + details.taxes.map { tax in
                        [
                            tax.kind.title.ru + (tax.kind.isIncluded ? " (в цене)" : ""),
                            CruiseMoney.text(tax.kopecks).ru,
                        ]
                    },
                widths: [3, 1]
            )
        case .payments:
            .table(
                header: ["Когда", "Сумма"],
                rows: details.payments.map { [day($0.madeAt), CruiseMoney.text($0.kopecks).ru] },
                widths: [3, 1]
            )
        }
    }

    /// The day in Moscow: `15.06.2026`.
    private func day(_ moment: Timestamp) -> String { day(CruiseTerm.date(of: moment)) }

    private func day(_ date: CivilDate) -> String {
        date.description.split(separator: "-").reversed().joined(separator: ".")
    }
}
