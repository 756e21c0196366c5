import Apps
import Core
@testable import Flags
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct OFREPEventTests {
    /// The path of the event stream in the bulk answer.
    private func path(_ wire: FlagWire) async throws -> String {
        let reply = try await wire.evaluate()
        let url = reply.json["eventStreams"]?.array?.first?["url"]?.string ?? ""
        return url.replacing("https://flags.example", with: "")
    }

    // R93, R110
    @Test(arguments: TestDatabase.all)
    func `a provider is asked to ask again`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            wire.vitrina.clock.advance(by: Limits.flagJustPublished)
            try await withHTTP(wire.vitrina) { url in
                let path = try await path(wire)
                let open = try EventStream(url, path, headers: ["Accept: text/event-stream"])
                #expect(try await holds { open.text.contains("retry:") })
                #expect(open.status == 200)
                #expect(open.text.lowercased().contains("content-type: text/event-stream"))
                _ = try await wire.put(.flags(["a": "2"]))
                #expect(try await holds { open.events.count == 1 })

                let event = try #require(open.events.first)
                #expect(event.id == "2")
                #expect(event.name == "message")
                #expect(event.json["type"] == "refetchEvaluation")
                #expect(event.json["etag"] == "etag-123456789012-2")
                #expect(event.json["lastModified"]?.integer != nil)

                // A missed event is sent at once, and nothing twice.
                let behind = try EventStream(url, path, headers: ["Last-Event-ID: 1"])
                let current = try EventStream(url, path, headers: ["Last-Event-ID: 2"])
                #expect(try await holds { behind.events.map(\.id) == ["2"] })
                _ = try await wire.put(.flags(["a": "3"]))
                #expect(try await holds { current.events.map(\.id) == ["3"] })
            }
        }
    }

    // R79, R93: a server that stops sends each provider a different delay.
    @Test func `before a planned close a provider is told when to come back`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            wire.vitrina.clock.advance(by: Limits.flagJustPublished)
            try await withHTTP(wire.vitrina) { url in
                let open = try EventStream(url, try await path(wire), headers: [])
                #expect(try await holds { open.text.contains("retry: 2000") })
                wire.vitrina.services.flags.feed.followers.close()
                #expect(try await holds { open.isClosed || open.text.matches(of: #/retry:/#).count > 1 })
                let times = open.text.matches(of: #/retry: ([0-9]+)000/#).compactMap { Int($0.1) }
                #expect(times.first == 2 && times.last.map { 15...30 ~= $0 } == true)
            }
        }
    }

    // R93: the URL is valid for a limited time and only for its project.
    @Test func `an address that is old or made up opens nothing`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let path = try await path(wire)
            let ticket = path.split(separator: "=").last.map { String($0) } ?? ""
            let end = ticket.split(separator: ".").dropFirst().joined(separator: ".")
            let wrong = [
                "/ofrep/v1/events", "/ofrep/v1/events?ticket=", "/ofrep/v1/events?ticket=..",
                "/ofrep/v1/events?ticket=other-app.\(end)", path + "A",
                "/ofrep/v1/events?ticket=" + String(repeating: "a", count: 5_000),
            ]
            for path in wrong {
                let reply = try await wire.get(path)
                #expect(reply.status == 401)
                #expect(reply.json["errorDetails"]?.string?.isEmpty == false)
            }
            wire.vitrina.clock.advance(by: Limits.flagTicketAge)
            #expect(try await wire.get(path).status == 401)
        }
    }

    // R90, R93: the URL has no more rights than the key that it was issued for.
    @Test(arguments: TestDatabase.all)
    func `an address ends with its key`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            wire.vitrina.clock.advance(by: Limits.flagJustPublished)
            let store = wire.vitrina.services.flags.store
            let key = try #require(try await store.keys(of: FlagWire.id).first)
            try await withHTTP(wire.vitrina) { url in
                let path = try await path(wire)
                let open = try EventStream(url, path, headers: [])
                #expect(try await holds { open.text.contains("retry:") })
                _ = try await store.disableKey(key.id, of: FlagWire.id, by: Vitrina.owner)

                #expect(try await holds { wire.vitrina.services.flags.feed.followers.all.isEmpty })
                let again = try EventStream(url, path, headers: [])
                #expect(try await holds { again.status == 401 })
            }
        }
    }
}
