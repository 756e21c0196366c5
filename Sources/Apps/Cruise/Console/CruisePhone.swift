import Core
import Storage
import Web

/// The app's card of a cruise, made from the object that the API sends to the app (C162).
///
/// The state of the entry does not matter: an editor sees the card before travellers do.
struct CruisePhone: Sendable {
    let request: PublicRequest
    let time: HumanTime

    private var language: Language { request.language }

    /// Nil if the type has no screen of its own.
    func screen(of content: LiveContent) -> PhoneScreen? {
        if content.type == DocumentTemplates.type.name { return document(content) }
        guard content.type == Cruises.type.name else { return nil }
        let writer = CruiseWriter(request)
        let ship = writer.catalogue.ship(of: content) ?? noShip
        var json = JSONWriter()
        writer.card(of: content, ship, &json)
        return (try? CruiseCard(json: JSON(parsing: json.bytes))).map { card($0, content) }
    }

    /// A template with samples in its places.
    private func document(_ content: LiveContent) -> PhoneScreen {
        PhoneScreen(
            "phone-document",
            ["html": .string(OrderDocument.preview(content.text("body", .ru), language))]
        )
    }

    private var noShip: LiveContent {
        LiveContent(id: "", type: Ships.type, position: 0, createdAt: request.now, body: [:])
    }

    private func card(_ card: CruiseCard, _ content: LiveContent) -> PhoneScreen {
        let isReduced = card.minimum != card.discounted
        let action =
            card.minimum == nil
            ? Localized("Заказать звонок", "Request a call") : Localized("Выбрать каюту", "Choose a cabin")
        return PhoneScreen(
            "phone-cruise",
            [
                "image": .string((card.photos + card.ship.photos).first ?? ""),
                "title": .string(card.story.title), "ship": .string(card.ship.title),
                "category": .string((card.ship.category ?? .standard).title[language]),
                "dates": .string(dates(content)), "route": .string(card.story.route.joined(separator: " — ")),
                "price": .string(card.discounted.map { price($0) } ?? onRequest),
                "old_price": .string(isReduced ? card.minimum.map { price($0) } ?? "" : ""),
                "discounts": .array(
                    card.discounts.map { .string("−\($0.value)\u{A0}% \($0.name)") }
                ),
                "html": .string(card.story.description.map(RichText.sanitized).joined()),
                "blocks": .array(blocks(card)), "action": .string(action[language]),
            ]
        )
    }

    private var onRequest: String { Localized("Цена по запросу", "Price on request")[language] }

    private func price(_ kopecks: Int64) -> String {
        let rest = kopecks % 100
        let fraction = rest == 0 ? "" : rest < 10 ? ",0\(rest)" : ",\(rest)"
        let from = Localized("от", "from")[language]
        return "\(from)\u{A0}\(RecordCell.grouped(kopecks / 100))\(fraction)\u{A0}₽"
    }

    private func dates(_ content: LiveContent) -> String {
        guard let term = CruiseTerm(content) else { return "" }
        let days = counted(
            Int(clamping: term.days),
            language,
            ru: (one: "день", few: "дня", many: "дней"),
            en: (one: "day", many: "days")
        )
        let nights = counted(
            Int(clamping: term.nights),
            language,
            ru: (one: "ночь", few: "ночи", many: "ночей"),
            en: (one: "night", many: "nights")
        )
        return time.span(time.day(term.start), time.day(term.end)) + " · \(days), \(nights)"
    }

    /// The included items, the extras, and the infoblocks.
    private func blocks(_ card: CruiseCard) -> [JSON] {
        let lists = [
            (Localized("В цену входит", "Included"), card.ship.included),
            (Localized("За отдельную плату", "Extra"), card.ship.extras),
        ].filter { !$0.1.isEmpty }.map { title, lines -> JSON in
            ["heading": .string(title[language]), "lines": .array(lines.map { .string($0) })]
        }
        let infoblocks = card.story.infoblocks.map { block -> JSON in
            let text = RichText.plain(block.text).split(separator: "\n")
            return ["heading": .string(block.title), "lines": .array(text.map { .string(String($0)) })]
        }
        return lists + infoblocks
    }
}
