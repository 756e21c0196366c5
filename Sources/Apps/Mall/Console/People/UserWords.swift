import Core
import Web

/// A person of the admin API in the words of the console.
struct UserWords {
    let user: JSON
    let language: Language

    init(_ user: JSON, _ language: Language) {
        (self.user, self.language) = (user, language)
    }

    /// By name, else by the phone.
    var name: String { RecordCell.name(user, language) }

    var initials: String {
        user["is_erased"] == true ? "" : Shell.initials(of: user["name"]?.string ?? "").filter { $0 != "." }
    }

    /// What is out of the ordinary.
    var pills: JSON {
        var pills: [JSON] = []
        func add(_ title: Localized, _ tone: String, _ icon: String) {
            pills.append([
                "text": .string(title[language]), "tone": .string(tone), "icon": .string(icon),
            ])
        }
        if user["is_blocked"] == true { add(Localized("заблокирован", "blocked"), "bad", "lock") }
        if user["is_erased"] == true {
            add(Localized("данные стёрты", "erased"), "arch", "x")
        } else if user["confirmed_at"]?.string == nil {
            add(Localized("код не введён", "never confirmed"), "warn", "clock")
        } else if user["registered_at"]?.string == nil {
            add(Localized("без анкеты", "no profile"), "draft", "pencil")
        }
        return .array(pills)
    }

    /// A line of the ledger: its sign, its title, and what stands below it.
    func line(_ entry: JSON) -> (icon: String, tone: String, title: String, sub: String) {
        let (title, sub) = PointsWords.subject(of: entry, language)
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
