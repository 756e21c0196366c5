import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct DryRunTests {
    private static let prefix = "/admin/api/v1"
    private static let tags = "\(prefix)/mall/tags"
    private static let dry: HTTPFields = [HTTPField.Name("X-Dry-Run") ?? .via: "true"]

    /// A change of each kind, with its status and a part of its answer.
    private struct Change: Sendable {
        let method: HTTPRequest.Method
        let path: String
        var body: JSON?
        var version: Int?
        let status: Int
        var expected: [String: JSON] = [:]
    }

    @Test(arguments: TestDatabase.all)
    func `every kind of change answers as if it was done, and nothing is`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let changes = try await changes(vitrina)
            let before = try await vitrina.everything()
            let generation = vitrina.services.live.state.generation

            for change in changes {
                for (query, more) in [("?dry_run=true", [:] as HTTPFields), ("", Self.dry)] {
                    var headers = more
                    headers[.ifMatch] = change.version.map { "\"\($0)\"" }
                    let reply = try await vitrina.send(
                        change.method,
                        change.path + query,
                        change.body,
                        headers: headers,
                        as: Vitrina.owner
                    )

                    let what: Comment = "\(change.method) \(change.path): \(reply.text)"
                    #expect(reply.status == change.status, what)
                    #expect(reply.headers[HTTPField.Name("X-Dry-Run") ?? .via] == "true", what)
                    for (name, value) in change.expected { #expect(reply.json[name] == value, what) }
                }
            }

            let after = try await vitrina.everything()
            #expect(after == before)
            #expect(vitrina.services.live.state.generation == generation)
        }
    }

    private func changes(_ vitrina: Vitrina) async throws -> [Change] {
        let live = try await vitrina.send(.post, "\(Self.tags)?publish=true", ["name": ["ru": "Чай"]])
        let draft = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Сок"]])
        let news = try await vitrina.news()
        let staff = try await vitrina.send(
            .post,
            "\(Self.prefix)/staff",
            ["email": "a@mall.example", "name": "A", "role": "owner"],
            as: Vitrina.owner
        )
        let token = try await vitrina.send(
            .post,
            "\(Self.prefix)/tokens",
            ["name": "t", "role": "owner", "staff_id": .string(staff.id)],
            as: Vitrina.owner
        )
        let (one, two) = ("\(Self.tags)/\(live.id)", "\(Self.tags)/\(draft.id)")
        let card = "\(Self.prefix)/mall/home/slider/cards/\(news)"
        return [
            Change(method: .post, path: Self.tags, body: ["name": ["ru": "Лимонад"]], status: 201),
            Change(
                method: .patch,
                path: one,
                body: ["name": ["ru": "Какао"]],
                version: 1,
                status: 200,
                expected: ["version": 2, "title": "Какао", "has_draft": true]
            ),
            Change(
                method: .put,
                path: "\(two)/publication",
                version: 1,
                status: 200,
                expected: ["state": "live", "version": 2]
            ),
            Change(
                method: .delete,
                path: "\(one)/publication",
                version: 1,
                status: 200,
                expected: ["state": "draft"]
            ),
            Change(
                method: .put,
                path: "\(Self.prefix)/mall/news/\(news)/position",
                body: ["to": "last"],
                status: 200
            ),
            Change(method: .delete, path: two, version: 1, status: 204),
            Change(method: .put, path: card, status: 200, expected: ["name": "slider"]),
            Change(method: .delete, path: card, status: 200, expected: ["cards": []]),
            Change(
                method: .post,
                path: "\(Self.prefix)/staff",
                body: ["email": "b@mall.example", "name": "B", "role": "editor"],
                status: 201
            ),
            Change(
                method: .patch,
                path: "\(Self.prefix)/staff/\(staff.id)",
                body: ["name": "Anna"],
                status: 200,
                expected: ["name": "Anna"]
            ),
            Change(
                method: .post,
                path: "\(Self.prefix)/tokens",
                body: ["name": "u", "role": "viewer", "staff_id": .string(staff.id)],
                status: 201
            ),
            Change(method: .delete, path: "\(Self.prefix)/tokens/\(token.id)", status: 204),
        ]
    }

    @Test(arguments: TestDatabase.all)
    func `what is read after a write shows what it would have left`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let news = try await vitrina.news()
            let path = "\(Self.prefix)/mall/home/slider/cards/\(news)"

            let shown = try await vitrina.send(.put, "\(path)?dry_run=true")
            let home = try await vitrina.send(.get, "\(Self.prefix)/mall/home")

            #expect(shown.json["cards"]?.array?.compactMap { $0["id"]?.string } == [news], "\(shown.text)")
            #expect(home.json["blocks"]?.array?.first?["cards"] == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what would be refused is refused`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])
            let path = "\(Self.tags)/\(created.id)?dry_run=true"

            #expect(try await vitrina.send(.post, "\(Self.tags)?dry_run=true", ["nome": 1]).status == 422)
            #expect(try await vitrina.send(.delete, path).status == 428)
            #expect(try await vitrina.send(.delete, path, headers: [.ifMatch: "\"7\""]).status == 412)
            #expect(
                try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""], as: Vitrina.viewer).status
                    == 403
            )
        }
    }

    @Test func `only a change can be tried out, and what it says must be a flag`() async throws {
        try await withVitrina { vitrina in
            for path in ["\(Self.tags)?dry_run=true", "\(Self.prefix)/media?dry_run=true"] {
                #expect(try await vitrina.send(.get, path).status == 422)
            }
            #expect(try await vitrina.send(.post, "\(Self.tags)?dry_run=perhaps", [:]).status == 422)
            let perhaps: HTTPFields = [HTTPField.Name("X-Dry-Run") ?? .via: "perhaps"]
            #expect(try await vitrina.send(.post, Self.tags, [:], headers: perhaps).status == 400)
            let no = try await vitrina.send(.post, "\(Self.tags)?dry%5Frun=false&publish=false", [:])
            #expect(no.status == 201)
            #expect(no.headers[HTTPField.Name("X-Dry-Run") ?? .via] == nil)
            for method in [HTTPRequest.Method.post, .delete] {
                let reply = try await vitrina.send(method, "\(Self.prefix)/session", [:], headers: Self.dry)
                #expect(reply.status == 400)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an upload is checked and not kept`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let photo = MediaFixture.png(width: 4, height: 3)
            let uploads = "\(Self.prefix)/media?name=a.png&dry_run=true"

            let reply = try await vitrina.send(.post, uploads, bytes: photo)
            let refused = try await vitrina.send(.post, uploads, bytes: Array("<html>".utf8))

            #expect(reply.status == 201)
            #expect(refused.status == 422)
            let id = SHA256.hex(photo) + ".png"
            #expect(reply.id == id)
            #expect(try await vitrina.send(.get, "/media/\(id)", as: nil).status == 404)
            #expect(try await vitrina.send(.get, "\(Self.prefix)/media").json["items"] == [])

            var headers = Self.dry
            let fields: JSON = ["title": ["ru": "Новость"], "image": .string(id)]
            let path = "\(Self.prefix)/mall/news"
            #expect(try await vitrina.send(.post, path, fields, headers: headers).status == 422)
            headers[HTTPField.Name("X-Dry-Run-Uploads") ?? .via] = id
            #expect(try await vitrina.send(.post, path, fields, headers: headers).status == 201)
            headers[HTTPField.Name("X-Dry-Run-Uploads") ?? .via] = "../etc/passwd"
            #expect(try await vitrina.send(.post, path, fields, headers: headers).status == 400)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a dry run among other writes undoes only itself`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await atOnce(0..<40) { number in
                let headers = number.isMultiple(of: 2) ? Self.dry : [:]
                let body: JSON = ["name": ["ru": .string("Тег \(number)")]]
                let reply = try await vitrina.send(.post, Self.tags, body, headers: headers)
                #expect(reply.status == 201)
            }

            let list = try await vitrina.send(.get, "\(Self.tags)?limit=100").json.items
            let numbers = list.compactMap { $0["title"]?.string?.split(separator: " ").last }
                .compactMap { Int($0) }
            #expect(numbers.sorted() == (0..<40).filter { !$0.isMultiple(of: 2) })
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a request that writes many times is right up to its limit`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let store = vitrina.services.contents
            let type = try #require(Catalog.types.first { $0.type.name == "tags" }?.type)
            let act = ContentStore.Act(author: Vitrina.editor)
            let mode = WriteMode.dryRun(DryRun(at: vitrina.clock.now))

            try await mode {
                for number in 1...DryRun.dryRunWritesMax {
                    let fields: [String: JSON] = ["name": ["ru": .string("Тег \(number)")]]
                    _ = try await store.create(fields, of: type, publish: false, as: act)
                }
                let page = try await store.list(ContentQuery([("limit", "100")], of: type), of: type)
                #expect(page.elements.count == DryRun.dryRunWritesMax)
                await #expect(throws: Problem.self) {
                    _ = try await store.create([:], of: type, publish: false, as: act)
                }
            }
            #expect(try await vitrina.send(.get, Self.tags).json["items"] == [])
        }
    }
}

extension Vitrina {
    /// The id of a published news entry.
    fileprivate func news() async throws -> String {
        let type = try #require(Catalog.types.first { $0.type.name == "news" }?.type)
        var fields = Example.body(of: type, in: try await world(for: type))
        fields["on_main"] = false
        let act = ContentStore.Act(author: Self.editor)
        return try await services.contents.create(fields, of: type, publish: true, as: act).id
    }

    /// The number of rows of every table, and the rows of tables that change without a new row.
    fileprivate func everything() async throws -> [String: String] {
        var everything = try await database.rowCounts().mapValues { String($0) }
        for table in ["contents", "drafts", "revisions", "staff", "staff_tokens", "limits"] {
            everything["all of \(table)"] = try await database.read { connection in
                try connection.rows("SELECT * FROM \(name: table) ORDER BY 1").map { "\($0)" }.joined()
            }
        }
        return everything
    }
}
