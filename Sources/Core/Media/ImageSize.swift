/// The width and height of an image from its header, in pixels.
struct ImageSize: Equatable {
    let width: Int
    let height: Int

    /// Throws if the size is 0 or too large: a few bytes can claim a picture that takes all memory of a phone.
    private init(width: Int, height: Int) throws(Problem) {
        guard width > 0, height > 0 else {
            throw .damaged("у картинки нет ширины или высоты", "the image has no width or no height")
        }
        guard width <= Limits.imageSideMax, height <= Limits.imageSideMax,
            width * height <= Limits.imagePixelsMax
        else {
            throw .damaged(
                "\(width) × \(height) точек — слишком много",
                "\(width) × \(height) pixels are too many"
            )
        }
        self.width = width
        self.height = height
    }

    /// Walks the segments (ITU-T T.81, annex B) to the frame header and on to the first scan.
    init(jpeg bytes: ByteReader) throws {
        var size: ImageSize?
        var offset = 2
        for _ in 0..<Limits.imageSegmentsMax {
            let marker = try bytes.bytes(at: offset, 2)
            guard marker[0] == 0xFF else { throw Self.broken }
            switch marker[1] {
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD7: offset += 2
            case 0x00, 0xD8, 0xD9: throw Self.broken
            case let code:
                let length = try bytes.bytes(at: offset + 2, 2).bigEndian
                guard length >= 2, offset + 2 + length <= bytes.size else { throw ByteReader.truncated }
                if code == 0xDA {
                    guard let size else { throw Self.broken }
                    self = size
                    return
                }
                let isFrame = 0xC0...0xCF ~= code && code != 0xC4 && code != 0xC8 && code != 0xCC
                if isFrame {
                    guard length >= 8, size == nil else { throw Self.broken }
                    let header = try bytes.bytes(at: offset + 5, 4)
                    size = try ImageSize(width: header[2...].bigEndian, height: header[..<2].bigEndian)
                }
                offset += 2 + length
            }
        }
        throw Self.broken
    }

    /// Walks the chunks (W3C PNG, §5) from the header to the end.
    init(png bytes: ByteReader) throws {
        let header = try bytes.bytes(at: 8, 16)
        guard header[..<4].bigEndian == 13, header[4..<8].elementsEqual("IHDR".utf8) else {
            throw Self.broken
        }
        let size = try ImageSize(width: header[8..<12].bigEndian, height: header[12...].bigEndian)
        var hasPixels = false
        var offset = 8
        for _ in 0..<Limits.imageSegmentsMax {
            let chunk = try bytes.bytes(at: offset, 8)
            let end = offset + 12 + chunk[..<4].bigEndian
            guard end <= bytes.size else { throw ByteReader.truncated }
            if chunk[4...].elementsEqual("IDAT".utf8) { hasPixels = true }
            if chunk[4...].elementsEqual("IEND".utf8) {
                guard hasPixels else { throw Self.broken }
                self = size
                return
            }
            offset = end
        }
        throw Self.broken
    }

    /// Reads the first chunk (RFC 9649, §2.5 to §2.7).
    init(webp bytes: ByteReader) throws {
        let head = try bytes.bytes(at: 0, 20)
        guard head[4..<8].littleEndian + 8 <= bytes.size else { throw ByteReader.truncated }
        let length = head[16..<20].littleEndian
        guard length >= 5, length <= bytes.size - 20 else { throw ByteReader.truncated }
        let chunk = try bytes.bytes(at: 20, min(length, 10))
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard chunk.count == 10, chunk[0] & 1 == 0, chunk[3..<6].elementsEqual([0x9D, 0x01, 0x2A]) else {
                throw Self.broken
            }
            self = try ImageSize(
                width: chunk[6..<8].littleEndian & 0x3FFF,
                height: chunk[8..<10].littleEndian & 0x3FFF
            )
        case "VP8L":
            guard chunk[0] == 0x2F else { throw Self.broken }
            let bits = chunk[1..<5].littleEndian
            self = try ImageSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        case "VP8X":
            guard chunk.count == 10 else { throw Self.broken }
            self = try ImageSize(width: chunk[4..<7].littleEndian + 1, height: chunk[7..<10].littleEndian + 1)
        case _: throw Self.broken
        }
    }

    private static let broken = Problem.damaged("картинка испорчена", "the image is damaged")
}
