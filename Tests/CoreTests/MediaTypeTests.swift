import TestSupport
import Testing

@testable import Core

struct MediaTypeTests {
    @Test(arguments: [
        (MediaType.jpeg, MediaFixture.jpeg(width: 3, height: 2), 3, 2),
        (.png, MediaFixture.png(width: 1, height: 1), 1, 1),
        (.webp, MediaFixture.webpLossy(width: 640, height: 480), 640, 480),
        (.webp, MediaFixture.webpLossless(width: 16_000, height: 9), 16_000, 9),
        (.webp, MediaFixture.webpExtended(width: 7_000, height: 70), 7_000, 70),
    ])
    func `an image is known by its bytes, and its size by its header`(
        type: MediaType,
        bytes: [UInt8],
        width: Int,
        height: Int
    ) throws {
        #expect(MediaType(head: bytes) == type)
        let size = try type.inspect(ByteReader(bytes))
        #expect(size?.width == width)
        #expect(size?.height == height)
    }

    @Test(arguments: [
        "GIF89a, and so on and on", "<html><script>alert(1)</script>",
        "<svg xmlns='http://www.w3.org/2000/svg'>",
        "%PDF-1.7 and so on and on", "RIFF....AVI and so on", "", "P", "\u{7F}ELF and so on and on",
    ])
    func `anything else is nothing that we keep`(text: String) {
        #expect(MediaType(head: text.utf8) == nil)
    }

    @Test(arguments: [
        MediaFixture.jpeg(width: 3, height: 2), MediaFixture.png(width: 1, height: 1),
        MediaFixture.webpLossy(width: 640, height: 480), MediaFixture.webpLossless(width: 16, height: 9),
        MediaFixture.webpExtended(width: 70, height: 70), MediaFixture.zip([("a.txt", "hello")]),
    ])
    func `a file that is cut off anywhere is refused`(bytes: [UInt8]) throws {
        let type = try #require(MediaType(head: bytes))
        let end = bytes.count - (type == .jpeg ? MediaFixture.jpegTailSize : 0)
        for count in 0..<end {
            #expect(throws: Problem.self, "\(count) bytes") {
                try type.inspect(ByteReader(Array(bytes.prefix(count))))
            }
        }
    }

    @Test(arguments: [
        MediaFixture.png(width: 20_000, height: 20_000), MediaFixture.png(width: 0x7FFF_FFFF, height: 1),
        MediaFixture.png(width: 0, height: 5), MediaFixture.jpeg(width: 65_535, height: 65_535),
        MediaFixture.jpeg(width: 100, height: 0),
        MediaFixture.webpExtended(width: 16_777_216, height: 16_777_216),
        MediaFixture.webpLossless(width: 16_384, height: 16_384), MediaFixture.webpLossy(width: 0, height: 1),
    ])
    func `a picture that would take all memory is refused`(bytes: [UInt8]) throws {
        let type = try #require(MediaType(head: bytes))
        #expect(throws: Problem.self) { try type.inspect(ByteReader(bytes)) }
    }

    @Test func `bytes that are an image first are an image whatever follows`() throws {
        let both = MediaFixture.png(width: 1, height: 1) + Array("<script>alert(1)</script>".utf8)
        #expect(MediaType(head: both) == .png)
        #expect(
            MediaType(head: MediaFixture.jpeg(width: 1, height: 1) + MediaFixture.zip([("a", "b")])) == .jpeg
        )
    }

    @Test(arguments: 0..<500)
    func `bytes turned over anywhere never crash`(seed: Int) throws {
        let samples = [
            MediaFixture.jpeg(width: 3, height: 2), MediaFixture.png(width: 1, height: 1),
            MediaFixture.webpLossy(width: 640, height: 480), MediaFixture.webpExtended(width: 70, height: 70),
            MediaFixture.zip([("a.txt", "hello"), ("b/c.txt", "there")]),
        ]
        for bytes in samples {
            let type = try #require(MediaType(head: bytes))
            var broken = bytes
            broken[seed * 7 % bytes.count] = UInt8(truncatingIfNeeded: seed &* 31 ^ 0xFF)
            broken[seed * 13 % bytes.count] = 0xFF
            _ = try? type.inspect(ByteReader(broken))
        }
    }

    @Test func `a plain archive is taken`() throws {
        let bytes = MediaFixture.zip([
            ("mod/", ""), ("mod/a.txt", "hello"), ("ж.txt", "there"), ("..a/b..", "x"),
        ])
        #expect(MediaType(head: bytes) == .zip)
        #expect(try MediaType.zip.inspect(ByteReader(bytes)) == nil)
        let commented = MediaFixture.zip([("a", "b")], comment: "PK\u{05}\u{06} is no end")
        #expect(try MediaType.zip.inspect(ByteReader(commented)) == nil)
    }

    @Test(arguments: [
        "../a", "a/../../b", "..", "/etc/passwd", "a\\b", "..\\a", "C:/a", "c:a", "a\0b", "a\nb", "",
    ])
    func `an archive whose names lead out of their folder is refused`(name: String) {
        #expect(throws: Problem.self) { try Archive.check(ByteReader(MediaFixture.zip([(name, "x")]))) }
    }

    @Test(arguments: [
        MediaFixture.zip([]), MediaFixture.zip([("a", "1"), ("a", "2")]),
        MediaFixture.zip([("a", "1")], localName: "b"),
        MediaFixture.zip([("a", "1")], unpackedSize: 0xFFFF_FFFF),
        MediaFixture.zip([("a", "1")], packedSize: 1_000),
        MediaFixture.zip(
            [("a", "1"), ("b", "1"), ("c", "1"), ("d", "1"), ("e", "1")],
            unpackedSize: 1_000_000_000
        ),
        MediaFixture.zip([("a", "1")], flags: 1), MediaFixture.zip([("a", "1")], method: 99),
        MediaFixture.zip([("a", "/etc/passwd")], mode: 0xA1FF),
    ])
    func `an archive that is a trap is refused`(bytes: [UInt8]) {
        #expect(throws: Problem.self) { try Archive.check(ByteReader(bytes)) }
    }

    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("/a/b/photo.jpg", "photo.jpg"), ("C:\\a\\photo.jpg", "photo.jpg"),
        ("../../etc/passwd", "passwd"), ("a\r\nSet-Cookie: b", "aSet-Cookie: b"), ("a\0b", "ab"),
        ("gpj\u{202E}.exe", "gpj.exe"), ("", "file.png"), ("..", "file.png"), ("a/", "a"),
        ("Фото 1.png", "Фото 1.png"),
        (String(repeating: "a", count: 999), String(repeating: "a", count: 200)),
    ])
    func `a name is cleaned`(name: String, cleaned: String) {
        #expect(Media.cleanedName(name, of: .png) == cleaned)
    }

    @Test(arguments: [
        "", "a.jpg", "../x.jpg", String(repeating: "a", count: 64),
        String(repeating: "A", count: 64) + ".jpg",
        String(repeating: "a", count: 64) + ".exe", String(repeating: "a", count: 64) + ".jpg.jpg",
        String(repeating: "a", count: 64) + ".jpg/", "/" + String(repeating: "a", count: 63) + ".jpg",
        String(repeating: "a", count: 64) + ".JPG", String(repeating: "a", count: 63) + "\0.jpg",
        String(repeating: "а", count: 64) + ".jpg",
    ])
    func `what is no id leads to no file`(id: String) {
        #expect(Media.type(ofID: id) == nil)
    }
}
