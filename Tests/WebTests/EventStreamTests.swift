import Core
import Glibc
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Event streams over real connections, as consoles use them.
struct EventStreamTests {
    private static let events = "/admin/api/v1/events"

    @Test(arguments: TestDatabase.all)
    func `two readers are told what happens, each what it asked for`(kind: TestDatabase) async throws {
        try await withStreams(kind) { vitrina, url, token in
            let all = try EventStream(url, Self.events, headers: [token])
            let offers = try EventStream(url, Self.events + "?type=offers", headers: [token])
            let haveBegun = try await holds { all.events.count == 1 && offers.events.count == 1 }
            #expect(haveBegun)

            let tag = try await vitrina.makeTag("Кофе")
            let wasTold = try await holds { all.titles == ["Кофе"] }

            #expect(wasTold)
            #expect(all.status == 200)
            #expect(all.text.lowercased().contains("content-type: text/event-stream"))
            #expect(offers.titles.isEmpty)
            let change = try #require(all.events.last)
            #expect(change.json["id"]?.string == tag)
            #expect(change.json["action"] == "created")
            #expect(change.json["by"] == "Egor")
            #expect(change.id == change.json["number"]?.integer.map { String($0) })
        }
    }

    @Test(arguments: TestDatabase.all)
    func `who comes again is told what was missed, and nothing twice`(kind: TestDatabase) async throws {
        try await withStreams(kind) { vitrina, url, token in
            let first = try EventStream(url, Self.events, headers: [token])
            _ = try await holds { !first.events.isEmpty }
            _ = try await vitrina.makeTag("один")
            _ = try await holds { first.titles.count == 1 }
            first.close()
            let last = first.events.compactMap(\.id).last ?? ""
            for name in ["два", "три"] { _ = try await vitrina.makeTag(name) }

            let again = try EventStream(url, Self.events, headers: [token, "Last-Event-ID: \(last)"])
            let page = try EventStream(url, Self.events + "?after=\(last)", headers: [token])
            // A browser reconnects with the old address, and `Last-Event-ID` takes precedence.
            let later = try EventStream(
                url,
                Self.events + "?after=0",
                headers: [token, "Last-Event-ID: \(last)"]
            )
            _ = try await holds { [again, page, later].allSatisfy { $0.titles.count == 2 } }
            _ = try await vitrina.makeTag("четыре")
            _ = try await holds { [again, page, later].allSatisfy { $0.titles.count == 3 } }

            for stream in [again, page, later] { #expect(stream.titles == ["два", "три", "четыре"]) }
        }
    }

    @Test(arguments: ["nonsense", "-1", "999999", "9223372036854775808"])
    func `a client with an unknown number must read everything again`(last: String) async throws {
        try await withStreams(.sqlite) { vitrina, url, token in
            let stream = try EventStream(url, Self.events, headers: [token, "Last-Event-ID: \(last)"])

            let isTold = try await holds { stream.events.first?.name == "reset" }

            #expect(isTold)
            _ = try await vitrina.makeTag("Кофе")
            let goesOn = try await holds { stream.titles == ["Кофе"] }
            #expect(goesOn)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a client that was away too long must read everything again`(kind: TestDatabase) async throws {
        try await withStreams(kind) { vitrina, url, token in
            _ = try await vitrina.makeTag("первый")
            try await vitrina.writeHistory(Limits.changesBacklogMax + 1)

            let stream = try EventStream(url, Self.events, headers: [token, "Last-Event-ID: 1"])
            let narrow = try EventStream(
                url,
                Self.events + "?type=tags",
                headers: [token, "Last-Event-ID: 0"]
            )
            let areTold = try await holds { !stream.events.isEmpty && !narrow.events.isEmpty }

            #expect(areTold)
            #expect(stream.events.first?.name == "reset")
            // There is only one entry of that type.
            #expect(narrow.titles == ["первый"])
        }
    }

    @Test func `a reader that has heard nothing for a while hears that the line stands`() async throws {
        try await withStreams(.sqlite) { vitrina, url, token in
            let stream = try EventStream(url, Self.events, headers: [token])
            _ = try await holds { !stream.events.isEmpty }

            vitrina.clock.advance(by: Limits.changeHeartbeat)
            let beats = try await holds { stream.events.contains { $0.comment != nil } }

            #expect(beats)
            // After an hour the reader must reconnect.
            vitrina.clock.advance(by: ChangeReader.changeReaderAge)
            let ends = try await holds { stream.isClosed }
            #expect(ends)
        }
    }

    /// The reader receives nothing, until all buffers in between are full.
    @Test(arguments: TestDatabase.all)
    func `a slow reader must read everything again, and others do not wait`(kind: TestDatabase) async throws {
        try await withStreams(kind) { vitrina, url, token in
            let slow = try EventStream(url, Self.events, headers: [token], reads: false)
            let quick = try EventStream(url, Self.events, headers: [token])
            _ = try await holds { !quick.events.isEmpty }
            let batch = ChangeReader.changesBufferMax - 10
            // Together the batches are larger than the system's buffers for a connection.
            let batches = 5

            for number in 1...batches {
                try await vitrina.writeHistory(batch, note: String(repeating: "x", count: 20_000))
                let isQuick = try await holds { quick.end.contains("\"number\":\(number * batch),") }
                #expect(isQuick)
            }
            slow.read()
            let isTold = try await holds { slow.events.contains { $0.name == "reset" } }

            #expect(isTold)
            #expect(!quick.events.contains { $0.name == "reset" })
            _ = try await vitrina.makeTag("дальше")
            let goesOn = try await holds { slow.titles.last == "дальше" }
            #expect(goesOn)
        }
    }

    /// A number is assigned when a row is written, and the row appears at the commit.
    @Test(arguments: TestDatabase.all.filter { $0 == .postgres })
    func `a change that appears after one with a higher number is told, also to who comes between`(
        kind: TestDatabase
    ) async throws {
        try await withStreams(kind) { vitrina, url, token in
            let stream = try EventStream(url, Self.events, headers: [token])
            _ = try await holds { !stream.events.isEmpty }
            let (hasWritten, mayEnd) = (Locked(false), Locked(false))

            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await vitrina.writeHistory(1, note: "late") {
                        hasWritten.update { $0 = true }
                        while !mayEnd.value { usleep(1_000) }
                    }
                }
                defer { mayEnd.update { $0 = true } }
                let isHeld = try await holds { hasWritten.value }
                #expect(isHeld)
                _ = try await vitrina.makeTag("early")
                let isEarly = try await holds { stream.titles == ["early"] }
                #expect(isEarly)
                let early = try #require(stream.events.last)
                #expect(early.json["number"] == 2)
                #expect(early.id == "0")

                let between = try EventStream(url, Self.events, headers: [token, "Last-Event-ID: 0"])
                let isTold = try await holds { between.titles == ["early"] }
                #expect(isTold)
                mayEnd.update { $0 = true }
                try await group.waitForAll()
                for reader in [stream, between] {
                    let isLate = try await holds { reader.events.last?.json["note"] == "late" }
                    #expect(isLate)
                    #expect(reader.events.compactMap { $0.json["number"]?.integer } == [2, 1])
                    #expect(reader.events.last?.id == "2")
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a reader on one server is told what another has written`(kind: TestDatabase) async throws {
        try await withStreams(kind) { vitrina, url, token in
            let other = try await vitrina.another()
            try await withHTTP(other) { otherURL in
                let streams = try [url, otherURL].map { try EventStream($0, Self.events, headers: [token]) }
                _ = try await holds { streams.allSatisfy { !$0.events.isEmpty } }

                _ = try await vitrina.makeTag("здесь")
                _ = try await other.makeTag("там")

                for stream in streams {
                    let isTold = try await holds { Set(stream.titles) == ["здесь", "там"] }
                    #expect(isTold)
                }
            }
        }
    }

    @Test func `one member of staff has so many streams and no more, and a closed one makes room`()
        async throws
    {
        try await withStreams(.sqlite) { _, url, token in
            var streams: [EventStream] = []
            for _ in 0..<Limits.changeReadersOfOneMax {
                streams.append(try EventStream(url, Self.events, headers: [token]))
            }
            let haveBegun = try await holds { streams.allSatisfy { !$0.events.isEmpty } }
            #expect(haveBegun)

            let more = try EventStream(url, Self.events, headers: [token])
            let isRefused = try await holds { more.status == 429 }
            #expect(isRefused)

            streams[0].close()
            let isLet = try await holds {
                let again = try EventStream(url, Self.events, headers: [token])
                _ = try await holds { again.status != 0 }
                return again.status == 200
            }
            #expect(isLet)
        }
    }

    @Test(arguments: [("?type=ghosts", 422), ("?odd=1", 422)])
    func `what is asked wrongly is answered as ever`(query: String, status: Int) async throws {
        try await withStreams(.sqlite) { _, url, token in
            let stream = try EventStream(url, Self.events + query, headers: [token])
            let isRefused = try await holds { stream.status == status }
            #expect(isRefused)
            let stranger = try EventStream(url, Self.events, headers: [])
            let isStranger = try await holds { stranger.status == 401 }
            #expect(isStranger)
            let head = try await HTTPClient().send("HEAD", url + Self.events, headers: [split(token)])
            #expect(head.status == 200)
        }
    }
}

private func split(_ header: String) -> (name: String, value: String) {
    let parts = header.split(separator: ":", maxSplits: 1)
    return (String(parts[0]), String(parts[1].dropFirst()))
}

/// Runs `body` with a server, its address, and the header of a viewer.
private func withStreams(
    _ kind: TestDatabase,
    _ body: @escaping @Sendable (Vitrina, String, String) async throws -> Void
) async throws {
    try await withVitrina(kind) { vitrina in
        let token = try await vitrina.newToken(of: .viewer)
        try await withHTTP(vitrina) { url in
            try await body(vitrina, url, "Authorization: Bearer \(token.secret)")
        }
    }
}

extension Vitrina {
    @discardableResult
    fileprivate func makeTag(_ name: String) async throws -> String {
        try await send(.post, "/admin/api/v1/mall/tags", ["name": ["ru": .string(name)]]).id
    }

    /// Adds history of deleted entries, in one transaction.
    fileprivate func writeHistory(
        _ count: Int,
        note: String = "",
        then wait: @escaping @Sendable () -> Void = {}
    ) async throws {
        let now = clock.now
        try await database.write { connection in
            for _ in 0..<count {
                try connection.execute(
                    """
                    INSERT INTO history (content_id, type, version, action, at, author, door, note)
                    VALUES ('00000000-0000-7000-8000-000000000000', 'offers', 1, 'saved', \(now), 'Egor', 'api',
                        \(note))
                    """
                )
            }
            wait()
        }
    }
}
