import Glibc

/// The parts of an image file that make the picture, without metadata about its author, place and camera.
///
/// The picture itself is unchanged to the bit. Bytes after its end are dropped too, because a file may hold
/// something else there. A second pass changes nothing.
struct ImageParts {
    /// Scans that a JPEG may have; each takes as long as the whole picture.
    private static let imageScansMax = 100

    private let bytes: [UInt8]
    private var kept: [UInt8] = []

    static func cleaned(_ bytes: [UInt8], of type: MediaType) throws -> [UInt8] {
        var parts = ImageParts(bytes)
        switch type {
        case .jpeg: try parts.takeJPEG()
        case .png: try parts.takePNG()
        case .webp: try parts.takeWebP()
        case .zip: return bytes
        }
        return parts.kept
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        kept.reserveCapacity(bytes.count)
    }

    private func bytes(at offset: Int, _ count: Int) throws -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw ByteReader.truncated
        }
        return bytes[offset..<(offset + count)]
    }

    // MARK: JPEG (ITU-T T.81, annex B)

    private mutating func takeJPEG() throws {
        kept += try bytes(at: 0, 2)
        var (offset, scans) = (2, 0)
        while true {
            let marker = try bytes(at: offset, 2)
            guard marker.first == 0xFF, let code = marker.last else { throw Self.broken }
            switch code {
            case 0xFF: offset += 1
            case 0xD9:
                kept += marker
                return
            case 0x01, 0xD0...0xD7: offset += 2
            case 0x00, 0xD8: throw Self.broken
            case _:
                let length = try bytes(at: offset + 2, 2).bigEndian
                guard length >= 2 else { throw Self.broken }
                var end = offset + 2 + length
                let segment = try bytes(at: offset, 2 + length)
                if code == 0xDA {
                    scans += 1
                    guard scans <= Self.imageScansMax else { throw Self.broken }
                    end = try endOfScan(from: end)
                }
                if Self.isPicture(code, segment.dropFirst(4)) { kept += bytes[offset..<end] }
                offset = end
            }
        }
    }

    /// The position of the next marker that does not belong to the pixels.
    private func endOfScan(from start: Int) throws -> Int {
        var offset = start
        while let place = place(ofMarkerFrom: offset), place + 1 < bytes.count {
            switch bytes[place + 1] {
            case 0x00, 0xD0...0xD7: offset = place + 2
            case 0xFF: offset = place + 1
            case _: return place
            }
        }
        throw ByteReader.truncated
    }

    /// Uses `memchr`, since a photo has millions of bytes.
    private func place(ofMarkerFrom offset: Int) -> Int? {
        guard offset < bytes.count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let found = memchr(start + offset, 0xFF, bytes.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    /// False for comments and application segments, except those that affect the colours.
    private static func isPicture(_ code: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
        switch code {
        case 0xE0: content.starts(with: "JFIF\0".utf8)
        case 0xE2: content.starts(with: "ICC_PROFILE\0".utf8)
        case 0xEE: content.starts(with: "Adobe".utf8)
        case 0xE0...0xEF, 0xFE: false
        case _: true
        }
    }

    // MARK: PNG (W3C PNG, §5)

    /// Ancillary chunks that are kept: colours, transparency, the size of a pixel, animation.
    private static let chunks: Set = [
        "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL",
        "fcTL",
        "fdAT", "hIST", "sPLT",
    ]

    private mutating func takePNG() throws {
        kept += try bytes(at: 0, 8)
        var offset = 8
        for _ in 0..<Limits.imageSegmentsMax {
            let length = try bytes(at: offset, 4).bigEndian
            let chunk = try bytes(at: offset, 12 + length)
            let name = String(decoding: chunk.dropFirst(4).prefix(4), as: UTF8.self)
            // A chunk whose name begins with a capital letter is critical.
            if chunk[offset + 4] & 0x20 == 0 || Self.chunks.contains(name) { kept += chunk }
            if name == "IEND" { return }
            offset += chunk.count
        }
        throw Self.broken
    }

    // MARK: WebP (RFC 9649, §2.3 to §2.7)

    private static let webpChunks: Set = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
    /// The flags of EXIF and XMP in the header.
    private static let metadataFlags: UInt8 = 0x0C

    private mutating func takeWebP() throws {
        let end = try bytes(at: 4, 4).littleEndian + 8
        kept += try bytes(at: 0, 12)
        var offset = 12
        while offset + 8 <= end {
            let length = try bytes(at: offset + 4, 4).littleEndian
            let size = 8 + length + length % 2
            // The padding byte of a file of odd length is sometimes missing.
            var chunk = try bytes(at: offset, min(size, max(8 + length, bytes.count - offset)))
            let name = String(decoding: chunk.prefix(4), as: UTF8.self)
            if name == "VP8X", length > 0 { chunk[offset + 8] &= ~Self.metadataFlags }
            if Self.webpChunks.contains(name) { kept += chunk }
            offset += size
        }
        let size = kept.count - 8
        for place in 0..<4 { kept[4 + place] = UInt8(truncatingIfNeeded: size >> (8 * place)) }
    }

    private static let broken = Problem.damaged("картинка испорчена", "the image is damaged")
}
