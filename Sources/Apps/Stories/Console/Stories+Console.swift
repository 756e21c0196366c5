import Core
import Hummingbird
import Web

extension Stories {
    package var pages: [ModulePage] {
        [ModulePage(StoryBoardState.path, Localized("Лента", "Board"))]
    }
    package var files: [String: String] { embeddedFiles }

    package var deeds: [ModulePage] {
        [
            ModulePage(
                "/stories/story_groups/new",
                Localized("Новая сторис", "New story"),
                .writeContent
            )
        ]
    }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        StoryBoardPages(console: console).add(to: group)
    }

    /// Where the page stands among the others of its story.
    package func remarks(
        on type: ContentType,
        ids: [String],
        api: AdminAPI
    ) async throws -> [String: Remark] {
        guard type.name == StoryPages.type.name || type.name == StoryGroups.type.name else { return [:] }
        let wanted = Set(ids)
        var remarks: [String: Remark] = [:]
        for group in try await api.get("/stories/board")["groups"]?.array ?? [] {
            let id = group["id"]?.string ?? ""
            let pages = group["pages"]?.array ?? []
            if wanted.contains(id) {
                remarks[id] = Remark(
                    Localized("Страниц: \(pages.count)", "Pages: \(pages.count)"),
                    path: "\(StoryBoardState.path)?group=\(id)",
                    isWarning: pages.isEmpty
                )
            }
            for (index, page) in pages.enumerated() {
                guard let pageID = page["id"]?.string, wanted.contains(pageID) else { continue }
                remarks[pageID] = Remark(
                    Localized(
                        "Страница \(index + 1) из \(pages.count)",
                        "Page \(index + 1) of \(pages.count)"
                    ),
                    path: "\(StoryBoardState.path)?group=\(id)&page=\(pageID)"
                )
            }
        }
        return remarks
    }
}
