import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

struct ValueTests {
    // R73, D46
    @Test(arguments: TestDatabase.all)
    func `an app without Firebase is given the same values`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let fetched = try await wire.fetch(
                #"{"appId":"1:1:ios:a","appInstanceId":"c1","appVersion":"2.11","customSignals":{"plan":"gold"}}"#
            )
            let key: HTTPFields = [.apiKey: wire.key]
            let posted = try await wire.post(
                "/config/v1/demo-app/values",
                Array(#"{"id":"c1","platform":"iOS","app_version":"2.11","signals":{"plan":"gold"}}"#.utf8),
                headers: key
            )
            let signals = "%7B%22plan%22%3A%22gold%22%7D"
            let path =
                "/config/v1/123456789012/values?id=c1&app_id=1:1:ios:a&app_version=2.11&signals=\(signals)"
            let got = try await wire.get(path + "&key=\(wire.key)")

            #expect(posted.status == 200)
            #expect(posted.json["entries"] == fetched.entries)
            #expect(posted.json["templateVersion"] == "1")
            #expect(got.json == posted.json)
            var known = key
            known[.ifNoneMatch] = got.etag
            let again = try await wire.get(path, headers: known)
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
        }
    }

    @Test func `what is wrong is refused in Google's words`() async throws {
        try await withFlagWire { wire in
            let path = "/config/v1/demo-app/values"
            #expect(try await wire.get(path).status == 403)
            #expect(try await wire.get("/config/v1/nobody/values?key=\(wire.key)").status == 404)
            let none = try await wire.get("\(path)?key=\(wire.key)")
            #expect(none.json == ["entries": [:], "templateVersion": "0"])
            for query in ["signals=%7B", "signals=x"] {
                let reply = try await wire.get("\(path)?key=\(wire.key)&\(query)")
                #expect(reply.status == 400)
                #expect(reply.googleStatus == "INVALID_ARGUMENT")
            }
        }
    }
}
