import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// The access log: a line of JSON for each request.
struct RequestLogTests {
    /// The lines as they were written.
    private final class Lines: Sendable {
        private let text = Locked("")

        var log: RequestLog {
            RequestLog { [text] bytes in text.update { $0 += String(decoding: bytes, as: UTF8.self) } }
        }

        var all: [JSON] {
            text.value.split(separator: "\n").map { (try? JSON(parsing: String($0))) ?? .null }
        }

        func first(_ path: String) -> JSON? { all.first { $0["path"]?.string == path } }
    }

    private static func settings(_ log: RequestLog, proxies: Int = 0) -> WebSettings {
        WebSettings(
            publicURL: "https://mall.example",
            trustedProxies: proxies,
            rateLimit: 0,
            requestLog: log
        )
    }

    @Test(arguments: TestDatabase.all)
    func `each request is a line, also one that the cache has answered`(kind: TestDatabase) async throws {
        let lines = Lines()
        let log = lines.log
        try await withVitrina(kind, settings: Self.settings(log)) { vitrina in
            try await withHTTP(vitrina) { url in
                for _ in 0..<2 { _ = try await HTTPClient().send("GET", url + PublicReadTests.slider) }
                _ = try await HTTPClient().send("GET", url + "/api/v1/nothing")

                let path = "/api/v1/news/with/promotions-and-event"
                let isWhole = try await holds {
                    log.flush()
                    return lines.all.count == 3
                }
                #expect(isWhole, "\(lines.all)")
                let found = lines.all.filter { $0["path"]?.string == path }
                #expect(found.map { $0["fast"]?.bool } == [false, true])
                for line in found {
                    #expect(line["method"] == "GET")
                    #expect(line["query"] == ["on_main"])
                    #expect(line["route"]?.string == path)
                    #expect(line["status"] == 200)
                    #expect(line["bytes"] == 2)
                    #expect(line["address"] == "127.0.0.1")
                    #expect(line["author"] == "app")
                    #expect(line["author_id"] == .null)
                    #expect(line["trace_id"] == .null)
                    #expect(line["request_id"]?.string?.isEmpty == false)
                    #expect(line["time"]?.string.flatMap { Timestamp($0) } == vitrina.clock.now)
                    #expect(line["ms"] != nil)
                    #expect(line.object?.count == 14)
                }
                let unknown = lines.first("/api/v1/nothing")
                #expect(unknown?["status"] == 404)
                #expect(unknown?["route"] == "other")
            }
        }
    }

