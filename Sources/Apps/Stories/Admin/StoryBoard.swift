import Core
import Storage
import Web

/// Every story with its pages as staff see them: drafts too, and why the app does not show one.
struct StoryBoard: Sendable {
    let contents: ContentStore

    /// In the order of the app; `now` is the moment that `absence` is about.
    func json(in language: Language) async throws -> JSON {
        try await contents.live.refresh()
        let now = contents.now()
        let shelf = StoryShelf(live: contents.live.state, now: now)
        let groups = try await all(StoryGroups.type)
        let pages = try await all(StoryPages.type)
        let groupWarnings = try await contents.warnings(of: groups, StoryGroups.type)
        let pageWarnings = try await contents.warnings(of: pages, StoryPages.type)
        let byGroup = Dictionary(grouping: pages) { $0.fields["group"]?.string ?? "" }
        let items = groups.map { group -> JSON in
            var item =
                group.json(
                    as: StoryGroups.type,
                    at: now,
                    in: language,
                    warnings: (groupWarnings[group.id] ?? []).map { $0.json(in: language) }
                ).object ?? [:]
            let absence = shelf.absence(of: group.id)
            item["absence"] = JSON(absence?.rawValue)
            item["reason"] = JSON(absence?.reason[language])
            item["pages"] = .array(
                (byGroup[group.id] ?? []).map { page in
                    page.json(
                        as: StoryPages.type,
                        at: now,
                        in: language,
                        warnings: (pageWarnings[page.id] ?? []).map { $0.json(in: language) }
                    )
                }
            )
            return .object(item)
        }
        return ["groups": .array(items), "strays": .integer(Int64(byGroup[""]?.count ?? 0))]
    }

    private func all(_ type: ContentType) async throws -> [Content] {
        var (found, cursor): ([Content], String?) = ([], nil)
        repeat {
            let paging = [("limit", String(Limits.pageSizeMax))] + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try await contents.list(try ContentQuery(paging, of: type), of: type)
            found += page.elements
            cursor = page.next
        } while cursor != nil && found.count < Limits.storyBoardMax
        return found
    }
}

extension StoryShelf.Absence {
    /// For staff.
    var reason: Localized {
        switch self {
        case .notPublished: Localized("Не опубликовано.", "It is not published.")
        case .notYet: Localized("Ещё не началось.", "It has not begun yet.")
        case .over: Localized("Уже закончилось.", "It is over.")
        case .noPages: Localized("Нет опубликованных страниц.", "It has no published page.")
        }
    }
}
