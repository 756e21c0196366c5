import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Shifts of dates by days, copies with new dates, and dates in the past.
struct ShiftTests {
    private static let news = "/admin/api/v1/mall/news"

    private static func day(_ days: Int64, _ clock: Clock) -> JSON {
        .string(clock.now.advanced(by: .seconds(days * 86_400)).description)
    }

    private static func make(
        _ vitrina: Vitrina,
        from: Int64,
        until: Int64?,
        publish: Bool = true
    ) async throws -> String {
        var body: [String: JSON] = ["title": ["ru": "Ёлка"], "live_from": day(from, vitrina.clock)]
        if let until { body["live_until"] = day(until, vitrina.clock) }
        let reply = try await vitrina.send(.post, news + (publish ? "?publish=true" : ""), .object(body))
        #expect(reply.status == 201, "\(reply.text)")
        return reply.id
    }

    @Test(arguments: TestDatabase.all)
    func `many dates move by days, each from where it stands`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let first = try await Self.make(vitrina, from: -3, until: 2)
            let second = try await Self.make(vitrina, from: -1, until: 5)
            let body: JSON = [
                "action": "set", "ids": [.string(first), .string(second)], "shift": ["live_until": 7],
            ]
            let reply = try await vitrina.send(.post, Self.news + "/bulk", body)
            #expect(reply.json["changed"] == 2, "\(reply.text)")
            for (id, until) in [(first, 9), (second, 12)] as [(String, Int64)] {
                let after = try await vitrina.send(.get, "\(Self.news)/\(id)").json
                #expect(after["fields"]?["live_until"] == Self.day(until, vitrina.clock))
                #expect(after["live"]?["live_until"] == Self.day(until - 7, vitrina.clock), "a draft so far")
            }
            let published = try await vitrina.send(
                .post,
                Self.news + "/bulk",
                body.merged(with: ["shift": ["live_until": -1], "publish": true])
            )
            #expect(published.json["changed"] == 2)
            let live = try await vitrina.send(.get, "\(Self.news)/\(first)").json["live"]
            #expect(live?["live_until"] == Self.day(8, vitrina.clock))
            for shift: JSON in [["title": 7], ["live_until": "7"], ["live_until": 4_000], ["none": 1], 5] {
                let wrong = try await vitrina.send(
                    .post,
                    Self.news + "/bulk",
                    ["action": "set", "ids": [.string(first)], "shift": shift]
                )
                #expect(wrong.status == 422 && wrong.text.contains("#/shift"), "\(wrong.text)")
            }
        }
    }

    @Test func `a copy of what is over can be shown from today, at the same hours`() async throws {
        try await withVitrina { vitrina in
            let old = try await Self.make(vitrina, from: -50, until: -20)
            let copy = try await vitrina.send(.post, "\(Self.news)/\(old)/copies").json
            #expect(copy["title"] == "Ёлка" && copy["is_copy"] == true)
            #expect(copy["fields"]?["live_from"] == Self.day(0, vitrina.clock))
            #expect(copy["fields"]?["live_until"] == Self.day(30, vitrina.clock))

            let short = try await Self.make(vitrina, from: -9, until: -8)
            let again = try await vitrina.send(.post, "\(Self.news)/\(short)/copies").json
            #expect(again["fields"]?["live_until"] == Self.day(1, vitrina.clock))

            let running = try await Self.make(vitrina, from: -5, until: 5)
            let same = try await vitrina.send(.post, "\(Self.news)/\(running)/copies").json
            #expect(same["fields"]?["live_from"] == Self.day(-5, vitrina.clock))
            #expect(same["fields"]?["live_until"] == Self.day(5, vitrina.clock))

            let id = same["id"]?.string ?? ""
            let published = try await vitrina.send(
                .put,
                "\(Self.news)/\(id)/publication",
                headers: [.ifMatch: "\"1\""]
            )
            #expect(published.json["state"] == "live" && published.json["is_copy"] == nil)
        }
    }

    @Test func `what is over already is published only where somebody insists`() async throws {
        try await withVitrina { vitrina in
            let over = try await Self.make(vitrina, from: -9, until: -1, publish: false)
            let open = try await Self.make(vitrina, from: -9, until: 1, publish: false)
            let body: JSON = [
                "action": "publish", "ids": [.string(over), .string(open)], "mode": "each",
                "refuse_over": true,
            ]
            let reply = try await vitrina.send(.post, Self.news + "/bulk", body)
            #expect(reply.json["changed"] == 1 && reply.json["failed"] == 1, "\(reply.text)")
            #expect(reply.json["failures"]?.array?.first?["id"] == .string(over))
            let all = try await vitrina.send(
                .post,
                Self.news + "/bulk",
                body.merged(with: ["refuse_over": nil])
            )
            #expect(all.json["changed"] == 1 && all.json["unchanged"] == 1, "\(all.text)")
        }
    }
}
