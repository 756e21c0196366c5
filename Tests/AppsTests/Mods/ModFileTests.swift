import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Archives over real connections: whole, in parts, resumed (mods.md 7, D23–D27, D77, D80).
struct ModFileTests {
    private static let text = (0..<20_000).map { "line \($0)\n" }.joined()

    private func header(_ answer: HTTPAnswer, _ name: String) -> String? {
        answer.headers.first { $0.key.lowercased() == name }?.value
    }

    // D23, D24, D25, D26
    @Test(arguments: TestDatabase.all)
    func `an archive is downloaded, asked about, and resumed`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let bytes = MediaFixture.zip([("mod.txt", Self.text)])
            let file = try await vitrina.services.media.add(bytes, name: "a.zip", by: Vitrina.editor).media.id
            try await vitrina.mod("raptor", in: ["korabli"], ["file": .string(file), "file_url": .null])
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 8 << 20)
                let link = url + "/mods/files/raptor.zip"
                let whole = try await client.send("GET", link)
                #expect(whole.status == 200 && Array(whole.body) == bytes)
                #expect(header(whole, "content-type") == "application/zip")
                #expect(header(whole, "content-length") == String(bytes.count))
                #expect(header(whole, "accept-ranges") == "bytes")
                #expect(header(whole, "content-disposition") == "attachment; filename=\"raptor.zip\"")
                let etag = try #require(header(whole, "etag"))

                let head = try await client.send("HEAD", link)
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(header(head, "content-length") == String(bytes.count))
                let known = try await client.send("GET", link, headers: [("If-None-Match", etag)])
                #expect(known.status == 304 && known.body.isEmpty)

                // A broken download is resumed.
                let half = bytes.count / 2
                let rest = try await client.send(
                    "GET",
                    link,
                    headers: [("Range", "bytes=\(half)-"), ("If-Range", etag)]
                )
                #expect(rest.status == 206 && Array(bytes[..<half]) + Array(rest.body) == bytes)
                #expect(header(rest, "content-range") == "bytes \(half)-\(bytes.count - 1)/\(bytes.count)")
                for (range, status) in [
                    ("bytes=\(bytes.count)-", 416), ("bytes=99999999999999999999-", 416),
                    ("bytes=5-2", 200), ("bytes=a-b", 200), ("bytes=0-1,4-5", 200), ("bytes=-1", 206),
                ] {
                    let answer = try await client.send("GET", link, headers: [("Range", range)])
                    #expect(answer.status == status, "\(range)")
                }
                let other = try await client.send(
                    "GET",
                    link,
                    headers: [("Range", "bytes=\(half)-"), ("If-Range", "\"other\"")]
                )
                #expect(other.status == 200 && Array(other.body) == bytes)
            }
        }
    }

    // D77, D74: other bytes under the same link, and the same bytes under an old one
    @Test(arguments: TestDatabase.all)
    func `replacing the file keeps the link`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let (first, second) = (try await vitrina.archive("one"), try await vitrina.archive("two"))
            let id = try await vitrina.mod("raptor", ["file": .string(first), "file_url": .null])
            let link = try await vitrina.mods("/item/raptor").json["zip_url"]
            let before = try await vitrina.mods("/files/raptor.zip")
            try await vitrina.change(id, of: ModFiles.self, ["file": .string(second)])
            #expect(try await vitrina.mods("/item/raptor").json["zip_url"] == link)
            let after = try await vitrina.mods("/files/raptor.zip")
            #expect(after.bytes != before.bytes && after.headers[.eTag] != before.headers[.eTag])
            #expect(after.headers[.cacheControl] == "public, no-cache")
            let part = try await vitrina.mods(
                "/files/raptor.zip",
                headers: [.range: "bytes=5-", .ifRange: before.headers[.eTag] ?? ""]
            )
            #expect(part.status == 200 && part.bytes == after.bytes)

            try await vitrina.change(id, of: ModFiles.self, ["path": "rex"])
            #expect(try await vitrina.mods("/files/raptor.zip").bytes == after.bytes)
            #expect(
                try await vitrina.mods("/item/raptor").json["zip_url"]
                    == "https://mall.example/mods/files/rex.zip"
            )
            try await vitrina.change(
                id,
                of: ModFiles.self,
                ["file": .null, "file_url": "https://files.example/rex.zip"]
            )
            #expect(try await vitrina.refuses("/files/rex.zip", 404))
        }
    }

    // D27 and mods.md 6.5
    @Test(arguments: TestDatabase.all)
    func `links are signed where staff want it, and end`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let file = try await vitrina.archive()
            try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            #expect(try await vitrina.mods("/files/raptor.zip").status == 200)
            try await vitrina.decide(["signed_links": true, "link_minutes": 60])
            #expect(try await vitrina.refuses("/files/raptor.zip", 403))

            let url = try await vitrina.mods("/item/raptor").json["zip_url"]?.string ?? ""
            let link = String(url.dropFirst("https://mall.example/mods".count))
            let file200 = try await vitrina.mods(link)
            #expect(file200.status == 200 && file200.headers[.cacheControl] == "private, no-store")
            let part = try await vitrina.mods(link, headers: [.range: "bytes=3-"])
            #expect(part.status == 206)
            // Another server accepts the same signature.
            #expect(try await vitrina.another().mods(link).status == 200)

            for forged in [
                link.replacing("expires=1", with: "expires=2"), link + "x", String(link.dropLast()),
                link.replacing("raptor", with: "rex"), link.replacing(/&signature=.*/, with: ""),
                link.replacing(/expires=\d+/, with: "expires=99999999999999999999"),
            ] {
                let status = forged.contains("rex") ? 404 : 403
                #expect(try await vitrina.refuses(forged, status), "\(forged)")
            }
            vitrina.clock.advance(by: .seconds(3_600))
            #expect(try await vitrina.mods(link).status == 200, "it lasts at least an hour")
            vitrina.clock.advance(by: .seconds(901))
            #expect(try await vitrina.refuses(link, 403))
            let fresh = try await vitrina.mods("/item/raptor").json["zip_url"]?.string ?? ""
            #expect(fresh != url)
            try await vitrina.decide(["signed_links": .null])
            #expect(try await vitrina.mods("/files/raptor.zip").status == 200)
        }
    }

    // Cached answers must not be valid longer than the links in them
    @Test func `a kept answer gives way to one with a later link`() async throws {
        try await withMods { vitrina in
            let file = try await vitrina.archive()
            try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            try await vitrina.decide(["signed_links": true, "link_minutes": 4])
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                var links: Set<String> = []
                for _ in 0..<8 {
                    let answer = try await client.send("GET", url + "/mods/item/raptor")
                    let link = answer.json["zip_url"]?.string ?? ""
                    links.insert(link)
                    let path = String(link.dropFirst("https://mall.example".count))
                    #expect(try await client.send("GET", url + path).status == 200)
                    vitrina.clock.advance(by: .seconds(30))
                }
                #expect((4...5).contains(links.count), "\(links.count)")
            }
        }
    }

    // D80
    @Test(arguments: TestDatabase.all)
    func `views and downloads are counted by the day, whichever way they are answered`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let file = try await vitrina.archive()
            let id = try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                for _ in 0..<3 { _ = try await client.send("GET", url + "/mods/item/raptor") }
                _ = try await client.send("HEAD", url + "/mods/item/raptor")
                let link = url + "/mods/files/raptor.zip"
                for _ in 0..<2 { _ = try await client.send("GET", link) }
                // A download in two parts.
                _ = try await client.send("GET", link, headers: [("Range", "bytes=0-3")])
                _ = try await client.send("GET", link, headers: [("Range", "bytes=4-")])
                _ = try await client.send("HEAD", link)
            }
            vitrina.clock.advance(by: .seconds(86_400))
            _ = try await vitrina.another().mods("/item/raptor")
            let path = "\(Vitrina.modsAPI)/counts"
            let counts = try await vitrina.send(.get, "\(path)?from=2026-11-20", as: Vitrina.viewer).json
            #expect(counts["totals"] == ["views": 3, "downloads": 3], "\(counts.text)")
            #expect(counts["days"]?.array?.count == 3)
            #expect(counts["mods"]?.array?.first?["id"] == .string(id))
            let one = try await vitrina.send(.get, "\(path)?mod=raptor", as: Vitrina.viewer).json
            #expect(one["mod"]?["path"] == "raptor" && one["mod"]?["views"] == 3)
            #expect(one["days"]?.array?.count == 30)
            for query in ["from=x", "from=2026-11-23", "to=2026-13-01", "from=2020-01-01", "a=b", "mod=none"]
            {
                let status = try await vitrina.send(.get, "\(path)?\(query)").status
                #expect(status == (query == "mod=none" ? 404 : 422), "\(query): \(status)")
            }
        }
    }

    // D87
    @Test(arguments: TestDatabase.all)
    func `events of clients are taken in where staff want it, and counted`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            func post(_ body: JSON) async throws -> Vitrina.Reply {
                try await vitrina.send(.post, "/mods/events", body, as: nil)
            }
            let purchase: JSON = [
                "events": [
                    ["name": "first_open"],
                    [
                        "name": "Purchase", "count": 2, "affise_p_price": .decimal(Decimal(499) / 100),
                        "affise_p_revenue": "4.99", "affise_p_currency": "USD",
                    ],
                ]
            ]
            #expect(Vitrina.isRefusal(try await post(purchase), 404))
            try await vitrina.decide(["client_events": true])
            let taken = try await post(purchase)
            #expect(taken.status == 200 && taken.json == ["accepted": 3])
            let events = try await vitrina.send(.get, "\(Vitrina.modsAPI)/counts").json["events"]
            #expect(events == [["name": "Purchase", "count": 2], ["name": "first_open", "count": 1]])

            let many = JSON.array(Array(repeating: ["name": "purchase"], count: 101))
            let wrong: [JSON] = [
                [:], ["events": []], ["events": ["purchase"]], ["events": [["name": "install"]]],
                ["events": [["name": "purchase", "count": 0]]], ["events": many],
                ["events": [["name": "purchase", "count": 1001]]],
                ["events": [["name": "purchase", "x": 1]]],
                ["events": [["name": "Subscribe", "affise_p_price": "a lot"]]], ["event": "purchase"], [],
                ["events": [["name": "purchase", "affise_p_price": "4.99abc"]]],
                ["events": [["name": "purchase", "affise_p_price": "4,99"]]],
                ["events": [["name": "purchase", "affise_p_revenue": " 4"]]],
                ["events": [["name": "purchase", "affise_p_currency": "\u{0}"]]],
            ]
            for body in wrong {
                let reply = try await post(body)
                #expect(Vitrina.isRefusal(reply, 400), "\(body.text.prefix(80)): \(reply.status)")
            }
            let huge: JSON = ["events": [["name": .string(String(repeating: "a", count: 70_000))]]]
            let refused = try await post(huge)
            #expect(Vitrina.isRefusal(refused, 413))
        }
    }
}
