import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

struct ManagementVersionTests {
    // R19, D55
    @Test(arguments: TestDatabase.all)
    func `every stored version can be read`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            _ = try await wire.put(.flags(["a": "2"]))

            let first = try await wire.template(.get, "?versionNumber=1")
            #expect(first.json["parameters"]?["a"]?["defaultValue"] == ["value": "1"])
            #expect(first.etag == "etag-123456789012-1")
            let unknown = try await wire.template(.get, "?versionNumber=3")
            #expect(unknown.status == 404)
            #expect(unknown.googleStatus == "NOT_FOUND")
            #expect(unknown.message == "Requested entity was not found.")
            for text in ["x", "0", "-1", "99999999999999999999"] {
                #expect(try await wire.template(.get, "?versionNumber=\(text)").status == 400)
            }
        }
    }

    // R25, D54
    @Test(arguments: TestDatabase.all)
    func `versions are listed newest first, page by page`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            for number in 1...5 {
                _ = try await wire.put(.flags(["a": "\(number)"]))
                wire.vitrina.clock.advance(by: .seconds(60))
            }
            func numbers(_ query: String) async throws -> [String] {
                let reply = try await wire.template(.get, ":listVersions" + query)
                return reply.json["versions"]?.array?.compactMap { $0["versionNumber"]?.string } ?? []
            }
            let page = try await wire.template(.get, ":listVersions?pageSize=2")
            #expect(page.json["versions"]?.array?.count == 2)
            let token = try #require(page.json["nextPageToken"]?.string)

            #expect(try await numbers("") == ["5", "4", "3", "2", "1"])
            #expect(try await numbers("?pageSize=2&pageToken=\(token)") == ["3", "2"])
            #expect(try await numbers("?endVersionNumber=3") == ["3", "2", "1"])
            // The first is from noon; earlier versions are left out, and so are those at or after the end.
            #expect(try await numbers("?startTime=2026-11-21T12:03:00Z") == ["5", "4"])
            #expect(try await numbers("?endTime=2026-11-21T12:01:00Z") == ["1"])
            #expect(try await numbers("?endTime=2026-11-21T15:01:00%2B03:00") == ["1"])
            #expect(try await numbers("?endTime=2026-11-21T15:01:00+03:00") == ["1"])
            for query in [
                "pageSize=0", "pageSize=301", "pageSize=x", "pageToken=x", "endVersionNumber=0",
                "startTime=x",
            ] {
                let refused = try await wire.template(.get, ":listVersions?" + query)
                #expect(refused.status == 400, "\(query)")
                #expect(refused.googleStatus == "INVALID_ARGUMENT")
            }
            #expect(try await numbers("?pageSize=300").count == 5)
        }
    }

    // R10
    @Test func `a list of nothing is a list`() async throws {
        try await withFlagWire { wire in
            let reply = try await wire.template(.get, ":listVersions")
            #expect(reply.json == ["versions": []])
        }
    }

    // R26, R14, D56
    @Test(arguments: [
        ("", #"{"versionNumber":"1"}"#), ("", #"{"versionNumber":1}"#), ("", #"{"version_number":"1"}"#),
        ("", #"{"version_number":1}"#), ("?versionNumber=1", ""), ("?version_number=1", ""),
    ])
    func `an earlier version comes back as a new one`(query: String, body: String) async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            _ = try await wire.put(.flags(["a": "2"]))
            let reply = try await rollback(wire, query, body)

            #expect(reply.status == 200)
            #expect(reply.etag == "etag-123456789012-3")
            #expect(reply.json["version"]?["updateType"] == "ROLLBACK")
            #expect(reply.json["version"]?["rollbackSource"] == "1")
            #expect(try await wire.fetch().entries == ["a": "1"])
        }
    }

    // R26
    @Test func `what is not earlier, or not stored, cannot come back`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            for number in ["1", "2", "99"] {
                let reply = try await rollback(wire, "", "{\"versionNumber\":\"\(number)\"}")
                #expect(reply.status == 404)
                #expect(reply.message == "Requested entity was not found.")
            }
            for body in [
                "", "{}", #"{"versionNumber":"x"}"#, #"{"versionNumber":0}"#, #"{"versionNumber":[]}"#,
            ] {
                #expect(try await rollback(wire, "", body).status == 400)
            }
        }
    }

    private func rollback(_ wire: FlagWire, _ query: String, _ body: String) async throws -> Vitrina.Reply {
        let path = "/v1/projects/\(FlagWire.number)/remoteConfig:rollback\(query)"
        return try await wire.vitrina.send(.post, path, bytes: Array(body.utf8), as: Vitrina.owner)
    }

    // R27, remote-config.md 6.15
    @Test func `defaults are files for apps`() async throws {
        let template = JSON.flags(["b_key": "1 < 2 & \"x\"", "a": "Да\n"])
            .merged(with: ["parameters": ["none": ["defaultValue": ["useInAppDefault": true]]]])
        try await withFlagWire(.sqlite, template) { wire in
            func file(_ format: String) async throws -> String {
                try await wire.template(.get, ":downloadDefaults?format=\(format)").text
            }
            #expect(try await file("JSON") == #"{"a":"Да\n","b_key":"1 < 2 & \"x\""}"#)
            let xml = try await file("XML")
            #expect(
                xml == """
                    <?xml version="1.0" encoding="utf-8"?>
                    <defaultsMap>
                        <entry>
                            <key>a</key>
                            <value>Да
                    </value>
                        </entry>
                        <entry>
                            <key>b_key</key>
                            <value>1 &lt; 2 &amp; "x"</value>
                        </entry>
                    </defaultsMap>

                    """
            )
            let plist = try PropertyListSerialization.propertyList(
                from: Data(try await file("PLIST").utf8),
                format: nil
            )
            #expect(plist as? [String: String] == ["a": "Да\n", "b_key": "1 < 2 & \"x\""])
            #expect(try await wire.template(.get, ":downloadDefaults?format=YAML").status == 400)
        }
    }

    // R28, R60, R70
    @Test(arguments: TestDatabase.all)
    func `each namespace has versions of its own`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let path = "/v1/projects/demo-app/namespaces/firebase-server/remoteConfig"
            let empty = try await wire.vitrina.send(.get, path, as: Vitrina.owner)
            #expect(empty.etag == "etag-123456789012-0")
            let server = try await wire.put(.flags(["s": "1"]), ifMatch: empty.etag, path: path)
            #expect(server.status == 200)
            #expect(server.etag == "etag-123456789012-1")

            let client = "/v1/projects/demo-app/namespaces/firebase/remoteConfig"
            let same = try await wire.vitrina.send(.get, client, as: Vitrina.owner)
            #expect(same.json["parameters"]?["a"] != nil)
            let names = try await wire.vitrina.send(
                .get,
                "/v1/projects/demo-app/namespaces",
                as: Vitrina.owner
            )
            #expect(
                names.json["namespaces"]?.array?.compactMap { $0["namespace"]?.string }
                    == ["firebase", "firebase-server"]
            )
            let refused = try await wire.put(
                ["conditions": [["name": "c", "expression": "device.os == 'ios'"]]],
                path: path
            )
            #expect(refused.status == 400)
        }
    }

    // R61
    @Test func `servers are given trees of conditions`() async throws {
        try await withFlagWire { wire in
            let path = "/v1/projects/demo-app/namespaces/firebase-server/"
            let template: JSON = [
                "conditions": [
                    [
                        "name": "some",
                        "expression": "percent('s') <= 10 && app.customSignal['k'].contains(['v'])",
                    ]
                ],
                "parameterGroups": [
                    "g": [
                        "parameters": [
                            "a": [
                                "defaultValue": ["value": "1"], "conditionalValues": ["some": ["value": "2"]],
                            ]
                        ]
                    ]
                ],
            ]
            #expect(try await wire.put(template, path: path + "remoteConfig").status == 200)
            let reply = try await wire.vitrina.send(.get, path + "serverRemoteConfig", as: Vitrina.owner)

            #expect(reply.status == 200)
            #expect(reply.etag == "etag-123456789012-1")
            let condition = reply.json["conditions"]?.array?.first
            #expect(condition?["name"] == "some")
            let atoms = condition?["condition"]?["orCondition"]?["conditions"]?.array?.first?[
                "andCondition"
            ]?["conditions"]
            #expect(atoms?.array?.first?["percent"]?["percentOperator"] == "LESS_OR_EQUAL")
            #expect(atoms?.array?.last?["customSignal"]?["customSignalOperator"] == "STRING_CONTAINS")
            #expect(reply.json["parameters"]?["a"]?["defaultValue"] == ["value": "1"])
            #expect(reply.json["version"]?["versionNumber"] == "1")
        }
    }
}
