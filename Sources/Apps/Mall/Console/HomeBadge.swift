import Core
import Storage
import Web

/// What has become of a card on the screen, in two or three words.
struct HomeBadge: Sendable, Hashable {
    enum Look: Sendable { case seen, quiet, later, warning }

    /// From so many pieces on nobody needs to look after an offer.
    static let stockLowBelow: Int64 = 10

    let text: String
    let look: Look
    /// The whole reason, as the API has it.
    var reason = ""

    static func off(_ language: Language) -> HomeBadge {
        HomeBadge(text: Localized("Скрыто", "Hidden")[language], look: .quiet)
    }

    init(text: String, look: Look) {
        (self.text, self.look) = (text, look)
    }

    /// Of a card of the admin API.
    init(_ card: JSON, _ time: HumanTime) {
        let until = card["live_until"]?.string.flatMap { Timestamp($0) }
        let appears = card["appears_at"]?.string.flatMap { Timestamp($0) }
        let publication = card.planned("publish")
        let stock = card["fields"]?["count"]?.integer
        let text: Localized
        switch card["absence"]?.string {
        case "not_published" where publication != nil:
            let moment = publication.map { time.moment($0) } ?? ""
            (text, look) = (Localized("С\u{A0}\(moment)", "From \(moment)"), .later)
        case "not_published" where card.planned("withdraw") != nil:
            (text, look) = (Localized("Уже снято", "Withdrawn"), .quiet)
        case "not_published": (text, look) = (Localized("Черновик", "Draft"), .quiet)
        case "not_yet":
            let moment = appears.map { time.moment($0) } ?? ""
            (text, look) = (Localized("С\u{A0}\(moment)", "From \(moment)"), .later)
        case "over": (text, look) = (Localized("Уже прошло", "Has ended"), .warning)
        case "sold_out": (text, look) = (Localized("Разобрали", "Sold out"), .warning)
        case "shop_not_published": (text, look) = (Localized("Магазин скрыт", "Shop is hidden"), .warning)
        case "not_a_service": (text, look) = (Localized("Не услуга", "Not a service"), .warning)
        case _:
            if let until, card["state"]?.string == HomeCard.State.endsSoon.rawValue {
                let moment = time.moment(until)
                (text, look) = (Localized("До\u{A0}\(moment)", "Until \(moment)"), .warning)
            } else if let stock, stock < Self.stockLowBelow {
                (text, look) = (Localized("Осталось \(stock)\u{A0}шт.", "\(stock) left"), .warning)
            } else {
                (text, look) = (Localized("На экране", "On screen"), .seen)
            }
        }
        self.text = text[time.language]
        reason = card["reason"]?.string ?? ""
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

extension JSON {
    /// When something is to be done to a card of the admin API by itself: `publish` or `withdraw`.
    func planned(_ action: String) -> Timestamp? {
        let (schedule, noun) = (self["schedule"], action == "publish" ? "publication" : "withdrawal")
        let own = schedule?[noun].flatMap { $0["failed_at"] == .null ? $0["at"] : nil }
        let release = schedule?["release"].flatMap { $0["action"] == .string(action) ? $0["at"] : nil }
        return [own, release].compactMap { $0?.string.flatMap { Timestamp($0) } }.min()
    }
}
