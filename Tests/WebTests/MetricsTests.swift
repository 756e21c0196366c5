import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// `GET /metrics`: the figures, and who may read them.
struct MetricsTests {
    private static let open = WebSettings(publicURL: "https://mall.example", rateLimit: 0, metrics: .open)

    @Test(arguments: TestDatabase.all)
    func `metrics count what was answered, by handlers and from the cache`(kind: TestDatabase) async throws {
        try await withVitrina(kind, settings: Self.open) { vitrina in
            try await withHTTP(vitrina) { url in
                let route = "/api/v1/news/with/promotions-and-event"
                var etag = ""
                for _ in 0..<3 {
                    let answer = try await HTTPClient().send("GET", url + PublicReadTests.slider)
                    etag = answer.headers["etag"] ?? ""
                }
                _ = try await HTTPClient().send(
                    "GET",
                    url + PublicReadTests.slider,
                    headers: [("If-None-Match", etag)]
                )

                let text = try await Self.scrape(url)

                #expect(text.requests(route) == 3)
                #expect(text.requests(route, 304) == 1)
                #expect(text[#"vitrina_cache_answers_total{result="hit"}"#] == 2)
                #expect(text[#"vitrina_cache_answers_total{result="not_modified"}"#] == 1)
                #expect(text[#"vitrina_cache_answers_total{result="miss"}"#] == 1)
                #expect(text[#"vitrina_http_request_duration_seconds_count{group="mall"}"#] == 1)
                // The scrape itself has not been answered yet.
                #expect(text["vitrina_http_requests_in_flight"] == 1)
                #expect((text["vitrina_http_connections_open"] ?? 0) >= 1)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `metrics tell of the database, the process and the program`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let now = vitrina.clock.now
            try await vitrina.database.write { connection in
                for (id, minutes) in [("a", 10), ("b", 5)] {
                    try Outbox.enqueue(
                        OutboxKind("test"),
                        eventID: id,
                        payload: [:],
                        lane: "test",
                        due: now.advanced(by: .seconds(-60 * minutes)),
                        at: now,
                        on: connection
                    )
                }
            }

            let reply = try await vitrina.send(.get, "/metrics", as: Vitrina.owner)
            let text = try MetricsText(reply.text)

            #expect(reply.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(text["vitrina_database_up"] == 1)
            #expect(text[#"vitrina_outbox_messages{state="waiting"}"#] == 2)
            #expect(text["vitrina_outbox_delay_seconds"] == 600)
            #expect(text["vitrina_points_entries_total"] == 0)
            #expect(text[#"vitrina_live_entries{type="offers"}"#] == 0)
            #expect(text[#"vitrina_streams_open{stream="changes"}"#] == 0)
            #expect(text[#"vitrina_streams_open{stream="flags"}"#] == 0)
            #expect(text["vitrina_build_info{version=\"\(version)\",database=\"\(kind.rawValue)\"}"] == 1)
            let pool = kind == .sqlite ? "reads" : "transactions"
            #expect((text["vitrina_database_connections{pool=\"\(pool)\"}"] ?? 0) > 0)
            #expect((text["vitrina_sqlite_commit_seconds_count"] != nil) == (kind == .sqlite))
            for name in ["cpu_seconds_total", "resident_memory_bytes", "open_fds", "max_fds", "threads"] {
                #expect((text["process_\(name)"] ?? 0) > 0, "\(name)")
            }
            #expect((text["process_start_time_seconds"] ?? 0) > 1_500_000_000)
        }
    }

    @Test func `the other metrics are served while the database is away`() async throws {
        let log = LogLines()
        try await withVitrina(log: log) { vitrina in
            try await vitrina.database.write { try $0.script("ALTER TABLE outbox RENAME TO gone") }

            let reply = try await vitrina.send(.get, "/metrics", as: Vitrina.owner)
            let text = try MetricsText(reply.text)

            #expect(text["vitrina_database_up"] == 0)
            #expect(text["vitrina_outbox_delay_seconds"] == nil)
            #expect(text["vitrina_http_requests_in_flight"] == 1)
            #expect(log.all.contains { $0.contains("cannot read metrics of the database") })
        }
    }

    @Test func `clients cannot make series`() async throws {
        try await withVitrina(settings: Self.open) { vitrina in
            // A token that nobody needs is not looked up.
            let wrong: HTTPFields = [.authorization: "Bearer vt_wrong"]
            #expect(try await vitrina.send(.get, "/metrics", headers: wrong, as: nil).status == 200)
            let first = try MetricsText(try await vitrina.send(.get, "/metrics", as: nil).text)
            for number in 0..<20 {
                _ = try await vitrina.send(.get, "/nowhere/\(number)", as: nil)
                _ = try await vitrina.send(.get, "/api/v1/nothing/\(number)?x=\(number)", as: nil)
                let method = try #require(HTTPRequest.Method("MADE\(number)"))
                _ = try await vitrina.send(method, "/api/v1/offers", as: nil)
            }
            let last = try MetricsText(try await vitrina.send(.get, "/metrics", as: nil).text)

            let new = Set(last.samples.keys).subtracting(first.samples.keys)
            #expect(
                new.filter { $0.hasPrefix("vitrina_http_requests_total") }
                    .allSatisfy { $0.contains(#"route="other""#) }
            )
            #expect(new.count <= 4, "\(new.sorted())")
            #expect(last.requests("other", 404) == 40)
        }
    }

    private static let readers: [(MetricsAccess, String, String, HTTPFields, Bool)] = [
        (.local, "127.0.0.1", "127.0.0.1:8080", [:], true), (.local, "::1", "[::1]:8080", [:], true),
        (.local, "127.0.0.1", "localhost", [:], true),
        (.local, "::ffff:127.0.0.1", "localhost:8080", [:], true),
        (.local, "192.0.2.7", "localhost:8080", [:], false), (.local, "", "localhost", [:], false),
        // A proxy on this machine: it tells of its client, or asks by the public name.
        (.local, "127.0.0.1", "localhost:8080", [.forwardedFor: "192.0.2.7"], false),
        (.local, "127.0.0.1", "localhost:8080", [.via: "1.1 proxy"], false),
        (.local, "127.0.0.1", "mall.example", [:], false),
        (.open, "192.0.2.7", "mall.example", [.forwardedFor: "192.0.2.7"], true),
        (.off, "127.0.0.1", "localhost:8080", [:], false),
    ]

    @Test(arguments: readers)
    func `without a token only those may read them whom the setting names`(
        access: MetricsAccess,
        peer: String,
        authority: String,
        headers: HTTPFields,
        isAllowed: Bool
    ) {
        #expect(access.allows(headers, authority: authority, from: peer) == isAllowed)
    }

    @Test(arguments: TestDatabase.all)
    func `a token of staff who see the settings is enough anywhere`(kind: TestDatabase) async throws {
        try await withVitrina(kind, settings: WebSettings(rateLimit: 0, metrics: .off)) { vitrina in
            let staff = vitrina.services.staff
            let olga = try await staff.create(
                email: "olga@mall.example",
                name: "Olga",
                role: .owner,
                password: "correct horse",
                by: Vitrina.owner
            ).staff
            func status(_ role: Role) async throws -> Int {
                let secret = try await staff.createToken(
                    name: "t",
                    role: role,
                    for: olga.id,
                    by: Vitrina.owner
                ).secret
                let headers: HTTPFields = [.authorization: "Bearer \(secret)"]
                return try await vitrina.send(.get, "/metrics", headers: headers, as: nil).status
            }

            #expect(try await status(.owner) == 200)
            #expect(try await status(.editor) == 403)
            let wrong: HTTPFields = [.authorization: "Bearer vt_wrong"]
            #expect(try await vitrina.send(.get, "/metrics", headers: wrong, as: nil).status == 401)
            let refused = try await vitrina.send(.get, "/metrics", as: nil)
            #expect(refused.status == 403)
            #expect(refused.json["type"] == "/problems/forbidden")
        }
    }

    /// A database that answers no read once it is silent.
    private struct SilentDatabase: WrappingDatabase {
        let base: any Database
        let isSilent = Locked(false)

        func read<R: Sendable>(
            _ body: @escaping @Sendable (any Connection) throws -> R
        ) async throws -> R {
            if isSilent.value { try await Task.sleep(for: .seconds(120)) }
            return try await base.read(body)
        }
    }

    @Test func `a token is not looked up for longer than a scrape waits`() async throws {
        try await withVitrina(settings: WebSettings(rateLimit: 0)) { vitrina in
            let database = SilentDatabase(base: vitrina.database)
            let server = try await vitrina.another(on: database)
            database.isSilent.update { $0 = true }
            let began = ContinuousClock.now

            let headers: HTTPFields = [.authorization: "Bearer vt_1"]
            let reply = try await server.send(.get, "/metrics", headers: headers, as: nil)

            #expect(reply.status == 503)
            #expect(ContinuousClock.now - began < .seconds(8))
        }
    }

    private static func scrape(_ url: String) async throws -> MetricsText {
        let answer = try await HTTPClient(bodySizeMax: 4 << 20).send("GET", url + "/metrics")
        #expect(answer.status == 200)
        return try MetricsText(answer.text)
    }
}

extension MetricsText {
    fileprivate func requests(_ route: String, _ status: Int = 200) -> Double? {
        self["vitrina_http_requests_total{route=\"\(route)\",method=\"GET\",status=\"\(status)\"}"]
    }
}
