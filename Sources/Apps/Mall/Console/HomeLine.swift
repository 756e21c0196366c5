import Core
import Storage
import Web

/// The line that describes an entry, next to its name.
struct HomeLine: Sendable {
    let live: LiveState
    let time: HumanTime

    private var language: Language { time.language }

    /// `Акция · до 29 ноября`; with the type only if a block holds several.
    func text(_ type: String, _ fields: Body, from: Timestamp?, until: Timestamp?, withKind: Bool) -> String {
        let start = fields.timestamp("start_at")
        let cost = fields.integer("cost")
        let parts: [String?]
        switch type {
        case News.type.name: parts = [window(from, until)]
        case Promotions.type.name: parts = [window(start ?? from, until)]
        case Events.type.name:
            parts = [event(start, until), withKind ? nil : cost.map { price($0) }]
        case Offers.type.name:
            parts = [
                title(Shops.self, fields["shop"]), cost.map { price($0) }, window(from, until, isShort: true),
            ]
        case Shops.type.name:
            let category = fields.ids("categories").lazy.compactMap {
                title(Categories.self, .string($0))
            }
            parts = [category.first, fields.integer("floor").map { time.floor($0) }]
        case _: parts = []
        }
        let kind = withKind ? Self.kinds[type]?[language] : nil
        return ([kind] + parts).compactMap { $0 }.joined(separator: " · ")
    }

    static let kinds = [
        News.type.name: Localized("Новость", "News"),
        Promotions.type.name: Localized("Акция", "Promotion"),
        Events.type.name: Localized("Мероприятие", "Event"),
        Offers.type.name: Localized("Предложение", "Offer"),
        Shops.type.name: Localized("Магазин", "Shop"),
    ]

    private func price(_ cost: Int64) -> String {
        cost == 0 ? Localized("бесплатно", "free")[language] : time.points(cost)
    }

    /// The rest of a window: `с 27 ноября`, `до 29 ноября`, `27–29 ноября`, `без срока`.
    private func window(_ from: Timestamp?, _ until: Timestamp?, isShort: Bool = false) -> String {
        func day(_ moment: Timestamp) -> String { isShort ? time.shortDay(moment) : time.day(moment) }
        if let until, until < time.now {
            return Localized("прошло \(day(until))", "ended \(day(until))")[language]
        }
        let later = from.flatMap { $0 > time.now ? $0 : nil }
        switch (later, until) {
        case (let from?, let until?): return time.span(day(from), day(until))
        case (let from?, nil): return Localized("с\u{A0}\(day(from))", "from \(day(from))")[language]
        case (nil, let until?): return Localized("до\u{A0}\(day(until))", "until \(day(until))")[language]
        case (nil, nil): return Localized("без срока", "no end")[language]
        }
    }

    private func event(_ start: Timestamp?, _ until: Timestamp?) -> String? {
        if let until, until < time.now { return window(nil, until) }
        return start.map { "\(time.day($0)), \(time.time($0))" }
    }

    private func title(_ declaration: any ContentDeclaration.Type, _ id: JSON?) -> String? {
        let type = declaration.type
        guard let id = id?.string, let content = live[type.name][id] else { return nil }
        return content.text(type.titleField, language)
    }
}

extension HumanTime {
    /// Two days as a range: `27–29 ноября`, `27 ноября – 2 декабря`.
    func span(_ from: String, _ until: String) -> String {
        let (start, end) = (from.split(separator: "\u{A0}"), until.split(separator: "\u{A0}"))
        if from == until { return from }
        return start.dropFirst() == end.dropFirst() && !start.isEmpty
            ? "\(start[0])–\(until)" : "\(from)\u{A0}– \(until)"
    }
}
