/// Files that are built byte by byte, valid by default.
package enum MediaFixture {
    /// A grey picture of any size; `segments` are between its header and its tables.
    package static func jpeg(width: Int, height: Int, segments: [UInt8] = []) -> [UInt8] {
        let app0: [UInt8] = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        let table = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        let frame = segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
        // One code of one bit in each table: no difference, and the end of the block.
        let codes = [0x00, 0x10].reduce(into: [UInt8]()) { codes, kind in
            codes += segment(0xC4, [UInt8(kind), 1] + [UInt8](repeating: 0, count: 16))
        }
        return [0xFF, 0xD8] + app0 + segments + table + frame + codes
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + scan(blocks: (width + 7) / 8 * ((height + 7) / 8))
            + [0xFF, 0xD9]
    }

    /// The size of the pixels of a JPEG of one block, counted from its end.
    package static let jpegTailSize = 3

    /// The Exif data of a camera: orientation and location.
    package static func exif(orientation: Int = 1) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(count, 4)
                + (type == 3 ? big(value, 2) + [0, 0] : big(value, 4))
        }
        let first = big(2, 2) + entry(0x0112, 3, 1, orientation) + entry(0x8825, 4, 1, 38) + big(0, 4)
        // One entry: the latitude is north.
        let place = big(1, 2) + big(1, 2) + big(2, 2) + big(2, 4) + Array("N\0\0\0".utf8) + big(0, 4)
        let tiff = Array("MM\0*".utf8) + big(8, 4) + first + place
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    }

    /// A JPEG comment, which may have any bytes.
    package static func comment(_ text: String) -> [UInt8] { segment(0xFE, Array(text.utf8)) }

    /// Two zero bits for each block, and ones to the end of the byte.
    private static func scan(blocks: Int) -> [UInt8] {
        guard blocks <= 1_000_000 else { return [0] }
        let rest = blocks * 2 % 8
        return [UInt8](repeating: 0, count: blocks * 2 / 8) + (rest == 0 ? [] : [UInt8(0xFF >> rest)])
    }

    private static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code] + big(content.count + 2, 2) + content
    }

    /// A black picture; if its size is too large for a test, it has one pixel, despite its header.
    package static func png(width: Int, height: Int, chunks: [UInt8] = []) -> [UInt8] {
        let row = 1 + (max(0, min(width, 100_000)) + 7) / 8
        let count = row * height
        let isHonest = 1...0xFFFF ~= count && width <= 100_000
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [1, 0, 0, 0, 0]) + chunks
            + chunk("IDAT", zlib(zeros: isHonest ? count : 2)) + chunk("IEND", [])
    }

    /// A chunk of text, such as cameras and programs add.
    package static func pngText(_ text: String) -> [UInt8] { chunk("tEXt", Array("Comment\0\(text)".utf8)) }

    /// This number of zeros as one stored block (RFC 1950, RFC 1951).
    private static func zlib(zeros count: Int) -> [UInt8] {
        [0x78, 0x01, 1] + little(count, 2) + little(~count & 0xFFFF, 2)
            + [UInt8](repeating: 0, count: count) + big(count % 65_521, 2) + big(1, 2)
    }

    /// A picture of one pixel that can be decoded; `chunks` follow it in the extended format.
    package static func webp(chunks: [UInt8] = [], flags: UInt8 = 0) -> [UInt8] {
        let pixel: [UInt8] = [
            0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07,
        ]
        let body =
            little32("VP8X", [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + little32("VP8L", pixel) + chunks
        return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    package static func webpChunk(_ name: String, _ text: String) -> [UInt8] {
        little32(name, Array(text.utf8))
    }

    private static func little32(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
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

    /// A ZIP of uncompressed files; each of the other arguments declares something false.
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
