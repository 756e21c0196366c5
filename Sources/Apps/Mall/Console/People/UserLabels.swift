import Core
import Web

/// A person of the admin API in the words of the console.
struct UserLabels: PersonLabels {
    static let path = UserPage.path

    let person: JSON
    let language: Language

    init(_ person: JSON, _ language: Language) {
        (self.person, self.language) = (person, language)
    }

    /// By name, else by the phone.
    var name: String { RecordCell.name(person, language) }

    var pills: [JSON] {
        let isErased = person["is_erased"] == true
        let isKnown = person["confirmed_at"]?.string != nil
        let pills: [(Bool, JSON)] = [
            (person["is_blocked"] == true, pill(Localized("заблокирован", "blocked"), "bad", "lock")),
            (isErased, pill(Localized("данные стёрты", "erased"), "arch", "x")),
            (!isErased && !isKnown, pill(Localized("код не введён", "never confirmed"), "warn", "clock")),
            (
                !isErased && isKnown && person["registered_at"]?.string == nil,
                pill(Localized("без анкеты", "no profile"), "draft", "pencil")
            ),
        ]
        return pills.filter(\.0).map(\.1)
    }

    /// A line of the ledger: its sign, its title, and what stands below it.
    func line(_ entry: JSON) -> (icon: String, tone: String, title: String, sub: String) {
        let (title, sub) = PointsLabels.subject(of: entry, language)
        let icons: [String: (String, String)] = [
            "registration": ("check", "ok"), "survey": ("list", "ok"), "referral_activation": ("users", "ok"),
            "referral_activated": ("users", "ok"), "buy_offer": ("gift", ""), "buy_event": ("cal", ""),
            "refund": ("undo", "ok"), "correction": ("pencil", "warn"), "expiry": ("clock", ""),
        ]
        let (icon, tone) = icons[entry["cause"]?.string ?? ""] ?? ("coins", "")
        return (icon, tone, title, sub)
    }

    /// How far a gift has come.
    static func gift(_ gift: JSON, _ language: Language) -> (text: String, tone: String) {
        let uses = Int(clamping: gift["uses_count"]?.integer ?? 0)
        let times = counted(uses, language, ru: ("раз", "раза", "раз"), en: ("time", "times"))
        return switch gift["state"]?.string {
        case "owned" where uses > 0: (Localized("использован \(times)", "used \(times)")[language], "plain")
        case "owned": (Localized("не использован", "not used")[language], "info plain")
        case "used": (Localized("использован", "used")[language], "plain")
        case "expired": (Localized("срок вышел", "expired")[language], "plain")
        case "refunded": (Localized("возвращён", "refunded")[language], "plain")
        case let other: (other ?? "", "plain")
        }
    }
}
