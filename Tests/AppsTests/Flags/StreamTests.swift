@testable import Apps
import Core
@testable import Flags
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
@testable import Web

/// Streams over real connections, as phones use them.
struct StreamTests {
    /// Opens a stream of an app that has a version.
    private func stream(
        _ wire: FlagWire,
        _ url: String,
        knowing version: Int,
        key: String? = nil,
        reads: Bool = true
    ) throws -> EventStream {
        let body =
            #"{"project":"123456789012","namespace":"firebase","lastKnownVersionNumber":"\#(version)","#
            + #""appId":"1:123456789012:ios:a","sdkVersion":"12.4.0","appInstanceId":"c1"}"#
        return try EventStream(
            url,
            "/v1/projects/\(FlagWire.number)/namespaces/firebase:streamFetchInvalidations",
            headers: [
                "X-Goog-Api-Key: \(key ?? wire.key)", "Content-Type: application/json",
                "Accept: application/json",
            ],
            body: body,
            reads: reads
        )
    }

    // R74, R7, R76, R110, D45
    @Test(arguments: TestDatabase.all)
    func `an app that is behind is told at once, any other of what comes`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let behind = try stream(wire, url, knowing: 0)
                let current = try stream(wire, url, knowing: 1)
                #expect(try await holds { behind.body == "[{\"latestTemplateVersionNumber\":\"1\"}\r\n" })
                #expect(try await holds { current.body == "[" })
                #expect(behind.status == 200)
                #expect(behind.text.lowercased().contains("content-type: application/json"))

                _ = try await wire.put(.flags(["a": "2"]))

