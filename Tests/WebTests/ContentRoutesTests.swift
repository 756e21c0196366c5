import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct ContentRoutesTests {
    static let tags = "/admin/api/v1/mall/tags"
    static let news = "/admin/api/v1/mall/news"

    @Test(arguments: TestDatabase.all)
    func `a content goes from draft to live and back`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
            #expect(created.status == 201, "\(created.text)")
            #expect(created.headers[.eTag] == "\"1\"")
            #expect(created.json["state"] == "draft")
            let path = "\(Self.tags)/\(created.id)"

            let published = try await vitrina.send(.put, "\(path)/publication", headers: [.ifMatch: "\"1\""])
            #expect(published.status == 200, "\(published.text)")
            #expect(published.json["state"] == "live")
            #expect(published.json["version"] == 2)

            let edited = try await vitrina.send(
                .patch,
                path,
                ["name": ["en": "Coffee"]],
                headers: [.ifMatch: "\"2\""]
            )
            #expect(edited.json["has_draft"] == true)
            #expect(edited.json["fields"] == ["name": ["ru": "Кофе", "en": "Coffee"]])
            #expect(edited.json["live"] == ["name": ["ru": "Кофе"]])

            let back = try await vitrina.send(.delete, "\(path)/draft", headers: [.ifMatch: "\"3\""])
            #expect(back.json["has_draft"] == false)
            #expect(back.json["fields"] == ["name": ["ru": "Кофе"]])

            let taken = try await vitrina.send(.delete, "\(path)/publication", headers: [.ifMatch: "\"4\""])
            #expect(taken.json["state"] == "draft")
            #expect(taken.json["live"] == .null)

            let history = try await vitrina.send(.get, "\(path)/history")
            let actions = history.json["items"]?.array?.compactMap { $0["action"]?.string }
            #expect(actions == ["unpublished", "discarded", "saved", "published", "created"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of two editors who save the same version one wins`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])

            let statuses = try await atOnce(1...20) { number in
                try await vitrina.send(
                    .patch,
                    "\(Self.tags)/\(created.id)",
                    ["name": ["ru": .string("Чай \(number)")]],
                    headers: [.ifMatch: "\"1\""]
                ).status
            }

            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 412 }.count == 19)
        }
    }

    @Test func `a stale change is told what stands there now`() async throws {
        try await withVitrina { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])
            let path = "\(Self.tags)/\(created.id)"
            _ = try await vitrina.send(.patch, path, ["name": ["ru": "Сок"]], headers: [.ifMatch: "\"1\""])

            let stale = try await vitrina.send(
                .patch,
                path,
                ["name": ["ru": "Вода"]],
                headers: [.ifMatch: "\"1\""]
            )

            #expect(stale.status == 412)
            #expect(stale.headers[.contentType] == "application/problem+json")
            #expect(stale.json["type"] == "/problems/stale")
            #expect(stale.json["current"]?["fields"] == ["name": ["ru": "Сок"]])
        }
    }

    @Test func `every fault of a body is told at once`() async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(
                .post,
                Self.news,
                [
                    "title": 5, "image": "nothing.jpg", "on_main": "yes", "sitemap": "ftp://x", "id": "x",
                    "color": "red",
                ]
            )

            #expect(reply.status == 422)
            let pointers = reply.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["#/color", "#/id", "#/image", "#/on_main", "#/sitemap", "#/title"])
        }
    }

    @Test func `what is missing keeps a content from being published, not from being saved`() async throws {
        try await withVitrina { vitrina in
            let created = try await vitrina.send(.post, Self.news, ["title": ["en": "Hello"]])
            #expect(created.status == 201)

            let refused = try await vitrina.send(
                .put,
                "\(Self.news)/\(created.id)/publication",
                headers: [.ifMatch: "\"1\""]
            )

            #expect(refused.status == 422)
            let pointers = refused.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["#/live_from", "#/title/ru"])
        }
    }

    @Test func `an empty value is no value`() async throws {
        try await withVitrina { vitrina in
            let created = try await vitrina.send(
                .post,
                Self.news,
                ["title": ["ru": " ", "en": nil], "sitemap": "", "image": nil, "live_from": ""]
            )
            #expect(created.json["fields"] == ["on_main": false], "\(created.text)")

            let refused = try await vitrina.send(
                .put,
                "\(Self.news)/\(created.id)/publication",
                headers: [.ifMatch: "\"1\""]
            )
            let pointers = refused.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["#/title", "#/live_from"])
        }
    }

    @Test(arguments: [
        ("sort=colour", "#/sort"), ("limit=0", "#/limit"), ("limit=100000", "#/limit"),
        ("colour=red", "#/colour"),
        ("on_main=maybe", "#/on_main"), ("cursor=xyz", "#/cursor"), ("state=gone", "#/state"),
    ])
    func `a filter that is not declared is refused`(query: String, pointer: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(Self.news)?\(query)")

            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"] == .string(pointer))
        }
    }

    @Test func `a change must name the version it was made from`() async throws {
        try await withVitrina { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])

            let reply = try await vitrina.send(.patch, "\(Self.tags)/\(created.id)", ["name": ["ru": "Сок"]])

            #expect(reply.status == 428)
        }
    }

    @Test func `a viewer reads and does not write, and a stranger does neither`() async throws {
        try await withVitrina { vitrina in
            let read = try await vitrina.send(.get, Self.tags, as: Vitrina.viewer)
            let write = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]], as: Vitrina.viewer)
            let stranger = try await vitrina.send(.get, Self.tags, as: nil)

            #expect(read.status == 200)
            #expect(write.status == 403)
            #expect(stranger.status == 401)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `pages of a list have no gaps and no repeats`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var expected: Set<String> = []
            for number in 1...25 {
                let reply = try await vitrina.send(
                    .post,
                    Self.tags,
                    ["name": ["ru": .string("Тег \(number % 3)")]]
                )
                expected.insert(reply.id)
            }

            for sort in ContentQuery.Sort.allCases.map(\.rawValue).flatMap({ [$0, "-" + $0] })
            where !sort.contains("live") {
                var seen: [String] = []
                var query = "?limit=7&sort=\(sort)"
                while true {
                    let page = try await vitrina.send(.get, Self.tags + query)
                    seen += page.json.items.compactMap { $0["id"]?.string }
                    guard let next = page.json["next"]?.string else { break }
                    let escaped = next.replacing("+", with: "%2B").replacing("=", with: "%3D")
                    query = "?limit=7&sort=\(sort)&cursor=\(escaped)"
                }
                #expect(seen.count == 25, "\(sort)")
                #expect(Set(seen) == expected)
            }
        }
    }

    @Test func `an unknown address is a problem, and a wrong method names the right ones`() async throws {
        try await withVitrina { vitrina in
            let unknown = try await vitrina.send(.get, "/admin/api/v1/mall/nothing")
            let wrong = try await vitrina.send(.put, Self.tags)

            #expect(unknown.status == 404)
            #expect(unknown.json["type"] == "/problems/not-found")
            #expect(wrong.status == 405)
            #expect(wrong.headers[.allow] == "GET, POST")
        }
    }
}
