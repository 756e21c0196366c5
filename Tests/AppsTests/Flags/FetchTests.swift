import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct FetchTests {
    // R2, R66, D38, D39: texts only, without in-app defaults.
    @Test(arguments: TestDatabase.all)
    func `a fetch has the values that hold for the app`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let reply = try await wire.fetch(
                #"{"appId":"1:1:ios:a","appInstanceId":"c1","appVersion":"2.10","packageName":"org.example"}"#
            )

            #expect(reply.status == 200)
            #expect(reply.state == "UPDATE")
            #expect(reply.json["templateVersion"] == "1")
            #expect(reply.json["appName"] == "org.example")
            #expect(reply.entries?["title"] == "Hello")
            #expect(reply.entries?["delay"] == "2.5")
            #expect(reply.entries?["is_on"] == "TRUE")
            #expect(reply.entries?["built_in"] == nil)
            #expect(reply.entries?.object?.values.allSatisfy { $0.string != nil } == true)
            let form = #/etag-demo-app-firebase-fetch--?\d+/#
            #expect(reply.etag.wholeMatch(of: form) != nil)
        }
    }

    // R1, D35
    @Test func `what has not changed is told with 200 and a state`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let first = try await wire.fetch()

            let again = try await wire.fetch(headers: [.ifNoneMatch: first.etag])

            #expect(again.status == 200)
            #expect(again.json == ["state": "NO_CHANGE", "templateVersion": "1"])
            #expect(again.etag == first.etag)
        }
    }

    // R69, D36
    @Test(arguments: ["*", "etag-demo-app-firebase-fetch-1", "", "\"", "W/"])
    func `an entity tag that is not ours gives everything`(etag: String) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.fetch(headers: [.ifNoneMatch: etag])

            #expect(reply.state == "UPDATE")
            #expect(reply.entries != nil)
        }
    }

    // R68, D37
    @Test func `the entity tag depends on the values alone`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let gold = #"{"appId":"1:1:ios:a","appInstanceId":"c1","customSignals":{"plan":"gold"}}"#
            let (plain, golden) = (try await wire.fetch(), try await wire.fetch(gold))
            #expect(plain.etag != golden.etag)
            #expect(golden.entries?["title"] == "Gold")

            // Only the values for iOS change.
            var template = JSON.exampleFlags
            template = template.merged(with: [
                "parameters": ["delay": ["conditionalValues": ["new ios": ["value": "9"]]]]
            ])
            #expect(try await wire.put(template).status == 200)
            let again = try await wire.fetch(headers: [.ifNoneMatch: plain.etag])

            #expect(again.json == ["state": "NO_CHANGE", "templateVersion": "2"])
        }
    }

    // D47: over a real connection, for 100 parameters of which each has conditions; half of the answers need far less
    @Test(arguments: TestDatabase.all)
    func `a hundred parameters are answered in time`(kind: TestDatabase) async throws {
        let names = (0..<100).map { "parameter_\($0)" }
        let parameters = names.map { name -> (String, JSON) in
            let values: JSON = ["gold": ["value": "1"], "new ios": ["value": "2"], "half": ["value": "3"]]
            return (name, ["defaultValue": ["value": "0"], "conditionalValues": values])
        }
        let template = JSON.exampleFlags.merged(with: [
            "parameters": .object(Dictionary(uniqueKeysWithValues: parameters)), "parameterGroups": .null,
        ])
        try await withFlagWire(kind, template) { wire in
            try await withHTTP(wire.vitrina) { url in
                let client = HTTPClient()
                let path = "\(url)/v1/projects/\(FlagWire.id)/namespaces/firebase:fetch?key=\(wire.key)"
                var times: [Duration] = []
                // The best of many: the others measure the load of the machine.
                let deadline = ContinuousClock.now + .seconds(60)
                while times.count < 21
                    || times.min() ?? .zero >= .milliseconds(100) && ContinuousClock.now < deadline
                {
                    let id = "c\(times.count)"
                    let body = #"{"appId":"1:1:ios:a","appInstanceId":"\#(id)","appVersion":"2.10"}"#
                    let start = ContinuousClock.now
                    let answer = try await client.send("POST", path, body: .bytes(Array(body.utf8)))
                    times.append(ContinuousClock.now - start)
                    #expect(answer.status == 200)
                    let entries = answer.json["entries"]?.object
                    #expect(names.allSatisfy { entries?[$0] != nil })
                }
                #expect(times.min() ?? .seconds(60) < .milliseconds(100), "\(times)")
            }
        }
    }

    // R67, R70, D40
    @Test(arguments: TestDatabase.all)
    func `the state says what there is`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            let none = try await wire.fetch()
            #expect(none.json == ["state": "NO_TEMPLATE", "templateVersion": "0"])
            #expect(!none.etag.isEmpty)

            let empty: JSON = ["parameters": ["a": ["defaultValue": ["useInAppDefault": true]]]]
            #expect(try await wire.put(empty).status == 200)
            let nothing = try await wire.fetch()
            #expect(nothing.json == ["state": "EMPTY_CONFIG", "templateVersion": "1"])

            let other = "/v1/projects/demo-app/namespaces/own/remoteConfig"
            #expect(try await wire.fetch(namespace: "own").state == "NO_TEMPLATE")
            #expect(try await wire.put(.flags(["b": "1"]), path: other).status == 200)
            #expect(try await wire.fetch(namespace: "own").entries == ["b": "1"])
            #expect(try await wire.fetch(namespace: "nothing%20there").state == "NO_TEMPLATE")
        }
    }

    // R6, R64, D41
    @Test func `a key opens its own project by id and by number`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let byID = try await wire.fetch()
            let byNumber = try await wire.fetch(project: FlagWire.number)
            #expect(byID.bytes == byNumber.bytes)
            #expect(byID.etag == byNumber.etag)
            let inHeader = try await wire.fetch(headers: [.googleKey: wire.key], query: "")
            #expect(inHeader.entries == ["a": "1"])

            for query in ["", "?key=", "?key=AVitWrong", "?key=" + String(repeating: "k", count: 5_000)] {
                let refused = try await wire.fetch(query: query)
                #expect(refused.status == 403)
                #expect(refused.googleStatus == "PERMISSION_DENIED")
                #expect(refused.text.contains("\"code\": 403"))
            }
            let unknown = try await wire.fetch(project: "other-app")
            #expect(unknown.status == 404)
            #expect(unknown.googleStatus == "NOT_FOUND")

            let other = NewFlagProject(id: "other-app", app: "other", environment: "test", title: "Other")
            _ = try await wire.vitrina.services.flags.store.create(other, by: Vitrina.owner)
            #expect(try await wire.fetch(project: "other-app").status == 403)
        }
    }

    // R65, R57, R31
    @Test(arguments: [
        #"{"appInstanceId":"c1"}"#, #"{"appId":"1:1:ios:a"}"#, #"{"appId":"","appInstanceId":"c1"}"#, "", "{",
        "[]",
        "null", "{\"appId\":1e999,\"appInstanceId\":[]}", "\u{0}", "{'appId",
        #"{"appId":{},"appInstanceId":{}}"#,
        #"{"appId":"1:1:ios:a","appInstanceId":"c1","customSignals":{"k":"\#(String(repeating: "x", count: 501))"}}"#,
    ])
    func `what cannot be answered is refused in Google's words`(body: String) async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let reply = try await wire.fetch(body)

            #expect(reply.status == 400)
            #expect(reply.googleStatus == "INVALID_ARGUMENT")
            #expect(reply.json["error"]?["code"] == 400)
            #expect(!reply.message.isEmpty)
            #expect(reply.headers[.accessControlAllowOrigin] == "*")
        }
    }

    // R57
    @Test(arguments: [(Limits.flagSignalsMax, 200), (Limits.flagSignalsMax + 1, 400)])
    func `only so many signals are taken`(count: Int, status: Int) async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let signals = (0..<count).map { "\"s\($0)\":\"1\"" }.joined(separator: ",")
            let reply = try await wire.fetch(
                #"{"appId":"1:1:ios:a","appInstanceId":"c1","customSignals":{\#(signals)}}"#
            )
            #expect(reply.status == status)
        }
    }

    // R72
    @Test func `an installation that asks all the time is held back, others are not`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"]), settings: WebSettings(rateLimit: 600)) { wire in
            for _ in 0..<60 { #expect(try await wire.fetch().status == 200) }

            let limited = try await wire.fetch()
            #expect(limited.status == 429)
            #expect(limited.googleStatus == "RESOURCE_EXHAUSTED")
            #expect(limited.headers[.retryAfter] != nil)
            let other = #"{"appId":"1:1:ios:a","appInstanceId":"other"}"#
            #expect(try await wire.fetch(other).status == 200)
            wire.vitrina.clock.advance(by: .seconds(60))
            #expect(try await wire.fetch().status == 200)
        }
    }

    // R76: a fetch does not use the database, and still has the latest publication.
    @Test func `a fetch works without the database`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await wire.vitrina.database.close()

            #expect(try await wire.fetch().entries == ["a": "1"])
            // R71
            let broken = try await wire.template()
            #expect([500, 503].contains(broken.status))
            #expect(broken.json["error"]?["code"]?.integer == Int64(broken.status))
        }
    }

    // R16, D44
    @Test(arguments: [
        "/v1/projects/demo-app/namespaces/firebase:fetch",
        "/v1/projects/demo-app/namespaces/firebase:streamFetchInvalidations",
        "/v1/projects/demo-app/installations", "/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/a",
        "/config/v1/demo-app/values",
    ])
    func `pages of any site may ask, and read the entity tag`(path: String) async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let preflight = try await wire.vitrina.send(.options, path, as: nil)
            let allowed = preflight.headers[.accessControlAllowHeaders]?.lowercased() ?? ""

            #expect(preflight.status == 204)
            #expect(preflight.headers[.accessControlAllowOrigin] == "*")
            for name in [
                "content-encoding", "content-type", "if-none-match", "accept", "x-goog-api-key",
                "x-goog-firebase-installations-auth", "x-firebase-client", "authorization", "x-api-key",
            ] {
                #expect(allowed.contains(name))
            }
            let reply = try await wire.fetch()
            #expect(reply.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
        }
    }
}
