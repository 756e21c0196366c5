import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// Traces by OpenTelemetry, as a collector gets them.
struct TraceTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let caller = "b7ad6b7169203331"

    private static func settings(_ url: String, share: Double, proxies: Int = 0) throws -> WebSettings {
        var settings = WebSettings(
            publicURL: "https://mall.example",
            trustedProxies: proxies,
            rateLimit: 0,
            hookHosts: ["127.0.0.1"]
        )
        let collector = try TraceCollector(
            url: url,
            headers: ["X-Key: own"],
            resource: ["service.name": "vitrina"]
        )
        let clock = Clock()
        settings.tracer = Tracer(share: share, to: collector) { clock.now }
        return settings
    }

    /// The spans that the receiver has got.
    private static func spans(_ receiver: WebReceiver) async throws -> [JSON] {
        try await receiver.received("/v1/traces").flatMap { request in
            let scopes = request.json["resourceSpans"]?.array?.first?["scopeSpans"]?.array ?? []
            return scopes.flatMap { $0["spans"]?.array ?? [] }
        }
    }

    private static func value(_ name: String, of span: JSON) -> JSON? {
        span["attributes"]?.array?.first { $0["key"]?.string == name }?["value"]
    }

    @Test(arguments: TestDatabase.all)
    func `a request and its transactions are spans in the trace of the caller`(
        kind: TestDatabase
    ) async throws {
        try await withReceiver { receiver in
            let settings = try Self.settings(receiver.url, share: 0, proxies: 1)
            try await withVitrina(kind, settings: settings) { vitrina in
                let server = try await vitrina.another(on: TracedDatabase(vitrina.database))
                let token = try await vitrina.newToken().secret
                try await withHTTP(server) { url in
                    let headers: [(name: String, value: String)] = [
                        ("Authorization", "Bearer \(token)"),
                        ("traceparent", "00-\(Self.trace)-\(Self.caller)-01"),
                    ]
                    // The last one is answered from the cache.
                    let slider = PublicReadTests.slider
                    for path in ["\(Self.tags)?q=hunter2", slider, slider] {
                        let answer = try await HTTPClient().send("GET", url + path, headers: headers)
                        #expect(answer.status == 200)
                    }
                }

                // What was not sent before is sent at the end.
                let spans = try await Self.spans(receiver)
                let requests = spans.filter { $0["kind"] == 2 }
                #expect(requests.count == 3)
                #expect(spans.allSatisfy { $0["traceId"]?.string == Self.trace })
                #expect(requests.allSatisfy { $0["parentSpanId"]?.string == Self.caller })
                let root = try #require(requests.first { $0["name"]?.string == "GET \(Self.tags)" })
                #expect(Self.value("http.route", of: root)?["stringValue"]?.string == Self.tags)
                #expect(Self.value("http.response.status_code", of: root)?["intValue"] == "200")
                #expect(Self.value("url.path", of: root)?["stringValue"]?.string == Self.tags)
                let parts = spans.filter { $0["parentSpanId"] == root["spanId"] }
                let system = kind == .sqlite ? "sqlite" : "postgresql"
                #expect(parts.count >= 2, "the token, and the list")
                for part in parts {
                    #expect(part["kind"] == 3)
                    #expect(Self.value("db.system", of: part)?["stringValue"]?.string == system)
                    let times = ["startTimeUnixNano", "endTimeUnixNano"].map { part[$0]?.string ?? "" }
                    #expect(times[0] <= times[1] && times.allSatisfy { $0.count == 19 })
                }
                let sent = try await receiver.received("/v1/traces")
                #expect(sent.allSatisfy { $0.headers["x-key"] == "own" && !$0.text.contains("hunter2") })
                #expect(sent.allSatisfy { $0.headers["content-type"] == "application/json" })
            }
        }
    }

    @Test func `a web hook gets its place in the trace of the attempt`() async throws {
        try await withReceiver { receiver in
            let settings = try Self.settings(receiver.url, share: 1)
            try await withVitrina(settings: settings) { vitrina in
                _ = try await vitrina.hook("\(receiver.url)/ok")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                try await vitrina.services.courier.deliverDue()

                let tracer = try #require(settings.tracer)
                try await Self.sendAll(of: tracer)

                let hooked = try #require(try await receiver.received("/ok").first)
                let place = try #require(TraceParent(hooked.headers["traceparent"]))
                #expect(place.isSampled)
                let spans = try await Self.spans(receiver).filter { $0["traceId"]?.string == place.traceID }
                #expect(spans.map { $0["name"]?.string } == ["send hook", "POST"])
                #expect(spans.last?["spanId"]?.string == place.spanID)
                #expect(spans.last?["parentSpanId"] == spans.first?["spanId"])
                #expect(spans.first?["parentSpanId"] == nil)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a message is a part of the trace of the request that has caused it`(
        kind: TestDatabase
    ) async throws {
        try await withReceiver { receiver in
            let settings = try Self.settings(receiver.url, share: 1)
            try await withVitrina(kind, settings: settings) { vitrina in
                _ = try await vitrina.hook("\(receiver.url)/ok")
                let server = try await vitrina.another(on: TracedDatabase(vitrina.database))
                _ = try await server.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                try await vitrina.services.courier.deliverDue()

                let tracer = try #require(settings.tracer)
                try await Self.sendAll(of: tracer)

                let hooked = try #require(try await receiver.received("/ok").first)
                #expect(hooked.json["event"] != nil && hooked.json["traceparent"] == nil)
                let spans = try await Self.spans(receiver)
                let cause = try #require(spans.first { $0["name"]?.string == "POST \(Self.tags)" })
                let sent = try #require(spans.first { $0["name"]?.string == "send hook" })
                #expect(sent["traceId"] == cause["traceId"])
                #expect(sent["parentSpanId"] == cause["spanId"])
                let place = try #require(TraceParent(hooked.headers["traceparent"]))
                #expect(place.traceID == cause["traceId"]?.string)
            }
        }
    }

    @Test func `a mail is a part of the trace of its attempt`() async throws {
        try await withReceiver { receiver in
            try await withMailSink { sink in
                let settings = try Self.settings(receiver.url, share: 1)
                let from = try #require(MailAddress("Mall <robot@mall.example>"))
                let server = SMTPServer(url: "smtp://127.0.0.1:\(sink.port)", from: from)
                let senders: @Sendable (any Database) -> [any OutboxSender] = { _ in
                    [MailSender(server: server)]
                }
                try await withVitrina(settings: settings, senders: senders) { vitrina in
                    let now = vitrina.clock.now
                    _ = try await vitrina.database.write { connection in
                        try Outbox.enqueue(
                            .mail,
                            eventID: "mail-1",
                            payload: ["to": "hunter2@mall.example", "text": "hunter2"],
                            lane: "mail",
                            at: now,
                            on: connection
                        )
                    }
                    try await vitrina.services.courier.deliverDue()

                    let tracer = try #require(settings.tracer)
                    try await Self.sendAll(of: tracer)

                    #expect(try sink.taken().count == 1)
                    let spans = try await Self.spans(receiver)
                    #expect(spans.map { $0["name"]?.string } == ["send mail", "SMTP"])
                    #expect(spans.last?["parentSpanId"] == spans.first?["spanId"])
                    let host = spans.last.flatMap { Self.value("server.address", of: $0) }
                    #expect(host == ["stringValue": "127.0.0.1"])
                    let sent = try await receiver.received("/v1/traces")
                    #expect(sent.allSatisfy { !$0.text.contains("hunter2") })
                }
            }
        }
    }

    @Test func `a failure is sent, and else what the trusted caller or the share has chosen`() async throws {
        try await withReceiver { receiver in
            let settings = try Self.settings(receiver.url, share: 0, proxies: 1)
            try await withVitrina(settings: settings) { vitrina in
                let name = try #require(HTTPField.Name("traceparent"))
                for flags in ["00", "01"] {
                    let place = "00-\(Self.trace)-\(Self.caller)-\(flags)"
                    _ = try await vitrina.send(.get, "/readyz", headers: [name: place], as: nil)
                }
                _ = try await vitrina.send(.get, "/livez", as: nil)
                try await vitrina.database.write { try $0.script("ALTER TABLE contents RENAME TO gone") }
                _ = try await vitrina.send(.get, Self.tags, as: Vitrina.viewer)

                let tracer = try #require(settings.tracer)
                try await Self.sendAll(of: tracer)

                let spans = try await Self.spans(receiver)
                #expect(spans.map { $0["name"]?.string } == ["GET /readyz", "GET \(Self.tags)"])
                #expect(spans.last?["status"]?["code"] == 2)
                #expect(spans.last.flatMap { Self.value("error.type", of: $0) } == ["stringValue": "500"])
                #expect(tracer.sent.value == 2)
            }
        }
    }

    @Test(arguments: [0.0, 1.0])
    func `a client that is no trusted proxy names its trace, and does not decide what is sent`(
        share: Double
    ) async throws {
        try await withReceiver { receiver in
            let settings = try Self.settings(receiver.url, share: share)
            try await withVitrina(settings: settings) { vitrina in
                try await withHTTP(vitrina) { url in
                    for flags in ["00", "01"] {
                        let place = "00-\(Self.trace)-\(Self.caller)-\(flags)"
                        // The last one is answered from the cache.
                        for path in ["/readyz", PublicReadTests.slider, PublicReadTests.slider] {
                            _ = try await HTTPClient().send(
                                "GET",
                                url + path,
                                headers: [("traceparent", place)]
                            )
                        }
                    }
                }

                // What was not sent before is sent at the end.
                let requests = try await Self.spans(receiver).filter { $0["kind"] == 2 }
                #expect(requests.count == (share == 1 ? 6 : 0))
                #expect(requests.allSatisfy { $0["traceId"]?.string == Self.trace })
                #expect(requests.allSatisfy { $0["parentSpanId"]?.string == Self.caller })
            }
        }
    }

    @Test(arguments: ["http://127.0.0.1:1", "/hangs"])
    func `a collector that is away or silent holds up neither requests nor the end`(
        place: String
    ) async throws {
        try await withReceiver { receiver in
            let url = place.hasPrefix("/") ? receiver.url + place : place
            try await withVitrina(settings: Self.settings(url, share: 1)) { vitrina in
                let began = ContinuousClock.now
                try await withHTTP(vitrina) { url in
                    for _ in 0..<20 {
                        let answer = try await HTTPClient().send("GET", url + "/livez")
                        #expect(answer.status == 200)
                    }
                }

                #expect(ContinuousClock.now - began < .seconds(10))
                try await receiver.release()
            }
        }
    }

    @Test func `spans that find no room are dropped and counted`() async throws {
        let tracer = try #require(try Self.settings("http://127.0.0.1:1", share: 1).tracer)
        for _ in 0..<Tracer.spansMax + 5 { tracer.begin(.own).end("work") }

        await #expect(throws: Problem.self) { try await tracer.sendNext(within: .seconds(5)) }

        #expect(tracer.dropped.value == 5)
        #expect(tracer.sent.value == 0)
    }

    @Test func `spans that the collector refuses are dropped and counted`() async throws {
        try await withReceiver { receiver in
            let url = "\(receiver.url)/says/400/no"
            let tracer = try #require(try Self.settings(url, share: 1).tracer)
            tracer.begin(.own).end("work")

            await #expect(throws: Problem.self) { try await tracer.sendNext(within: .seconds(10)) }

            let hasMore = try await tracer.sendNext(within: .seconds(10))
            #expect(!hasMore)
            #expect(tracer.dropped.value == 1)
        }
    }

    private static func sendAll(of tracer: Tracer) async throws {
        var hasMore = true
        while hasMore { hasMore = try await tracer.sendNext(within: .seconds(10)) }
    }
}
