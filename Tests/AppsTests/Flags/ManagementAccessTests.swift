import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

struct ManagementAccessTests {
    private static let path = "/v1/projects/demo-app/remoteConfig"

    // R30, D57
    @Test func `only tokens of staff open management`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let headers: [HTTPFields] = [
                [:], [.authorization: "Bearer nonsense"], [.authorization: "Bearer owner"],
                [.authorization: "Bearer \(wire.key)"], [.googleKey: wire.key],
                [.authorization: "Basic b3duZXI="],
                [.cookie: "vitrina_session=x"],
            ]
            for fields in headers {
                let reply = try await wire.get(Self.path + "?key=\(wire.key)", headers: fields)
                #expect(reply.status == 401)
                #expect(reply.googleStatus == "UNAUTHENTICATED")
                #expect(reply.json["error"]?["code"] == 401)
            }
        }
    }

    // R30, D57
    @Test func `rights decide what somebody may do`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let read = try await wire.vitrina.send(.get, Self.path, as: Vitrina.viewer)
            #expect(read.status == 200)
            let refused = try await wire.put(.flags(["a": "2"]), as: Vitrina.viewer)
            #expect(refused.status == 403)
            #expect(refused.googleStatus == "PERMISSION_DENIED")
            #expect(refused.message.hasPrefix("The caller does not have permission"))
            let nobody = Author(staffID: nil, name: "N", role: .viewer, permissions: [], door: .api)
            #expect(try await wire.vitrina.send(.get, Self.path, as: nobody).status == 403)
        }
    }

    // R31
    @Test(arguments: [
        (HTTPRequest.Method.get, "/v1/nothing", 404), (.post, "/v1/", 404),
        (.get, "/v1/projects/demo-app/other", 404),
        (.delete, "/v1/projects/demo-app/remoteConfig", 404),
        (.patch, "/v1/projects/demo-app/remoteConfig", 404),
        (.get, "/v1/projects/demo-app/namespaces/firebase:fetch", 404),
        (.delete, "/config/v1/demo-app/values", 404),
        (.get, "/v1/projects/nobody/remoteConfig", 404),
        (.get, "/v1/projects/demo-app/namespaces/a%20b/remoteConfig", 404), (.post, "/oauth2/v3/token", 404),
        (.get, "/v1/projects/nobody", 404), (.get, "/config/v1/nothing", 404),
        (.get, "/config/v1/demo-app/values", 403), (.get, "/v1/projects/%00/remoteConfig", 404),
    ])
    func `every error has Google's form`(method: HTTPRequest.Method, path: String, status: Int) async throws {
        try await withFlagWire { wire in
            let reply = try await wire.vitrina.send(method, path, as: Vitrina.owner)

            #expect(reply.status == status)
            #expect(reply.json["error"]?["code"]?.integer == Int64(status))
            #expect(reply.json["error"]?.object?.count == 3)
            #expect(reply.googleStatus.wholeMatch(of: #/[A-Z_]+/#) != nil)
            #expect(!reply.message.isEmpty)
            #expect(reply.headers[.contentType]?.hasPrefix("application/json") == true)
            // Google answers 404 to a wrong method.
            if status == 404 { #expect(reply.googleStatus == "NOT_FOUND") }
        }
    }

    // remote-config.md 6.18
    @Test(arguments: ["experiments", "rollouts"])
    func `there are no experiments yet`(name: String) async throws {
        try await withFlagWire { wire in
            let path = "/v1/projects/demo-app/namespaces/firebase/\(name)"
            let list = try await wire.vitrina.send(.get, path + "?pageSize=10", as: Vitrina.owner)
            #expect(list.json == .object([name: []]))
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await wire.vitrina.send(method, path + "/1", as: Vitrina.owner).status == 404)
            }
        }
    }

    // R43, R109, remote-config.md 6.8
    @Test func `Firebase's command line finds its emulator where it may`() async throws {
        let settings = WebSettings(rateLimit: 0, isEmulator: true)
        try await withFlagWire(.sqlite, .flags(["a": "1"]), settings: settings) { wire in
            try await withHTTP(wire.vitrina) { url in
                let client = HTTPClient()
                let owner = [(name: "Authorization", value: "Bearer owner")]
                for project in [FlagWire.id, FlagWire.number] {
                    let path = "\(url)/v1/projects/\(project)"
                    let template = try await client.send("GET", path + "/remoteConfig", headers: owner)
                    #expect(template.status == 200)
                    let found = try await client.send("GET", path, headers: owner).json
                    #expect(found["projectId"]?.string == FlagWire.id)
                    #expect(found["projectNumber"]?.string == FlagWire.number)
                    let asked = #"{"permissions":["a.b","c.d"]}"#
                    let answer = try await client.send(
                        "POST",
                        path + ":testIamPermissions",
                        headers: owner,
                        body: .bytes(Array(asked.utf8))
                    )
                    #expect(try answer.json == JSON(parsing: asked))
                }
                let token = try await client.send("POST", "\(url)/oauth2/v3/token").json
                #expect(token["access_token"] == "owner")
                #expect(token["expires_in"]?.integer != nil)
                // Behind a proxy the client may be anyone, and in a browser any page, under its own name or a
                // rebound one.
                for header in [
                    (name: "X-Forwarded-For", value: "127.0.0.1"),
                    (name: "Origin", value: "https://evil.example"),
                    (name: "Host", value: "evil.example:8080"),
                ] {
                    let path = "\(url)/v1/projects/demo-app/remoteConfig"
                    let refused = try await client.send("GET", path, headers: owner + [header])
                    #expect(refused.status == 401, "\(header.name)")
                    let token = try await client.send("POST", "\(url)/oauth2/v3/token", headers: [header])
                    #expect(token.status == 404, "\(header.name)")
                }
                let named = owner + [(name: "Host", value: "localhost:8080")]
                #expect(
                    try await client.send("GET", "\(url)/v1/projects/demo-app", headers: named).status == 200
                )
            }
        }
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let refused = try await HTTPClient().send(
                    "GET",
                    "\(url)/v1/projects/demo-app/remoteConfig",
                    headers: [(name: "Authorization", value: "Bearer owner")]
                )
                #expect(refused.status == 401)
            }
        }
    }
}
