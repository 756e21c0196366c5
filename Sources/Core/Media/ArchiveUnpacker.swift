import CLibZ

/// Unpacks one entry piece by piece without storing it, and checks the result against the directory.
struct ArchiveUnpacker {
    private static let pieceSize = 256 << 10

    let entry: ArchiveEntry
    let start: Int
    let bytes: ByteReader

    func check() throws {
        var (crc, count) = (crc32(0, nil, 0), 0)
        try unpack { piece in
            count += piece.count
            // Throws as soon as the size is exceeded, before more is unpacked.
            guard count <= entry.unpackedSize else { throw untrue }
            if !piece.isEmpty { crc = crc32(crc, piece.baseAddress, UInt32(piece.count)) }
        }
        guard count == entry.unpackedSize, Int(crc) == entry.crc else { throw untrue }
    }

    private func unpack(_ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        if entry.method == ArchiveEntry.deflated {
            // Some programs write no bytes at all for an empty file.
            if entry.packedSize > 0 || entry.unpackedSize > 0 { try inflate(take) }
        } else {
            guard entry.packedSize == entry.unpackedSize else { throw untrue }
            try pieces { try $0.withUnsafeBufferPointer(take) }
        }
    }

    /// The packed bytes in the archive.
    private func pieces(_ take: (inout [UInt8]) throws -> Void) throws {
        let end = start + entry.packedSize
        for offset in stride(from: start, to: end, by: Self.pieceSize) {
            var piece = try bytes.bytes(at: offset, min(Self.pieceSize, end - offset))
            try take(&piece)
        }
    }

    private func inflate(_ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        var stream = z_stream()
        // A negative window size means bytes without a wrapper.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw untrue
        }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Self.pieceSize)
        var result = Z_OK
        try pieces { piece in
            guard result != Z_STREAM_END else { throw untrue }
            try piece.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                repeat {
                    try output.withUnsafeMutableBufferPointer { output in
                        stream.next_out = output.baseAddress
                        stream.avail_out = UInt32(output.count)
                        result = CLibZ.inflate(&stream, Z_NO_FLUSH)
                        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else { throw untrue }
                        let count = output.count - Int(stream.avail_out)
                        try take(UnsafeBufferPointer(rebasing: output[..<count]))
                    }
                } while result == Z_OK && (stream.avail_in > 0 || stream.avail_out == 0)
                // Bytes after the end of the stream belong to no file.
                guard stream.avail_in == 0 else { throw untrue }
            }
        }
        guard result == Z_STREAM_END else { throw untrue }
    }

    private var untrue: Problem {
        Problem.damaged(
            "файл \(entry.shownName) в архиве испорчен",
            "the file \(entry.shownName) in the archive is damaged"
        )
    }
}
