import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The editing of stories, with its warnings.
struct StoryEditingTests {
    private static let groups = "/admin/api/v1/stories/story_groups"
    private static let pages = "/admin/api/v1/stories/story_pages"

    // T82
    @Test(arguments: TestDatabase.all)
    func `a story with its page is made, changed, published, hidden and removed`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let image = JSON.string(try await vitrina.upright(780, 1688))
            let group = try await vitrina.send(
                .post,
                Self.groups,
                ["title": ["ru": "Байкал"], "preview_image": image]
            )
            #expect(group.status == 201 && group.json["state"] == "draft")
            let page = try await vitrina.send(
                .post,
                Self.pages,
                ["group": .string(group.id), "image": image, "title": ["ru": "Лёд"]]
            )
            #expect(page.status == 201 && page.json["fields"]?["duration_seconds"] == 10)
            for (path, id) in [(Self.groups, group.id), (Self.pages, page.id)] {
                let live = try await vitrina.send(
                    .put,
                    "\(path)/\(id)/publication",
                    headers: [.ifMatch: "\"1\""]
                )
                #expect(live.json["state"] == "live")
            }
            #expect(try await vitrina.stories().count == 1)

            let edited = try await vitrina.send(
                .patch,
                "\(Self.pages)/\(page.id)?publish=true",
                ["title": ["ru": "Крепкий лёд"], "duration_seconds": 15],
                headers: [.ifMatch: "\"2\""]
            )
            #expect(edited.status == 200)
            let seen = try await vitrina.stories()[0]["pages"]?.array?.first
            #expect(seen?["title"] == "Крепкий лёд" && seen?["duration_seconds"] == 15)

            let gone = try await vitrina.send(
                .delete,
                "\(Self.pages)/\(page.id)",
                headers: [.ifMatch: "\"3\""]
            )
            #expect(gone.status == 204)
            #expect(try await vitrina.stories().isEmpty)
            let group2 = try await vitrina.send(
                .delete,
                "\(Self.groups)/\(group.id)",
                headers: [.ifMatch: "\"2\""]
            )
            #expect(group2.status == 204)
        }
    }

    // T83, T84
    @Test(arguments: TestDatabase.all)
    func `what does not fit the screen is warned about`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let small = try await vitrina.upright(100, 200)
            let wide = try await vitrina.upright(1600, 900)
            let good = try await vitrina.upright(1170, 2532)
            let group = try await vitrina.story(["preview_image": .string(small)])
            func warned(_ fields: [String: JSON]) async throws -> [String] {
                let id = try await vitrina.storyPage(of: group, fields)
                let page = try await vitrina.send(.get, "\(Self.pages)/\(id)").json
                return page["warnings"]?.array?.compactMap { $0["pointer"]?.string } ?? ["none"]
            }
            #expect(try await warned(["image": .string(good)]) == [])
            #expect(try await warned(["image": .string(small)]) == ["#/image"])
            #expect(try await warned(["image": .string(wide)]) == ["#/image"])
            let long = JSON.string("Слово за словом и ещё несколько слов до конца")
            #expect(try await warned(["image": .string(good), "title": ["ru": long]]) == ["#/title"])
            let longer = JSON.string(String(repeating: "слово за словом ", count: 8))
            #expect(
                try await warned(["image": .string(good), "text": ["en": longer, "ru": "Да"]]) == ["#/text"]
            )
            let preview = try await vitrina.send(.get, "\(Self.groups)/\(group)").json["warnings"]?.array
            #expect(preview?.compactMap { $0["pointer"]?.string } == ["#/preview_image"])
            // They are among the warnings of all published entries, too.
            let all = try await vitrina.send(.get, "/admin/api/v1/warnings").json.items
            #expect(all.contains { $0["pointer"] == "#/preview_image" && $0["id"]?.string == group })
        }
    }

    // T83, T84
    @Test func `what is too long, no picture or no number is refused at its place`() async throws {
        try await withVitrina { vitrina in
            let archive = MediaFixture.zip([("a.txt", "hello")])
            let zip = try await vitrina.services.media.add(archive, name: "a.zip", by: Vitrina.editor).media
                .id
            let cases: [(JSON, String)] = [
                (["title": ["ru": .string(String(repeating: "я", count: 61))]], "#/title/ru"),
                (["text": ["en": .string(String(repeating: "a", count: 161))]], "#/text/en"),
                (["duration_seconds": 2], "#/duration_seconds"),
                (["duration_seconds": 61], "#/duration_seconds"),
                (["duration_seconds": "10"], "#/duration_seconds"), (["image": .string(zip)], "#/image"),
            ]
            for (body, pointer) in cases {
                let reply = try await vitrina.send(.post, Self.pages, body)
                #expect(reply.status == 422, "\(pointer)")
                #expect(reply.json["errors"]?.array?.first?["pointer"]?.string == pointer)
            }
            let schema = try await vitrina.send(.get, "\(Self.pages)/schema").json["fields"]?.array ?? []
            let title = schema.first { $0["name"] == "title" }
            #expect(title?["length_max"] == 60 && title?["help"]?.string?.contains("2 lines") == true)
            let image = schema.first { $0["name"] == "image" }
            #expect(image?["pixels_min"] == ["width": 780, "height": 1688])
        }
    }

    // T85
    @Test func `the phone shows a page and the strip as the app does`() async throws {
        try await withVitrina { vitrina in
            let group = try await vitrina.story()
            let page = try await vitrina.storyPage(of: group)
            for path in ["/stories/story_pages/\(page)", "/stories/story_groups/\(group)"] {
                let form = try await vitrina.send(.get, path, headers: [.accept: "text/html"])
                #expect(form.status != 500, "\(path)")
            }
            let module = try #require(Catalog.module(of: "story_pages"))
            for (type, fields) in [
                (StoryPages.type, ["title": ["ru": "Лёд"]] as Body), (StoryGroups.type, [:]),
            ] {
                let content = LiveContent(
                    id: page,
                    type: type,
                    position: 0,
                    createdAt: vitrina.clock.now,
                    body: fields
                )
                let request = PublicRequest(
                    language: .en,
                    baseURL: "",
                    now: vitrina.clock.now,
                    live: vitrina.services.live.state
                )
                let screen = module.phone(for: content, request, in: .utc)
                #expect(screen?.template == "phone-story")
            }
        }
    }
}
