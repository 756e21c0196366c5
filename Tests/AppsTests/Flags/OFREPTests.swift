import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct OFREPTests {
    // R84, R17, R87
    @Test(arguments: TestDatabase.all)
    func `one flag has a value of its type`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let title = try await wire.evaluate("title", #"{"context":{"targetingKey":"u1","plan":"gold"}}"#)
            #expect(title.status == 200)
            #expect(
                title.json == [
                    "key": "title", "reason": "TARGETING_MATCH", "variant": "gold", "value": "Gold",
                    "metadata": ["condition": "gold", "version": 1],
                ]
            )
            #expect(title.headers[.contentType]?.hasPrefix("application/json") == true)
            let delay = try await wire.evaluate("delay")
            #expect(delay.text.contains(#""value":2.0"#))
            #expect(delay.json["reason"] == "STATIC")
            #expect(delay.json["variant"] == "default")
            let new = try await wire.evaluate("delay", #"{"context":{"platform":"ios","appVersion":"2.11"}}"#)
            #expect(new.text.contains(#""value":2.5"#))
            #expect(try await wire.evaluate("count").json["value"] == 3)
            #expect(try await wire.evaluate("is_on").json["value"] == true)
            #expect(try await wire.evaluate("texts").json["value"] == ["ru": "Да"])
        }
    }

    // R88, remote-config.md 6.12
    @Test func `what the app has built in has no value`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.evaluate("built_in")
            #expect(reply.status == 200)
            #expect(reply.json["value"] == nil)
            #expect(reply.json["reason"] == "STATIC")
            #expect(reply.json["variant"] == "default")
            // u2 with this seed may be in either half; the reason must match.
            for user in (0..<40).map({ "u\($0)" }) {
                let half = try await wire.evaluate("texts", #"{"context":{"targetingKey":"\#(user)"}}"#).json
                #expect(half["reason"] == (half["value"] == nil ? "SPLIT" : "STATIC"))
                #expect(half["variant"] == (half["value"] == nil ? "half" : "default"))
            }
        }
    }

    // R87
    @Test func `a flag that is switched off says so`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            var note = FlagMetadata()
            note.isOff = true
            try await wire.describe("a", as: note)
            let reply = try await wire.evaluate("a").json
            #expect(reply["reason"] == "DISABLED")
            #expect(reply["value"] == nil)
        }
    }

    // R85, R17
    @Test(arguments: [
        ("nothing", "{}", 404, "FLAG_NOT_FOUND"), ("title", "{", 400, "PARSE_ERROR"),
        ("title", "[]", 400, "PARSE_ERROR"),
        ("title", #"{"context":[]}"#, 400, "INVALID_CONTEXT"),
        ("title", #"{"context":"x"}"#, 400, "INVALID_CONTEXT"),
        ("title", #"{"context":{"targetingKey":{}}}"#, 400, "INVALID_CONTEXT"),
        ("a%20b", "{}", 404, "FLAG_NOT_FOUND"),
    ])
    func `what is wrong has a code and the key`(
        key: String,
        body: String,
        status: Int,
        code: String
    ) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.evaluate(key, body)

            #expect(reply.status == status)
            #expect(reply.json["errorCode"]?.string == code)
            #expect(reply.json["key"]?.string == key.removingPercentEncoding)
            #expect(reply.json["errorDetails"]?.string?.isEmpty == false)
            if status == 400 {
                let bulk = try await wire.evaluate(nil, body)
                #expect(bulk.status == 400)
                #expect(bulk.json["errorCode"]?.string == code)
                #expect(bulk.json["key"] == nil)
            }
        }
    }

    // R86
    @Test(arguments: ["", "{}", #"{"context":{}}"#, #"{"context":null}"#])
    func `a client that sends nothing gets an answer`(body: String) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.evaluate("title", body)
            #expect(reply.json["value"] == "Hello")
            #expect(try await wire.evaluate(nil, body).status == 200)
        }
    }

    // R89, R18, R93
    @Test(arguments: TestDatabase.all)
    func `all flags come at once, and not again while nothing changes`(kind: TestDatabase) async throws {
        let template = JSON.exampleFlags.merged(with: [
            "parameters": ["list": ["defaultValue": ["value": "[1]"], "valueType": "JSON"]]
        ])
        try await withFlagWire(kind, template) { wire in
            let body = #"{"context":{"targetingKey":"u1","plan":"gold"}}"#
            let reply = try await wire.evaluate(nil, body)
            let flags = try #require(reply.json["flags"]?.array)
            #expect(
                flags.compactMap { $0["key"]?.string }
                    == ["built_in", "count", "delay", "is_on", "list", "texts", "title"]
            )
            let list = flags.first { $0["key"] == "list" }
            #expect(list?["value"] == [1])
            #expect(list?["reason"] == "STATIC")
            #expect(try await wire.evaluate("list").json["value"] == [1])
            let stream = try #require(reply.json["eventStreams"]?.array?.first)
            #expect(stream["type"] == "sse")
            #expect(stream["url"]?.string?.hasPrefix("https://flags.example/ofrep/v1/events?ticket=") == true)
            #expect(stream["endpoint"] == nil)
            #expect(!reply.text.contains(wire.key))

            func again(_ body: String, _ etag: String) async throws -> Vitrina.Reply {
                try await wire.evaluate(nil, body, headers: [.apiKey: wire.key, .ifNoneMatch: etag])
            }
            let same = try await again(body, reply.etag)
            #expect(same.status == 304)
            #expect(same.bytes.isEmpty)
            #expect(same.etag == reply.etag)
            // The same result in another context is a different answer (remote-config.md 6.13).
            let other = try await again(#"{"context":{"targetingKey":"u1","plan":"gold","x":1}}"#, reply.etag)
            #expect(other.status == 200)
            #expect(other.etag != reply.etag)
            _ = try await wire.put(.flags(["a": "1"]))
            #expect(try await again(body, reply.etag).status == 200)
        }
    }

    // R90
    @Test func `a key opens it in either header, until it is shut`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            #expect(try await wire.evaluate("title", headers: [.apiKey: wire.key]).status == 200)
            for headers: HTTPFields in [
                [:], [.apiKey: "x"], [.authorization: "Bearer x"], [.authorization: wire.key],
            ] {
                #expect(try await wire.evaluate("title", headers: headers).status == 401)
                #expect(try await wire.evaluate(nil, headers: headers).status == 401)
            }
            let store = wire.vitrina.services.flags.store
            let key = try #require(try await store.keys(of: FlagWire.id).first)
            _ = try await store.disableKey(key.id, of: FlagWire.id, by: Vitrina.owner)
            #expect(try await wire.evaluate("title").status == 403)
            #expect(try await wire.fetch().status == 403)
        }
    }

    // R91
    @Test func `a key that asks too often is told when to come again, and others are not kept out`()
        async throws
    {
        let settings = WebSettings(trustedProxies: 1, rateLimit: 6)
        try await withFlagWire(.sqlite, .exampleFlags, settings: settings) { wire in
            let other = try await wire.vitrina.services.flags.store.createKey(
                name: "other",
                of: FlagWire.id,
                by: Vitrina.owner
            )
            try await wire.vitrina.services.flags.live.refresh()
            let forwardedFor = try #require(HTTPField.Name("X-Forwarded-For"))
            func status(_ key: String, from address: String = "192.0.2.7") async throws -> Int {
                try await wire.post(
                    "/ofrep/v1/evaluate/flags/title",
                    Array("{}".utf8),
                    headers: [.apiKey: key, forwardedFor: address]
                ).status
            }

            for _ in 0..<60 { #expect(try await status(wire.key) == 200) }
            #expect(try await status(wire.key) == 429)
            // One URL serves two services.
            #expect(try await status(other.secret) == 200)
            // An invented key has no separate limit.
            for number in 0..<60 { #expect(try await status("made-up-\(number)") == 401) }
            #expect(try await status("made-up") == 429)
            #expect(try await status(other.secret) == 200)

            // A key has a limit of a hundred shares over all client addresses.
            for place in 1...9 {
                for _ in 0..<60 { _ = try await status(wire.key, from: "192.0.2.\(100 + place)") }
            }
            #expect(try await status(wire.key, from: "198.51.100.1") == 429)
            #expect(try await status(other.secret, from: "198.51.100.1") == 200)
        }
    }

    // R91
    @Test func `who asks too often is told when to come again`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags, settings: WebSettings(rateLimit: 6)) { wire in
            for _ in 0..<60 { #expect(try await wire.evaluate("title").status == 200) }
            let reply = try await wire.evaluate("title")
            #expect(reply.status == 429)
            #expect(Int(reply.headers[.retryAfter] ?? "").map { 1...60 ~= $0 } == true)
            #expect(reply.json["errorDetails"]?.string?.isEmpty == false)
        }
    }

    // R92
    @Test func `providers are told how often they may ask`() async throws {
        try await withFlagWire { wire in
            let headers: HTTPFields = [.apiKey: wire.key]
            let reply = try await wire.get("/ofrep/v1/configuration", headers: headers)
            #expect(reply.json["name"] == "Vitrina")
            let types = reply.json["capabilities"]?["flagEvaluation"]?["supportedTypes"]
            #expect(types == ["int", "float", "string", "boolean", "object"])
            var known = headers
            known[.ifNoneMatch] = reply.etag
            let again = try await wire.get("/ofrep/v1/configuration", headers: known)
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
            #expect(try await wire.get("/ofrep/v1/configuration").status == 401)
        }
    }

    // R94
    @Test(arguments: TestDatabase.all)
    func `an answer is at least as new as what was announced`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let other = try await wire.vitrina.another()
            try await other.services.flags.live.load()
            let there = FlagWire(vitrina: other, key: wire.key)
            _ = try await wire.put(.flags(["a": "2"]))

            let query = "?flagConfigEtag=etag-123456789012-2&flagConfigLastModified=1771622898"
            #expect(try await there.evaluate("a", query: query).json["value"] == "2")
            wire.vitrina.clock.advance(by: .seconds(1))
            _ = try await wire.put(.flags(["a": "3"]))
            let at = wire.vitrina.clock.now.seconds
            let fresh = try await there.evaluate("a", query: "?flagConfigLastModified=\(at)")
            #expect(fresh.json["value"] == "3")
            for odd in ["?flagConfigEtag=", "?flagConfigEtag=x-y", "?flagConfigLastModified=never"] {
                #expect(try await there.evaluate("a", query: odd).status == 200)
            }
        }
    }

    // R31 for OFREP
    @Test(arguments: ["/ofrep/v1/nothing", "/ofrep/v1/evaluate/flags"])
    func `an unknown address has a reason too`(path: String) async throws {
        try await withFlagWire { wire in
            let reply = try await wire.get(path, headers: [.apiKey: wire.key])
            #expect([404, 405].contains(reply.status))
            #expect(reply.json["errorDetails"]?.string?.isEmpty == false)
        }
    }
}
