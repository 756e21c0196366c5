import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The counting of downloads, and the access to archives (mods.md 7, D24, D25, D27, D80).
struct ModDownloadTests {
    private func downloads(_ vitrina: Vitrina) async throws -> JSON? {
        try await vitrina.send(.get, "\(Vitrina.modsAPI)/counts", as: Vitrina.viewer).json["totals"]?[
            "downloads"
        ]
    }

    // D24, D25, D80
    @Test(arguments: TestDatabase.all)
    func `a download counts once when its end goes out, and a look at a few bytes never does`(
        kind: TestDatabase
    ) async throws {
        try await withMods(kind) { vitrina in
            let file = try await vitrina.archive(String(repeating: "mod ", count: 50_000))
            try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                let link = url + "/mods/files/raptor.zip"
                let whole = try await client.send("GET", link)
                #expect(try await downloads(vitrina) == 1)
                let etag = try #require(whole.headers.first { $0.key.lowercased() == "etag" }?.value)

                let looks = [
                    ("Range", "bytes=0-3"), ("Range", "bytes=0-65535"), ("Range", "bytes=-22"),
                    ("Range", "bytes=-999999"), ("Range", "bytes=99999999-"), ("If-None-Match", etag),
                    ("If-Match", "\"other\""),
                ]
                for look in looks {
                    _ = try await client.send("GET", link, headers: [look])
                    #expect(try await downloads(vitrina) == 1, "\(look)")
                }
                _ = try await client.send("HEAD", link)
                #expect(try await downloads(vitrina) == 1)

                // A download in three parts, and a download that requests the whole file as a range.
                let size = whole.body.count
                for range in ["0-99999", "100000-\(size - 2)", "\(size - 1)-"] {
                    _ = try await client.send("GET", link, headers: [("Range", "bytes=\(range)")])
                }
                #expect(try await downloads(vitrina) == 2)
                _ = try await client.send("GET", link, headers: [("Range", "bytes=0-")])
                #expect(try await downloads(vitrina) == 3)
            }
        }
    }

    // D24: parts of two files are never joined
    @Test(arguments: TestDatabase.all)
    func `a part of another file than the one that was begun is refused`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let (first, second) = (try await vitrina.archive("one"), try await vitrina.archive("two"))
            let id = try await vitrina.mod("raptor", ["file": .string(first), "file_url": .null])
            let begun = try await vitrina.mods("/files/raptor.zip")
            let etag = begun.headers[.eTag] ?? ""
            let path = "/files/raptor.zip"
            let rest: HTTPFields = [.range: "bytes=5-", .ifMatch: etag]
            let part = try await vitrina.mods(path, headers: rest)
            #expect(part.status == 206 && Array(begun.bytes[5...]) == part.bytes)
            try await vitrina.change(id, of: ModFiles.self, ["file": .string(second)])
            let refused = try await vitrina.mods(path, headers: rest)
            #expect(refused.status == 412 && refused.bytes.isEmpty)
            #expect(refused.headers[.eTag] != etag && refused.headers[.cacheControl] == "no-store")
            for known in ["*", "\"x\", \(refused.headers[.eTag] ?? "")"] {
                #expect(try await vitrina.mods(path, headers: [.ifMatch: known]).status == 200, "\(known)")
            }
            #expect(try await vitrina.mods(path, headers: [.ifMatch: "W/\(etag)"]).status == 412)
        }
    }

    // D24: an invalid range is ignored (RFC 9110 §14.2)
    @Test(arguments: [
        "bytes=0-3 x", "bytes=0-3\tx", "bytes=0 1-3", "bytes=0-3,", "bytes=--3", "bytes=0x0-3", "bytes=+0-3",
        "bytes=٠-٣", "bytes=", "bytes", "bits=0-3", "bytes=-", "=0-3", "bytes=3-0",
    ])
    func `a range that cannot be read is not minded`(range: String) async throws {
        try await withMods { vitrina in
            let file = try await vitrina.archive()
            try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            let reply = try await vitrina.mods("/files/raptor.zip", headers: [.range: range])
            let whole = try await vitrina.mods("/files/raptor.zip")
            #expect(reply.status == 200 && reply.bytes == whole.bytes)
        }
    }

    // D27 and mods.md 6.5: the sum of an archive, which is its tag, cannot replace a link that has ended
    @Test(arguments: TestDatabase.all)
    func `links that are signed are the only ones`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let (file, image) = (try await vitrina.archive(), try await vitrina.image())
            try await vitrina.mod("raptor", ["file": .string(file), "file_url": .null])
            let path = "/media/\(file)"
            let open = try await vitrina.send(.get, path, as: nil)
            #expect(open.status == 200 && open.headers[.cacheControl]?.hasPrefix("public") == true)
            try await vitrina.decide(["signed_links": true])
            for method in [HTTPRequest.Method.get, .head] {
                #expect(try await vitrina.send(method, path, as: nil).status == 403)
            }
            let refused = try await vitrina.send(.get, path, headers: [.ifNoneMatch: "*"], as: nil)
            #expect(refused.status == 403)
            // Staff can read their own uploads, and anyone can read pictures.
            let own = try await vitrina.send(.get, path, as: Vitrina.viewer)
            #expect(own.status == 200 && own.bytes == open.bytes)
            #expect(own.headers[.cacheControl] == "private, no-store")
            #expect(try await vitrina.send(.get, "/media/\(image)", as: nil).status == 200)
            try await vitrina.decide(["signed_links": .null])
            #expect(try await vitrina.send(.get, path, as: nil).status == 200)
        }
    }
}
