extension Content.State {
    /// The title of a state, in the console and on the command line alike.
    package var title: Localized {
        switch self {
        case .draft: Localized("черновик", "draft")
        case .scheduled: Localized("запланировано", "scheduled")
        case .live: Localized("опубликовано", "live")
        case .ended: Localized("закончилось", "ended")
        case .archived: Localized("архив", "archived")
        case .trash: Localized("корзина", "trash")
        }
    }

    /// The title for use by itself, with a capital letter.
    package var heading: Localized { title.capitalized }

    /// The tab that lists the entries in this state.
    package var tab: Localized {
        switch self {
        case .draft: Localized("Черновики", "Drafts")
        case .scheduled: Localized("Запланированы", "Scheduled")
        case .live: Localized("Опубликованы", "Live")
        case .ended: Localized("Закончились", "Ended")
        case .archived, .trash: heading
        }
    }
}

extension Localized {
    /// The text with its first letter in upper case.
    fileprivate var capitalized: Localized {
        func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
        return Localized(capitalized(ru), capitalized(en))
    }
}
