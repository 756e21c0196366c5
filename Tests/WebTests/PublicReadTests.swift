import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Reads of an app over a real connection: cached, revalidated, compressed, rate-limited.
struct PublicReadTests {
    static let news = "/admin/api/v1/mall/news"
    static let slider = "/api/v1/news/with/promotions-and-event?on_main=true"

    static func item(_ title: String) -> JSON {
        [
            "title": ["ru": .string(title)], "live_from": "2026-11-01T00:00:00Z", "on_main": true,
            "disclaimer": ["ru": .string(String(repeating: "Скидки до конца недели. ", count: 20))],
        ]
    }

    @Test(arguments: TestDatabase.all)
    func `a change is in the next answer, and an unchanged answer is not sent again`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                // M19, M139, M142
                let empty = try await client.send("GET", url + Self.slider)
                #expect(empty.text == "[]")

                let created = try await vitrina.send(
                    .post,
                    Self.news + "?publish=true",
                    Self.item("Открытие")
                )
                #expect(created.status == 201, "\(created.text)")
                var seen = try await client.send("GET", url + Self.slider)
                #expect(seen.json.array?.first?["title"] == "Открытие")

                // The second answer is from the cache, and equals the first.
                let again = try await client.send("GET", url + Self.slider)
                #expect(again.body == seen.body)
                let etag = try #require(again.headers.first { $0.key.lowercased() == "etag" }?.value)
                let known = try await client.send(
                    "GET",
                    url + Self.slider,
                    headers: [("If-None-Match", etag)]
                )
                #expect(known.status == 304)
                #expect(known.body.isEmpty)

                let off = try await vitrina.send(
                    .put,
                    "\(Self.news)/\(created.id)/flags/on_main",
                    ["value": false]
                )
                #expect(off.status == 200)
                seen = try await client.send("GET", url + Self.slider, headers: [("If-None-Match", etag)])
                #expect(seen.status == 200)
                #expect(seen.text == "[]")
            }
        }
    }

    @Test func `a window opens and closes by itself, borders included`() async throws {
        try await withVitrina { vitrina in
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                let titles = { () async throws -> Int in
                    try await client.send("GET", url + Self.slider).json.array?.count ?? -1
                }
                let body = Self.item("Завтра").merged(
                    with: ["live_from": "2026-11-21T12:00:10Z", "live_until": "2026-11-21T12:00:20Z"])
                _ = try await vitrina.send(.post, Self.news + "?publish=true", body)

                // M22
                for (time, count) in [
                    ("12:00:00Z", 0), ("12:00:09.999999Z", 0), ("12:00:10Z", 1), ("12:00:20Z", 1),
                    ("12:00:20.000001Z", 0),
                ] {
                    vitrina.clock.now = try #require(Timestamp("2026-11-21T\(time)"))
                    #expect(try await titles() == count, "\(time)")
                }
            }
        }
    }

    @Test func `a large answer is sent compressed to who can read it`() async throws {
        try await withVitrina { vitrina in
            for number in 1...10 {
                _ = try await vitrina.send(.post, Self.news + "?publish=true", Self.item("Новость \(number)"))
            }
            let path = "/api/v1/news/with/promotions"
            let plain = try await vitrina.send(.get, path, as: nil)
            let packed = try await vitrina.send(.get, path, headers: [.acceptEncoding: "gzip"], as: nil)

            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.bytes.count < plain.bytes.count / 2)
            #expect(packed.headers[.eTag] != plain.headers[.eTag])
            #expect(plain.headers[.vary] == "Accept-Language, Accept-Encoding")
        }
    }

    @Test func `texts come in the language that is asked for, else in Russian`() async throws {
        try await withVitrina { vitrina in
            let body = Self.item("Ёлка").merged(with: ["title": ["en": "Christmas tree"]])
            _ = try await vitrina.send(.post, Self.news + "?publish=true", body)
            let title = { (language: String?) async throws -> JSON? in
                let headers: HTTPFields = language.map { [.acceptLanguage: $0] } ?? [:]
                return try await vitrina.send(.get, Self.slider, headers: headers, as: nil).json.array?
                    .first?["title"]
            }

            // M140
            #expect(try await title(nil) == "Ёлка")
            #expect(try await title("de, en-GB;q=0.8, ru;q=0.5") == "Christmas tree")
            #expect(try await title("ru-RU") == "Ёлка")
        }
    }

    @Test func `a client over its share of a minute is asked to wait`() async throws {
        try await withVitrina(settings: WebSettings(publicURL: "https://mall.example", rateLimit: 5)) {
            vitrina in
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                var statuses: [Int] = []
                for _ in 1...7 { statuses.append(try await client.send("GET", url + Self.slider).status) }

                #expect(statuses == [200, 200, 200, 200, 200, 429, 429])
                let refused = try await client.send("GET", url + Self.slider)
                #expect(refused.headers.contains { $0.key.lowercased() == "retry-after" })
                #expect(refused.json["error_text"] != nil)
            }
        }
    }

    @Test func `addresses of one network of IPv6 have one share`() async throws {
        let settings = WebSettings(publicURL: "https://mall.example", trustedProxies: 1, rateLimit: 5)
        try await withVitrina(settings: settings) { vitrina in
            try await withHTTP(vitrina) { url in
                func status(from address: String) async throws -> Int {
                    try await HTTPClient().send(
                        "GET",
                        url + Self.slider,
                        headers: [("X-Forwarded-For", address)]
                    ).status
                }
                var statuses: [Int] = []
                for number in 1...7 { statuses.append(try await status(from: "2001:db8::\(number)")) }
                #expect(statuses == [200, 200, 200, 200, 200, 429, 429])
                #expect(try await status(from: "2001:db8:0:1::1") == 200)
            }
        }
    }

    // M137, M138
    @Test(arguments: [
        ("GET", "/api/v1/nothing", 404), ("DELETE", "/api/v1/offers", 405), ("GET", "/api/v1/offers/", 200),
        ("GET", "/api/v1/shops/abc/promotions)", 404), ("GET", "/api/v1/offers?start=-1", 400),
        ("GET", "/api/v1/offers?offset=99999999999999999999", 400),
    ])
    func `nothing under the app's path answers anything but its own form`(
        method: String,
        path: String,
        status: Int
    ) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(try #require(HTTPRequest.Method(method)), path, as: nil)

            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
            if status >= 400 {
                #expect(reply.json["error_text"]?.string?.isEmpty == false)
                #expect(reply.json["error_text"] == reply.json["error_message"])
            }
        }
    }

    @Test(arguments: ["/api/v1/offers", "/api/v1/offers/1", "/api/v1/mobile-users/login", "/api/v1/nothing"])
    func `pages of any site may ask with a token`(path: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.options, path, as: nil)

            #expect(reply.status == 204)
            #expect(reply.headers[.accessControlAllowHeaders]?.contains("token") == true)
        }
    }
}
