import Core
import Storage
import Web

/// What has become of a story or a page, in two or three words.
struct StoryChip: Sendable, Hashable {
    let text: Localized
    /// The class of the pill, and the icon in it.
    let look: String
    let icon: String
    /// Why, as a sentence.
    var reason = ""

    private init(_ text: Localized, _ look: String, _ icon: String) {
        (self.text, self.look, self.icon) = (text, look, icon)
    }

    /// Of a story of the board, as the admin API has it.
    init(group: JSON, _ time: HumanTime) {
        let moment = { (name: String) -> String in
            group[name]?.string.flatMap { Timestamp($0) }.map { time.moment($0) } ?? ""
        }
        switch group["absence"]?.string.flatMap({ StoryShelf.Absence(rawValue: $0) }) {
        case .notPublished: self.init(draft: group, time)
        case .notYet:
            let from = moment("live_from")
            self.init(Localized("С\u{A0}\(from)", "From \(from)"), "plan", "clock")
        case .over: self.init(Localized("Закончилось", "Over"), "arch", "arch")
        case .noPages: self.init(Localized("Нет страниц", "No pages"), "warn", "warn")
        case nil: self.init(Localized("В приложении", "In the app"), "pub", "pub")
        }
        reason = group["reason"]?.string ?? ""
    }

    /// Of a page, which is there as soon as it is published.
    init(page: JSON, _ time: HumanTime) {
        if page["state"] == "live" {
            self.init(Localized("Опубликовано", "Published"), "pub", "pub")
        } else {
            self.init(draft: page, time)
        }
    }

    private init(draft: JSON, _ time: HumanTime) {
        let planned = draft["schedule"]?["publication"]?["at"]?.string.flatMap { Timestamp($0) }
        if let planned {
            let at = time.moment(planned)
            self.init(Localized("С\u{A0}\(at)", "From \(at)"), "plan", "clock")
        } else {
            self.init(Localized("Черновик", "Draft"), "draft", "draft")
        }
    }

    func json(_ language: Language) -> JSON {
        [
            "text": .string(text[language]), "look": .string(look), "icon": .string(icon),
            "reason": .string(reason),
        ]
    }
}
