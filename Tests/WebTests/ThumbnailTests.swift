import Core
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

/// Small pictures, and the focal point that they are cropped around.
struct ThumbnailTests {
    @Test(arguments: TestDatabase.all)
    func `a small picture is made of an upload, for staff, and kept by browsers`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let id = try await vitrina.picture(600, 300)
            for (name, width, height) in [
                ("64.webp", 64, 32), ("320.webp", 320, 160), ("640.webp", 600, 300),
                ("64-square.webp", 64, 64),
                ("320-wide.webp", 320, 180), ("192-card.webp", 192, 128), ("1280-square.webp", 300, 300),
            ] {
                // The second one is from the disk.
                for _ in 1...2 {
                    let reply = try await vitrina.send(.get, "/media/\(id)/\(name)", as: Vitrina.viewer)
                    #expect(reply.status == 200, "\(name)")
                    #expect(reply.headers[.contentType] == "image/webp")
                    #expect(reply.headers[.cacheControl] == "private, max-age=31536000, immutable")
                    #expect(reply.headers[.xContentTypeOptions] == "nosniff")
                    let size = try size(ofWebP: reply.bytes)
                    #expect(size == [width, height], "\(name)")
                }
            }
            let path = "/media/\(id)/64.webp"
            #expect(try await vitrina.send(.get, path, as: nil).status == 401)
        }
    }

    @Test(arguments: [
        "96.webp", "0.webp", "-64.webp", "64000.webp", "64.png", "64-round.webp", "64-whole.webp",
        "64.webp.webp",
        "..%2F64.webp", "x", "64", "٦٤.webp",
    ])
    func `there are only so many sizes and shapes`(name: String) async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.picture(60, 30)
            #expect(try await vitrina.send(.get, "/media/\(id)/\(name)").status == 404)
        }
    }

    @Test func `there is no small picture of what is no picture`() async throws {
        try await withVitrina { vitrina in
            let archive = MediaFixture.zip([("a.txt", "hello")])
            let zip = try await vitrina.services.media.add(archive, name: "a.zip", by: Vitrina.editor).media
                .id
            for id in [zip, String(repeating: "0", count: 64) + ".png", "x", "..%2Fx", "@50,50"] {
                #expect(try await vitrina.send(.get, "/media/\(id)/64.webp").status == 404, "\(id)")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a picture is cut around its focal point`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let id = try await vitrina.picture(600, 300)
            let api = "/admin/api/v1/media/\(id)"
            #expect(try await vitrina.send(.get, api).json["focus"] == .null)
            let focus: JSON = ["x": 100, "y": 0]
            let reply = try await vitrina.send(.patch, api, ["focus": focus])
            #expect(reply.status == 200)
            #expect(reply.json["focus"] == focus)
            #expect(try await vitrina.send(.get, "/media/\(id)@100,0/64-square.webp").status == 200)
            // Other sizes would be unlimited in number.
            for mark in ["99,0", "100,00", "100,0,0", "", "100, 0"] {
                let path = "/media/\(id)@\(mark.replacing(" ", with: "%20"))/64-square.webp"
                #expect(try await vitrina.send(.get, path).status == 404, "\(mark)")
            }
            #expect(try await vitrina.services.media.focuses(of: [id, "x"]).count == 1)
            #expect(try await vitrina.send(.patch, api, ["focus": focus]).status == 200)
            #expect(try await vitrina.send(.patch, api, ["focus": .null]).json["focus"] == .null)
            #expect(try await vitrina.send(.get, "/media/\(id)@100,0/64-square.webp").status == 404)
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner)
            let deeds = audit.json.items.compactMap { $0["action"]?.string }
            // Setting the same focus again is not an action.
            #expect(deeds.filter { $0 == "media.focused" }.count == 2)
        }
    }

    @Test(
        arguments: [
            ["focus": ["x": 101, "y": 0]], ["focus": ["x": -1, "y": 0]], ["focus": ["x": 1]],
            ["focus": "1,2"],
            ["focus": ["x": .decimal(1.5), "y": 0]], ["focus": ["x": "1", "y": 0]], [:],
            ["name": "x", "focus": .null],
            ["focus": ["x": 1, "y": 2, "z": 3]], ["focus": ["x": 9_223_372_036_854_775_807, "y": 1]],
        ] as [JSON]
    )
    func `a focal point lies in the picture`(body: JSON) async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.picture(60, 30)
            #expect(try await vitrina.send(.patch, "/admin/api/v1/media/\(id)", body).status == 422)
        }
    }

    @Test func `only who may write sets it, and only of a picture`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.picture(60, 30)
            let archive = MediaFixture.zip([("a.txt", "hello")])
            let zip = try await vitrina.services.media.add(archive, name: "a.zip", by: Vitrina.editor).media
                .id
            let body: JSON = ["focus": ["x": 1, "y": 2]]
            let path = "/admin/api/v1/media/"
            #expect(try await vitrina.send(.patch, path + id, body, as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.send(.patch, path + zip, body).status == 422)
            #expect(try await vitrina.send(.patch, path + "x", body).status == 404)
        }
    }

    @Test func `many who ask at once all get it, and what lies damaged on the disk is made again`()
        async throws
    {
        try await withVitrina { vitrina in
            let id = try await vitrina.picture(600, 300)
            let statuses = try await atOnce(0..<40) { number in
                let name = number.isMultiple(of: 2) ? "64.webp" : "320-card.webp"
                return try await vitrina.send(.get, "/media/\(id)/\(name)").status
            }
            #expect(Set(statuses) == [200])
            let file = try await vitrina.services.media.file(of: id)
            let folder = URL(filePath: file.path).deletingLastPathComponent().deletingLastPathComponent()
            let small = folder.appending(path: ".thumbnails/\(id.prefix(2))/\(id)-64.webp")
            #expect(FileManager.default.fileExists(atPath: small.path))
            for rest in [Data(), Data("RIFF".utf8), try Data(contentsOf: small).dropLast()] {
                try rest.write(to: small)
                let reply = try await vitrina.send(.get, "/media/\(id)/64.webp")
                let size = try size(ofWebP: reply.bytes)
                #expect(size == [64, 32])
            }
            try FileManager.default.removeItem(at: folder.appending(path: ".thumbnails"))
            #expect(try await vitrina.send(.get, "/media/\(id)/64.webp").status == 200)
        }
    }

    @Test func `an upload of old that cannot be read is shown as it is`() async throws {
        try await withVitrina { vitrina in
            let id = try await vitrina.picture(600, 300)
            let file = try await vitrina.services.media.file(of: id)
            try Data(MediaFixture.png(width: 600, height: 300).prefix(60)).write(to: URL(filePath: file.path))
            let reply = try await vitrina.send(.get, "/media/\(id)/64.webp")
            #expect(reply.status == 307)
            #expect(reply.headers[.location] == "/media/\(id)")
            #expect(reply.headers[.cacheControl] == "no-store")
        }
    }
}

extension Vitrina {
    fileprivate func picture(_ width: Int, _ height: Int) async throws -> String {
        let bytes = MediaFixture.png(width: width, height: height)
        return try await services.media.add(bytes, name: "a.png", by: Self.editor).media.id
    }
}

/// The size in the header of a lossy WebP (RFC 9649, §2.5); other kinds have an extended header.
private func size(ofWebP bytes: [UInt8]) throws -> [Int] {
    func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    try #require(bytes.count > 30)
    return String(decoding: bytes[12..<16], as: UTF8.self) == "VP8X"
        ? [number(24, 3) + 1, number(27, 3) + 1] : [number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF]
}
