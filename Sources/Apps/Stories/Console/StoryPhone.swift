import Core
import Storage
import Web

/// The previews of stories: the app's strip, and a story that plays.
struct StoryPhone: Sendable {
    /// The number of previews that fit on the screen.
    private static let feedMax = 6

    let language: Language

    /// A playing story over the strip.
    func player(
        key: String,
        pages: [(id: String, fields: JSON)],
        start: Int,
        feed: [JSON]
    ) -> PhoneScreen {
        let count = pages.count
        return screen([
            "key": .string(key), "start": .integer(Int64(start)), "is_played": .bool(count > 0),
            "has_story": .bool(count > 0),
            "bars": .string(Localized("Страниц: \(count)", "Pages: \(count)")[language]),
            "pages": .array(
                pages.enumerated().map { index, page in
                    self.page(page.fields, id: page.id, isShown: index == start, isPassed: index < start)
                }
            ),
            "feed": .array(feed.prefix(Self.feedMax).map { card($0) }),
        ])
    }

    /// A single page that does not advance.
    func page(_ fields: Body, id: String) -> PhoneScreen {
        screen([
            "key": "", "start": 0, "is_played": false, "has_story": true, "bars": "",
            "pages": [page(.object(fields), id: id, isShown: true, isPassed: false)], "feed": [],
        ])
    }

    /// The strip, starting with this story.
    func feed(_ fields: Body, others: [LiveContent]) -> PhoneScreen {
        let cards = [JSON.object(fields)] + others.map { .object($0.fields) }
        return screen([
            "key": "", "start": 0, "is_played": false, "has_story": false, "bars": "", "pages": [],
            "feed": .array(cards.prefix(Self.feedMax).map { card($0) }),
        ])
    }

    static func seconds(of fields: JSON?) -> Int64 {
        let seconds = fields?.object?.integer("duration_seconds") ?? StoryPages.secondsDefault
        return min(max(seconds, StoryPages.seconds.lowerBound), StoryPages.seconds.upperBound)
    }

    private func screen(_ members: [String: JSON]) -> PhoneScreen {
        let words: [String: JSON] = [
            "from": .string(Localized("Откуда", "From")[language]),
            "to": .string(Localized("Куда", "To")[language]),
            "find": .string(Localized("Найти", "Find")[language]),
            "back_label": .string(Localized("Предыдущая страница", "Previous page")[language]),
            "next_label": .string(Localized("Следующая страница", "Next page")[language]),
            "close_label": .string(Localized("Закрыть", "Close")[language]),
            "feed_label": .string(Localized("Сторис", "Stories")[language]),
        ]
        return PhoneScreen("phone-story", .object(members.merging(words) { own, _ in own }))
    }

    private func page(_ fields: JSON, id: String, isShown: Bool, isPassed: Bool) -> JSON {
        [
            "page_id": .string(id), "image": image(fields, "image"), "title": text(fields, "title"),
            "text": text(fields, "text"), "seconds": .integer(Self.seconds(of: fields)),
            "is_shown": .bool(isShown), "is_passed": .bool(isPassed),
        ]
    }

    private func card(_ fields: JSON) -> JSON {
        ["image": image(fields, "preview_image"), "title": text(fields, "title")]
    }

    private func image(_ fields: JSON, _ name: String) -> JSON {
        .string(fields[name]?.string.map { "/media/\($0)" } ?? "")
    }

    private func text(_ fields: JSON, _ name: String) -> JSON {
        let texts = fields[name]
        return .string(
            texts?[language.rawValue]?.string ?? texts?[Language.standard.rawValue]?.string ?? ""
        )
    }
}

extension Stories {
    package func phone(for content: LiveContent, _ request: PublicRequest, in zone: Zone) -> PhoneScreen? {
        let phone = StoryPhone(language: request.language)
        switch content.type {
        case StoryPages.type.name: return phone.page(content.fields, id: content.id)
        case StoryGroups.type.name:
            let others = StoryShelf(live: request.live, now: request.now).stories.map(\.group)
            return phone.feed(content.fields, others: others.filter { $0.id != content.id })
        case _: return nil
        }
    }
}
