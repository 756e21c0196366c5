import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The numbers by which apps identify stories: they never change and are never reused.
struct StoryNumberTests {
    private static let groups = "/admin/api/v1/stories/story_groups"

    // T87
    @Test(arguments: TestDatabase.all)
    func `a number stays through every edit, and none comes twice`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let group = try await vitrina.story()
            let page = try await vitrina.storyPage(of: group)
            let before = try await vitrina.stories()
            try await vitrina.change(group, of: StoryGroups.self, ["title": ["ru": "Другое"]])
            try await vitrina.unpublish(page, of: StoryPages.self)
            try await vitrina.change(page, of: StoryPages.self, ["duration_seconds": 20])
            let other = try await vitrina.story()
            _ = try await vitrina.send(.put, "\(Self.groups)/\(other)/position", ["to": "last"])
            let after = try await vitrina.stories()
            #expect(before[0]["id"] == after[0]["id"])
            #expect(before[0]["pages"]?.array?[0]["id"] == after[0]["pages"]?.array?[0]["id"])
            #expect(try await vitrina.number(of: other, StoryGroups.type) == 2)

            let copy = try await vitrina.send(.post, "\(Self.groups)/\(other)/copies")
            #expect(copy.json["number"] == 3)
            // After a purge its number is not used again.
            let version = copy.json["version"]?.integer ?? 0
            let removed = try await vitrina.send(
                .delete,
                "\(Self.groups)/\(copy.id)",
                headers: [.ifMatch: "\"\(version)\""]
            )
            #expect(removed.status == 204)
            let purged = try await vitrina.send(
                .delete,
                "\(Self.groups)/\(copy.id)?purge=true",
                headers: [.ifMatch: "\"\(version + 1)\""],
                as: Vitrina.owner
            )
            #expect(purged.status == 204, "\(purged.text)")
            let next = try await vitrina.story()
            #expect(try await vitrina.number(of: next, StoryGroups.type) == 4)
            let list = try await vitrina.send(.get, Self.groups).json.items
            #expect(list.compactMap { $0["number"]?.integer }.sorted() == [1, 2, 4])
        }
    }

    // T87
    @Test(arguments: TestDatabase.all)
    func `many at once get a number each`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let image = try await vitrina.upright()
            let statuses = try await atOnce(0..<24) { index in
                let body: JSON = ["title": ["ru": "А"], "preview_image": .string(image)]
                let query = index % 2 == 0 ? "?publish=true" : ""
                return try await vitrina.send(.post, Self.groups + query, body).status
            }
            #expect(Set(statuses) == [201])
            let list = try await vitrina.send(.get, "\(Self.groups)?limit=100").json.items
            #expect(list.compactMap { $0["number"]?.integer }.sorted() == Array(1...24))
        }
    }

    // T87
    @Test(arguments: TestDatabase.all)
    func `numbers go along with an export, where they are free`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let image = JSON.string(try await vitrina.upright())
            let fields: JSON = ["title": ["ru": "А"], "preview_image": image]
            func row(_ last: Int, _ number: JSON?) -> JSON {
                var row: [String: JSON] = [
                    "id": .string("018f3b1c-0000-7000-8000-00000000000\(last)"), "live": fields,
                ]
                row["number"] = number
                return .object(row)
            }
            let rows: JSON = [row(1, 7), row(2, 7), row(3, nil), row(4, 5)]
            let imported = try await vitrina.send(
                .post,
                "\(Self.groups)/import?format=json",
                rows,
                headers: [.contentType: "application/json"]
            )
            #expect(imported.status == 200, "\(imported.text)")
            let list = try await vitrina.send(.get, Self.groups).json.items
            let numbers = list.compactMap { $0["number"]?.integer }
            #expect(Set(numbers).count == 4 && numbers.contains(7) && numbers.contains(5))

            let exported = try await vitrina.send(.get, "\(Self.groups)/export?format=json").json.array ?? []
            #expect(Set(exported.compactMap { $0["number"]?.integer }) == Set(numbers))
            // The same file again changes nothing.
            let again = try await vitrina.send(
                .post,
                "\(Self.groups)/import?format=json",
                .array(exported),
                headers: [.contentType: "application/json"]
            )
            #expect(again.status == 200, "\(again.text)")
            #expect(try await vitrina.send(.get, Self.groups).json["items"]?.array == list)
            for number in [0, -1, 1_000_000_001] as [Int64] {
                let refused = try await vitrina.send(
                    .post,
                    "\(Self.groups)/import?format=json",
                    [row(5, .integer(number))],
                    headers: [.contentType: "application/json"]
                )
                #expect(refused.text.contains("number"), "\(refused.text)")
                #expect(try await vitrina.send(.get, Self.groups).json.items.count == 4)
            }
        }
    }
}
