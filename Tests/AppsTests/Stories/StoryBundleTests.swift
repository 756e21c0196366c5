@testable import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The bundle that is shipped in an app, so that it shows stories without requests.
struct StoryBundleTests {
    private static let path = "/admin/api/v1/stories/bundle"

    @Test(arguments: TestDatabase.all)
    func `an asset catalogue holds every picture in every size, and the list in every language`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let group = try await vitrina.story()
            _ = try await vitrina.storyPage(of: group)
            let files = try await vitrina.bundle("form=ios")
            let names = ["story-group-1", "story-page-1"].flatMap { name in
                ["Contents.json", "\(name).jpg", "\(name)@2x.jpg", "\(name)@3x.jpg"].map {
                    "Stories.xcassets/\(name).imageset/\($0)"
                }
            }
            #expect(
                Set(files.keys)
                    == Set(
                        names + [
                            "Stories.xcassets/Contents.json", "ru.lproj/stories.json",
                            "en.lproj/stories.json",
                        ]
                    )
            )
            let contents = try JSON(
                parsing: files["Stories.xcassets/story-page-1.imageset/Contents.json"] ?? []
            )
            let images = contents["images"]?.array ?? []
            #expect(images.compactMap { $0["scale"]?.string } == ["1x", "2x", "3x"])
            #expect(contents["info"] == ["author": "xcode", "version": 1])
            for image in images {
                let name = image["filename"]?.string ?? ""
                #expect(image["idiom"] == "universal")
                #expect(files["Stories.xcassets/story-page-1.imageset/\(name)"] != nil, "\(name)")
            }

            // Equal to the app's answers, except for the addresses of pictures.
            for language in ["ru", "en"] {
                let list = try JSON(parsing: files["\(language).lproj/stories.json"] ?? []).array ?? []
                var seen = try await vitrina.stories("?lang=\(language)")
                let pages = seen[0]["pages"]?.array?.map { $0.merged(with: ["image": "story-page-1"]) } ?? []
                seen[0] = seen[0].merged(with: ["preview_image": "story-group-1", "pages": .array(pages)])
                #expect(list == seen)
            }
        }
    }

    @Test func `pictures have exactly the pixels that the screen has`() async throws {
        try await withVitrina { vitrina in
            let group = try await vitrina.story(["preview_image": .string(try await vitrina.upright(40, 30))])
            _ = try await vitrina.storyPage(
                of: group,
                ["image": .string(try await vitrina.upright(1000, 400))]
            )
            let files = try await vitrina.bundle("form=plain&lang=ru")
            #expect(files["stories.json"] != nil && files["ru/stories.json"] == nil)
            for (name, width, height) in [
                ("story-group-1.jpg", 92, 140), ("story-group-1@2x.jpg", 184, 280),
                ("story-group-1@3x.jpg", 276, 420), ("story-page-1.jpg", 390, 844),
                ("story-page-1@2x.jpg", 780, 1688), ("story-page-1@3x.jpg", 1170, 2532),
            ] {
                let bytes = try #require(files["images/\(name)"])
                let media = try await vitrina.services.media.add(bytes, name: name, by: Vitrina.editor).media
                #expect([media.width, media.height] == [width, height], "\(name)")
                #expect(media.type == .jpeg)
            }
            let list = try JSON(parsing: files["stories.json"] ?? [])
            #expect(list.array?[0]["preview_image"] == "images/story-group-1.jpg")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the same content gives the same bytes, whenever and however often it was published`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let group = try await vitrina.story()
            let page = try await vitrina.storyPage(of: group)
            let first = try await vitrina.send(.get, Self.path)
            #expect(first.headers[.contentType] == "application/zip")
            #expect(first.headers[.contentDisposition] == "attachment; filename=\"stories-ios.zip\"")
            vitrina.clock.advance(by: .seconds(86_400))
            try await vitrina.unpublish(page, of: StoryPages.self)
            #expect(try await vitrina.send(.get, Self.path).bytes != first.bytes)
            try await vitrina.change(page, of: StoryPages.self, ["title": ["ru": "Временно"]])
            try await vitrina.change(page, of: StoryPages.self, ["title": ["ru": "Лёд"]])
            try await vitrina.change(group, of: StoryGroups.self, [:])
            #expect(try await vitrina.send(.get, Self.path).bytes == first.bytes)
            #expect(try await vitrina.another().send(.get, Self.path).bytes == first.bytes)

            // The program's own strict reader accepts the archive too.
            let media = try await vitrina.services.media.add(first.bytes, name: "b.zip", by: Vitrina.editor)
            #expect(media.media.type == .zip)
        }
    }

    @Test func `it is of the moment that is asked for, and holds nothing that is not published`() async throws
    {
        try await withVitrina { vitrina in
            let now = try await vitrina.story(["title": ["ru": "Сейчас"]])
            _ = try await vitrina.storyPage(of: now)
            _ = try await vitrina.storyPage(of: now, ["title": ["ru": "Тайна"]], isDraft: true)
            let later = try await vitrina.story([
                "title": ["ru": "Потом"], "live_from": "2026-12-01T00:00:00Z",
            ])
            _ = try await vitrina.storyPage(of: later)
            func titles(_ query: String) async throws -> [String] {
                let files = try await vitrina.bundle("form=plain&lang=ru\(query)")
                #expect(!files.values.contains { String(decoding: $0, as: UTF8.self).contains("Тайна") })
                return try JSON(parsing: files["stories.json"] ?? []).titles
            }
            #expect(try await titles("") == ["Сейчас"])
            #expect(try await titles("&at=2026-12-02T00:00:00Z") == ["Потом", "Сейчас"])
        }
    }

    @Test func `an empty bundle is whole, and what is asked wrongly is told at its place`() async throws {
        try await withVitrina { vitrina in
            let files = try await vitrina.bundle("form=plain&lang=en")
            #expect(files == ["stories.json": Array("[]\n".utf8)])
            let wrong = try await vitrina.send(.get, "\(Self.path)?form=zip&lang=de&at=never&x=1")
            #expect(wrong.status == 422)
            let pointers = wrong.json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? []
            #expect(Set(pointers) == ["#/form", "#/lang", "#/at", "#/x"])
            #expect(try await vitrina.send(.get, Self.path, as: nil).status == 401)
        }
    }

    @Test func `more than an app could ship with is refused before anything is made`() async throws {
        try await withVitrina { vitrina in
            let group = try await vitrina.story()
            let image = try await vitrina.upright()
            let page: JSON = [
                "live": [
                    "group": .string(group), "image": .string(image), "title": ["ru": "А"],
                    "duration_seconds": 10,
                ]
            ]
            let pages = JSON.array((0...StoryBundle.pagesMax).map { _ in page })
            #expect(try await vitrina.import("story_pages", pages.bytes).status == 200)
            #expect(try await vitrina.send(.get, Self.path).status == 409)
        }
    }
    // T83: over real connections, a fault is reported before the first byte
    @Test(arguments: TestDatabase.all)
    func `a picture that has gone or is damaged is told by name, and no half of a bundle is sent`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let group = try await vitrina.story(["preview_image": .string(try await vitrina.upright(40, 30))])
            _ = try await vitrina.storyPage(of: group)
            let last = try await vitrina.upright(500, 900)
            let title: JSON = ["ru": "Мыс", "en": "Cape"]
            _ = try await vitrina.storyPage(of: group, ["image": .string(last), "title": title])
            let token = try await vitrina.newToken(of: .viewer).secret
            let path = try await vitrina.services.media.file(of: last).path
            let original = try Data(contentsOf: URL(filePath: path))
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(60), bodySizeMax: 64 << 20)
                let headers = [("Authorization", "Bearer \(token)"), ("Accept-Language", "en")]
                func bundle() async throws -> (status: Int, headers: [String: String], body: [UInt8]) {
                    let answer = try await client.send("GET", url + Self.path, headers: headers)
                    let named = answer.headers.map { ($0.key.lowercased(), $0.value) }
                    return (answer.status, Dictionary(named) { first, _ in first }, Array(answer.body))
                }
                let whole = try await bundle()
                #expect(whole.status == 200 && whole.headers["content-length"] == String(whole.body.count))
                #expect(storedFiles(of: whole.body).count > 10)

                let damaged = [original.prefix(original.count / 2), Data("no picture".utf8), nil]
                for bytes in damaged {
                    if let bytes {
                        try bytes.write(to: URL(filePath: path))
                    } else {
                        try FileManager.default.removeItem(atPath: path)
                    }
                    let refused = try await bundle()
                    #expect(refused.status == 409)
                    #expect(refused.headers["content-type"] == "application/problem+json")
                    let problem = try JSON(parsing: refused.body)
                    #expect(problem["detail"]?.string?.contains("Cape") == true, "\(problem.text)")
                }
                try original.write(to: URL(filePath: path))
                #expect(try await bundle().body == whole.body)
            }
        }
    }
}