                let message = "{\"latestTemplateVersionNumber\":\"2\"}\r\n"
                #expect(try await holds { current.body == "[" + message })
                #expect(try await holds { behind.body.hasSuffix("\r\n," + message) })
                #expect(try await wire.fetch().json["templateVersion"] == "2")
                // R8
                #expect(!behind.text.contains("featureDisabled"))
            }
        }
    }

    // R75
    @Test func `a rollback is told, a trial is not`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            _ = try await wire.put(.flags(["a": "2"]))
            try await withHTTP(wire.vitrina) { url in
                let open = try stream(wire, url, knowing: 2)
                #expect(try await holds { open.body == "[" })
                _ = try await wire.put(.flags(["a": "3"]), query: "?validateOnly=true")
                _ = try await wire.template(.post, ":rollback", ["versionNumber": "1"])

                #expect(try await holds { open.body == "[{\"latestTemplateVersionNumber\":\"3\"}\r\n" })
            }
        }
    }

    // R78
    @Test func `a line that is quiet shows that it stands`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let open = try stream(wire, url, knowing: 1)
                #expect(try await holds { open.body == "[" })
                #expect(Limits.flagHeartbeat <= .seconds(60))
                wire.vitrina.clock.advance(by: Limits.flagHeartbeat)

                #expect(try await holds { open.body == "[\n" })
            }
        }
    }

    // R79
    @Test func `before a planned close apps are told when to ask again`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let open = try stream(wire, url, knowing: 0)
                #expect(try await holds { open.body.hasSuffix("\r\n") })
                wire.vitrina.services.flags.feed.followers.close()
                #expect(try await holds { open.isClosed || open.body.hasSuffix("]") })

                #expect(open.body.hasSuffix("}\r\n]"))
                let told = try JSON(parsing: open.body).array ?? []
                #expect(told.count == 2)
                #expect(told.last?["retryIntervalSeconds"]?.integer.map { 15...30 ~= $0 } == true)
            }
        }
    }

    // R79: the clients of a restarted server do not reconnect together.
    @Test func `when to ask again is another time for each`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let place = FlagPlace(project: FlagWire.id)
            let endings = (0..<200).map { _ in
                StreamLines(live: wire.vitrina.services.flags.live, place: place, random: .system).ending
            }
            let times = Set(endings.compactMap { $0.firstMatch(of: #/[0-9]+/#).flatMap { Int($0.0) } })
            #expect(times.isSubset(of: 15...30) && times.count > 5)
        }
    }

    // R80
    @Test(arguments: TestDatabase.all)
    func `where realtime is off apps are told so, also those that follow already`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let open = try stream(wire, url, knowing: 1)
                #expect(try await holds { open.body == "[" })
                var settings = FlagSettings()
                settings.isRealtime = false
                _ = try await wire.vitrina.services.flags.store.edit(
                    project: FlagWire.id,
                    settings: settings,
                    by: Vitrina.owner
                )
                let late = try stream(wire, url, knowing: 0)

                let disabled = "[{\"featureDisabled\":true}\r\n]"
                #expect(try await holds { late.body == disabled })
                #expect(try await holds { open.body == disabled })
                let refused = try stream(wire, url, knowing: 0, key: "AVitWrong")
                #expect(try await holds { refused.text.contains("\"code\": 403") })
                #expect(refused.status == 403)
            }
        }
    }

    // R30 for streams: a disabled key opens none.
    @Test(arguments: TestDatabase.all)
    func `who follows with a key that is shut is sent away`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let store = wire.vitrina.services.flags.store
            let first = try #require(try await store.keys(of: FlagWire.id).first)
            let other = try await store.createKey(name: "Android", of: FlagWire.id, by: Vitrina.owner).secret
            try await withHTTP(wire.vitrina) { url in
                let (shut, open) = (
                    try stream(wire, url, knowing: 1), try stream(wire, url, knowing: 1, key: other)
                )
                #expect(try await holds { shut.body == "[" && open.body == "[" })
                _ = try await store.disableKey(first.id, of: FlagWire.id, by: Vitrina.owner)

                #expect(try await holds { shut.body.hasSuffix("]") })
                #expect(try await holds { wire.vitrina.services.flags.feed.followers.all.count == 1 })
                let again = try stream(wire, url, knowing: 1)
                #expect(try await holds { again.status == 403 })
                _ = try await wire.put(.flags(["a": "2"]))
                #expect(try await holds { open.body.contains("\"2\"") })
                #expect(!shut.body.contains("\"2\""))
                _ = try await store.delete(project: FlagWire.id, by: Vitrina.owner)
                #expect(try await holds { open.body.hasSuffix("]") })
            }
        }
    }

    // R74: an app that has just migrated from Firebase has far later versions.
    @Test func `an app that knows a later version is told of the next one here`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let open = try stream(wire, url, knowing: 120)
                #expect(try await holds { open.body == "[" })
                _ = try await wire.put(.flags(["a": "2"]))

                #expect(try await holds { open.body == "[{\"latestTemplateVersionNumber\":\"2\"}\r\n" })
            }
        }
    }

    // R77: many clients that disconnect before they get an answer.
    @Test func `nothing is left of those who go at once`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let feed = wire.vitrina.services.flags.feed
                try await onThread {
                    for _ in 0..<500 { try stream(wire, url, knowing: 1, reads: false).close() }
                }
                let last = try stream(wire, url, knowing: 1)
                #expect(try await holds { last.body == "[" && feed.followers.all.count == 1 })
            }
        }
    }

    // R77
    @Test func `a thousand apps are told, and nothing is left of those that go`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            try await withHTTP(wire.vitrina) { url in
                let crowd = try await onThread {
                    try (0..<1_000).map { _ in try stream(wire, url, knowing: 1, reads: false) }
                }
                let feed = wire.vitrina.services.flags.feed
                #expect(try await holds { feed.followers.all.count == 1_000 })
                _ = try await wire.put(.flags(["a": "2"]))
                let areTold = try await holds {
                    crowd.forEach { $0.take() }
                    return crowd.allSatisfy { $0.body.hasSuffix("\"2\"}\r\n") }
                }
                #expect(areTold)

                crowd.forEach { $0.close() }
                _ = try await wire.put(.flags(["a": "3"]))
                #expect(try await holds { feed.followers.isEmpty })
            }
        }
    }
}
