extension Content.State {
    /// What people call it, in the console and on the command line alike.
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

    /// The same where it stands by itself.
    package var heading: Localized { title.capitalized }

    /// The tab with everything in this state.
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
    /// With a capital letter at the beginning.
    fileprivate var capitalized: Localized {
        func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
        return Localized(capitalized(ru), capitalized(en))
    }
}
