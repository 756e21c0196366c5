@testable import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// A full disk of the database at every door: each says so, nothing is kept, and reads go on.
@Suite(.timeLimit(.minutes(2)))
struct FullDiskTests {
    private static let api = "/admin/api/v1"

    /// A request that writes.
    private struct Door {
        let name: String
        var method = HTTPRequest.Method.post
        let path: String
        var headers: HTTPFields = [:]
        let body: [UInt8]
        /// Nil sends it as an app does.
        var author: Author? = Vitrina.owner
        var status = 503
    }

    @Test(arguments: TestDatabase.all)
    func `each door says that the disk is full, and reads go on`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let doors = try await doors(of: vitrina)
            try await vitrina.database.fillDisk()

            for door in doors {
                let reply = try await vitrina.send(
                    door.method,
                    door.path,
                    bytes: door.body,
                    headers: door.headers,
                    as: door.author
                )
                let (text, words) = (reply.text, Problem.fullDisk.detail)
                #expect(reply.status == door.status, "\(door.name): \(text)")
                #expect(text.contains(words.en) || text.contains(words.ru), "\(door.name): \(text)")
                // Pages have no header for programs.
                #expect(reply.headers[.retryAfter] != nil || text.contains("<html"), "\(door.name)")
            }
            let tags = try await vitrina.send(.get, "\(Self.api)/mall/tags").json["items"]?.array
            #expect(tags?.count == 1 && tags?[0]["fields"]?["name"]?["ru"] == "Чай")
            #expect(try await vitrina.send(.get, "\(Self.api)/search?q=%D1%87%D0%B0%D0%B9").status == 200)
        }
    }

    /// The doors, with what they need while there is room.
    private func doors(of vitrina: Vitrina) async throws -> [Door] {
        try await vitrina.testMode()
        try await vitrina.setAccounts(["test_mode": true])
        let tag = try await vitrina.send(.post, "\(Self.api)/mall/tags", ["name": ["ru": "Чай"]])
        try #require(tag.status == 201, "\(tag.text)")
        let tags = try JSON(parsing: try await vitrina.export("tags")).array ?? []
        let renamed = tags.map { $0.merged(with: ["draft": ["name": ["ru": "Сок"]]]) }
        let member = try await vitrina.send(
            .post,
            "\(Self.api)/staff",
            ["email": "m@b.example", "name": "Мария", "role": "viewer"],
            as: Vitrina.owner
        )
        _ = try await vitrina.browser(of: .editor)
        return admin(tag.id, renamed, member.id) + apps() + [signIn]
    }

    private func admin(_ tag: String, _ table: [JSON], _ member: String) -> [Door] {
        let first: HTTPFields = [.ifMatch: "\"1\""]
        func door(_ name: String, _ method: HTTPRequest.Method, _ path: String, _ body: JSON) -> Door {
            let headers = path.hasSuffix(tag) ? first : [:]
            return Door(
                name: name,
                method: method,
                path: Self.api + path,
                headers: headers,
                body: method == .delete ? [] : body.bytes
            )
        }
        let project: JSON = ["id": "demo-app", "app": "mall", "environment": "production", "title": "Демо"]
        let country: JSON = ["code": 225, "title": "Россия", "title_en": "Russia"]
        let picture = MediaFixture.png(width: 4, height: 3)
        return [
            door("a new entry", .post, "/mall/tags", ["name": ["ru": "Сок"]]),
            door("a changed entry", .patch, "/mall/tags/\(tag)", ["name": ["ru": "Сок"]]),
            door("an entry for the trash", .delete, "/mall/tags/\(tag)", .null),
            door("an import", .post, "/mall/tags/import?format=json", .array(table)),
            door("a release", .post, "/releases", ["title": "Зима"]),
            door("a member", .post, "/staff", ["email": "a@b.example", "name": "Анна", "role": "viewer"]),
            door("a token", .post, "/tokens", ["name": "t", "role": "viewer", "staff_id": .string(member)]),
            door("a web hook", .post, "/hooks", ["url": "http://127.0.0.1:9/"]),
            door("settings", .patch, "/settings/accounts", ["code_minutes": 1]),
            door("flags", .post, "/flags", project),
            door("a timetable", .post, "/travel/countries", country),
            Door(name: "an upload", path: "\(Self.api)/media?name=a.png", body: picture),
        ]
    }

    private func apps() -> [Door] {
        func door(_ name: String, _ path: String, _ body: JSON, status: Int = 503) -> Door {
            Door(name: name, path: path, body: body.bytes, author: nil, status: status)
        }
        let device: JSON = [
            "install_app": 1_763_000_000, "os": "iOS", "version_os": "19.1", "model": "iPhone 15",
        ]
        return [
            door("a device of the mall", "/api/v1/mobile-device", device),
            door("a code of the mall", "/api/v1/mobile-users/login", ["phone": "+79990001122"]),
            // The app knows no 503 (cruise.md, decision 5).
            door("a call-back", "/api/v3/User/Callback", ["phone_number": "+79991234567"], status: 500),
            form("a code of accounts", "/api/users/sms", "phone=9990001122"),
        ]
    }

    private var signIn: Door {
        form("a sign-in", "/login", "email=editor@browser.example&password=correct%20horse%20battery")
    }

    private func form(_ name: String, _ path: String, _ body: String) -> Door {
        Door(
            name: name,
            path: path,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(body.utf8),
            author: nil
        )
    }
}
