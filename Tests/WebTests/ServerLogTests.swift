import Core
import HTTPTypes
import Logging
import Storage
import TestSupport
import Testing

@testable import Web

/// The last lines of a server's log: `GET /admin/api/v1/logs`.
struct ServerLogTests {
    private static let path = "/admin/api/v1/logs"
    private static let tags = "/admin/api/v1/mall/tags"

    private static func settings(_ log: ServerLog = ServerLog()) -> WebSettings {
        var settings = WebSettings(publicURL: "https://mall.example", trustedProxies: 1, rateLimit: 0)
        settings.serverLog = log
        return settings
    }

    /// The lines that an owner reads.
    private static func lines(_ vitrina: Vitrina, _ query: String) async throws -> [JSON] {
        let reply = try await vitrina.send(.get, "\(path)?\(query)", as: Vitrina.owner)
        #expect(reply.status == 200, "\(reply.text)")
        return reply.json.items
    }

    @Test(arguments: TestDatabase.all)
    func `a failure and its cause are found by the id of the request`(kind: TestDatabase) async throws {
        try await withVitrina(kind, settings: Self.settings()) { vitrina in
            let id = try #require(HTTPField.Name("X-Request-Id"))
            _ = try await vitrina.send(.get, Self.tags, headers: [id: "edge-1"], as: Vitrina.viewer)
            try await vitrina.database.write { try $0.script("ALTER TABLE contents RENAME TO gone") }
            let failed = try await vitrina.send(.get, Self.tags, headers: [id: "edge-2"], as: Vitrina.viewer)
            #expect(failed.json["request_id"] == "edge-2")

            let found = try await Self.lines(vitrina, "request=edge-2")

            #expect(found.map { $0["kind"] } == ["message", "request"])
            #expect(found.map { $0["level"] } == ["error", "error"])
            #expect(found.first?["message"] == "request failed")
            #expect(found.first?["metadata"]?["error"]?.string?.contains("contents") == true)
            #expect(found.last?["path"]?.string == Self.tags)
            #expect(found.last?["status"] == 500)
            for query in ["status=500", "status=500..599", "level=error", "path=/admin&status=500"] {
                let others = try await Self.lines(vitrina, query)
                #expect(others == found, "\(query)")
            }
            let fine = try await Self.lines(vitrina, "status=200..299")
            #expect(fine.map { $0["request_id"] } == ["edge-1"])
            let last = try await Self.lines(vitrina, "limit=1")
            #expect(last == Array(found.suffix(1)))
            let since = vitrina.clock.now.advanced(by: .seconds(1))
            #expect(try await Self.lines(vitrina, "since=\(since)").isEmpty)
            #expect(try await Self.lines(vitrina, "slow=3600000").isEmpty)
        }
    }

    @Test func `it is for those who administer the server, and of a running one`() async throws {
        try await withVitrina(settings: Self.settings()) { vitrina in
            #expect(try await vitrina.send(.get, Self.path, as: nil).status == 401)
            #expect(try await vitrina.send(.get, Self.path, as: Vitrina.editor).status == 403)
            #expect(try await vitrina.send(.get, Self.path, as: Vitrina.owner).status == 200)
            for query in [
                "status=99", "status=5xx", "status=599..500", "level=loud", "after=x", "limit=1001",
            ] {
                let reply = try await vitrina.send(.get, "\(Self.path)?\(query)", as: Vitrina.owner)
                #expect(reply.status == 422, "\(query)")
            }
        }
        try await withVitrina { vitrina in
            let answer = try await vitrina.send(.get, Self.path, as: Vitrina.owner)
            #expect(answer.status == 503)
        }
    }

