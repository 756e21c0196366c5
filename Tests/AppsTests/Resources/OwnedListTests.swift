import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A list that belongs to one row of another list shows and changes the rows of that row alone.
@Suite struct OwnedListTests {
    private static let api = "/admin/api/v1/flags"

    @Test(arguments: TestDatabase.all)
    func `a row below another one is as if it were not there`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for name in ["first-app", "other-app"] {
                let project: JSON = ["id": .string(name), "app": .string(name), "title": "Дыня"]
                let made = try await vitrina.send(.post, Self.api, project, as: Vitrina.owner)
                #expect(made.json["environment"] == "production", "\(made.text)")
            }
            let (first, other) = ("\(Self.api)/first-app/keys", "\(Self.api)/other-app/keys")
            let key = try await vitrina.send(.post, first, ["name": "iOS"], as: Vitrina.owner)
            #expect(key.json["project"] == "first-app" && key.json["key"]?.string?.count == 39)
            #expect(key.headers[.location] == "\(first)/\(key.id)")

            func ask(_ method: HTTPRequest.Method, _ path: String) async throws -> Vitrina.Reply {
                try await vitrina.send(method, path, as: Vitrina.owner)
            }
            #expect(try await ask(.get, "\(first)?count=true").json["count"] == 1)
            #expect(try await ask(.get, "\(other)?count=true").json["count"] == 0)
            #expect(try await ask(.get, "\(first)/\(key.id)").status == 200)
            #expect(try await ask(.get, "\(other)/\(key.id)").status == 404)
            #expect(try await ask(.delete, "\(other)/\(key.id)").status == 404)
            #expect(try await ask(.get, "\(first)/\(key.id)").json["disabled_at"] == .null)
            #expect(try await ask(.get, "\(Self.api)/no-app/keys").status == 404)
            #expect(try await ask(.get, "\(Self.api)/%00/keys").status == 404)

            // A project has a number, too.
            let number = try await ask(.get, "\(Self.api)/first-app").json["number"]?.string ?? ""
            #expect(try await ask(.get, "\(Self.api)/\(number)").json["id"] == "first-app")
            #expect(try await ask(.get, "\(Self.api)/\(number)/keys?count=true").json["count"] == 1)
            #expect(try await ask(.delete, "\(Self.api)/\(number)/keys/\(key.id)").status == 204)
            #expect(try await ask(.get, "\(first)/\(key.id)").json["disabled_at"] != .null)
        }
    }

    @Test func `a device may have any characters in its id`() async throws {
        try await withVitrina { vitrina in
            let project: JSON = ["id": "first-app", "app": "a", "title": "Дыня"]
            _ = try await vitrina.send(.post, Self.api, project, as: Vitrina.owner)
            let (list, id) = ("\(Self.api)/first-app/devices", "a: b/я%")
            let device: JSON = ["id": .string(id), "name": "Анна"]
            #expect(try await vitrina.send(.post, list, device, as: Vitrina.owner).json["id"] == .string(id))
            let one = "\(list)/\(id.percentEncoded)"
            #expect(try await vitrina.send(.get, one, as: Vitrina.owner).json["name"] == "Анна")
            #expect(try await vitrina.send(.delete, one, as: Vitrina.owner).status == 204)
            #expect(try await vitrina.send(.get, one, as: Vitrina.owner).status == 404)
        }
    }

    @Test func `members of a nested object are checked one by one`() async throws {
        try await withVitrina { vitrina in
            let project: JSON = ["id": "first-app", "app": "a", "title": "Дыня"]
            _ = try await vitrina.send(.post, Self.api, project, as: Vitrina.owner)
            func change(_ settings: JSON) async throws -> Vitrina.Reply {
                let body: JSON = ["settings": settings]
                return try await vitrina.send(.patch, "\(Self.api)/first-app", body, as: Vitrina.owner)
            }
            let changed = try await change(["realtime": false, "google": ["project": "their-app"]])
            #expect(changed.json["settings"]?["realtime"] == false, "\(changed.text)")
            #expect(changed.json["settings"]?["google"] == ["project": "their-app", "push": false])
            let kept = try await change(["google": .null]).json["settings"]
            #expect(kept?["google"] == nil && kept?["realtime"] == false)
            for (wrong, pointer) in [
                ("x", "#/settings"), (["google": 1], "#/settings/google"),
                (["realtime": 1], "#/settings/realtime"), (["colour": 1], "#/settings/colour"),
                (["google": ["push": 1]], "#/settings/google/push"),
            ] as [(JSON, String)] {
                let reply = try await change(wrong)
                #expect(reply.status == 422)
                #expect(reply.json["errors"]?.array?.first?["pointer"] == .string(pointer), "\(reply.text)")
            }
        }
    }
}
