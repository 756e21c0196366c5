import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

/// Requests of Firebase's command line besides Remote Config, with a staff token (R43).
struct FirebaseCommandLineTests {
    private func token(_ wire: FlagWire, _ role: Role) async throws -> String {
        let staff = wire.vitrina.services.staff
        let email = "\(role.rawValue)@x.ru"
        let member = try await staff.create(email: email, name: "Анна", role: .owner, by: Vitrina.owner).staff
        return try await staff.createToken(name: "t", role: role, for: member.id, by: Vitrina.owner).secret
    }

    private func exchange(_ wire: FlagWire, _ token: String) async throws -> Vitrina.Reply {
        let form = "refresh_token=\(token)&client_id=c&client_secret=s&grant_type=refresh_token&scope=a+b"
        return try await wire.post(
            "/oauth2/v3/token",
            Array(form.utf8),
            headers: [.contentType: "application/x-www-form-urlencoded"]
        )
    }

    // R43, R30
    @Test(arguments: TestDatabase.all)
    func `a token of a member of staff is a refresh token, and they are the author`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let secret = try await token(wire, .editor)
            let answer = try await exchange(wire, secret)
            #expect(answer.status == 200)
            #expect(answer.json["expires_in"]?.integer ?? 0 > 0)
            let access = try #require(answer.json["access_token"]?.string)
            let headers: HTTPFields = [.authorization: "Bearer \(access)"]
            for project in [FlagWire.id, FlagWire.number] {
                let found = try await wire.get("/v1/projects/\(project)", headers: headers)
                #expect(found.json["projectId"]?.string == FlagWire.id)
                #expect(found.json["projectNumber"]?.string == FlagWire.number)
            }
            let asked: JSON = ["permissions": ["cloudconfig.configs.get", "cloudconfig.configs.update"]]
            let path = "/v1/projects/\(FlagWire.id):testIamPermissions"
            let granted = try await wire.vitrina.send(.post, path, asked, headers: headers, as: nil)
            #expect(granted.json == asked)
            var change = headers
            change[.ifMatch] = "*"
            let template = "/v1/projects/\(FlagWire.id)/remoteConfig"
            let put = try await wire.vitrina.send(
                .put,
                template,
                .flags(["a": "2"]),
                headers: change,
                as: nil
            )
            #expect(put.status == 200)
            #expect(put.json["version"]?["updateUser"]?["email"] == "editor@x.ru")
        }
    }

    @Test func `who may only look has no permission to change`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let headers: HTTPFields = [.authorization: "Bearer \(try await token(wire, .viewer))"]
            let asked: JSON = ["permissions": ["cloudconfig.configs.get", "cloudconfig.configs.update"]]
            let path = "/v1/projects/\(FlagWire.id):testIamPermissions"
            let granted = try await wire.vitrina.send(.post, path, asked, headers: headers, as: nil)
            #expect(granted.json["permissions"] == ["cloudconfig.configs.get"])
        }
    }

    @Test func `nobody else is given a token`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            for wrong in ["vt_nonsense", wire.key, "owner"] {
                let refused = try await exchange(wire, wrong)
                #expect(refused.status == 400)
                #expect(refused.json["error"] == "invalid_grant")
                #expect(refused.json["access_token"] == nil)
            }
            #expect(try await wire.post("/oauth2/v3/token", []).status == 404)
            #expect(try await wire.get("/v1/projects/\(FlagWire.id)").status == 401)
        }
    }
}
