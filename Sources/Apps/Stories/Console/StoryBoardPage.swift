import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The page of the board of stories for one member of staff: the data of its template.
struct StoryBoardPage: Sendable {
    /// A refused form of a page, with its problem.
    struct Refused: Sendable {
        let form: Form
        let problem: Problem

        /// True if the page was changed meanwhile.
        var isStale: Bool { problem.kind == .stale }
    }

    let console: Console
    let context: ConsoleContext
    let state: StoryBoardState
    let time: HumanTime

    private var language: Language { context.language }
    private var mayWrite: Bool { context.author.may(.writeContent) }

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
        time = console.time(context)
        state = StoryBoardState(request)
    }

    func show(_ refused: Refused? = nil) async throws -> Response {
        let contents = try console.contents(context)
        let groups = try await StoryBoard(contents).groups
        let chosen = groups.first { $0.content.id == state.group } ?? groups.first
        let pages = chosen?.pages ?? []
        let open = pages.first { $0.id == state.page } ?? pages.first
        let warnings = try await contents.warnings(of: open.map { [$0] } ?? [], StoryPages.type)
        let form = open.flatMap { open in
            chosen.map { pageForm(open, of: $0, warnings: warnings[open.id] ?? []).json(refused) }
        }
        let members: JSON = [
            "groups": .array(
                groups.enumerated().map { row($1, place: $0 + 1, of: groups.count, chosen) }
            ),
            "is_empty": .bool(groups.isEmpty), "is_sorted": .bool(mayWrite && groups.count > 1),
            "order": .string(state.path("order")), "may_write": .bool(mayWrite),
            "is_phone": .bool(state.isPhone),
            "bundle": .string("\(OpenAPI.prefix)/stories/bundle"),
            "chosen": chosen.map { editor($0, open, form ?? "") } ?? "",
            "preview": chosen.map { preview($0, open, groups) } ?? "",
        ]
        var page = ConsolePage(
            "stories",
            title: Localized("Сторис", "Stories")[language],
            path: StoryBoardState.path,
            context: try await console.focused(members),
            types: [StoryGroups.type.name, StoryPages.type.name]
        )
        if let refused { page.status = refused.problem.kind.status }
        return try await console.show(page, context)
    }

    // MARK: Stories

    private func row(
        _ group: StoryBoard.Group,
        place: Int,
        of count: Int,
        _ chosen: StoryBoard.Group?
    ) -> JSON {
        let (id, content) = (group.content.id, group.content)
        let link = state.changed {
            $0.group = id
            $0.page = nil
        }
        let isOn = content.live != nil
        return [
            "id": .string(id), "title": .string(title(content, StoryGroups.type)),
            "href": .string(link.path()),
            "sub": .string(line(of: group)), "chip": StoryBadge(group: group, time).json(language),
            "image": .string(image(content, "preview_image")),
            "is_chosen": .bool(id == chosen?.content.id), "is_on": .bool(isOn),
            "has_edits": .bool(isOn && content.draft != nil),
            "toggle": .string(mayWrite ? state.path("groups/\(id)/\(isOn ? "off" : "on")") : ""),
            "order": .string(state.path("order")), "place": .integer(Int64(place)),
            "count": .integer(Int64(count)), "can_move": .bool(mayWrite && count > 1),
            "can_rise": .bool(place > 1), "can_sink": .bool(place < count),
            "edit": .string("/stories/story_groups/\(id)"),
            "remove": .string(mayWrite ? state.path("groups/\(id)/remove") : ""),
        ]
    }

    /// `4 страницы · до 28 фев`.
    private func line(of group: StoryBoard.Group) -> String {
        let count = counted(
            group.pages.count,
            language,
            ru: (one: "страница", few: "страницы", many: "страниц"),
            en: (one: "page", many: "pages")
        )
        let fields = group.content.fields
        let (from, until) = (fields.timestamp("live_from"), fields.timestamp("live_until"))
        let later = from.flatMap { $0 > time.now ? time.shortDay($0) : nil }
        let window =
            switch (later, until.map { time.shortDay($0) }) {
            case (let from?, let until?): Localized("\(from)\u{A0}– \(until)", "\(from)\u{A0}– \(until)")
            case (let from?, nil): Localized("с\u{A0}\(from)", "from \(from)")
            case (nil, let until?): Localized("до\u{A0}\(until)", "until \(until)")
            case (nil, nil): Localized("без срока", "no end")
            }
        return "\(count) · \(window[language])"
    }

    private func title(_ content: Content, _ type: ContentType) -> String {
        let title = type.title(of: content.fields)
        return title.isEmpty ? Localized("Без названия", "No title")[language] : title
    }

    private func image(_ content: Content, _ field: String) -> String {
        content.fields[field]?.string.map { "/media/\($0)" } ?? ""
    }

    // MARK: The selected story

    private func editor(_ group: StoryBoard.Group, _ open: Content?, _ form: JSON) -> JSON {
        let (id, pages) = (group.content.id, group.pages)
        let waiting = ([group.content] + pages).count { $0.draft != nil }
        return [
            "title": .string(title(group.content, StoryGroups.type)),
            "edit": .string("/stories/story_groups/\(id)"),
            "add": .string(mayWrite ? "/stories/story_pages/new?group=\(id)" : ""),
            "waiting": waiting > 0 && mayWrite ? .integer(Int64(waiting)) : "",
            "publish": .string(state.path("groups/\(id)/publish")),
            "order": .string(state.path("groups/\(id)/order")),
            "is_sorted": .bool(mayWrite && pages.count > 1),
            "why": .string(why(group)),
            "pages": .array(pages.enumerated().map { tile($1, place: $0 + 1, open) }),
            "open": form,
        ]
    }

    private func pageForm(
        _ page: Content,
        of group: StoryBoard.Group,
        warnings: [Warning]
    ) -> StoryPageForm {
        StoryPageForm(
            page: page,
            warnings: warnings,
            group: group.content.id,
            place: (group.pages.firstIndex { $0.id == page.id } ?? 0) + 1,
            count: group.pages.count,
            mayWrite: mayWrite,
            state: state,
            time: time
        )
    }

    /// The reason for which the app hides a story, and the remedy; empty if the app shows it.
    private func why(_ group: StoryBoard.Group) -> String {
        let text: Localized? =
            switch group.absence {
            case .notPublished:
                Localized(
                    "Приложение её не показывает: включите показ, когда всё готово.",
                    "The app does not show it: switch it on once everything is ready."
                )
            case .noPages where group.pages.isEmpty:
                Localized(
                    "Приложение её не показывает: добавьте хотя бы одну страницу.",
                    "The app does not show it: add a page."
                )
            case .noPages:
                Localized(
                    "Приложение её не показывает: опубликуйте хотя бы одну страницу.",
                    "The app does not show it: publish a page."
                )
            case .notYet:
                Localized(
                    "Приложение покажет её, когда придёт срок.",
                    "The app shows it when its time comes."
                )
            case .over:
                Localized(
                    "Срок прошёл: приложение её больше не показывает.",
                    "Its time is over, so the app no longer shows it."
                )
            case nil: nil
            }
        return text?[language] ?? ""
    }

    private func tile(_ page: Content, place: Int, _ open: Content?) -> JSON {
        let link = state.changed { $0.page = page.id }
        return [
            "id": .string(page.id), "title": .string(title(page, StoryPages.type)),
            "href": .string(link.path()),
            "image": .string(image(page, "image")), "place": .integer(Int64(place)),
            "is_open": .bool(page.id == open?.id), "is_hidden": .bool(page.live == nil),
            "chip": StoryBadge(page: page, time).json(language),
        ]
    }

    // MARK: The phone

    private func preview(
        _ group: StoryBoard.Group,
        _ open: Content?,
        _ groups: [StoryBoard.Group]
    ) -> JSON {
        let pages = group.pages
        let phone = state.language ?? language
        let seconds = pages.reduce(0) { $0 + StoryPhone.seconds(of: .object($1.fields)) }
        let screen = StoryPhone(language: phone).player(
            key: "\(group.content.id)/\(state.page ?? "")",
            pages: pages.map { (id: $0.id, fields: .object($0.fields)) },
            start: pages.firstIndex { $0.id == open?.id } ?? 0,
            feed: groups.map { .object($0.content.fields) }
        )
        let label = Localized("Сторис в приложении", "The story in the app")[language]
        let total = Localized("\(seconds) с", "\(seconds) s")[language]
        return [
            "phone": screen.json(label, phone),
            "has_pages": .bool(!pages.isEmpty),
            "languages": .array(
                Language.allCases.map { language in
                    let link = state.changed {
                        $0.language = language
                        $0.isPhone = true
                    }
                    return [
                        "text": .string(language.rawValue.uppercased()), "href": .string(link.path()),
                        "is_on": .bool(language == phone),
                    ]
                }
            ),
            "foot": .string(
                pages.isEmpty
                    ? Localized("Страниц пока нет", "There are no pages yet")[language]
                    : Localized(
                        "После последней страницы сторис закроется сама: \(total)",
                        "After its last page the story closes by itself: \(total)"
                    )[language]
            ),
        ]
    }
}
