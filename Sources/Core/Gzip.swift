import CLibZ

/// Compression for what is sent often (RFC 1952).
package enum Gzip {
    /// Shorter bodies fit one packet either way.
    private static let sizeMin = 1_200

    /// Nil where the bytes are few or do not shrink.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= sizeMin, bytes.count < UInt32.max else { return nil }
        var stream = z_stream()
        // 16 more than the window asks for the gzip wrapper.
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
}