    @Test func `no secret is in the log`() async throws {
        let lines = Lines()
        let log = lines.log
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            try await withHTTP(vitrina) { url in
                for path in [
                    "/api/v3/User/GetByToken/hunter2", "/setup/hunter2",
                    "/api/v1/offers?token=hunter2&token=x&hunter2",
                    "/admin/api/v1/mall/tags?\(String(repeating: "hunter2", count: 9))",
                ] {
                    _ = try await HTTPClient().send(
                        "GET",
                        url + path,
                        headers: [("Authorization", "Bearer hunter2"), ("Cookie", "vitrina_session=hunter2")]
                    )
                }

                let isWhole = try await holds {
                    log.flush()
                    return lines.all.count == 4
                }
                #expect(isWhole, "\(lines.all)")
                #expect(lines.all.allSatisfy { !$0.text.contains("hunter2") }, "\(lines.all)")
                #expect(lines.first("/api/v3/User/GetByToken/•••") != nil)
                #expect(lines.first("/setup/•••") != nil)
                #expect(SecretPaths(vitrina.services).redacted("/setup/hunter2/x") == "/setup/•••/x")
                #expect(lines.first("/api/v1/offers")?["query"] == ["token", "•••"])
                #expect(lines.first("/admin/api/v1/mall/tags")?["query"] == ["•••"])
            }
        }
    }

    @Test(arguments: [
        ("", [String]()), ("a=1&b=2&a=3", ["a", "b"]), ("a=1&b", ["a", "•••"]), ("=x&a=", ["a"]),
        ("registered_until=2026-11-21", ["registered_until"]),
        ("include_everything_there_is=1", ["include_everything_there_is"]),
        ("updatedAfter=1&on_home2=1", ["updatedAfter", "on_home2"]),
        // Tokens without a name: in hexadecimal, an id, in Base64 with its padding, of words alone.
        ("3f9a1c02b7d84e65=", ["•••"]), ("a=1&3f9a1c02b7d84e653f9a1c02b7d84e65=&c=", ["a", "•••", "c"]),
        ("018f3f9a-1c02-77d8-8e65-3f9a1c02b7d8=1", ["•••"]), ("aGVsbG8gd29ybGQtaGVsbG8==", ["•••"]),
        ("abcdefghijklmnopqrstuvwxyzabcdefghijklmnop=", ["•••"]),
    ])
    func `a parameter is named unless its name looks like a token`(query: String, names: [String]) {
        #expect(RequestLog.Entry.names(query[...]) == names)
    }

    @Test(arguments: [0, 1])
    func `the id of a request is that of a trusted proxy, and of no one else`(proxies: Int) async throws {
        let lines = Lines()
        let log = lines.log
        try await withVitrina(settings: Self.settings(log, proxies: proxies)) { vitrina in
            try await withHTTP(vitrina) { url in
                let trace = "0af7651916cd43dd8448eb211c80319c"
                // The second one is answered from the cache.
                for path in [PublicReadTests.slider, PublicReadTests.slider, "/admin/api/v1/nothing"] {
                    _ = try await HTTPClient().send(
                        "GET",
                        url + path,
                        headers: [
                            ("X-Request-Id", "edge-7.a_b"), ("X-Forwarded-For", "192.0.2.7"),
                            ("traceparent", "00-\(trace)-b7ad6b7169203331-01"),
                        ]
                    )
                }
                let refused = try await HTTPClient().send(
                    "GET",
                    url + "/admin/api/v1/mall/tags",
                    headers: [("X-Request-Id", "not an id")]
                )
                let isWhole = try await holds {
                    log.flush()
                    return lines.all.count == 4
                }

                #expect(isWhole, "\(lines.all)")
                let traced = lines.all.filter { $0["trace_id"]?.string == trace }
                #expect(traced.count == 3)
                for line in traced {
                    #expect((line["request_id"] == "edge-7.a_b") == (proxies == 1))
                    #expect((line["address"] == "192.0.2.7") == (proxies == 1))
                }
                let last = lines.first("/admin/api/v1/mall/tags")
                #expect(last?["request_id"]?.string?.contains(" ") == false)
                // The answer names the same id.
                #expect(refused.json["request_id"] == last?["request_id"])
            }
        }
    }

    @Test func `staff are named by their token`() async throws {
        let lines = Lines()
        let log = lines.log
        try await withVitrina(settings: Self.settings(log)) { vitrina in
            let (token, secret) = try await vitrina.newToken()
            try await withHTTP(vitrina) { url in
                let path = "/admin/api/v1/mall/tags"
                _ = try await HTTPClient().send(
                    "GET",
                    url + path,
                    headers: [("Authorization", "Bearer \(secret)")]
                )
                _ = try await holds {
                    log.flush()
                    return !lines.all.isEmpty
                }

                let line = lines.first(path)
                #expect(line?["status"] == 200)
                #expect(line?["route"]?.string == path)
                #expect(line?["author"] == "token")
                #expect(line?["author_id"]?.string == token.id)
            }
        }
    }

    @Test func `lines are written whole, in pieces that others cannot tear`() {
        let written = Locked([[UInt8]]())
        let log = RequestLog { piece in written.update { $0.append(piece) } }
        let line = Self.entry("/").line

        for _ in 0..<100 { log.add(Self.entry("/")) }
        log.flush()

        #expect(written.value.flatMap(\.self).count == 100 * line.count)
        #expect(written.value.allSatisfy { $0.count <= 4096 })
        #expect(written.value.allSatisfy { $0.starts(with: line) && $0.last == UInt8(ascii: "\n") })
    }

    @Test func `lines are dropped and counted once too many wait for a slow reader`() {
        let mayGoOn = Signal()
        let log = RequestLog { _ in mayGoOn.wait() }
        let long = Self.entry("/" + String(repeating: "a", count: 2_000))

        // What is being written, and what waits meanwhile, has 4 MiB each.
        for _ in 0..<10_000 { log.add(long) }
        let dropped = log.dropped.value
        mayGoOn.send()
        log.flush()

        #expect(dropped > 0)
        #expect(long.line.count < 1_400)
    }

    private static func entry(_ path: String) -> RequestLog.Entry {
        RequestLog.Entry(
            at: .earliest,
            method: "GET",
            path: path,
            parameters: [],
            route: "/",
            status: 200,
            bytes: 0,
            duration: .milliseconds(1),
            address: "127.0.0.1",
            actor: nil,
            requestID: "1",
            trace: nil,
            isFast: true
        )
    }

    @Test(arguments: [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", true),
        ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", false),
        ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false),
        ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01", false), ("", false),
        ("0af7651916cd43dd8448eb211c80319c", false),
    ])
    func `a trace is known by a valid header alone`(header: String, isValid: Bool) {
        #expect((TraceParent(header) != nil) == isValid)
    }
}
