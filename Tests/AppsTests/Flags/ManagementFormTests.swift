import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

struct ManagementFormTests {
    // R6
    @Test(arguments: TestDatabase.all)
    func `a project has two names at every address`(kind: TestDatabase) async throws {
        let asked: [(HTTPRequest.Method, String)] = [
            (.get, "/remoteConfig"), (.get, "/remoteConfig?versionNumber=1"),
            (.get, "/remoteConfig:listVersions"),
            (.get, "/remoteConfig:downloadDefaults?format=XML"), (.get, "/namespaces"),
            (.get, "/namespaces/firebase"),
            (.get, "/namespaces/firebase/remoteConfig"), (.get, "/namespaces/firebase-server/remoteConfig"),
            (.get, "/namespaces/firebase-server/serverRemoteConfig"),
            (.get, "/namespaces/firebase/remoteConfig:listVersions"),
            (.get, "/namespaces/firebase/experiments"),
            (.get, "/namespaces/firebase/rollouts"), (.put, "/remoteConfig?validateOnly=true"),
            (.post, "/namespaces/firebase:fetch"), (.post, "/installations"),
            (.post, "/installations/cAAAAAAAAAAAAAAAAAAAAA/authTokens:generate"),
        ]
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let app: JSON = ["appId": "1:1:ios:a", "appInstanceId": "c1", "fid": "cAAAAAAAAAAAAAAAAAAAAA"]
            let headers: HTTPFields = [.ifMatch: "*", .googleKey: wire.key]
            for (method, path) in asked {
                var replies: [Vitrina.Reply] = []
                for project in [FlagWire.id, FlagWire.number] {
                    replies.append(
                        try await wire.vitrina.send(
                            method,
                            "/v1/projects/\(project)\(path)",
                            method == .put ? .flags(["b": "1"]) : method == .post ? app : nil,
                            headers: headers,
                            as: Vitrina.owner
                        )
                    )
                }
                let status = path.hasSuffix("generate") ? 401 : 200
                #expect(replies.map(\.status) == [status, status], "\(path): \(replies[0].text)")
                #expect(replies[0].bytes == replies[1].bytes && replies[0].etag == replies[1].etag, "\(path)")
            }
            for project in [FlagWire.id, FlagWire.number] {
                #expect(try await wire.get("/config/v1/\(project)/values?key=\(wire.key)").status == 200)
            }
        }
    }

    // R9
    @Test(arguments: [JSON.null, [:], ["description": ""], ["description": .null]])
    func `what a version does not have is not there`(described: JSON) async throws {
        try await withFlagWire { wire in
            let template = JSON.flags(["a": "1"]).merged(with: ["version": described])
            let reply = try await wire.put(template)
            let list = try await wire.template(.get, ":listVersions").json["versions"]?.array
            for version in [reply.json["version"], try await wire.template().json["version"], list?.first] {
                let members = try #require(version?.object)
                #expect(members["versionNumber"] == "1")
                #expect(members["description"] == nil && members["rollbackSource"] == nil)
                #expect(members.values.allSatisfy { $0 != .null && $0 != "" && $0.integer == nil })
                #expect(members["updateUser"]?.object?.values.allSatisfy { $0 != .null && $0 != "" } == true)
            }
        }
    }

    // R43, D59, remote-config.md 6.8: what `firebase remoteconfig:get`, `deploy`, `versions:list` and `rollback` send.
    @Test(arguments: TestDatabase.all)
    func `Firebase's command line works against its emulator`(kind: TestDatabase) async throws {
        let settings = WebSettings(rateLimit: 0, isEmulator: true)
        try await withFlagWire(kind, .flags(["a": "1"]), settings: settings) { wire in
            try await withHTTP(wire.vitrina) { url in
                let client = HTTPClient()
                func call(
                    _ method: String,
                    _ path: String,
                    _ headers: [(name: String, value: String)] = [],
                    _ body: JSON? = nil
                ) async throws -> HTTPAnswer {
                    try await client.send(
                        method,
                        "\(url)/v1/projects/\(path)",
                        headers: [("Authorization", "Bearer owner"), ("Content-Type", "application/json")]
                            + headers,
                        body: body.map { .bytes($0.bytes) } ?? .none
                    )
                }
                let number = FlagWire.number
                let etag = try #require(try await call("GET", "\(number)/remoteConfig").headers["etag"])
                let tag = [(name: "If-Match", value: etag)]
                let deployed = try await call("PUT", "\(number)/remoteConfig", tag, .flags(["a": "2"]))
                #expect(deployed.status == 200)
                let stale = try await call("PUT", "\(number)/remoteConfig", tag, .flags(["a": "3"]))
                #expect(stale.status == 400)
                let list = try JSON(
                    parsing: try await call("GET", "\(FlagWire.id)/remoteConfig:listVersions?pageSize=10")
                        .body
                )
                let version = try #require(list["versions"]?.array?.first)
                #expect(version["versionNumber"] == "2" && version["updateOrigin"] == "REST_API")
                #expect(version["updateUser"]?["email"]?.string?.isEmpty == false)
                let back = try await call("POST", "\(FlagWire.id)/remoteConfig:rollback?versionNumber=1")
                #expect(back.status == 200)
                #expect(try await wire.fetch().entries == ["a": "1"])
            }
        }
    }
}
