import Core
import Hummingbird
import Storage
import Web

/// The app of travel stories, which it shows above its search and ships with.
package struct Stories: App {
    package let name = "stories"
    package let title = Localized("Сторис", "Stories")
    package let icon = "story"
    package let publicPrefix = "/stories/v1"
    package let types: [any ContentDeclaration.Type] = [StoryGroups.self, StoryPages.self]

    package init() {}

    package var publicRoutes: [PublicRoute] {
        [
            PublicRoute("/groups") { request in
                let shelf = StoryShelf(live: request.live, now: request.now)
                return PublicAnswer { json in
                    json.stories(shelf.stories, request.storyLanguage) { content, field in
                        request.mediaURL(content.string(field))
                    }
                }
            }
        ]
    }

    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        PublicAnswer(status: problem.kind.travelStatus) { json in
            json.object { json in
                json.key("error")
                json.object { json in
                    json.member("text", problem.detail[language])
                    json.member("http_code", Int64(problem.kind.travelStatus))
                    json.member("error_code", problem.kind.travelCode)
                }
            }
        }
    }

    package var publicOpenAPI: String { embeddedFiles["stories-openapi.json"] ?? "" }
    package let routes: [any RouteList.Type] = [StoryRoutes.self]

    package func warnings(_ live: LiveState, at now: Timestamp) -> [(place: Localized, text: Localized)] {
        StoryShelf(live: live, now: now).empty.map { group in
            (
                Localized(group.text("title", .ru), group.text("title", .en)),
                Localized(
                    "Нет ни одной опубликованной страницы: приложение не показывает эту сторис.",
                    "It has no published page, so the app does not show it."
                )
            )
        }
    }
}

extension PublicRequest {
    /// The language of the query as `ru`, `ru_RU` or `en`, or else the one that the client accepts.
    fileprivate var storyLanguage: Language {
        value("lang").flatMap { Language(rawValue: $0.prefix(2).lowercased()) } ?? language
    }
}
