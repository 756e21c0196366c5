import Core
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

/// The processing of an uploaded image, on both databases.
struct ImageUploadTests {
    @Test(arguments: TestDatabase.all)
    func `a picture that holds nothing else is kept to the bit`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for bytes in [
                MediaFixture.png(width: 40, height: 30), MediaFixture.jpeg(width: 40, height: 30),
                MediaFixture.webp(),
            ] {
                let media = try await vitrina.add(bytes)
                #expect(media.id.hasPrefix(SHA256.hex(bytes)))
                #expect(try await vitrina.bytes(of: media) == bytes)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `where and with what it was taken is left out, and the picture stays as it was`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let secrets = MediaFixture.exif() + MediaFixture.comment("at home")
            let photo = MediaFixture.jpeg(width: 20, height: 10, segments: secrets)
            let media = try await vitrina.add(photo)
            #expect(try await vitrina.bytes(of: media) == MediaFixture.jpeg(width: 20, height: 10))
            #expect(try await vitrina.add(photo).id == media.id)

            let png = MediaFixture.png(width: 20, height: 10, chunks: MediaFixture.pngText("at home"))
            let plain = MediaFixture.png(width: 20, height: 10)
            let kept = try await vitrina.add(png + Array("<script>".utf8))
            #expect(try await vitrina.bytes(of: kept) == plain)

            let chunks = MediaFixture.webpChunk("EXIF", "at home") + MediaFixture.webpChunk("XMP ", "<x/>")
            let webp = MediaFixture.webp(chunks: chunks, flags: 0x0C)
            let picture = try await vitrina.add(webp)
            #expect(try await vitrina.bytes(of: picture) == MediaFixture.webp())
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a photo that was taken on its side stands upright`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let photo = MediaFixture.jpeg(width: 40, height: 24, segments: MediaFixture.exif(orientation: 6))
            let media = try await vitrina.add(photo)
            #expect(media.width == 24)
            #expect(media.height == 40)
            let bytes = try await vitrina.bytes(of: media)
            #expect(bytes.count > 0 && Data(bytes).range(of: Data("Exif".utf8)) == nil)
            #expect(media.id == "\(SHA256.hex(bytes)).jpg")
            // An already rotated image does not change if it is uploaded again.
            #expect(try await vitrina.add(bytes).id == media.id)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what only looks like an image is refused, and nothing of it is kept`(
        kind: TestDatabase
    ) async throws {
        let photo = MediaFixture.jpeg(width: 400, height: 300)
        let png = MediaFixture.png(width: 200, height: 200)
        var damaged = png
        damaged[damaged.count / 2] ^= 0xFF
        let hostile: [(name: String, bytes: [UInt8])] = [
            ("a bomb of 30000 × 30000", MediaFixture.png(width: 30_000, height: 30_000)),
            ("a header that promises more", MediaFixture.png(width: 6_000, height: 6_000)),
            ("a truncated JPEG", Array(photo.prefix(photo.count - 60))),
            ("a truncated PNG", Array(png.prefix(png.count - 30))),
            ("a PNG with a wrong byte", damaged),
            ("a JPEG without pixels", Array(photo.prefix(4)) + [0xFF, 0xD9]),
            ("a WebP that is none", MediaFixture.webpLossy(width: 640, height: 480)),
            ("a WebP header alone", MediaFixture.webpExtended(width: 640, height: 480)),
            ("an SVG with a script", Array("<svg><script>alert(1)</script></svg>".utf8)),
            ("a page called .png", Array("<html><script>alert(1)</script>".utf8)),
            ("a GIF", Array("GIF89a, and so on and on".utf8)),
            ("a JPEG of a thousand scans", Self.scans(1_000)),
        ]
        try await withVitrina(kind) { vitrina in
            for (name, bytes) in hostile {
                let error = await #expect(throws: Problem.self, "\(name)") {
                    try await vitrina.services.media.add(bytes, name: "photo.png", by: Vitrina.editor)
                }
                #expect(error?.kind == .invalid, "\(name)")
                #expect(error?.detail[.en].isEmpty == false, "\(name)")
            }
            let (left, _) = try await vitrina.services.media.list()
            #expect(left.isEmpty)
        }
    }

    @Test func `an image of a few pixels is one too`() async throws {
        try await withVitrina { vitrina in
            for (width, height) in [(1, 1), (2, 2), (7, 7), (3_000, 7), (1, 20_000), (20_000, 1), (63, 65)] {
                let photo = try await vitrina.add(MediaFixture.jpeg(width: width, height: height))
                #expect(photo.width == width)
                for thumbnail in Thumbnail.all {
                    let reply = try await vitrina.send(.get, thumbnail.path(of: photo.id))
                    #expect(reply.status == 200, "\(width) × \(height), \(thumbnail.name)")
                }
            }
        }
    }

    @Test func `many images at once all get their turn`() async throws {
        try await withVitrina { vitrina in
            let count = try await withThrowingTaskGroup(of: Media.self) { group in
                for number in 1...30 {
                    group.addTask { try await vitrina.add(MediaFixture.png(width: number, height: 4)) }
                }
                return try await group.reduce(0) { count, _ in count + 1 }
            }
            #expect(count == 30)
        }
    }

    /// Repeated scans of the pixels.
    private static func scans(_ count: Int) -> [UInt8] {
        let photo = MediaFixture.jpeg(width: 8, height: 8)
        // The header of the scan, its one byte, and the end.
        let scan = photo.suffix(10 + 1 + 2).dropLast(2)
        return Array(photo.dropLast(2)) + (0..<count).flatMap { _ in scan } + [0xFF, 0xD9]
    }
}

extension Vitrina {
    fileprivate func add(_ bytes: [UInt8]) async throws -> Media {
        try await services.media.add(bytes, name: "photo", by: Self.editor).media
    }

    fileprivate func bytes(of media: Media) async throws -> [UInt8] {
        let file = try await services.media.file(of: media.id)
        return try [UInt8](Data(contentsOf: URL(filePath: file.path)))
    }
}
