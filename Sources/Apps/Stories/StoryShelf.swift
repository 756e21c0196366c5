import Core
import Storage

/// The stories that the app sees at one moment.
///
/// The app's list, the bundle and the board of staff all use it, so that they agree.
struct StoryShelf: Sendable {
    /// A visible story, with its pages in order.
    struct Story: Sendable {
        let group: LiveContent
        let pages: [LiveContent]
    }

    /// The reason for which the app does not show a story.
    enum Absence: String, Sendable, CaseIterable {
        case notPublished = "not_published"
        case notYet = "not_yet"
        case over
        case noPages = "no_pages"
    }

    /// In the order set by staff.
    let stories: [Story]
    private let pagesByGroup: [String: [LiveContent]]
    private let live: LiveState
    private let now: Timestamp

    init(live: LiveState, now: Timestamp) {
        (self.live, self.now) = (live, now)
        let pages = Dictionary(
            grouping: live[StoryPages.type.name].contents.filter { $0.number != nil }
        ) { $0.string("group") ?? "" }
        pagesByGroup = pages
        stories = live[StoryGroups.type.name].contents.compactMap { group in
            guard group.number != nil, group.isOpen(at: now), let pages = pages[group.id] else { return nil }
            return Story(group: group, pages: pages)
        }
    }

    /// Nil if the app shows it.
    func absence(of id: String) -> Absence? {
        guard let group = live[StoryGroups.type.name][id] else { return .notPublished }
        if let until = group.liveUntil, until < now { return .over }
        if let from = group.liveFrom, now < from { return .notYet }
        return pagesByGroup[id] == nil ? .noPages : nil
    }

    /// Published and current stories without a page to show.
    var empty: [LiveContent] {
        live[StoryGroups.type.name].contents.filter { absence(of: $0.id) == .noPages }
    }
}

extension JSONWriter {
    /// Writes stories in the format of the contract; `image` returns the URL of an upload.
    mutating func stories(
        _ stories: [StoryShelf.Story],
        _ language: Language,
        image: (LiveContent, String) -> String
    ) {
        array { json in
            for (index, story) in stories.enumerated() {
                json.object { json in
                    json.member("id", story.group.number ?? 0)
                    json.member("title", story.group.text("title", language))
                    json.member("preview_image", image(story.group, "preview_image"))
                    json.member("order", Int64(index + 1))
                    json.key("pages")
                    json.array { json in
                        for (index, page) in story.pages.enumerated() {
                            json.object { $0.storyPage(page, index + 1, language, image(page, "image")) }
                        }
                    }
                }
            }
        }
    }

    private mutating func storyPage(
        _ page: LiveContent,
        _ order: Int,
        _ language: Language,
        _ image: String
    ) {
        member("id", page.number ?? 0)
        member("order", Int64(order))
        member("image", image)
        member("title", page.text("title", language))
        member("text", page.text("text", language))
        member("duration_seconds", page.integer("duration_seconds") ?? StoryPages.secondsDefault)
    }
}
