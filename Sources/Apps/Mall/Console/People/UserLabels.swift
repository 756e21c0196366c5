import Core
import Storage
import Web

/// The labels of a user in the console.
struct UserLabels: PersonLabels {
    static let path = UserPage.path

    let line: UserLine
    let reader: Author
    let language: Language

    init(_ line: UserLine, for reader: Author, _ language: Language) {
        (self.line, self.reader, self.language) = (line, reader, language)
    }

    private var user: MallUser { line.user }

    var id: String { user.id }
    var ownName: String? { line.name(for: reader) }
    var phone: String? { user.phone?.masked }
    var createdAt: Timestamp { user.createdAt }
    var isBlocked: Bool { user.blockedAt != nil }
    var isErased: Bool { line.isErased }
    /// The name, or the phone if there is none.
    var name: String { RecordCell.name(ownName, phone, isErased: isErased, language) }

    var pills: [JSON] {
        let isKnown = user.confirmedAt != nil
        let pills: [(Bool, JSON)] = [
            (isBlocked, pill(Localized("заблокирован", "blocked"), "bad", "lock")),
            (isErased, pill(Localized("данные стёрты", "erased"), "arch", "x")),
            (!isErased && !isKnown, pill(Localized("код не введён", "never confirmed"), "warn", "clock")),
            (
                !isErased && isKnown && user.registeredAt == nil,
                pill(Localized("без анкеты", "no profile"), "draft", "pencil")
            ),
        ]
        return pills.filter(\.0).map(\.1)
    }

    /// The labels of a ledger entry: its sign, title and details.
    func line(_ entry: PointsEntry) -> (icon: String, tone: String, title: String, sub: String) {
        let (title, sub) = PointsLabels.subject(of: entry, for: reader, language)
        let icons: [String: (String, String)] = [
            "registration": ("check", "ok"), "survey": ("list", "ok"), "referral_activation": ("users", "ok"),
            "referral_activated": ("users", "ok"), "buy_offer": ("gift", ""), "buy_event": ("cal", ""),
            "refund": ("undo", "ok"), "correction": ("pencil", "warn"), "expiry": ("clock", ""),
        ]
        let (icon, tone) = icons[entry.cause.name] ?? ("coins", "")
        return (icon, tone, title, sub)
    }

    /// The label of the state of a gift.
    static func gift(_ gift: MallGift, _ language: Language) -> (text: String, tone: String) {
        let uses = Int(clamping: gift.uses)
        let times = counted(uses, language, ru: ("раз", "раза", "раз"), en: ("time", "times"))
        return switch gift.state {
        case "owned" where uses > 0: (Localized("использован \(times)", "used \(times)")[language], "plain")
        case "owned": (Localized("не использован", "not used")[language], "info plain")
        case "used": (Localized("использован", "used")[language], "plain")
        case "expired": (Localized("срок вышел", "expired")[language], "plain")
        case "refunded": (Localized("возвращён", "refunded")[language], "plain")
        case let other: (other, "plain")
        }
    }
}
