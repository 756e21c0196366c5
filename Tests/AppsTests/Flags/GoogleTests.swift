import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Publishing to Firebase and pulling from it.
struct GoogleTests {
    private static let managed: JSON = [
        "conditions": [["name": "half", "expression": "percent('seed') <= 50"]],
        "parameters": [
            "title": [
                "defaultValue": ["value": "Hello"],
                "conditionalValues": ["half": ["personalizationValue": ["personalizationId": "p1"]]],
            ]
        ],
    ]

    @Test(arguments: TestDatabase.all)
    func `each publication goes there once and a change there is never overwritten`(
        kind: TestDatabase
    ) async throws {
        try await withGoogle(kind) { world in
            #expect(try await world.status()["state"] == "never")
            try await world.publish(["a": "1"], note: "Первая")
            try await world.publish(["a": "2"], note: "Вторая")
            try await world.deliver()
            #expect(try await world.values() == ["a": "2"])
            let version = try await world.theirs.template().json["version"]
            #expect(version?["description"] == "Вторая")
            let status = try await world.status()
            #expect(status["state"] == "current" && status["version"] == 2 && status["has_key"] == true)
            #expect(status["their_version"] == version?["versionNumber"])
            #expect(try await world.messages().allSatisfy { $0.state == .sent })

            // Their console publishes something.
            #expect(try await world.theirs.put(.flags(["a": "theirs", "b": "new"])).status == 200)
            try await world.publish(["a": "3"])
            try await world.deliver()
            #expect(try await world.values() == ["a": "theirs", "b": "new"])
            let conflict = try await world.status(compare: true)
            #expect(conflict["state"] == "conflict" && conflict["version"] == 2)
            #expect(conflict["fault"]?.string?.contains("a, b") == true, "\(conflict)")
            #expect(conflict["comparison"]?["is_seen"] == false)
            #expect(conflict["comparison"]?["changes"]?.array?.count == 2)
            #expect(try await world.messages().first?.state == .failed)

            #expect(try await world.send("push").status == 409)
            #expect(try await world.send("push", ["force": true, "etag": "etag-1-1"]).status == 409)
            #expect(try await world.send("push", ["force": true], as: Vitrina.viewer).status == 403)
            #expect(try await world.values()["b"] == "new")
            let etag = conflict["comparison"]?["etag"] ?? .null
            let forced = try await world.send("push", ["force": true, "etag": etag])
            #expect(forced.status == 200 && forced.json["state"] == "current", "\(forced.text)")
            #expect(try await world.values() == ["a": "3"])
            // Tokens are cached: there are no more requests for a token than concurrent messages.
            let count = try await world.receiver.received().count
            #expect((1...2).contains(count))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what was changed there comes into the draft, beside what was changed here`(
        kind: TestDatabase
    ) async throws {
        try await withGoogle(kind) { world in
            try await world.publish(["a": "1", "b": "1"])
            try await world.deliver()
            #expect(try await world.send("pull").json["exists"] == false)
            #expect(try await world.theirs.put(.flags(["a": "1", "b": "2", "c": "2"])).status == 200)
            try await world.edit([["op": "set_value", "key": "a", "value": "5"]])
            let pulled = try await world.send("pull")
            #expect(pulled.status == 200 && pulled.json["changes"]?.array?.count == 3, "\(pulled.text)")

            // A discarded pull is not marked as seen.
            try await world.draft("discard")
            try await world.publish(["a": "1", "b": "9"])
            try await world.deliver()
            #expect(try await world.status()["state"] == "conflict")
            #expect(try await world.values()["c"] == "2")

            // Both have changed b.
            let clash = try await world.send("pull")
            #expect(clash.status == 409 && clash.text.contains("b"))
            #expect(clash.json["current"]?["clashes"]?.array?.first?["name"] == "b")
            #expect(try await world.send("pull", ["prefer": "nobody"]).status == 422)
            #expect(try await world.send("pull", ["prefer": "mine"], as: Vitrina.viewer).status == 403)
            #expect(try await world.send("pull", ["prefer": "mine"]).status == 200)
            try await world.edit([["op": "set_value", "key": "a", "value": "5"]])
            try await world.draft("publish")
            try await world.deliver()
            #expect(try await world.values() == ["a": "5", "b": "9", "c": "2"])
            #expect(try await world.status()["state"] == "current")
        }
    }

    // R38, R115
    @Test(arguments: TestDatabase.all)
    func `values that Google decides survive both ways`(kind: TestDatabase) async throws {
        try await withGoogle(kind, Self.managed) { world in
            let pulled = try await world.send("pull")
            #expect(pulled.status == 200, "\(pulled.text)")
            try await world.draft("publish")
            try await world.deliver()
            #expect(try await world.status()["state"] == "current")
            let value: JSON = ["personalizationValue": ["personalizationId": "p1"]]
            let ours = try await world.ours.send(.get, "\(GoogleWorld.path)/template").json["template"]
            #expect(ours?["parameters"]?["title"]?["conditionalValues"]?["half"] == value)

            // Our draft no longer has a value under the condition, and changes another value.
            try await world.edit([
                ["op": "set_value", "key": "title", "condition": "half", "value": .null],
                ["op": "set_value", "key": "title", "value": "Привет"],
            ])
            try await world.draft("publish")
            try await world.deliver()
            let theirs = try await world.theirs.template().json["parameters"]?["title"]
            #expect(theirs?["defaultValue"] == ["value": "Привет"])
            #expect(theirs?["conditionalValues"]?["half"] == value)
        }
    }

    // R38, R115
    @Test(arguments: TestDatabase.all)
    func `a rollout of Google's is taken, published here and sent back`(kind: TestDatabase) async throws {
        let rollout: JSON = ["rolloutValue": ["rolloutId": "rollout_4", "value": "1", "percent": 5]]
        let parameter: JSON = ["defaultValue": ["value": "Hello"], "conditionalValues": ["half": rollout]]
        let conditions = Self.managed["conditions"] ?? []
        let template: JSON = ["conditions": conditions, "parameters": ["title": parameter]]
        try await withGoogle(kind, Self.managed) { world in
            #expect(try await world.theirs.put(template).status == 200)
            #expect(try await world.send("pull").status == 200)
            try await world.edit([["op": "set_value", "key": "title", "value": "Привет"]])
            try await world.draft("publish")
            try await world.deliver()
            #expect(try await world.status()["state"] == "current")
            let ours = try await world.ours.send(.get, "\(GoogleWorld.path)/template").json["template"]
            let theirs = try await world.theirs.template().json["parameters"]?["title"]
            #expect(ours?["parameters"]?["title"]?["conditionalValues"]?["half"] == rollout)
            #expect(theirs?["conditionalValues"]?["half"] == rollout)
            #expect(theirs?["defaultValue"] == ["value": "Привет"])
        }
    }

    @Test func `a template that was there before is not overwritten, an equal one is known at once`()
        async throws
    {
        try await withGoogle(.sqlite, .flags(["old": "1"])) { world in
            try await world.publish(["new": "1"])
            try await world.deliver()
            #expect(try await world.values() == ["old": "1"])
            #expect(try await world.status()["state"] == "conflict")
            try await world.publish(["old": "1"])
            try await world.deliver()
            #expect(try await world.status()["state"] == "current")
            #expect(try await world.theirs.template().json["version"]?["versionNumber"] == "1")
        }
    }

    @Test func `an answer that was lost is no conflict`() async throws {
        try await withGoogle { world in
            try await world.publish(["a": "1"])
            try await world.deliver()
            // Google has saved it, and the answer was lost.
            #expect(try await world.theirs.put(.flags(["a": "2"])).status == 200)
            try await world.publish(["a": "2"])
            try await world.publish(["a": "3"])
            try await world.deliver()
            #expect(try await world.values() == ["a": "3"])
            #expect(try await world.status()["state"] == "current")
        }
    }

    @Test func `nothing goes there where that is not wished, and a dry run only asks`() async throws {
        try await withGoogle(pushes: false) { world in
            #expect(try await world.send("push").status == 409)
            try await world.publish(["a": "1"])
            #expect(try await world.messages().isEmpty)
            let path = "\(GoogleWorld.path)/google/push?dry_run=true"
            let dry = try await world.ours.send(.post, path, [:], as: Vitrina.owner)
            #expect(dry.status == 200, "\(dry.text)")
            #expect(try await world.values().isEmpty)
            #expect(try await world.status()["state"] == "never")
            #expect(try await world.send("push").status == 200)
            #expect(try await world.values() == ["a": "1"])

            let settings = try await world.ours.send(
                .patch,
                GoogleWorld.path,
                ["settings": ["google": .null]],
                as: Vitrina.owner
            )
            #expect(settings.json["settings"]?["google"] == nil)
            #expect(try await world.status()["state"] == "off")
            #expect(try await world.send("push").status == 409)
            #expect(try await world.send("pull").status == 409)
            for wrong: JSON in [
                "x", ["project": "../up"], ["project": "demo-app", "push": 1], ["push": true],
            ] {
                let body: JSON = ["settings": ["google": wrong]]
                #expect(
                    try await world.ours.send(.patch, GoogleWorld.path, body, as: Vitrina.owner).status == 422
                )
            }
        }
    }
}

