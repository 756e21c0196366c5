import Core
import Hummingbird
import Web

extension Stories {
    package var pages: [ModulePage] {
        [ModulePage(StoryBoardState.path, Localized("Лента", "Board"))]
    }
    package var files: [String: String] { embeddedFiles }
    /// A form shows stories, too.
    package var assetPages: [String] { ["stor", "form"] }

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
        services: Services,
        author: Author
    ) async throws -> [String: Badge] {
        guard type.name == StoryPages.type.name || type.name == StoryGroups.type.name else { return [:] }
        try author.require(.readContent)
        let wanted = Set(ids)
        var remarks: [String: Badge] = [:]
        for group in try await StoryBoard(services.contents).groups {
            let (id, count) = (group.content.id, group.pages.count)
            if wanted.contains(id) {
                remarks[id] = Badge(
                    Localized("Страниц: \(count)", "Pages: \(count)"),
                    path: "\(StoryBoardState.path)?group=\(id)",
                    isWarning: count == 0
                )
            }
            for (index, page) in group.pages.enumerated() where wanted.contains(page.id) {
                remarks[page.id] = Badge(
                    Localized("Страница \(index + 1) из \(count)", "Page \(index + 1) of \(count)"),
                    path: "\(StoryBoardState.path)?group=\(id)&page=\(page.id)"
                )
            }
        }
        return remarks
    }
}
