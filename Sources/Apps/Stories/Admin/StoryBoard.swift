import Core
import Storage
import Web

/// All stories with their pages for staff, with drafts, and with the reasons for which the app hides them.
package struct StoryBoard: Sendable {
    /// The maximum number of stories and pages on the board.
    private static let boardMax = 1_000

    /// A story with its pages, in the order of the app.
    struct Group: Sendable {
        let content: Content
        /// Nil if the app shows it.
        let absence: StoryShelf.Absence?
        let pages: [Content]
    }

    let groups: [Group]
    private let strays: Int
    private let contents: ContentStore
    /// The moment of `absence`.
    private let now: Timestamp

    init(_ contents: ContentStore) async throws {
        try await contents.live.refresh()
        (self.contents, now) = (contents, contents.now())
        let shelf = StoryShelf(live: contents.live.state, now: now)
        let pages = try await Self.all(StoryPages.type, contents)
        let byGroup = Dictionary(grouping: pages) { $0.fields.string("group") ?? "" }
        groups = try await Self.all(StoryGroups.type, contents).map { group in
            Group(content: group, absence: shelf.absence(of: group.id), pages: byGroup[group.id] ?? [])
        }
        strays = byGroup[""]?.count ?? 0
    }

    func json(in language: Language) async throws -> JSON {
        let groupWarnings = try await contents.warnings(of: groups.map(\.content), StoryGroups.type)
        let pageWarnings = try await contents.warnings(of: groups.flatMap(\.pages), StoryPages.type)
        func json(_ content: Content, _ type: ContentType, _ warnings: [String: [Warning]]) -> JSON {
            let warnings = (warnings[content.id] ?? []).map { $0.json(in: language) }
            return content.json(as: type, at: now, in: language, warnings: warnings)
        }
        let items = groups.map { group -> JSON in
            var members = json(group.content, StoryGroups.type, groupWarnings).object ?? [:]
            members["absence"] = JSON(group.absence?.rawValue)
            members["reason"] = JSON(group.absence?.reason[language])
            members["pages"] = .array(group.pages.map { json($0, StoryPages.type, pageWarnings) })
            return .object(members)
        }
        return ["groups": .array(items), "strays": .integer(Int64(strays))]
    }

    private static func all(_ type: ContentType, _ contents: ContentStore) async throws -> [Content] {
        var (found, cursor): ([Content], String?) = ([], nil)
        repeat {
            let paging = [("limit", String(Limits.pageSizeMax))] + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try await contents.list(try ContentQuery(paging, of: type), of: type)
            found += page.elements
            cursor = page.next
        } while cursor != nil && found.count < Self.boardMax
        return found
    }
}

extension StoryShelf.Absence {
    /// The reason for staff.
    var reason: Localized {
        switch self {
        case .notPublished: Localized("Не опубликовано.", "It is not published.")
        case .notYet: Localized("Ещё не началось.", "It has not begun yet.")
        case .over: Localized("Уже закончилось.", "It is over.")
        case .noPages: Localized("Нет опубликованных страниц.", "It has no published page.")
        }
    }
}

extension StoryBoard {
    /// The board as the admin API answers it.
    package struct Answer: Sendable {
        package let groups: [Group]

        package struct Group: Sendable {
            package let content: Content.Answer
            /// Why the app does not show it.
            package let reason: String?
            package let pages: [Content.Answer]
        }
    }
}

extension StoryBoard.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) { groups = try json.get("groups") }
}

extension StoryBoard.Answer.Group: JSONReadable {
    package init(json: JSON) throws(Fault) {
        content = try Content.Answer(json: json)
        reason = try json.get("reason")
        pages = try json.get("pages")
    }
}
