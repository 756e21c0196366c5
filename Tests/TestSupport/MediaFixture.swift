/// Files made byte by byte, valid unless told otherwise.
package enum MediaFixture {
    package static let jpegHeaderSize = 2 + 18 + 19 + 8

    /// A header, a frame, the start of a scan, and the end.
    package static func jpeg(width: Int, height: Int) -> [UInt8] {
        let app0: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        let frame: [UInt8] =
            [0xFF, 0xC0, 0, 17, 8] + big(height, 2) + big(width, 2)
            + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
        return [0xFF, 0xD8] + app0 + frame + [0xFF, 0xDA, 0, 6, 1, 1, 0, 0] + [0, 0xFF, 0xD9]
    }

    /// One transparent pixel, whatever its header claims.
    package static func png(width: Int, height: Int) -> [UInt8] {
        let pixels: [UInt8] = [0x78, 0x9C, 0x63, 0, 1, 0, 0, 5, 0, 1]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0]) + chunk("IDAT", pixels)
            + chunk("IEND", [])
    }

    package static func webpLossy(width: Int, height: Int) -> [UInt8] {
        riff("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A] + little(width, 2) + little(height, 2) + [0, 0])
    }

    package static func webpLossless(width: Int, height: Int) -> [UInt8] {
        riff("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14, 4) + [0])
    }

    package static func webpExtended(width: Int, height: Int) -> [UInt8] {
        riff("VP8X", [0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    /// Files that are stored as they are; the other arguments say something untrue of each.
    package static func zip(
        _ files: [(name: String, text: String)],
        localName: String? = nil,
        packedSize: Int? = nil,
        unpackedSize: Int? = nil,
        flags: Int = 0x800,
        method: Int = 0,
        mode: Int = 0x81A4,
        comment: String = ""
    ) -> [UInt8] {
        var body: [UInt8] = []
        var directory: [UInt8] = []
        for (name, text) in files {
            let common: [UInt8] =
                little(flags, 2) + little(method, 2) + [0, 0, 0x21, 0x58] + little(crc(text.utf8), 4)
                + little(packedSize ?? text.utf8.count, 4) + little(unpackedSize ?? text.utf8.count, 4)
            directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + common + little(name.utf8.count, 2)
            directory +=
                [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + little(mode, 2) + little(body.count, 4) + Array(name.utf8)
            let local = localName ?? name
            body += [0x50, 0x4B, 3, 4, 20, 0] + common + little(local.utf8.count, 2) + [0, 0]
            body += Array(local.utf8) + Array(text.utf8)
        }
        let count = little(files.count, 2)
        return body + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + little(directory.count, 4)
            + little(body.count, 4) + little(comment.utf8.count, 2) + Array(comment.utf8)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count, 4) + named + big(crc(named), 4)
    }

    private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let chunk = Array(name.utf8) + little(content.count, 4) + content
        return Array("RIFF".utf8) + little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
    }

    private static func big(_ number: Int, _ size: Int) -> [UInt8] { little(number, size).reversed() }

    private static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func crc(_ bytes: some Sequence<UInt8>) -> Int {
        let crc = bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }
}
