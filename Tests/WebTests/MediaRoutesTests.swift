import Core
import HTTPTypes
import TestSupport
import Testing
import Web

struct MediaRoutesTests {
    private static let photo = MediaFixture.png(width: 4, height: 3)
    private static let uploads = "/admin/api/v1/media"

    @Test func `an upload is told of, listed, and there for anybody`() async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.upload(Self.photo, "photo.png")
            let id = SHA256.hex(Self.photo) + ".png"
            #expect(reply.status == 201)
            #expect(reply.headers[.location] == "/media/\(id)")
            #expect(reply.id == id)
            #expect(reply.json["url"]?.string == "/media/\(id)")
            #expect(reply.json["media_type"]?.string == "image/png")
            #expect(reply.json["width"]?.integer == 4)
            #expect(reply.json["height"]?.integer == 3)
            #expect(reply.json["name"]?.string == "photo.png")
            #expect(try await vitrina.upload(Self.photo, "again.png").status == 200)

            let list = try await vitrina.send(.get, Self.uploads, as: Vitrina.viewer)
            #expect(list.json.items.compactMap { $0["id"]?.string } == [id])

            let file = try await vitrina.send(.get, "/media/\(id)", as: nil)
            #expect(file.status == 200)
            #expect(file.bytes == Self.photo)
            #expect(file.headers[.contentType] == "image/png")
            #expect(file.headers[.contentLength] == String(Self.photo.count))
            #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
            #expect(file.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
        }
    }

    @Test func `a head answers as a get would, without the bytes`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.upload(Self.photo, "photo.png").id
            let head = try await vitrina.send(.head, "/media/\(id)", headers: [.range: "bytes=0-1"], as: nil)
            #expect(head.status == 200)
            #expect(head.bytes.isEmpty)
            #expect(head.headers[.contentLength] == String(Self.photo.count))
        }
    }

    @Test(arguments: [
        ("bytes=0-0", 206, 0..<1), ("bytes=2-5", 206, 2..<6), ("BYTES=2-5", 206, 2..<6),
        ("bytes=10-", 206, 10..<74),
        ("bytes=-3", 206, 71..<74), ("bytes=-999", 206, 0..<74), ("bytes=60-999", 206, 60..<74),
        ("bytes=5-99999999999999999999", 206, 5..<74), ("bytes=74-", 416, 0..<0), ("bytes=999-", 416, 0..<0),
        ("bytes=99999999999999999999-", 416, 0..<0), ("bytes=-0", 416, 0..<0), ("bytes=5-2", 200, 0..<74),
        ("bytes=0-1,3-4", 200, 0..<74), ("bytes=-", 200, 0..<74), ("bytes=a-b", 200, 0..<74),
        ("bytes=+1-2", 200, 0..<74), ("bytes", 200, 0..<74), ("pages=1-2", 200, 0..<74),
        ("bytes=1-2-3", 200, 0..<74),
    ])
    func `a part is given where one can be`(range: String, status: Int, expected: Range<Int>) async throws {
        try await withVitrina { vitrina in
            let bytes = Self.photo
            try #require(bytes.count == 74)
            let id = try await vitrina.upload(bytes, "photo.png").id
            let reply = try await vitrina.send(.get, "/media/\(id)", headers: [.range: range], as: nil)
            #expect(reply.status == status)
            #expect(reply.bytes == Array(bytes[expected]))
            switch status {
            case 206:
                let (first, last) = (expected.lowerBound, expected.upperBound - 1)
                #expect(reply.headers[.contentRange] == "bytes \(first)-\(last)/74")
            case 416: #expect(reply.headers[.contentRange] == "bytes */74")
            case _: #expect(reply.headers[.contentRange] == nil)
            }
        }
    }

    @Test func `a part of another version is the whole`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.upload(Self.photo, "photo.png").id
            let etag = "\"\(id.dropLast(4))\""
            for (condition, status) in [
                (etag, 206), ("W/" + etag, 200), ("\"other\"", 200), ("Sat, 21 Nov 2026 12:00:00 GMT", 200),
            ] {
                let headers: HTTPFields = [.range: "bytes=0-1", .ifRange: condition]
                let reply = try await vitrina.send(.get, "/media/\(id)", headers: headers, as: nil)
                #expect(reply.status == status, "If-Range: \(condition)")
            }
        }
    }

    @Test func `who has it already gets nothing again`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.upload(Self.photo, "photo.png").id
            let etag = "\"\(id.dropLast(4))\""
            for (known, status) in [
                (etag, 304), ("W/" + etag, 304), ("*", 304), ("\"a\", \(etag)", 304), ("\"a\"", 200),
            ] {
                let reply = try await vitrina.send(
                    .get,
                    "/media/\(id)",
                    headers: [.ifNoneMatch: known],
                    as: nil
                )
                #expect(reply.status == status, "If-None-Match: \(known)")
                #expect(reply.headers[.eTag] == etag)
            }
        }
    }

    @Test func `an archive is for keeping, not for showing`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.upload(MediaFixture.zip([("a.txt", "hello")]), "mods.zip").id
            let reply = try await vitrina.send(.get, "/media/\(id)", as: nil)
            #expect(reply.headers[.contentDisposition] == "attachment")
            #expect(reply.headers[.contentType] == "application/zip")
        }
    }

    @Test(arguments: [
        "x", "..%2F..%2Fetc%2Fpasswd", ".upload-00", String(repeating: "0", count: 64) + ".png",
    ])
    func `there is nothing but uploads`(name: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "/media/\(name)", as: nil)
            #expect(reply.status == 404)
        }
    }

    @Test func `what may not be kept is refused in words`() async throws {
        try await withVitrina { vitrina in
            let page = Array("<html><script>alert(1)</script>".utf8)
            let refused = try await vitrina.upload(page, "photo.png")
            #expect(refused.status == 422)
            #expect(refused.headers[.contentType] == "application/problem+json")

            let tooLarge = String(Limits.imageSizeMax + 1)
            #expect(
                try await vitrina.upload(Self.photo, "a", headers: [.contentLength: tooLarge]).status == 413
            )
            #expect(try await vitrina.upload(Self.photo, "a", as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.upload(Self.photo, "a", as: nil).status == 401)
            #expect(try await vitrina.send(.post, Self.uploads + "?colour=red").status == 422)
            #expect(try await vitrina.send(.get, Self.uploads + "?limit=0").status == 422)
            #expect(try await vitrina.send(.get, Self.uploads + "?cursor=x").status == 422)
        }
    }
}

extension Vitrina {
    fileprivate func upload(
        _ bytes: [UInt8],
        _ name: String,
        headers: HTTPFields = [:],
        as author: Author? = Vitrina.editor
    ) async throws -> Reply {
        let path = "/admin/api/v1/media?name=\(name)"
        return try await send(.post, path, bytes: bytes, headers: headers, as: author)
    }
}