/// Failures between the server and Google.
struct GoogleFaultTests {
    @Test(arguments: TestDatabase.all)
    func `what passes is tried again, what does not is told`(kind: TestDatabase) async throws {
        let error: JSON = ["error": ["code": 503, "message": "Try later", "status": "UNAVAILABLE"]]
        for (status, state) in [
            (503, OutboxMessage.State.waiting), (429, .waiting), (403, .failed), (400, .failed),
        ] {
            let url: @Sendable (WebReceiver) -> String = { GoogleWorld.says($0, status, error) + "?" }
            try await withGoogle(kind, url: url) { world in
                try await world.publish(["a": "1"])
                try await world.deliver()
                let message = try #require(try await world.messages().first)
                #expect(message.state == state && message.lastError?.en.contains("Try later") == true)
                let known = try await world.status()
                #expect(known["state"] == "failed")
                #expect(known["fault"]?.string?.contains("Try later") == true)
                guard state == .waiting else { return }
                // Waits for the delay, then retries.
                try await world.deliver()
                #expect(try await world.messages().first?.attempts == 1)
                world.ours.clock.advance(by: .seconds(60))
                try await world.deliver()
                #expect(try await world.messages().first?.attempts == 2)
            }
        }
    }

    @Test func `a key file that is wrong is told of without the key`() async throws {
        try await withGoogle { world in
            let good = GoogleWorld.key(tokenURL: "\(world.receiver.url)/says/200/x")
            let refusal = GoogleWorld.says(world.receiver, 400, ["error": "invalid_grant"])
            for (key, words) in [
                (JSON.string("nonsense"), "client_email is missing"),
                (good.merged(with: ["private_key": "nonsense"]), "private_key"),
                (good.merged(with: ["token_uri": "http://evil.example/"]), "token_uri"),
                (GoogleWorld.key(tokenURL: refusal), "invalid_grant"),
            ] {
                try world.write(key: key)
                try await world.publish(["a": words])
                try await world.deliver()
                let message = try #require(try await world.messages().first)
                #expect(message.state == .failed)
                #expect(message.lastError?.en.contains(words) == true, "\(message)")
                let reply = try await world.send("push")
                #expect(reply.status == 409 && !reply.text.contains("MIIE"))
            }
            // An unreadable answer may come from a proxy, and is temporary.
            try world.write(key: good)
            #expect(try await world.send("push").status == 503)
            #expect(try await world.values().isEmpty)
        }
    }

    @Test func `what Google answers is read carefully`() async throws {
        for body: JSON in [[:], ["parameters": 5], "text", []] {
            let url: @Sendable (WebReceiver) -> String = { GoogleWorld.says($0, 200, body) + "?" }
            try await withGoogle(url: url) { world in
                try await world.publish(["a": "1"])
                let reply = try await world.send("push")
                #expect([409, 503].contains(reply.status))
                #expect(try await world.send("pull").status == reply.status)
            }
        }
    }
}
