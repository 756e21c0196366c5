import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Removals on the board of the console (T82).
struct StoryBoardTests {
    private static let pages = "/admin/api/v1/stories/story_pages"
    private static let groups = "/admin/api/v1/stories/story_groups"

    private func state(_ vitrina: Vitrina, _ page: String) async throws -> JSON? {
        try await vitrina.send(.get, "\(Self.pages)/\(page)").json["state"]
    }

    private func titles(_ vitrina: Vitrina) async throws -> [String] {
        try await vitrina.stories().compactMap { $0["title"]?.string }
    }

    // T82: if the story cannot be removed, nothing is
    @Test(arguments: TestDatabase.all)
    func `a story that something else needs stays with all of its pages`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let cookie = try await vitrina.browser(of: .editor)
            let winter = try await vitrina.story(["title": ["ru": "Зима"]])
            let summer = try await vitrina.story(["title": ["ru": "Лето"]])
            let page = try await vitrina.storyPage(of: winter)
            _ = try await vitrina.storyPage(of: summer)
            // The board shows it at its draft's position, and the app shows it at the published position.
            let moved = try await vitrina.storyPage(of: winter, ["title": ["ru": "Снег"]])
            let edited = try await vitrina.send(
                .patch,
                "\(Self.pages)/\(moved)",
                ["group": .string(summer)],
                headers: [.ifMatch: "\"1\""]
            )
            #expect(edited.status == 200, "\(edited.text)")
            let remove = "/stories/board/groups/\(winter)/remove"
            let refused = try await vitrina.postForm(remove, cookie: cookie)
            #expect(refused.status == 409 && refused.text.contains("Снег"), "\(refused.status)")
            #expect(try await state(vitrina, page) == "live")
            #expect(try await Set(titles(vitrina)) == ["Зима", "Лето"])

            try await vitrina.change(moved, of: StoryPages.self, ["group": .string(summer)])
            let gone = try await vitrina.postForm(remove, cookie: cookie)
            #expect(gone.status == 303, "\(gone.text.prefix(500))")
            #expect(try await titles(vitrina) == ["Лето"])
            #expect(try await state(vitrina, moved) == "live")

            // A restore brings back the complete previous state.
            let notice = try #require(gone.notice)
            #expect(try await vitrina.postForm("/undo", "id=\(notice)", cookie: cookie).status == 303)
            #expect(try await state(vitrina, page) == "live")
            #expect(try await Set(titles(vitrina)) == ["Зима", "Лето"])
        }
    }

    // T82: a story is changed while its pages are removed
    @Test(arguments: TestDatabase.all)
    func `pages stay live where their story cannot go`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let cookie = try await vitrina.browser(of: .editor)
            let group = try await vitrina.story(["title": ["ru": "Байкал"]])
            let first = try await vitrina.storyPage(of: group, ["title": ["ru": "Лёд"]])
            let second = try await vitrina.storyPage(of: group, ["title": ["ru": "Снег"]])
            let before = try await vitrina.stories()[0]["pages"]?.titles
            let slow = InterposedDatabase(
                vitrina.database,
                before: [
                    1: {
                        try await vitrina.change(group, of: StoryGroups.self, ["title": ["ru": "Другая"]])
                    }
                ]
            )
            let other = try await vitrina.another(on: slow)
            let refused = try await other.postForm("/stories/board/groups/\(group)/remove", cookie: cookie)
            #expect(refused.status == 412, "\(refused.text.prefix(500))")
            for page in [first, second] { #expect(try await state(vitrina, page) == "live") }
            let after = try await vitrina.stories()
            #expect(after.count == 1 && after.first?["title"] == "Другая")
            #expect(after.first?["pages"]?.titles == before && before?.count == 2)
        }
    }

    // T82: through the API as on the board, alone and with others
    @Test(arguments: TestDatabase.all)
    func `a story goes to the trash with its pages, and comes back with them`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            let (winter, summer) = (
                try await vitrina.story(["title": ["ru": "Зима"]]),
                try await vitrina.story(["title": ["ru": "Лето"]])
            )
            let page = try await vitrina.storyPage(of: winter)
            let gone = try await vitrina.storyPage(of: winter, ["title": ["ru": "Раньше"]])
            let other = try await vitrina.storyPage(of: summer)
            let match: HTTPFields = [.ifMatch: "\"1\""]
            #expect(try await vitrina.send(.delete, "\(Self.pages)/\(gone)", headers: match).status == 204)
            vitrina.clock.advance(by: .seconds(1))

            let uses = try await vitrina.send(.get, "\(Self.groups)/\(winter)/uses").json["items"]?.array
            #expect(uses?.map { $0["is_part"] } == [true])
            #expect(
                try await vitrina.send(.delete, "\(Self.groups)/\(winter)?dry_run=true", headers: match)
                    .status < 300
            )
            #expect(try await state(vitrina, page) == "live")
            let stale: HTTPFields = [.ifMatch: "\"7\""]
            #expect(try await vitrina.send(.delete, "\(Self.groups)/\(winter)", headers: stale).status == 412)
            #expect(try await state(vitrina, page) == "live")

            #expect(try await vitrina.send(.delete, "\(Self.groups)/\(winter)", headers: match).status == 204)
            #expect(try await titles(vitrina) == ["Лето"])
            #expect(try await state(vitrina, page) == "trash")
            let history = try await vitrina.send(.get, "\(Self.pages)/\(page)/history").json["items"]?.array
            #expect(history?.first?["action"] == "removed")

            let bulk: JSON = ["action": "recover", "ids": [.string(winter)]]
            #expect(try await vitrina.send(.post, "\(Self.groups)/bulk", bulk).status == 200)
            #expect(try await state(vitrina, page) == "draft")
            // A page that was removed separately before remains in the trash.
            #expect(try await state(vitrina, gone) == "trash")

            let both: JSON = ["action": "remove", "ids": [.string(winter), .string(summer)], "mode": "all"]
            let removed = try await vitrina.send(.post, "\(Self.groups)/bulk", both)
            #expect(removed.status == 200, "\(removed.text)")
            for page in [page, other] { #expect(try await state(vitrina, page) == "trash") }
            #expect(try await titles(vitrina).isEmpty)
        }
    }
}