    @Test func `no secret is in it`() async throws {
        let log = ServerLog()
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            for path in [
                "/api/v3/User/GetByToken/hunter2", "/setup/hunter2",
                "/api/v1/offers?token=hunter2&token=x&hunter2",
            ] {
                _ = try await vitrina.send(.get, path, as: nil)
            }
            try await vitrina.database.close()
            let failed = try await vitrina.send(.get, "/setup/hunter2", as: nil)
            #expect(failed.status == 503)

            let texts = log.read(after: ServerLogCursor(), limit: 100) { _ in true }.lines.map {
                String(decoding: $0.text, as: UTF8.self)
            }

            #expect(texts.count >= 5)
            #expect(texts.contains { $0.contains("request failed") && $0.contains("/setup/•••") })
            #expect(!texts.contains { $0.contains("hunter2") }, "\(texts)")
        }
    }

    @Test func `a reader goes on where it was`() async throws {
        try await withVitrina(settings: Self.settings()) { vitrina in
            _ = try await vitrina.send(.get, "/livez", as: nil)
            let first = try await vitrina.send(.get, Self.path, as: Vitrina.owner).json
            let place = try #require(first["next"]?.string)
            #expect(first["items"]?.array?.count == 1)
            #expect(try await Self.lines(vitrina, "after=\(place)").isEmpty)

            for _ in 0..<3 { _ = try await vitrina.send(.get, "/readyz", as: nil) }

            let next = try await vitrina.send(.get, "\(Self.path)?after=\(place)&limit=2", as: Vitrina.owner)
            #expect(next.json.items.map { $0["path"] } == ["/readyz", "/readyz"])
            #expect(next.json["more"] == true)
            let last = try #require(next.json["next"]?.string)
            #expect(try await Self.lines(vitrina, "after=\(last)").count == 1)
        }
    }

    @Test func `the oldest lines leave first, by their number and by their size`() {
        let few = ServerLog(linesMax: 10)
        for number in 1...35 { few.add(Self.line("\(number)")) }
        let small = ServerLog(sizeMax: 5_000)
        for _ in 0..<9 { small.add(Self.line(String(repeating: "a", count: 9_000))) }

        let reading = few.read(after: ServerLogCursor(), limit: 100) { _ in true }
        let large = small.read(after: ServerLogCursor(), limit: 100) { _ in true }

        #expect(reading.lines.map(\.number) == Array(26...35))
        #expect(reading.lines.compactMap(\.requestID) == (26...35).map { String($0) })
        #expect(large.lines.map(\.number) == [8, 9])
        #expect(large.lines.allSatisfy { $0.size < 2_500 })
    }

    @Test func `a reader of several servers misses no line of either, and learns what has left`() throws {
        let (log, other) = (ServerLog(linesMax: 3), ServerLog())
        for number in 1...2 { log.add(Self.line("\(number)")) }
        let first = log.read(after: ServerLogCursor(), limit: 10) { _ in true }
        other.add(Self.line("other"))
        let elsewhere = other.read(after: first.next, limit: 10) { _ in true }
        for number in 3...7 { log.add(Self.line("\(number)")) }

        let place = try #require(ServerLogCursor(elsewhere.next.text))
        let next = log.read(after: place, limit: 2) { _ in true }
        let last = log.read(after: next.next, limit: 2) { _ in true }

        #expect(first.lines.map(\.number) == [1, 2])
        #expect(elsewhere.lines.map(\.requestID) == ["other"])
        #expect(next.lines.map(\.number) == [5, 6])
        #expect(next.missed == 2)
        #expect(next.hasMore)
        #expect(last.lines.map(\.number) == [7])
        #expect(!last.hasMore)
        #expect(other.read(after: last.next, limit: 10) { _ in true }.lines.isEmpty)
    }

    @Test(arguments: ["a", ":1", "a:", "a:-1", "a:x", "a:1:2", "a b:1", "a:9223372036854775807"])
    func `another text than a place is refused`(text: String) {
        #expect(ServerLogCursor(text) == nil)
    }

    private static func line(_ id: String) -> ServerLogLine {
        ServerLogLine(id, ["hb.request.id": String(id.prefix(10))], .info, at: .earliest)
    }
}
