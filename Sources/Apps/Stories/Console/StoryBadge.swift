import Core
import Storage
import Web

/// What has become of a story or a page, in two or three words.
struct StoryBadge: Sendable, Hashable {
    let text: Localized
    /// The class of the pill, and the icon in it.
    let look: String
    let icon: String
    /// Why, as a sentence.
    var reason = ""

    private init(_ text: Localized, _ look: String, _ icon: String) {
        (self.text, self.look, self.icon) = (text, look, icon)
    }

    init(group: StoryBoard.Group, _ time: HumanTime) {
        switch group.absence {
        case .notPublished: self.init(draft: group.content, time)
        case .notYet:
            let from = group.content.live?.timestamp("live_from").map { time.moment($0) } ?? ""
            self.init(Localized("С\u{A0}\(from)", "From \(from)"), "plan", "clock")
        case .over: self.init(Localized("Закончилось", "Over"), "arch", "arch")
        case .noPages: self.init(Localized("Нет страниц", "No pages"), "warn", "warn")
        case nil: self.init(Localized("В приложении", "In the app"), "pub", "pub")
        }
        reason = group.absence?.reason[time.language] ?? ""
    }

    /// Of a page, which is there as soon as it is published.
    init(page: Content, _ time: HumanTime) {
        if page.state(at: time.now) == .live {
            self.init(Localized("Опубликовано", "Published"), "pub", "pub")
        } else {
            self.init(draft: page, time)
        }
    }

    private init(draft: Content, _ time: HumanTime) {
        if let planned = draft.schedule.publication?.at {
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
