import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Receivers that do not respond as they should.
struct HookReceiverTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test func `a test is sent once, also to a hook that is off`() async throws {
        try await withVitrina { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/fails", ["is_active": false])
                let path = "/admin/api/v1/hooks/\(hook.id)"

                let test = try await vitrina.send(.post, "\(path)/test", as: Vitrina.owner)
                #expect(test.status == 200)
                try await vitrina.services.courier.deliverDue()

                let event = try #require(try await receiver.received().first)
                #expect(event.headers["vitrina-event"] == "hook.test")
                #expect(event.json["hook"]?.string == hook.id)
                let delivery = try #require(try await vitrina.deliveries(of: hook.id).first)
                #expect(delivery["id"] == test.json["delivery"])
                #expect(delivery["state"] == "failed")
                #expect(try await vitrina.shown(hook.id)["failing_since"] == .null)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a delivery can be sent again by hand, under the same name`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/ok")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                try await vitrina.services.courier.deliverDue()
                let number = try await vitrina.deliveries(of: hook.id)[0]["id"]?.integer ?? 0

                let retry = "/admin/api/v1/hooks/deliveries/\(number)/retry"
                let reply = try await vitrina.send(.post, retry, as: Vitrina.owner)
                #expect(reply.status == 200)
                #expect(reply.json["state"] == "waiting")
                try await vitrina.services.courier.deliverDue()

                let events = try await receiver.received()
                #expect(events.count == 2)
                #expect(events[0].headers["vitrina-delivery"] == events[1].headers["vitrina-delivery"])
                #expect(try await vitrina.deliveries(of: hook.id)[0]["log"]?.array?.count == 2)
            }
        }
    }

    @Test func `a redirect is no delivery, and nobody goes there`() async throws {
        try await withVitrina { vitrina in
            try await withReceiver { receiver in
                let hook = try await vitrina.hook("\(receiver.url)/elsewhere")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])

                try await vitrina.services.courier.deliverDue()

                #expect(try await receiver.received().map(\.path) == ["/elsewhere"])
                #expect(try await vitrina.deliveries(of: hook.id)[0]["error"] == "The answer was 302.")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the log tells of an answer how long it was, and nothing that it says`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let large = try await vitrina.hook("\(receiver.url)/large")
                let says = try await vitrina.hook("\(receiver.url)/says/500/secret-inside")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])

                try await vitrina.services.courier.deliverDue()

                let first = try await vitrina.deliveries(of: large.id)[0]["log"]?.array?.first
                #expect(first?["answer_size"] == 5000 && first?["answer_type"] == .null)
                let delivery = try #require(try await vitrina.deliveries(of: says.id).first)
                let attempt = delivery["log"]?.array?.first
                #expect(attempt?["status"] == 500 && attempt?["answer_size"] == 13)
                #expect(!delivery.text.contains("secret-inside}") && attempt?["answer"] == nil)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `fields that are too much stay away, and the event says so`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                _ = try await vitrina.hook("\(receiver.url)/ok")
                let text = "<p>" + String(repeating: "много текста ", count: 3_500) + "</p>"
                let news: JSON = [
                    "title": ["ru": "Новость"], "content": ["ru": .string(text)],
                    "live_from": "2026-11-01T00:00:00Z",
                ]
                let created = try await vitrina.send(.post, "/admin/api/v1/mall/news", news)
                #expect(created.status == 201)

                try await vitrina.services.courier.deliverDue()

                let event = try #require(try await receiver.received().first)
                #expect(event.json["truncated"] == true)
                let names = Set((event.json["content"]?.object ?? [:]).keys)
                #expect(names.isDisjoint(with: ["fields", "live"]))
                #expect(event.json["content"]?["title"] == "Новость")
                #expect(event.text.utf8.count < 2_000)
            }
        }
    }

    /// Four deliveries of the courier wait for this receiver, and the others can continue.
    @Test(arguments: TestDatabase.all)
    func `a receiver that hangs holds no other back`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let hanging = try await vitrina.hook("\(receiver.url)/hangs")
                _ = try await vitrina.hook("\(receiver.url)/ok")
                for _ in 0..<20 { _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]]) }
                let courier = OutboxCourier(
                    outbox: vitrina.services.outbox,
                    senders: [
                        HookSender(
                            database: vitrina.database,
                            now: vitrina.services.now,
                            timeout: .seconds(120),
                            destinations: .outside(and: ["127.0.0.1"])
                        )
                    ]
                )

                try await withThrowingTaskGroup(of: Void.self) { group in
                    let looks = courier.looks()
                    group.addTask { await courier.run(looks) { Issue.record($0) } }
                    courier.wake()
                    let isDone = try await holds { try await receiver.received("/ok").count == 20 }
                    #expect(isDone)
                    #expect(try await receiver.received("/hangs").count == Outbox.laneParallelMax)
                    #expect(try await vitrina.deliveries(of: hanging.id).allSatisfy { $0["log"] == [] })
                    try await receiver.release()
                    let isAll = try await holds { try await receiver.received("/hangs").count == 20 }
                    #expect(isAll)
                    courier.stop()
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `two servers deliver each event once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                for number in 0..<5 { _ = try await vitrina.hook("\(receiver.url)/ok/\(number)") }
                for _ in 0..<10 { _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]]) }
                let couriers = (0..<2).map { _ in
                    OutboxCourier(
                        outbox: vitrina.services.outbox,
                        senders: [
                            HookSender(
                                database: vitrina.database,
                                now: vitrina.services.now,
                                destinations: .outside(and: ["127.0.0.1"])
                            )
                        ]
                    )
                }

                async let one: Void = couriers[0].deliverDue()
                async let other: Void = couriers[1].deliverDue()
                _ = try await (one, other)

                let events = try await receiver.received()
                #expect(events.count == 50)
                #expect(Set(events.map { "\($0.path) \($0.headers["vitrina-delivery"] ?? "")" }).count == 50)
            }
        }
    }
}
