import Apps
import Core
import Flags
import Storage
import TestSupport
import Testing
import Web

/// Secrets between apps and the server appear in no log.
struct FlagLogTests {
    private let client = HTTPClient()
    private static let wrong = "AVitWrongWrongWrongWrongWrongWrongWrong"

    private func ask(
        _ method: String,
        _ url: String,
        _ headers: [(name: String, value: String)] = [],
        _ body: String = ""
    ) async throws -> JSON {
        try await client.send(method, url, headers: headers, body: .bytes(Array(body.utf8))).json
    }

    /// Sends every app request with a secret, valid and refused.
    private func askEverything(_ url: String, key: String, staff: String, ticket: String) async throws {
        let app = #"{"appId":"1:1:web:a","appInstanceId":"c1","fid":"cAAAAAAAAAAAAAAAAAAAAA"}"#
        let project = "\(url)/v1/projects/demo-app"
        for key in [key, Self.wrong] {
            for path in ["namespaces/firebase:fetch", "installations", "installations/c/authTokens:generate"]
            {
                _ = try await ask("POST", "\(project)/\(path)?key=\(key)", [], app)
                _ = try await ask("POST", "\(project)/\(path)?key=\(key)", [("X-Goog-Api-Key", key)], "{'")
            }
            _ = try await ask("GET", "\(project)/namespaces/firebase:fetch?key=\(key)")
            _ = try await ask("GET", "\(url)/config/v1/demo-app/values?key=\(key)")
            for path in ["", "/a", "/none"] {
                let flags = "\(url)/ofrep/v1/evaluate/flags\(path)"
                _ = try await ask("POST", flags, [("Authorization", "Bearer \(key)")], app)
                _ = try await ask("POST", "\(flags)?key=\(key)", [("X-API-Key", key)], "{")
            }
        }
        for token in [staff, Self.wrong] {
            for method in ["GET", "PUT", "POST", "DELETE"] {
                _ = try await ask(
                    method,
                    "\(project)/remoteConfig?access_token=\(token)",
                    [("Authorization", "Bearer \(token)")],
                    "{"
                )
            }
        }
        for end in ["A", ""] {
            let events = try EventStream(url, "/ofrep/v1/events?ticket=\(ticket)\(end)", headers: [])
            #expect(try await holds { events.status != 0 })
        }
    }

    // R93, R30
    @Test(arguments: TestDatabase.all)
    func `no key and no token is ever logged`(kind: TestDatabase) async throws {
        let log = LogLines()
        try await withFlagWire(kind, .flags(["a": "1"]), log: log) { wire in
            let staff = try await wire.vitrina.newToken().secret
            let bulk = try await wire.evaluate().json
            let address = bulk["eventStreams"]?.array?.first?["url"]?.string ?? ""
            let ticket = String(try #require(address.split(separator: "=").last))
            try await withHTTP(wire.vitrina) { url in
                let path = "\(url)/v1/projects/demo-app/installations"
                let keyed = [(name: "X-Goog-Api-Key", value: wire.key)]
                let made = try await ask("POST", path, keyed, #"{"appId":"1:1:web:a"}"#)
                let (id, refresh) = (made["fid"]?.string ?? "", made["refreshToken"]?.string ?? "")
                let token = try #require(made["authToken"]?["token"]?.string)
                _ = try await ask(
                    "POST",
                    "\(path)/\(id)/authTokens:generate",
                    keyed + [("Authorization", "FIS_v2 \(refresh)")],
                    #"{"installation":{"appId":"1:1:web:a"}}"#
                )
                try await askEverything(url, key: wire.key, staff: staff, ticket: ticket)
                // An internal error is logged, also without a secret.
                try await wire.vitrina.database.close()
                try await askEverything(url, key: wire.key, staff: staff, ticket: ticket)

                let all = log.all.joined(separator: "\n")
                #expect(!all.isEmpty)
                for secret in [wire.key, staff, ticket, refresh, token, Self.wrong] {
                    #expect(secret.count > 20)
                    #expect(!all.contains(secret.prefix(20)), "\(secret.prefix(8))")
                }
            }
        }
    }
}
