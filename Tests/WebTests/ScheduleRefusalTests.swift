import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct ScheduleRefusalTests {
    private static let tags = ScheduleTests.tags

    @Test(arguments: TestDatabase.all)
    func `only what is complete is planned, and every fault is told`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let news = "/admin/api/v1/mall/news"
            let created = try await vitrina.send(.post, news, ["title": ["en": "Hello"]])

            let path = "\(news)/\(created.id)/schedule/publication"
            let reply = try await vitrina.send(.put, path, ["at": "2026-11-22T10:00:00Z"])

            #expect(reply.status == 422)
            #expect(
                reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string } == [
                    "#/live_from", "#/title/ru",
                ]
            )
            #expect(
                try await vitrina.send(.get, "\(news)/\(created.id)").json["schedule"]?["publication"]
                    == .null
            )
        }
    }

    private static let bodies: [JSON] = [
        [:], ["at": nil], ["at": 5], ["at": "tomorrow"], ["at": "2026-11-22"], ["at": ["x"]], [],
        ["at": "2026-11-22T10:00:00Z", "note": "x"],
        // Now, shortly before now, and after the maximum.
        ["at": "2026-11-21T12:00:00Z"], ["at": "2026-11-21T11:59:59.999999Z"], ["at": "2033-01-01T00:00:00Z"],
        ["at": "0001-01-01T00:00:00Z"], ["at": "9999-12-31T23:59:59Z"],
    ]

    @Test(arguments: bodies)
    func `a time that is none is refused`(body: JSON) async throws {
        try await withVitrina { vitrina in
            let tag = try await vitrina.tag("a")

            let path = "\(Self.tags)/\(tag)/schedule/publication"
            let reply = try await vitrina.send(.put, path, body)

            #expect(body == [] ? reply.status == 400 : reply.status == 422, "\(reply.text)")
            #expect(
                try await vitrina.send(.get, "\(Self.tags)/\(tag)").json["schedule"]?["publication"] == .null
            )
        }
    }

    @Test func `the borders of the future belong to it`() async throws {
        try await withVitrina { vitrina in
            let tag = try await vitrina.tag("a")
            let now = vitrina.clock.now
            for moment in [now.advanced(by: .microseconds(1)), now.advanced(by: ContentStore.scheduleAhead)] {
                #expect(try await vitrina.plan(.publish, tag, moment.description).status == 200)
            }
            let beyond = now.advanced(by: ContentStore.scheduleAhead + .microseconds(1))
            #expect(try await vitrina.plan(.publish, tag, beyond.description).status == 422)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `nothing is planned that could not come to be`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.tag("a")
            let (soon, later) = ("2026-11-22T10:00:00Z", "2026-11-23T10:00:00Z")
            // The entry is neither live nor scheduled to be live.
            #expect(try await vitrina.plan(.withdraw, tag, later).status == 409)
            #expect(try await vitrina.plan(.publish, tag, soon).status == 200)
            #expect(try await vitrina.plan(.withdraw, tag, soon).status == 422)
            #expect(try await vitrina.plan(.withdraw, tag, "2026-11-21T13:00:00Z").status == 422)
            #expect(try await vitrina.plan(.withdraw, tag, later).status == 200)
            #expect(try await vitrina.plan(.publish, tag, later).status == 422)
            #expect(try await vitrina.plan(.publish, tag, "2026-11-24T10:00:00Z").status == 422)

            let live = try await vitrina.tag("b")
            let match: HTTPFields = [.ifMatch: "\"1\""]
            _ = try await vitrina.send(.put, "\(Self.tags)/\(live)/publication", headers: match)
            // There is no draft.
            #expect(try await vitrina.plan(.publish, live, soon).status == 409)
            #expect(try await vitrina.plan(.withdraw, live, soon).status == 200)
            // A live entry can be unpublished and published again with changes.
            try await vitrina.save(live, ["name": ["ru": "c"]], from: 2)
            #expect(try await vitrina.plan(.publish, live, later).status == 200)
        }
    }

    @Test func `a viewer plans nothing, and nobody plans for what is not there`() async throws {
        try await withVitrina { vitrina in
            let path = "\(Self.tags)/\(try await vitrina.tag("a"))/schedule/publication"
            let body: JSON = ["at": "2026-11-22T10:00:00Z"]
            #expect(try await vitrina.send(.put, path, body, as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.send(.delete, path, as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.send(.put, path, body, as: nil).status == 401)
            let stale = try await vitrina.send(.put, path, body, headers: [.ifMatch: "\"7\""])
            #expect(stale.status == 412)

            for id in ["nothing", "00000000-0000-7000-8000-000000000000"] {
                let unknown = "\(Self.tags)/\(id)/schedule"
                #expect(try await vitrina.send(.put, "\(unknown)/publication", body).status == 404)
                #expect(try await vitrina.send(.delete, "\(unknown)/withdrawal").status == 404)
                #expect(try await vitrina.send(.put, "\(unknown)/party", body).status == 404)
            }
            #expect(try await vitrina.send(.get, path).status == 405)
        }
    }
}
