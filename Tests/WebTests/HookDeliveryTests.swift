import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The deliveries that a third party receives.
struct HookDeliveryTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(arguments: TestDatabase.all)
    func `an event arrives signed, and says what happened`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/ok")
                let tag = try await vitrina.send(
                    .post,
                    Self.tags + "?publish=true",
                    ["name": ["ru": "Кофе"]],
                    headers: [try #require(HTTPField.Name("X-Note")): "%D0%BF%D0%BE"]
                )

                try await vitrina.services.courier.deliverDue()

                let event = try #require(try await receiver.received().first)
                #expect(event.headers["vitrina-event"] == "content.published")
                #expect(event.headers["content-type"] == "application/json; charset=utf-8")
                #expect(event.json["event"] == "content.published")
                #expect(event.json["id"]?.string == event.headers["vitrina-delivery"])
                #expect(event.json["by"] == "Egor")
                #expect(event.json["note"] == "по")
                #expect(event.json["truncated"] == false)
                #expect(event.json["content"] == tag.json)
                #expect(
                    event.headers["vitrina-signature"]?.hasPrefix("t=\(vitrina.clock.now.seconds),v1=")
                        == true
                )
                #expect(try await receiver.rightSignatures("/ok", secret: hook.secret) == [1])
                #expect(try await receiver.rightSignatures("/ok", secret: "vh_other") == [0])
                let delivery = try #require(try await vitrina.deliveries(of: hook.id).first)
                #expect(delivery["state"] == "sent")
                #expect(delivery["content"]?["title"] == "Кофе")
                #expect(delivery["log"]?.array?.first?["status"] == 204)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a hook is told what it asked for, each act by its name`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                _ = try await vitrina.hook("\(receiver.url)/ok/all")
                _ = try await vitrina.hook(
                    "\(receiver.url)/ok/content",
                    ["events": ["content.*"], "types": ["tags"]]
                )
                _ = try await vitrina.hook(
                    "\(receiver.url)/ok/out",
                    ["events": ["content.unpublished", "content.removed"]]
                )
                _ = try await vitrina.hook("\(receiver.url)/ok/offers", ["types": ["offers"]])
                _ = try await vitrina.hook("\(receiver.url)/ok/off", ["is_active": false])

                let tag = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                let path = "\(Self.tags)/\(tag.id)"
                let steps: [(HTTPRequest.Method, String, JSON?)] = [
                    (.patch, "", ["name": ["ru": "Чай"]]), (.put, "/publication", nil),
                    (.delete, "/publication", nil), (.delete, "", nil),
                ]
                for (number, step) in steps.enumerated() {
                    let match: HTTPFields = [.ifMatch: "\"\(number + 1)\""]
                    let reply = try await vitrina.send(step.0, path + step.1, step.2, headers: match)
                    #expect(reply.status < 300)
                }
                // A refused change, and a change without effect, are not events.
                _ = try await vitrina.send(.post, Self.tags + "?publish=true", [:])
                try await vitrina.services.courier.deliverDue()

                let all = ["created", "saved", "published", "unpublished", "removed"].map { "content.\($0)" }
                let names = try await receiver.received().reduce(into: [String: [String]]()) {
                    $0[$1.path, default: []].append($1.json["event"]?.string ?? "")
                }
                #expect(Set(names.keys) == ["/ok/all", "/ok/content", "/ok/out"])
                #expect(names["/ok/all"]?.sorted() == all.sorted())
                #expect(names["/ok/content"]?.sorted() == all.sorted())
                #expect(names["/ok/out"]?.sorted() == ["content.removed", "content.unpublished"])
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a receiver that fails is asked again with the same event and a new signature`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/flaky")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])

                try await vitrina.services.courier.deliverDue()
                let first = try #require(try await vitrina.deliveries(of: hook.id).first)
                #expect(first["state"] == "waiting")
                #expect(first["error"] == "The answer was 503.")
                for _ in 0..<2 {
                    vitrina.clock.advance(by: .seconds(60))
                    try await vitrina.services.courier.deliverDue()
                }

                let events = try await receiver.received()
                #expect(Set(events.compactMap { $0.headers["vitrina-delivery"] }).count == 1)
                #expect(Set(events.map(\.text)).count == 1)
                #expect(Set(events.compactMap { $0.headers["vitrina-signature"] }).count == 3)
                #expect(try await receiver.rightSignatures("/flaky", secret: hook.secret) == [1, 1, 1])
                let delivery = try #require(try await vitrina.deliveries(of: hook.id).first)
                #expect(delivery["state"] == "sent")
                #expect(delivery["log"]?.array?.compactMap { $0["status"]?.integer } == [200, 503, 503])
                #expect(try await vitrina.shown(hook.id)["failing_since"] == .null)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a receiver that has gone is left alone, and what waited for it is given up`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/gone")
                for _ in 0..<9 { _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]]) }

                try await vitrina.services.courier.deliverDue()

                let shown = try await vitrina.shown(hook.id)
                #expect(shown["is_active"] == false)
                #expect(shown["switched_off"]?["reason"] == "gone")
                #expect(try await receiver.received().count <= Outbox.laneParallelMax)
                #expect(try await vitrina.deliveries(of: hook.id).allSatisfy { $0["state"] == "failed" })
                let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner)
                #expect(audit.json.items.first?["action"] == "hook.switched-off")
                #expect(audit.json.items.first?["by"] == "vitrina")
                // A disabled hook receives nothing, and has no retries.
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Чай"]])
                #expect(try await vitrina.deliveries(of: hook.id).count == 9)
                let number = try await vitrina.deliveries(of: hook.id)[0]["id"]?.integer ?? 0
                let retry = "/admin/api/v1/hooks/deliveries/\(number)/retry"
                #expect(try await vitrina.send(.post, retry, as: Vitrina.owner).status == 409)
                // Enabled again, it starts with new events.
                let path = "/admin/api/v1/hooks/\(hook.id)"
                let on = try await vitrina.send(.patch, path, ["is_active": true], as: Vitrina.owner)
                #expect(on.json["switched_off"]?["reason"] == .null)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a hook that has only failed for days is switched off, and says why`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            // No process listens on that port.
            let hook = try await vitrina.hook("http://127.0.0.1:1/")
            let start = vitrina.clock.now
            var days = 0
            while try await vitrina.shown(hook.id)["is_active"] == true, days < 10 {
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                try await vitrina.services.courier.deliverDue()
                vitrina.clock.advance(by: .seconds(86_400))
                days += 1
            }

            let shown = try await vitrina.shown(hook.id)
            #expect(days == 6)
            #expect(shown["switched_off"]?["reason"] == "failing")
            #expect(shown["failing_since"]?.string == start.description)
            let log = try await vitrina.deliveries(of: hook.id).last?["log"]?.array?.first
            #expect(log?["status"] == .null)
            #expect(log?["error"] == "127.0.0.1 cannot be reached: the connection was refused.")
        }
    }

    @Test func `after a new secret the old one signs too for a day`() async throws {
        try await withVitrina { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/ok")
                let path = "/admin/api/v1/hooks/\(hook.id)"
                let rotated = try await vitrina.send(.post, "\(path)/secret", as: Vitrina.owner)
                let new = try #require(rotated.json["secret"]?.string)

                for hours in [0, 23, 2] {
                    vitrina.clock.advance(by: .seconds(hours * 3600))
                    _ = try await vitrina.send(.post, "\(path)/test", as: Vitrina.owner)
                    try await vitrina.services.courier.deliverDue()
                }

                #expect(try await receiver.rightSignatures("/ok", secret: new) == [1, 1, 1])
                #expect(try await receiver.rightSignatures("/ok", secret: hook.secret) == [1, 1, 0])
                let until = vitrina.clock.now.advanced(by: .seconds(-3600))
                #expect(rotated.json["previous_secret_until"]?.string == until.description)
            }
        }
    }
}

extension Vitrina {
    func shown(_ hook: String) async throws -> JSON {
        try await send(.get, "/admin/api/v1/hooks/\(hook)", as: Vitrina.owner).json
    }
}
