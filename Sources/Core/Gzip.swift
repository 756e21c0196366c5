import CLibZ

/// Gzip compression (RFC 1952).
package enum Gzip {
    /// Shorter bodies fit one packet either way.
    private static let sizeMin = 1_200

    /// Nil if the bytes are few or do not shrink.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= sizeMin, bytes.count < UInt32.max else { return nil }
        var stream = z_stream()
        // A window size increased by 16 selects the gzip wrapper.
        guard
            deflateInit2_(
                &stream,
                6,
                Z_DEFLATED,
                15 + 16,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }

        var bytes = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let result = bytes.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END, Int(stream.total_out) < bytes.count * 9 / 10 else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }

    /// The decompressed bytes; throws if they are corrupt or more than `max`.
    package static func inflated(_ bytes: [UInt8], max: Int) throws(Problem) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard bytes.count < UInt32.max, inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
            throw broken
        }
        defer { inflateEnd(&stream) }
        var bytes = bytes
        // One byte more than allowed shows that there is too much.
        var output = [UInt8](repeating: 0, count: max + 1)
        let result = bytes.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        let count = Int(stream.total_out)
        guard count <= max else {
            throw Problem(.tooLarge, Localized("Запрос слишком большой.", "The request is too large."))
        }
        guard result == Z_STREAM_END else { throw broken }
        return Array(output.prefix(count))
    }

    private static let broken = Problem(
        .malformed,
        Localized("Сжатое тело повреждено.", "The compressed body is broken.")
    )
}
