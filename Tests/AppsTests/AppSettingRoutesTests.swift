import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The app settings, and the right to change them.
struct AppSettingRoutesTests {
    private static let path = "/admin/api/v1/settings/mall"

    @Test(arguments: TestDatabase.all)
    func `every declared setting is listed, changed and put back`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            func settings(_ reply: Vitrina.Reply) -> [String: JSON] {
                let items = reply.json.items
                return Dictionary(items.map { ($0["name"]?.string ?? "", $0) }) { first, _ in first }
            }
            let first = settings(try await vitrina.send(.get, Self.path, as: Vitrina.viewer))
            #expect(Set(first.keys) == Set(Mall().settings.map(\.name)))
            #expect(first["points_registration"]?["value"] == 100)
            #expect(first["points_registration"]?["unit"] == "points")
            #expect(first["points_registration"]?["changed_by"] == .null)
            #expect(first["review_email"]?["kind"] == "email")

            let body: JSON = [
                "points_registration": 150, "test_mode": true, "review_email": "Boss@Mall.Example",
            ]
            let reply = try await vitrina.send(.patch, Self.path, body, as: Vitrina.owner)
            let second = settings(reply)
            #expect(reply.status == 200)
            #expect(second["points_registration"]?["value"] == 150)
            #expect(second["points_registration"]?["changed_by"] == "Olga")
            #expect(second["points_registration"]?["is_decided"] == true)
            #expect(second["review_email"]?["value"] == "boss@mall.example")

            let back: JSON = .object(["points_registration": .null])
            let third = settings(try await vitrina.send(.patch, Self.path, back, as: Vitrina.owner))
            #expect(third["points_registration"]?["value"] == 100)
            #expect(third["points_registration"]?["is_decided"] == false)
            #expect(third["test_mode"]?["value"] == true)
            let audit = try await AuditLog(database: vitrina.database).list().entries
            #expect(audit.filter { $0.action == AuditAction.settingChanged.name }.count == 4)
        }
    }

    @Test(arguments: [
        "points_registration=-1", "points_registration=1000001", "points_registration=\"5\"",
        "points_registration=1.5", "test_mode=1", "test_mode=\"true\"", "review_email=\"nobody\"",
        "review_email=5",
        "nothing=1", "points_registration={}", "profile_wait=99999999999999999999",
    ])
    func `a wrong value changes nothing`(pair: String) async throws {
        try await withVitrina { vitrina in
            let parts = pair.split(separator: "=", maxSplits: 1)
            let body = try JSON(parsing: Array("{\"code_minutes\": 5, \"\(parts[0])\": \(parts[1])}".utf8))
            let reply = try await vitrina.send(.patch, Self.path, body, as: Vitrina.owner)
            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"]?.string == "#/\(parts[0])")
            #expect(try await vitrina.services.appSettings.of("mall").decided.isEmpty)
        }
    }

    @Test func `who may not decide does not, and a dry run decides nothing`() async throws {
        try await withVitrina { vitrina in
            let body: JSON = ["points_registration": 150]
            #expect(try await vitrina.send(.patch, Self.path, body, as: Vitrina.editor).status == 403)
            #expect(try await vitrina.send(.patch, Self.path, body, as: nil).status == 401)
            #expect(try await vitrina.send(.get, Self.path, as: nil).status == 401)
            for path in ["/admin/api/v1/settings/nope", "/admin/api/v1/settings/%27"] {
                #expect(try await vitrina.send(.get, path, as: Vitrina.owner).status == 404)
                #expect(try await vitrina.send(.patch, path, body, as: Vitrina.owner).status == 404)
            }
            let dry = try await vitrina.send(.patch, Self.path + "?dry_run=true", body, as: Vitrina.owner)
            #expect(dry.status == 200)
            #expect(try await vitrina.services.appSettings.of("mall").decided.isEmpty)
        }
        try await withVitrina(settings: WebSettings(rateLimit: 0, isProduction: true)) { vitrina in
            let reply = try await vitrina.send(.patch, Self.path, ["test_mode": true], as: Vitrina.owner)
            #expect(reply.status == 422)
            let items = try await vitrina.send(.get, Self.path, as: Vitrina.viewer).json.items
            #expect(items.first { $0["name"] == "test_mode" }?["is_locked"] == true)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `rights beside the role are given, told and taken`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = "/admin/api/v1/staff"
            let body: JSON = [
                "email": "t@x.ru", "name": "Timur", "role": "viewer",
                "grants": ["codes.read", "people.read"],
                "password": "correct horse battery",
            ]
            let made = try await vitrina.send(.post, path, body, as: Vitrina.owner)
            #expect(made.status == 201)
            #expect(made.json["grants"] == ["people.read", "codes.read"])
            for grants: JSON in [["staff.manage"], ["content.write"], ["x"], "codes.read", [1], .object([:])]
            {
                let reply = try await vitrina.send(
                    .patch,
                    "\(path)/\(made.id)",
                    ["grants": grants],
                    as: Vitrina.owner
                )
                #expect(reply.status == 422, "\(grants)")
            }
            let less = try await vitrina.send(
                .patch,
                "\(path)/\(made.id)",
                ["grants": ["codes.read"]],
                as: Vitrina.owner
            )
            #expect(less.json["grants"] == ["codes.read"])
            let timur = Author(
                staffID: made.id,
                name: "Timur",
                role: .viewer,
                permissions: Role.viewer.permissions.union([.readCodes]),
                door: .api
            )
            func token(_ grants: JSON) async throws -> Vitrina.Reply {
                try await vitrina.send(
                    .post,
                    "/admin/api/v1/tokens",
                    ["name": "t", "role": "viewer", "grants": grants],
                    as: timur
                )
            }
            let fitting = try await token(["codes.read"])
            #expect(fitting.status == 201 && fitting.json["grants"] == ["codes.read"])
            let above = try await token(["people.read"])
            #expect(above.status == 422)
            #expect(above.json["errors"]?.array?.map { $0["pointer"]?.string } == ["#/grants"])
        }
    }
}
