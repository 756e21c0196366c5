import Core
import Storage
import Web

/// The badge of a card: its state on the screen in two or three words.
struct HomeBadge: Sendable, Hashable {
    enum Look: Sendable { case seen, quiet, later, warning }

    /// The stock below which a badge shows that it is low.
    static let stockLowBelow: Int64 = 10

    let text: String
    let look: Look
    /// The full reason.
    var reason = ""

    static func off(_ language: Language) -> HomeBadge {
        HomeBadge(text: Localized("Скрыто", "Hidden")[language], look: .quiet)
    }

    init(text: String, look: Look) {
        (self.text, self.look) = (text, look)
    }

    /// The badge of a card.
    init(_ card: HomeCard, _ time: HumanTime) {
        let publication = card.planned(.publish)
        let text: Localized
        switch card.absence {
        case .notPublished? where publication != nil:
            let moment = publication.map { time.moment($0) } ?? ""
            (text, look) = (Localized("С\u{A0}\(moment)", "From \(moment)"), .later)
        case .notPublished? where card.planned(.withdraw) != nil:
            (text, look) = (Localized("Уже снято", "Withdrawn"), .quiet)
        case .notPublished?: (text, look) = (Localized("Черновик", "Draft"), .quiet)
        case .notYet(let appears)?:
            let moment = time.moment(appears)
            (text, look) = (Localized("С\u{A0}\(moment)", "From \(moment)"), .later)
        case .over?: (text, look) = (Localized("Уже прошло", "Has ended"), .warning)
        case .soldOut?: (text, look) = (Localized("Разобрали", "Sold out"), .warning)
        case .shopNotPublished?: (text, look) = (Localized("Магазин скрыт", "Shop is hidden"), .warning)
        case .notAService?: (text, look) = (Localized("Не услуга", "Not a service"), .warning)
        case nil:
            if let until = card.liveUntil, card.state == .endsSoon {
                let moment = time.moment(until)
                (text, look) = (Localized("До\u{A0}\(moment)", "Until \(moment)"), .warning)
            } else if let stock = card.body.integer("count"), stock < Self.stockLowBelow {
                (text, look) = (Localized("Осталось \(stock)\u{A0}шт.", "\(stock) left"), .warning)
            } else {
                (text, look) = (Localized("На экране", "On screen"), .seen)
            }
        }
        self.text = text[time.language]
        reason = card.reason?[time.language] ?? ""
    }

    var json: JSON {
        let (kind, icon) =
            switch look {
            case .seen: ("", "")
            case .quiet: ("", "")
            case .later: ("plan", "clock")
            case .warning: ("warn", "warn")
            }
        return [
            "text": .string(text), "kind": .string(kind), "icon": .string(icon),
            "dot": .string(look == .seen ? "ok" : ""), "reason": .string(reason),
        ]
    }
}
